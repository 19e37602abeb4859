import { expect, test } from 'vitest'
import { firstIdAt, newId } from './ids.ts'

const NOON_MS = Date.parse('2026-05-04T12:00:00.000Z')

test('ids ascend within a millisecond, and while the clock steps back by up to a minute', () => {
  const times = [0, 0, 1, 0, -1_000, -59_999, 2, 2].map((ms) => NOON_MS + ms)
  const ids = times.map((ms) => newId('msg', ms))
  expect([...ids].sort()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})

test('more ids than a millisecond has sequence numbers for ascend, too', () => {
  const ids = Array.from({ length: 3_000 }, () => newId('msg', NOON_MS))
  expect([...ids].sort()).toEqual(ids)
})

test('ids follow a clock that was far ahead before', () => {
  newId('msg', NOON_MS + 31 * 86_400_000)
  const id = newId('msg', NOON_MS)
  expect([id >= firstIdAt('msg', NOON_MS), id < firstIdAt('msg', NOON_MS + 1)]).toEqual([true, true])
})
