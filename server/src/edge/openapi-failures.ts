import { FAILURES, Failure, type FailureCode, type FailureDetails } from '../foundation/errors.ts'
import type { Dialect } from '../foundation/route.ts'
import { type Told, told } from './dialects.ts'

/* Failures as the document shows them: their shape in each dialect, and an example of each, made as it is answered. */

const REQUEST_ID = 'req_01kb5dd9v2000m4h2n8y7tq3wz'

const DETAILS: FailureDetails = {
  validation_failed: [{ path: 'limit', message: 'Too small: expected number to be >=1', code: 'too_small' }],
  invalid_client_metadata: [{ path: 'redirect_uris', message: 'is missing', code: 'custom' }],
  unknown_scope: { scope: 'fitnes' },
  invalid_scope: { scopes: ['memory:read:*'] },
  limit_exceeded: { limit: 'memories', used: 500, max: 500, plan: 'free' },
  scope_denied: { missing_scope: 'memory:read:fitness' },
  rate_limited: { retry_after: 12 },
  model_unavailable: { reason: 'rate_limited', retry_after: 12 },
}

/** A failure as it is answered, with its status. */
export function exampleOf(code: FailureCode, dialect: Dialect | undefined): Told {
  const details = code in DETAILS ? DETAILS[code as keyof FailureDetails] : undefined
  return told(new Failure(code, details as never), REQUEST_ID, dialect)
}

/** The name under which the example stands in the document. */
export function exampleName(code: FailureCode, dialect: Dialect | undefined): string {
  return dialect ? `${dialect}.${code}` : code
}

/** The shape of every failure of a dialect, and its name. */
export function errorSchema(dialect: Dialect | undefined): { name: string; schema: Record<string, unknown> } {
  return SCHEMAS[dialect ?? 'own']
}

const MESSAGE = { type: 'string', description: 'For people; its wording may change.' }
const OWN = {
  code: { type: 'string', enum: Object.keys(FAILURES), description: 'For programs; more may be added.' },
  message: MESSAGE,
  details: { description: 'What there is to know beyond the code; of `validation_failed`, the issues.' },
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
        type: { type: 'string', description: 'As the API of OpenAI names errors of this kind.' },
        param: { type: ['string', 'null'], description: 'The field it is about.' },
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
} as const satisfies Record<Dialect | 'own', { name: string; schema: Record<string, unknown> }>
