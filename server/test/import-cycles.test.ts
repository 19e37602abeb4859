import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/foundation/ids.ts'
import { transfersOf, written } from './portable.ts'
import { type TestService, testService } from './service.ts'

/* Files in which memories supersede one another in a circle. */

const DAY_MS = 24 * 60 * 60_000
const RUNS = 6

let service: TestService
let transfers: ReturnType<typeof transfersOf>
beforeAll(async () => {
  service = await testService()
  transfers = transfersOf(service)
})
afterAll(() => service.stop())

interface Line {
  id: string
  content: string
  scope: string
  createdAt: string
  supersededBy?: string | null
  maybeSupersededBy?: string | null
  validUntil?: string | null
}

/** Memories of one day after another; `successors` are positions. */
function chain(
  count: number,
  successors: readonly (number | null)[],
  more: (at: number) => Partial<Line> = () => ({}),
) {
  const ids = Array.from({ length: count }, () => newId('mem'))
  return ids.map(
    (id, at): Line => ({
      ...{ id, content: `Lives at number ${at}.`, scope: 'note' },
      createdAt: new Date(Date.UTC(2026, 0, 1) + at * DAY_MS).toISOString(),
      supersededBy: successors[at] == null ? null : ids[successors[at]]!,
      ...more(at),
    }),
  )
}
const contents = async ({ cookie }: { cookie: string }, state: string) =>
  (await service.ok('GET', `/v1/memories?limit=100&state=${state}`, { cookie })).memories
    .map(({ content }: { content: string }) => content)
    .sort()

test('leaves the newest memory of a cycle current, and says so', async () => {
  const person = await service.newPerson()
  const validUntil = '2026-02-01T00:00:00.000Z'
  const lines = chain(3, [1, 2, 0], () => ({ validUntil }))
  const result = await transfers.imported(person, written(lines))
  expect(result).toMatchObject({
    imported: 3,
    errors: [],
    warnings: [{ line: 3, message: 'supersededBy: leads back to this memory; it is current, as the newest of the 3' }],
  })
  expect(await contents(person, 'current')).toEqual(['Lives at number 2.'])
  expect(await contents(person, 'superseded')).toEqual(['Lives at number 0.', 'Lives at number 1.'])
})

test('leaves a memory current that would supersede itself', async () => {
  const person = await service.newPerson()
  const result = await transfers.imported(person, written(chain(1, [0])))
  expect(result.warnings).toMatchObject([{ line: 1 }])
  expect(await contents(person, 'current')).toEqual(['Lives at number 0.'])
})

test('leaves the newest memory current if another import closes the cycle', async () => {
  const person = await service.newPerson()
  const [first, second] = chain(2, [1, 0]) as [Line, Line]
  expect((await transfers.imported(person, written([second]))).warnings).toBeUndefined()
  const result = await transfers.imported(person, written([first]))
  const message = `supersededBy: leads back to this memory; ${second.id} is current, as the newest of the 2`
  expect(result.warnings).toEqual([{ line: 1, message }])
  expect(await contents(person, 'current')).toEqual(['Lives at number 1.'])
  const { items } = await service.ok('GET', `/v1/memories/${second.id}/history`, { cookie: person.cookie })
  expect(items[0]).toMatchObject({ change: 'reinstated' })
})

test('breaks a cycle of memories that may have superseded one another', async () => {
  const person = await service.newPerson()
  const lines = chain(2, [])
  const [first, second] = lines as [Line, Line]
  first.maybeSupersededBy = second.id
  second.maybeSupersededBy = first.id
  expect((await transfers.imported(person, written(lines))).warnings).toHaveLength(1)
  const all = await service.ok('GET', '/v1/memories?state=all', { cookie: person.cookie })
  const marks = all.memories.map(({ id, maybeSupersededBy }: Line) => [id, maybeSupersededBy])
  expect(marks).toContainEqual([second.id, null])
  expect(marks).toContainEqual([first.id, second.id])
})

test('every random graph, in any number of imports, leaves no memory that leads back to itself', async () => {
  const graphs = fc.array(fc.option(fc.nat(7), { freq: 5 }), { minLength: 8, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(
      graphs,
      fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 8 }),
      fc.nat(8),
      async (graph, order, cut) => {
        const person = await service.newPerson()
        const lines = chain(8, graph)
        const ordered = order.map((at) => lines[at]!)
        for (const part of [ordered.slice(0, cut), ordered.slice(cut)])
          if (part.length) await transfers.imported(person, written(part))
        const { memories } = await service.ok('GET', '/v1/memories?limit=100&state=all', { cookie: person.cookie })
        expect(memories).toHaveLength(8)
        const next = new Map<string, string | null>(memories.map(({ id, supersededBy }: Line) => [id, supersededBy]))
        for (const { id } of lines) {
          const passed = new Set<string>()
          for (let at: string | null | undefined = id; at; at = next.get(at)) {
            expect(passed.has(at), `${id} leads back to ${at}`).toBe(false)
            passed.add(at)
          }
        }
        expect((await contents(person, 'current')).length).toBeGreaterThan(0)
      },
    ),
    { numRuns: RUNS },
  )
})
