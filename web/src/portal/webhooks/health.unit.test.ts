import { describe, expect, test } from 'vitest'
import { nextRetryAt } from './health.ts'

const SOON = '2026-05-03T08:05:00.000Z'
const attempt = (error: string | null) => ({
  at: '2026-05-03T08:00:00.000Z',
  status_code: error ? 503 : 200,
  duration_ms: 12,
  error,
  response_excerpt: null,
})
const pending = { status: 'pending', next_attempt_at: SOON } as const

describe('nextRetryAt', () => {
  test('returns the next attempt of a pending delivery whose last attempt failed', () => {
    expect(nextRetryAt({ ...pending, attempts: [attempt(null), attempt('answered 503')] })).toBe(SOON)
  })

  test('returns undefined before the first attempt, after a success and for ended deliveries', () => {
    expect(nextRetryAt({ ...pending, attempts: [] })).toBeUndefined()
    expect(nextRetryAt({ ...pending, attempts: [attempt('answered 503'), attempt(null)] })).toBeUndefined()
    for (const status of ['failed', 'cancelled'] as const)
      expect(nextRetryAt({ status, next_attempt_at: null, attempts: [attempt('answered 503')] })).toBeUndefined()
  })
})
