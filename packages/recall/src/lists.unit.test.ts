import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Lists } from './lists.ts'

const step = fc.record({
  list: fc.integer({ min: 0, max: 80 }),
  action: fc.constantFrom('push', 'push', 'push', 'truncate', 'free', 'pack'),
  count: fc.integer({ min: 1, max: 40 }),
})

test('lists behave like arrays through growth, truncation, freeing and reuse', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const lists = new Lists()
      const reference = new Map<number, number[]>()
      let next = 0
      for (const { list, action, count } of steps) {
        const expected = reference.get(list) ?? []
        if (action === 'push')
          for (let i = 0; i < count; i++) {
            lists.push(list, next)
            expected.push(next++)
          }
        else if (action === 'truncate') {
          if (expected.length) lists.truncate(list, Math.min(expected.length, count))
          expected.length = Math.min(expected.length, count)
        } else if (action === 'pack') Array.from(lists.pack())
        else {
          lists.free(list)
          expected.length = 0
        }
        reference.set(list, expected)
      }
      for (const [list, expected] of reference) {
        const start = expected.length ? lists.start(list) : 0
        expect([...lists.cells.subarray(start, start + lists.length(list))]).toEqual(expected)
      }
    }),
  )
})
