import { expect, test } from 'vitest'
import { secondsOf } from './duration.ts'

test('access is without an end, for 30 days, until midnight, or as long as now', () => {
  const now = new Date(2026, 10, 22, 23, 0, 0)
  expect(secondsOf('open', now, null)).toBeUndefined()
  expect(secondsOf('month', now, null)).toBe(2_592_000)
  expect(secondsOf('day', now, null)).toBe(3_600)
  expect(secondsOf('current', now, new Date(now.getTime() + 90_500).toISOString())).toBe(90)
  expect(secondsOf('current', now, now.toISOString())).toBe(1)
})
