import { expect, test } from 'vitest'
import { foundByDays } from './test/rows.ts'

const NOTED_YESTERDAY = {
  1.1: 'Wants to learn to sail.',
  1.2: 'Cannot bear liquorice.',
  1.3: 'Lives above a bakery.',
  400: 'Rewired the lamps.',
}

test.each([
  'Mended the fence with Tom.',
  'I met the notary about the deeds.',
  'We swam across the lake.',
  'Ada flew to Oslo.',
])('what was done comes before habits and wishes that were noted on that day: %s', async (event) => {
  expect((await foundByDays('what did I do yesterday', { ...NOTED_YESTERDAY, 1: event }))[0]).toBe(event)
})

test('what has happened within a period comes before other rows that have more words of the question', async () => {
  const event = 'Overhauled the gearbox of an old bus.'
  const contents = {
    1: event,
    200: 'I want to open my own repair shop next year.',
    90: 'Repairs bicycles for friends.',
  }
  expect((await foundByDays('what did I repair yesterday', contents))[0]).toBe(event)
})

test('a habit that was noted within a period is still found', async () => {
  const contents = { 1: 'Cannot bear liquorice.', 400: 'Rewired the lamps.' }
  expect(await foundByDays('what did I do yesterday', contents)).toEqual([contents[1]])
})
