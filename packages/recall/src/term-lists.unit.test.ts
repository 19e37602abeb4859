import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TermLists } from './term-lists.ts'

const number = fc.oneof(fc.nat(300), fc.nat(100_000), fc.nat(2 ** 31 - 2))
const step = fc.record({ list: fc.nat(80), numbers: fc.array(number, { maxLength: 60 }) })

test('lists of terms are read as they were written, through growth, freeing and reuse', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const lists = new TermLists()
      const expected = new Map<number, number[]>()
      for (const { list, numbers } of steps) {
        lists.free(list)
        lists.write(list, Uint32Array.from([...numbers, 7]), numbers.length)
        expected.set(list, numbers)
      }
      for (let list = 0; list < 90; list++)
        expect([...lists.values.subarray(0, lists.read(list))]).toEqual(expected.get(list) ?? [])
    }),
  )
})
