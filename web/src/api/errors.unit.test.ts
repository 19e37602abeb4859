import { expect, test } from 'vitest'
import { ApiError, fieldErrors } from './errors.ts'

const refusal = (status: number, code: string, details?: unknown, headers = {}) =>
  new ApiError(new Response(null, { status, headers }), {
    error: { code: code as 'internal', message: 'No.', details },
  })

test('each field gets its plainest complaint, in words for people', () => {
  const error = refusal(400, 'validation_failed', [
    { path: 'password', message: 'Too small: expected string to have >=8 characters', code: 'too_small' },
    { path: 'password', message: 'This is one of the commonest', code: 'custom' },
    { path: 'content', message: 'Too big: expected string to have <=8192 characters', code: 'too_big' },
    { path: 'name', message: 'Too small: expected string to have >=1 characters', code: 'too_small' },
    { path: 'scope', message: 'takes lower-case letters', code: 'custom' },
  ])
  expect(fieldErrors(error)).toEqual({
    password: 'This takes at least 8 characters.',
    content: `This takes at most ${(8192).toLocaleString()} characters.`,
    name: 'This cannot be empty.',
    scope: 'takes lower-case letters.',
  })
  expect(fieldErrors(refusal(404, 'not_found'))).toEqual({})
  expect(fieldErrors(new Error('anything'))).toEqual({})
})

test('a refusal tells how long to wait and which limit was met; silence is told from refusal', () => {
  expect(refusal(429, 'rate_limited', {}, { 'retry-after': '12' }).retryAfter).toBe(12)
  const limit = { limit: 'memories', used: 500, max: 500, plan: 'free' }
  expect(refusal(402, 'limit_exceeded', limit).limit).toEqual(limit)
  expect(refusal(500, 'internal').limit).toBeUndefined()
  expect(new ApiError(undefined, undefined)).toMatchObject({ code: 'unreachable', status: 0 })
  expect(new ApiError(new Response('bad gateway', { status: 502 }), undefined).code).toBe('internal')
})
