import { MemoryServiceError } from './errors.ts'
import { type CallOptions, callOf, type Http, keyed, segment, type WriteOptions } from './http.ts'
import { List } from './pages.ts'
import type { Scheduled, Trigger, TriggerFilters, TriggerInput, TriggerPage } from './types.ts'

const PAGE_MAX = 100

/** Triggers of one connection. Use it as `memory.schedule`. */
export class Schedule {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Creates a trigger; at its time, your app receives a `schedule.fired` webhook with the payload.
   * @example await memory.schedule.create({ fireAt: '2029-12-24T17:00:00Z', kind: 'checkin', payload: { about: 'the run' } })
   */
  create(trigger: TriggerInput, options: WriteOptions = {}): Promise<Scheduled> {
    return this.#http.json(keyed('/v1/schedule', trigger, options))
  }

  /**
   * Lists the triggers of this connection, newest first. `await` returns one page, iteration all triggers.
   * @example for await (const { id, fireAt } of memory.schedule.list({ status: 'pending' })) console.log(id, fireAt)
   */
  list(filters: TriggerFilters & CallOptions = {}): List<Trigger, TriggerPage> {
    const { status, limit } = filters
    return new List((cursor = filters.cursor) =>
      this.#http.json({
        ...callOf(filters),
        method: 'GET',
        path: '/v1/schedule',
        query: { status, limit, cursor },
        repeatable: 'always',
      }),
    )
  }

  /**
   * Cancels a trigger that has not fired.
   * @throws MemoryServiceError `not_found` if it has fired, was already cancelled, or does not exist
   * @example await memory.schedule.cancel('trg_01kb5dd9v2000m4h2n8y7tq3wz')
   */
  async cancel(id: string, options: CallOptions = {}): Promise<{ ok: true }> {
    const path = `/v1/schedule/${segment(id)}`
    try {
      return await this.#http.json({ ...callOf(options), method: 'DELETE', path, repeatable: 'always' })
    } catch (error) {
      if (!(error instanceof MemoryServiceError && error.code === 'not_found' && error.attempts > 1)) throw error
      // An earlier attempt whose response was lost may have cancelled it.
      if (!(await this.#isCancelled(id, options))) throw error
      return { ok: true }
    }
  }

  // Both ids and the list are ordered by time.
  async #isCancelled(id: string, options: CallOptions): Promise<boolean> {
    const cancelled = this.list({ ...callOf(options), status: 'cancelled', limit: PAGE_MAX })
    for await (const trigger of cancelled) if (trigger.id <= id) return trigger.id === id
    return false
  }
}
