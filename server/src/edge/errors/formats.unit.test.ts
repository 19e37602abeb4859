import { expect, test } from 'vitest'
import { Failure, invalid } from '../../foundation/errors.ts'
import { FAILURES, type FailureCode } from '../../foundation/failures.ts'
import { errorResponse } from './formats.ts'

const WITH_ISSUES = ['validation_failed', 'invalid_client_metadata']
const failures = (Object.keys(FAILURES) as FailureCode[]).map(
  (code) => new Failure(code, (WITH_ISSUES.includes(code) ? [] : { limit: '"x\\"\u202e', scopes: [] }) as never),
)

test('in the errorFormat of OAuth every failure is a code and a description that RFC 6749 allows', () => {
  for (const failure of failures) {
    const { status, body } = errorResponse(failure, 'req_1', 'oauth')
    expect(Object.keys(body)).toEqual(['error', 'error_description'])
    expect(body).toMatchObject({ error: expect.stringMatching(/^[a-z_]+$/) })
    expect((body as { error_description: string }).error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/)
    expect(status).not.toBe(402)
  }
})

test('in the errorFormat of OpenAI a failure has a type, and the field it is about', () => {
  expect(errorResponse(invalid('messages.0.role', 'is missing'), 'req_1', 'openai')).toEqual({
    status: 400,
    body: {
      error: {
        code: 'validation_failed',
        message: 'messages.0.role: is missing',
        details: [{ path: 'messages.0.role', message: 'is missing', code: 'custom' }],
        type: 'invalid_request_error',
        param: 'messages.0.role',
      },
    },
  })
})

test('what is our fault tells the request id and nothing else, in our envelope', () => {
  const { body } = errorResponse(new Failure('internal', { secret: 'of ours' }, new Error('SQL')), 'req_1')
  expect(body).toEqual({
    error: { code: 'internal', message: FAILURES.internal.message, details: { request_id: 'req_1' } },
  })
})
