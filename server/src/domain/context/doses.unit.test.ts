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
  ['Takes 50 mcg of levothyroxine every morning.', 'Her dose of levothyroxine was raised to 75 mcg.'],
  ['Takes metformin 500 mg twice a day.', 'The doctor raised the metformin to 1000 mg.'],
  ['Takes 20 mg citalopram.', 'Citalopram is down to 10 mg.'],
])('leaves out “%s” after “%s”', (earlier, later) => {
  expect(currentOf([earlier, 300], [later, 30])).toEqual([false, true])
})

test('keeps the doses at two times of day beside a dose that names none', () => {
  const doses = ['Takes 10 units of insulin in the morning.', 'Takes 14 units of insulin in the evening.']
  expect(currentOf([doses[0]!, 300], [doses[1]!, 290], ['The insulin was raised to 16 units.', 30])).toEqual([
    true,
    true,
    true,
  ])
})

test('keeps the same dose in another spelling', () => {
  expect(currentOf(['Takes 50 µg of levothyroxine.', 300], ['Levothyroxine 50 micrograms daily.', 30])).toEqual([
    true,
    true,
  ])
})

test.each([
  ['a dose of another person', 'Takes 20 mg citalopram.', 'Her mother takes 10 mg citalopram.'],
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
