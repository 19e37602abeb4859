/*
 * A plain model of a store in two times: when a statement was true, and when the store held it. It keeps every state of
 * every memory and answers a read by looking at all of them.
 */

/** A state of a memory from `at` on, until the next one. */
export interface State {
  at: number
  scope: string
  content: string
  validFrom: number
  validUntil: number | null
  supersededBy: string | null
  /** Whether the service superseded it, when it deleted the one before; a caller may decide otherwise. */
  byService?: boolean
  /** Set once the memory is deleted: who did it. */
  deletedBy?: string | undefined
}

export interface Read {
  state: 'current' | 'superseded' | 'all'
  asOf?: number | undefined
  validAt?: number | undefined
}

/** Who reads: the name of the editor it is as, and the scopes it may read; all without a list. */
export interface Reader {
  editor: string
  reads: readonly string[] | undefined
}

/** A state without its time, and without who superseded it. */
const comparable = (state: State) => JSON.stringify({ ...state, at: 0, byService: false })

export class BitemporalModel {
  readonly #memories = new Map<string, State[]>()

  get ids(): string[] {
    return [...this.#memories.keys()]
  }

  /** The state now; `undefined` if the memory is deleted. */
  now(id: string): State | undefined {
    const last = this.#memories.get(id)?.at(-1)
    return last?.deletedBy === undefined ? last : undefined
  }

  create(id: string, state: State): void {
    this.#memories.set(id, [state])
  }

  /** Changes a memory at a time; does nothing if it stays as it is. */
  change(id: string, at: number, set: Partial<State>): void {
    const states = this.#memories.get(id)!
    const last = states.at(-1)!
    const next = { ...last, byService: false, ...set, at }
    if (comparable(next) !== comparable(last)) states.push(next)
  }

  supersede(id: string, by: string, at: number): void {
    const { validUntil } = this.now(id)!
    const begin = this.now(by)!.validFrom
    this.change(id, at, { supersededBy: by, validUntil: Math.min(validUntil ?? begin, begin) })
  }

  reinstate(id: string, at: number): void {
    if (this.now(id)!.supersededBy === null) return
    const before = this.#memories.get(id)!.findLast(({ supersededBy }) => supersededBy === null)
    this.change(id, at, { supersededBy: null, validUntil: before?.validUntil ?? null })
  }

  /** Deletes a memory; what it superseded is current again, or superseded by what superseded it. */
  delete(id: string, at: number, deletedBy: string): void {
    const next = this.now(id)!.supersededBy
    this.change(id, at, { deletedBy })
    for (const other of this.ids) {
      if (this.now(other)?.supersededBy !== id) continue
      if (next !== null && this.now(next)) this.change(other, at, { supersededBy: next, byService: true })
      else this.reinstate(other, at)
    }
  }

  /** Whether callers may not name another memory that supersedes it. */
  isSuperseded(id: string): boolean {
    const { supersededBy, byService } = this.now(id)!
    return supersededBy !== null && !byService
  }

  /** Whether a memory was superseded by another, directly or by way of others. */
  isSupersededBy(id: string, other: string): boolean {
    for (let next = this.now(id)?.supersededBy; next; next = this.now(next)?.supersededBy)
      if (next === other) return true
    return false
  }

  /** What a read returns, by id: the content then. */
  read({ editor, reads }: Reader, { state, asOf, validAt }: Read, now: number): Record<string, string> {
    const found: Record<string, string> = {}
    const instant = asOf ?? now
    for (const [id, states] of this.#memories) {
      const { deletedBy } = states.at(-1)!
      const held = asOf === undefined ? states.at(-1)! : states.findLast(({ at }) => at <= asOf)
      if (!held || held.deletedBy !== undefined) continue
      // What others deleted stays deleted for an app.
      if (deletedBy !== undefined && editor !== 'user' && deletedBy !== editor) continue
      if (reads && !reads.includes(held.scope)) continue
      const isCurrent = held.supersededBy === null && (held.validUntil === null || held.validUntil > instant)
      const isValid =
        validAt === undefined || (held.validFrom <= validAt && (held.validUntil === null || validAt < held.validUntil))
      const isMeant = state === 'all' || (state === 'superseded' ? !isCurrent : isCurrent || validAt !== undefined)
      if (isValid && isMeant) found[id] = held.content
    }
    return found
  }
}
