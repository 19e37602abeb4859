import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Arena } from './arena.ts'
import { Scores, topCosines } from './select.ts'
import { UserIndex } from './user-index.ts'

function indexOf(times: readonly number[]): UserIndex {
  const index = new UserIndex(new Arena())
  for (const [slot, time] of times.entries())
    index.add({
      id: `row ${String(slot).padStart(4, '0')}`,
      scope: 'fitness',
      content: 'x',
      occurredAt: time,
      createdAt: 0,
      importance: 50,
      pinned: false,
      batch: 1,
      position: 0,
    })
  return index
}

test('topCosines equals the head of a full sort, ties newest first', () => {
  const row = fc.record({
    cosine: fc.oneof(fc.constantFrom(-0.5, 0, 0.25), fc.float({ min: -1, max: 1, noNaN: true })),
    time: fc.nat(3),
    isIncluded: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(row, { maxLength: 200 }), fc.integer({ min: 0, max: 40 }), (rows, limit) => {
      const index = indexOf(rows.map(({ time }) => time))
      const cosines = Float32Array.from([...rows.map(({ cosine }) => cosine), 1, 1])
      const sorted = [...rows.keys()]
        .filter((slot) => rows[slot]!.isIncluded && cosines[slot] !== 0)
        .sort((a, b) => cosines[b]! - cosines[a]! || rows[b]!.time - rows[a]!.time || a - b)
      expect(topCosines(index, cosines, (slot) => rows[slot]!.isIncluded, limit)).toEqual(sorted.slice(0, limit))
    }),
  )
})

test('Scores.sorted and Scores.top equal the head of a full sort, ties newest first', () => {
  const row = fc.record({
    value: fc.oneof(fc.constantFrom(0, 0.25, 3), fc.float({ min: 0, max: 9, noNaN: true })),
    time: fc.nat(3),
  })
  fc.assert(
    fc.property(fc.array(row, { maxLength: 200 }), fc.integer({ min: 1, max: 40 }), (rows, limit) => {
      const index = indexOf(rows.map(({ time }) => time))
      const scores = new Scores()
      scores.reset(rows.length)
      for (const [slot, { value }] of rows.entries()) scores.add(slot, Math.abs(value))
      const { values } = scores
      const sorted = [...rows.keys()].sort((a, b) => values[b]! - values[a]! || rows[b]!.time - rows[a]!.time || a - b)
      expect(scores.sorted(index, [...rows.keys()], limit)).toEqual(sorted.slice(0, limit))
      expect(scores.top(index, limit)).toEqual(sorted.filter((slot) => values[slot]! > 0).slice(0, limit))
    }),
  )
})
