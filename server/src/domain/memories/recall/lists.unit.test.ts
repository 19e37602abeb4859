import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Lists } from './lists.ts'

const step = fc.record({
  list: fc.integer({ min: 0, max: 80 }),
  act: fc.constantFrom('push', 'push', 'push', 'write', 'cut', 'drop'),
  count: fc.integer({ min: 1, max: 40 }),
})

test('lists keep what arrays keep, through growing, cutting, dropping and reuse', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const lists = new Lists()
      const plain = new Map<number, number[]>()
      let next = 0
      for (const { list, act, count } of steps) {
        const kept = plain.get(list) ?? []
        if (act === 'push')
          for (let i = 0; i < count; i++) {
            lists.push(list, next)
            kept.push(next++)
          }
        else if (act === 'cut') {
          if (kept.length) lists.cut(list, Math.min(kept.length, count))
          kept.length = Math.min(kept.length, count)
        } else {
          lists.drop(list)
          kept.length = 0
          if (act === 'write') {
            kept.push(...Array.from({ length: count }, () => next++))
            lists.write(list, Uint32Array.from([...kept, 7, 7]), count)
          }
        }
        plain.set(list, kept)
      }
      for (const [list, kept] of plain) {
        const start = kept.length ? lists.start(list) : 0
        expect([...lists.cells.subarray(start, start + lists.length(list))]).toEqual(kept)
      }
    }),
  )
})
