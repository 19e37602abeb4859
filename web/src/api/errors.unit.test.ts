import { i18n } from '@lingui/core'
import { describe, expect, test } from 'vitest'
import { ApiError, fieldErrors } from './errors.ts'

const errorOf = (status: number, code: string, details?: unknown, headers = {}) =>
  new ApiError(new Response(null, { status, headers }), {
    error: { code: code as 'internal', message: 'No.', details },
  })

i18n.activate('en')

describe('fieldErrors', () => {
  test('returns the first issue of each field as a plain sentence', () => {
    const error = errorOf(400, 'validation_failed', [
      { path: 'password', message: 'must have at least 8 characters', code: 'too_small' },
      { path: 'password', message: 'This is one of the commonest', code: 'custom' },
      { path: 'content', message: 'must have at most 8192 characters', code: 'too_big' },
      { path: 'name', message: 'must not be empty', code: 'too_small' },
      { path: 'scope', message: 'takes lower-case letters', code: 'custom' },
    ])
    expect(fieldErrors(error)).toEqual({
      password: 'This must be at least 8 characters.',
      content: `This must be at most ${(8192).toLocaleString()} characters.`,
      name: 'This cannot be empty.',
      scope: 'takes lower-case letters.',
    })
  })

  test('returns nothing for other errors', () => {
    expect(fieldErrors(errorOf(404, 'not_found'))).toEqual({})
    expect(fieldErrors(new Error('anything'))).toEqual({})
  })
})

describe('ApiError', () => {
  test('reads Retry-After and the exceeded limit', () => {
    expect(errorOf(429, 'rate_limited', {}, { 'retry-after': '12' }).retryAfter).toBe(12)
    const limit = { limit: 'memories', used: 500, max: 500, plan: 'free' }
    expect(errorOf(402, 'limit_exceeded', limit).limit).toEqual(limit)
    expect(errorOf(500, 'internal').limit).toBeUndefined()
  })

  test('tells codes that are refused for a day from requests that are too fast', () => {
    expect(errorOf(429, 'rate_limited', { limit: 'confirming_codes', retry_after: 80_000 }).codesRefused).toBe(true)
    expect(errorOf(429, 'rate_limited', { retry_after: 12 }).codesRefused).toBe(false)
  })

  test('distinguishes a missing response from an error without an envelope', () => {
    expect(new ApiError(undefined, undefined)).toMatchObject({ code: 'unreachable', status: 0 })
    expect(new ApiError(new Response('bad gateway', { status: 502 }), undefined).code).toBe('internal')
  })
})
