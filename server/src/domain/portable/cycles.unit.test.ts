import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cyclesIn, type Link } from './cycles.ts'

const NODES = 12
const graphs = fc
  .array(
    fc.record({
      by: fc.option(fc.nat(NODES + 2)),
      day: fc.integer({ min: 1, max: 4 }),
      made: fc.integer({ min: 1, max: 4 }),
    }),
    {
      maxLength: NODES,
    },
  )
  .map((nodes) =>
    nodes.map(
      ({ by, day, made }, at): Link => ({
        id: `m${at}`,
        by: by === null ? null : `m${by}`,
        validFrom: `2026-01-0${day}T00:00:00.000Z`,
        createdAt: `2026-02-0${made}T00:00:00.000Z`,
      }),
    ),
  )
const ordered = ({ validFrom, createdAt, id }: Link) => `${validFrom} ${createdAt} ${id}`

/** Whether a memory is superseded by itself, by way of others. */
function leadsToItself(links: readonly Link[], id: string): boolean {
  const next = new Map(links.map(({ id, by }) => [id, by]))
  let at = next.get(id)
  for (let steps = 0; at != null && steps <= links.length; steps++) {
    if (at === id) return true
    at = next.get(at)
  }
  return false
}

test('finds exactly the memories that lead back to themselves', () => {
  fc.assert(
    fc.property(graphs, (links) => {
      const expected = links.filter(({ id }) => leadsToItself(links, id)).map(({ id }) => id)
      expect(
        cyclesIn(links)
          .flatMap(({ ids }) => ids)
          .sort(),
      ).toEqual(expected.sort())
    }),
  )
})

test('without the successor of the newest memory of each cycle, none is left', () => {
  fc.assert(
    fc.property(graphs, (links) => {
      const cycles = cyclesIn(links)
      const freed = new Set(cycles.map(({ newest }) => newest))
      expect(cyclesIn(links.map((link) => (freed.has(link.id) ? { ...link, by: null } : link)))).toEqual([])
      for (const { newest, ids } of cycles) {
        const own = links.filter(({ id }) => ids.includes(id))
        expect(own.map(ordered).sort().at(-1)).toBe(ordered(own.find(({ id }) => id === newest)!))
      }
    }),
  )
})

test('a memory that supersedes itself is a cycle of one', () => {
  const time = '2026-01-01T00:00:00.000Z'
  expect(cyclesIn([{ id: 'm', by: 'm', validFrom: time, createdAt: time }])).toEqual([{ newest: 'm', ids: ['m'] }])
})
