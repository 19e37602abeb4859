import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isShared, secondService, type TestService, testService } from './service.ts'

const RUNS = 40

let service: TestService
let second: Pick<TestService, 'ok'>
let stops: (() => Promise<void>)[]
beforeAll(async () => {
  service = await testService()
  const other = isShared() ? await secondService(service) : undefined
  second = other ?? service
  stops = [...(other ? [other.stop] : []), service.stop]
})
afterAll(async () => {
  for (const stop of stops) await stop()
})

const SCOPES = ['fitness', 'fitness.trail', 'note'] as const
const scope = fc.constantFrom(...SCOPES)
const meddling = fc.oneof(
  fc.record({ do: fc.constant('insert' as const), scopes: fc.array(scope, { minLength: 1, maxLength: 4 }) }),
  fc.record({ do: fc.constant('edit' as const), at: fc.nat() }),
  fc.record({ do: fc.constant('move' as const), at: fc.nat(), to: scope }),
  fc.record({ do: fc.constant('delete' as const), at: fc.nat() }),
)
type Meddling = typeof meddling extends fc.Arbitrary<infer T> ? T : never
const story = fc.record({
  start: fc.array(scope, { minLength: 3, maxLength: 30 }),
  limit: fc.integer({ min: 1, max: 7 }),
  grant: fc.constantFrom('*', 'fitness.*', 'fitness'),
  filter: fc.constantFrom(undefined, 'fitness', 'fitness.*'),
  meanwhile: fc.array(fc.array(meddling, { maxLength: 3 }), { minLength: 1, maxLength: 8 }),
})

test('paging neither repeats nor skips a memory despite concurrent writes', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ start, limit, grant, filter, meanwhile }) => {
      fc.pre(grant !== 'fitness' || filter !== 'fitness.*')
      const grants = [`memory:read:${grant}`]
      const { person, token } = await service.connected(grants)
      const { cookie } = person
      const write = async (scopes: readonly string[]) => {
        const memories = scopes.map((scope, i) => ({ content: `Memory ${i}.`, scope }))
        return (await second.ok('POST', '/v1/memories', { cookie, body: { memories } })).memoryIds as string[]
      }
      const inSight = (scope: string) =>
        [grant, filter ?? '*'].every((name) => name === '*' || (name === 'fitness' ? scope === name : scope !== 'note'))
      const ids = await write(start)
      const written = [...ids]
      const present = new Map(ids.map((id, i) => [id, start[i] as string]))
      const throughout = new Set(ids.filter((id) => inSight(present.get(id)!)))

      async function meddle(change: Meddling) {
        if (change.do === 'insert') {
          const fresh = await write(change.scopes)
          written.push(...fresh)
          for (const [i, id] of fresh.entries()) present.set(id, change.scopes[i]!)
          return
        }
        const id = [...present.keys()][change.at % Math.max(1, present.size)]
        if (!id) return
        if (change.do === 'delete') {
          present.delete(id)
          throughout.delete(id)
          return second.ok('DELETE', `/v1/memories/${id}`, { cookie })
        }
        if (change.do === 'move') {
          present.set(id, change.to)
          if (!inSight(change.to)) throughout.delete(id)
        }
        const body = change.do === 'move' ? { scope: change.to } : { pinned: true, content: 'Edited.' }
        return second.ok('PATCH', `/v1/memories/${id}`, { cookie, body })
      }

      const listed: string[] = []
      let turn = 0
      for (let cursor: string | null = ''; cursor !== null; turn++) {
        const query = new URLSearchParams({ limit: String(limit), ...(filter && { scope: filter }) })
        if (cursor) query.set('cursor', cursor)
        const asking = service.get(`/v1/memories?${query}`, token)
        // Sequential among themselves, so that the model knows the state; concurrent with the page request.
        for (const change of meanwhile[turn] ?? []) await meddle(change)
        const page = await asking
        expect(page.memories.length).toBeLessThanOrEqual(limit)
        listed.push(...page.memories.map(({ id }: { id: string }) => id))
        cursor = page.next_cursor
      }
      expect(new Set(listed).size).toBe(listed.length)
      expect(written.filter((id) => listed.includes(id))).toEqual([...listed].reverse())
      expect(listed).toEqual(expect.arrayContaining([...throughout]))
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 40_000 },
  )
})

test('paging through a growing log returns each entry once', async () => {
  const { person, token } = await service.connected(['memory:read:*'])
  for (let i = 0; i < 12; i++) await service.get('/v1/scopes', token)
  const entries = (query: string) => service.ok('GET', `/v1/audit?${query}`, { cookie: person.cookie })
  const before = (await entries('limit=100')).items.map(({ id }: { id: string }) => id)
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await entries(`limit=3${cursor && `&cursor=${cursor}`}`)
    seen.push(...page.items.map(({ id }: { id: string }) => id))
    cursor = page.next_cursor
    await service.get('/v1/memories', token)
  }
  expect(seen).toEqual(before)
})
