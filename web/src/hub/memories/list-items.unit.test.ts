import { expect, test } from 'vitest'
import { itemsOf, memoriesBetween, memoryBeside } from './list-items.ts'
import type { Memory } from './memory.ts'

const memory = (id: string) => ({ id }) as Memory
const LIST = itemsOf([
  { key: 'May', title: 'May', memories: ['a', 'b'].map(memory), isOpen: false },
  { key: 'April', title: 'April', memories: ['c'].map(memory), isOpen: true },
])

test('a list has the heading of each group before its memories, whose positions start again', () => {
  expect(LIST.items.map((item) => (item.memory ? [item.key, item.position] : item.key))).toEqual([
    'heading May',
    ['a', 1],
    ['b', 2],
    'heading April',
    ['c', 1],
  ])
  expect(LIST.bounds).toEqual([
    { first: 0, last: 2 },
    { first: 3, last: 4 },
  ])
})

test('groups without a title have no heading', () => {
  const { items } = itemsOf([{ key: 'found', memories: [memory('a')], isOpen: false }])
  expect(items.map(({ key }) => key)).toEqual(['a'])
})

test.each([
  ['a', 1, 'b'],
  ['b', 1, 'c'],
  ['c', -1, 'b'],
  ['a', -1, undefined],
  ['c', 1, undefined],
  ['a', 0, undefined],
  ['unknown', 1, undefined],
] as const)('from %s by %i steps is %s', (id, step, found) => {
  expect(memoryBeside(LIST, id, step)?.id).toBe(found)
})

test.each([
  ['a', 'c', 'abc'],
  ['c', 'b', 'bc'],
  ['unknown', 'b', 'b'],
])('the memories from %s to %s are those between them, across headings', (from, to, found) => {
  expect(
    memoriesBetween(LIST, from, to)
      .map(({ id }) => id)
      .join(''),
  ).toBe(found)
})
