import { APIError } from 'openai/error'
import { describe, expect, test } from 'vitest'
import { textRefusal } from './text-refusal.ts'

const answered = (error: object | undefined, status = 400) =>
  APIError.generate(status, error && { error }, undefined, new Headers())

describe('the reason for a refused text', () => {
  test.each([
    'context_length_exceeded',
    'content_filter',
    'content_policy_violation',
  ])('is fixed for the code %s', (code) => {
    for (const status of [400, 422])
      expect(textRefusal(answered({ code, message: 'You said: hello.' }, status))).toMatch(
        /^is (longer|refused) [^:]+$/,
      )
  })

  test('is undefined if the error concerns something else', () => {
    expect(textRefusal(answered({ code: 'toString', message: 'No.' }))).toBeUndefined()
    expect(textRefusal(answered({ param: 'temperature', message: 'No.' }))).toBeUndefined()
    expect(textRefusal(answered({ code: 'content_filter' }, 401))).toBeUndefined()
    expect(textRefusal(new Error('content_filter'))).toBeUndefined()
    expect(textRefusal(answered(undefined))).toBeUndefined()
  })
})
