import { expect, test } from 'vitest'
import { inputTime, timeOfInput } from './input-time.ts'

test('a time in a field of the local time zone is the same instant', () => {
  const time = new Date('2026-05-03T07:30:00.000Z')
  expect(timeOfInput(inputTime(time))).toBe(time.toISOString())
  expect(inputTime(new Date(2026, 4, 3, 9, 30))).toBe('2026-05-03T09:30')
})

test('an incomplete field has no time', () => {
  expect(timeOfInput('')).toBeUndefined()
})
