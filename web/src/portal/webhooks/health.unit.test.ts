import { expect, test } from 'vitest'
import { retryOf } from './health.ts'

const SOON = '2026-05-03T08:05:00.000Z'
const attempt = (error: string | null) => ({
  at: '2026-05-03T08:00:00.000Z',
  status_code: error ? 503 : 200,
  duration_ms: 12,
  error,
  response_excerpt: null,
})
const waiting = { status: 'pending', next_attempt_at: SOON } as const

test('a delivery is retried when it waits and its last attempt failed', () => {
  expect(retryOf({ ...waiting, attempts: [attempt(null), attempt('answered 503')] })).toBe(SOON)
})

test('one that was not tried yet, arrived and is sent again, or has ended, is not', () => {
  expect(retryOf({ ...waiting, attempts: [] })).toBeUndefined()
  expect(retryOf({ ...waiting, attempts: [attempt('answered 503'), attempt(null)] })).toBeUndefined()
  for (const status of ['failed', 'cancelled'] as const)
    expect(retryOf({ status, next_attempt_at: null, attempts: [attempt('answered 503')] })).toBeUndefined()
})
