import { Failure, type FailureDetails } from '../../foundation/errors.ts'
import { FAILURES, type FailureCode, failurePath } from '../../foundation/failures.ts'
import type { ErrorFormat } from '../../foundation/route.ts'
import { type ErrorResponse, errorResponse } from '../errors/formats.ts'

/* Error schemas of each error format and an example of each failure, built by the code that formats real responses. */

const REQUEST_ID = 'req_01kb5dd9v2000m4h2n8y7tq3wz'

const DETAILS: FailureDetails = {
  validation_failed: [{ path: 'limit', message: 'must be a whole number of at least 1', code: 'too_small' }],
  invalid_client_metadata: [{ path: 'redirect_uris', message: 'is missing', code: 'custom' }],
  unknown_scope: { scope: 'fitnes' },
  invalid_scope: { scopes: ['memory:read:*'] },
  limit_exceeded: { limit: 'memories', used: 500, max: 500, plan: 'free' },
  scope_denied: { missing_scope: 'memory:read:fitness' },
  rate_limited: { retry_after: 12 },
  second_factor_required: {
    methods: ['passkey', 'totp', 'recovery_code'],
    expires_at: '2026-05-03T07:35:00.000Z',
  },
  model_unavailable: { reason: 'rate_limited', retry_after: 12 },
  upstream_refused: {
    upstream_status: 400,
    type: 'invalid_request_error',
    param: 'messages',
  },
}

/** An example error response of a failure code, with its status. */
export function exampleOf(code: FailureCode, errorFormat: ErrorFormat | undefined): ErrorResponse {
  const details = code in DETAILS ? DETAILS[code as keyof FailureDetails] : undefined
  return errorResponse(new Failure(code, details as never), REQUEST_ID, errorFormat)
}

/** What to do about a failure, with links that lead to the pages of the portal. */
export function remedyOf(code: FailureCode): string {
  const remedy = FAILURES[code].remedy.replaceAll(/\]\(([\w-]+)\.md/g, '](/developers/docs/$1')
  return `${remedy} [More about this error](${failurePath(code)}).`
}

/** The component name of the example. */
export function exampleName(code: FailureCode, errorFormat: ErrorFormat | undefined): string {
  return errorFormat ? `${errorFormat}.${code}` : code
}

/** The error schema of an error format, and its component name. */
export function errorSchema(errorFormat: ErrorFormat | undefined): { name: string; schema: Record<string, unknown> } {
  return SCHEMAS[errorFormat ?? 'own']
}

const MESSAGE = { type: 'string', description: 'For humans; the wording may change.' }
const OWN = {
  code: {
    type: 'string',
    enum: Object.keys(FAILURES),
    description: 'For programs; more may be added. `/developers/docs/errors/{code}` is the page about it.',
  },
  message: MESSAGE,
  details: { description: 'More about the failure; for `validation_failed`, the issues.' },
}
const enveloped = (properties: object, required: string[]) => ({
  type: 'object',
  required: ['error'],
  properties: { error: { type: 'object', required, properties } },
})

const SCHEMAS = {
  own: { name: 'Error', schema: enveloped(OWN, ['code', 'message']) },
  openai: {
    name: 'OpenAiError',
    schema: enveloped(
      {
        ...OWN,
        type: { type: 'string', description: 'The error type of the OpenAI API.' },
        param: { type: ['string', 'null'], description: 'The invalid field.' },
      },
      ['code', 'message', 'type', 'param'],
    ),
  },
  oauth: {
    name: 'OAuthError',
    schema: {
      type: 'object',
      required: ['error', 'error_description'],
      properties: { error: { type: 'string', description: 'A code of RFC 6749.' }, error_description: MESSAGE },
    },
  },
} as const satisfies Record<ErrorFormat | 'own', { name: string; schema: Record<string, unknown> }>
