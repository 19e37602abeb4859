import { expect, test } from 'vitest'
import { memory, read } from './test/memories.ts'

const currentOf = (...texts: readonly (readonly [text: string, daysAgo: number])[]) =>
  read(texts.map(([text, daysAgo], at) => memory(at + 1, text, daysAgo))).map(({ isCurrent }) => isCurrent)

test('leaves out the dose of a medicine that a later statement changes', () => {
  expect(
    currentOf(['Levothyroxine 50 micrograms daily.', 300], ['Takes levothyroxine 75 mcg every morning.', 30]),
  ).toEqual([false, true])
})

test.each([
  ['another time of day', 'Takes lamotrigine 100 mg in the morning.', 'Takes lamotrigine 150 mg at night.'],
  ['another medicine', 'Takes metformin 500 mg.', 'Takes ramipril 5 mg.'],
  ['an additional dose', 'Takes prednisolone 5 mg daily.', 'Takes an extra prednisolone 20 mg as needed.'],
  ['several medicines in one', 'Takes metformin 500 mg and ramipril 5 mg.', 'Takes ramipril 10 mg.'],
])('keeps a dose beside %s', (_, earlier, later) => {
  expect(currentOf([earlier, 300], [later, 30])).toEqual([true, true])
})

test('leaves out a drink that the user no longer has, wherever it was enjoyed', () => {
  expect(
    currentOf(['Enjoys a whisky by the fire on Saturdays.', 900], ["I haven't touched alcohol since the wedding.", 30]),
  ).toEqual([false, true])
})
