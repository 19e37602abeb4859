import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BitemporalModel, type Read, type Reader } from './bitemporal-model.ts'
import { openClock } from './hooks.ts'
import { type App, type Frame, type Person, type TestService, testService } from './service.ts'

/** Random changes by a person and two apps with different grants: every read at every instant equals a plain model. */

const EVERYTHING = ['memory:read:*', 'memory:write:*']
const SCOPES = ['note', 'home', 'media']
const DAY = 86_400_000

const clock = openClock()
let service: TestService
let apps: App[]
beforeAll(async () => {
  service = await testService({ userPlan: 'plus' }, { clock: clock.now })
  const developer = await service.newDeveloper()
  apps = [await service.newApp(developer, EVERYTHING), await service.newApp(developer, EVERYTHING)]
})
afterAll(() => service.stop())

const day = fc.integer({ min: -20, max: 5 })
const via = fc.integer({ min: 0, max: 2 })
const at = fc.nat(30)
const scope = fc.constantFrom(...SCOPES)
const step = fc.oneof(
  {
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      via,
      scope,
      from: day,
      until: fc.option(day),
      old: fc.option(at),
    }),
    weight: 4,
  },
  { arbitrary: fc.record({ kind: fc.constant('supersede' as const), via, at, by: at }), weight: 3 },
  { arbitrary: fc.record({ kind: fc.constantFrom('reinstate', 'edit', 'delete'), via, at }), weight: 4 },
  { arbitrary: fc.record({ kind: fc.constant('move' as const), via, at, scope }), weight: 1 },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
const reading = fc.record({
  state: fc.constantFrom('current' as const, 'superseded' as const, 'all' as const),
  instant: fc.option(fc.nat(40)),
  validAt: fc.option(day),
})

/** The caller of a step: the person, an app that may do everything, or one that may only write notes and read two scopes. */
interface Caller extends Reader {
  credential: { token?: string; cookie?: string }
  writes: readonly string[] | undefined
}

async function callersOf(person: Person): Promise<Caller[]> {
  const narrow = ['memory:read:note', 'memory:read:home', 'memory:write:note']
  const [wide, limited] = [
    await service.connect(person, apps[0]!, EVERYTHING),
    await service.connect(person, apps[1]!, narrow),
  ]
  return [
    { credential: { cookie: person.cookie }, editor: 'user', reads: undefined, writes: undefined },
    { credential: { token: wide }, editor: `app:${apps[0]!.slug}`, reads: undefined, writes: undefined },
    { credential: { token: limited }, editor: `app:${apps[1]!.slug}`, reads: ['note', 'home'], writes: ['note'] },
  ]
}

class World {
  readonly model = new BitemporalModel()
  /** Instants between steps. */
  readonly instants: number[] = []
  #marker = 0
  readonly callers: readonly Caller[]
  readonly start: number

  constructor(callers: readonly Caller[], start: number) {
    this.callers = callers
    this.start = start
  }

  async take(step: Step): Promise<void> {
    const now = clock.now().getTime()
    const caller = this.callers[step.via]!
    if (step.kind === 'write') await this.#write(step, caller, now)
    else await this.#change(step, caller, now)
    clock.jump(1_000)
    this.instants.push(clock.now().getTime() - 500)
  }

  async #write({ scope, from, until, old }: Extract<Step, { kind: 'write' }>, caller: Caller, now: number) {
    const replaced = old === null ? undefined : this.#pick(old)
    const [validFrom, validUntil] = [
      this.start + from * DAY,
      until === null || until <= from ? null : this.start + until * DAY,
    ]
    const content = `Note oui${++this.#marker}lou.`
    const memory = {
      ...{ content, scope, validFrom: new Date(validFrom).toISOString() },
      ...(validUntil === null ? {} : { validUntil: new Date(validUntil).toISOString() }),
      ...(replaced ? { supersedes: [replaced] } : {}),
    }
    const reply = await service.call('POST', '/v1/memories', { ...caller.credential, body: { memories: [memory] } })
    const isWritable = mayWrite(caller, scope)
    const state = replaced ? this.model.now(replaced) : undefined
    const expected =
      !isWritable || !replaced
        ? 200
        : !state
          ? 400
          : !mayWrite(caller, state.scope)
            ? 403
            : this.model.isSuperseded(replaced)
              ? 409
              : 200
    expect(reply.status, JSON.stringify(reply.body)).toBe(expected)
    const [id] = reply.body.memoryIds ?? []
    expect(id !== undefined).toBe(isWritable && expected === 200)
    if (!id) return
    this.model.create(id, { at: now, scope, content, validFrom, validUntil, supersededBy: null }, caller.editor)
    if (replaced) this.model.supersede(replaced, id, now, caller.editor)
  }

  async #change(step: Exclude<Step, { kind: 'write' }>, caller: Caller, now: number) {
    const id = this.#pick(step.at)
    if (!id) return
    const state = this.model.now(id)
    const by = step.kind === 'supersede' ? this.#pick(step.by)! : ''
    const content = `Note oui${++this.#marker}lou.`
    const moved = step.kind === 'move' ? step.scope : undefined
    const reply = await this.#send(step.kind, id, caller, by, content, moved)
    const expected = !state
      ? 404
      : moved !== undefined && !mayWrite(caller, moved)
        ? 403
        : !mayWrite(caller, state.scope)
          ? 403
          : step.kind === 'supersede'
            ? this.#supersedable(id, by, caller)
            : 200
    // A move is checked before the memory is looked up.
    const status = moved !== undefined && !mayWrite(caller, moved) ? 403 : expected
    expect(reply.status, `${step.kind} ${JSON.stringify(reply.body)}`).toBe(status)
    if (status !== 200) return
    if (step.kind === 'supersede' && state?.supersededBy !== by) this.model.supersede(id, by, now, caller.editor)
    if (step.kind === 'reinstate') this.model.reinstate(id, now, caller.editor)
    if (step.kind === 'edit') this.model.edit(id, now, { content }, caller.editor)
    if (moved !== undefined) this.model.edit(id, now, { scope: moved }, caller.editor)
    if (step.kind === 'delete') this.model.delete(id, now, caller.editor)
  }

  #send(kind: Step['kind'], id: string, { credential }: Caller, by: string, content: string, scope?: string) {
    const path = `/v1/memories/${id}`
    if (kind === 'supersede') return service.call('POST', `${path}/supersede`, { ...credential, body: { by } })
    if (kind === 'reinstate') return service.call('POST', `${path}/reinstate`, { ...credential, body: {} })
    if (kind === 'delete') return service.call('DELETE', path, credential)
    return service.call('PATCH', path, { ...credential, body: scope === undefined ? { content } : { scope } })
  }

  #supersedable(id: string, by: string, caller: Caller): number {
    const later = this.model.now(by)
    if (!later) return 400
    if (caller.reads && !caller.reads.includes(later.scope) && !mayWrite(caller, later.scope)) return 403
    const { supersededBy } = this.model.now(id)!
    if (supersededBy === by) return 200
    if (this.model.isSuperseded(id)) return 409
    return id === by || this.model.isSupersededBy(by, id) ? 400 : 200
  }

  #pick(at: number): string | undefined {
    const { ids } = this.model
    return ids[at % Math.max(1, ids.length)]
  }

  /** Compares a read of every caller with the model: the list, the search and each memory by id. */
  async check({ state, instant, validAt }: { state: Read['state']; instant: number | null; validAt: number | null }) {
    const asOf = instant === null ? undefined : this.instants[instant % this.instants.length]
    const read: Read = { state, asOf, validAt: validAt === null ? undefined : this.start + validAt * DAY }
    const query = new URLSearchParams({ limit: '100', state })
    if (asOf !== undefined) query.set('asOf', new Date(asOf).toISOString())
    if (read.validAt !== undefined) query.set('validAt', new Date(read.validAt).toISOString())
    for (const caller of this.callers) {
      const expected = this.model.read(caller, read, clock.now().getTime())
      for (const search of ['', '&query=note']) {
        const { memories } = await service.ok('GET', `/v1/memories?${query}${search}`, caller.credential)
        expect(contentsById(memories), `${search} ${JSON.stringify(read)}`).toEqual(expected)
      }
      if (asOf === undefined) continue
      const held = this.model.read(caller, { state: 'all', asOf }, clock.now().getTime())
      for (const id of this.model.ids.slice(0, 4)) {
        const reply = await service.call(
          'GET',
          `/v1/memories/${id}?asOf=${new Date(asOf).toISOString()}`,
          caller.credential,
        )
        expect(reply.status === 200 ? reply.body.content : undefined).toEqual(held[id])
      }
    }
  }
}

function mayWrite({ writes }: Caller, scope: string): boolean {
  return !writes || writes.includes(scope)
}

function contentsById(memories: Frame[]): Record<string, string> {
  return Object.fromEntries(memories.map(({ id, content }) => [id, content]))
}

test('every read at every instant equals the model', { timeout: 300_000 }, async () => {
  const steps = fc.array(step, { minLength: 10, maxLength: 30, size: 'max' })
  await fc.assert(
    fc.asyncProperty(steps, fc.array(reading, { minLength: 6, maxLength: 8 }), async (steps, readings) => {
      const world = new World(await callersOf(await service.newPerson()), clock.now().getTime())
      for (const step of steps) await world.take(step)
      for (const reading of readings) await world.check(reading)
    }),
    { numRuns: 12 },
  )
})
