import { FAILURES, type FailureCode } from './failures.ts'
import type { Cookie } from './route.ts'

/** A validation issue of one field, as listed in the `details` of `validation_failed`. */
export interface Issue {
  path: string
  message: string
  code: string
}

/** Public details of each failure code; they must not contain secrets, stack traces or SQL. */
export interface FailureDetails {
  validation_failed: Issue[]
  invalid_client_metadata: Issue[]
  unknown_scope: { scope: string }
  invalid_scope: { scopes: string[] }
  /** `used`, `max` and `plan` only for those who may know them. */
  limit_exceeded: { limit: string; used?: number; max?: number; plan?: string }
  scope_denied: { missing_scope: string }
  /** A limit of another kind than requests in a time has a name, and a reason that says what to do. */
  rate_limited: { retry_after: number; limit?: string; reason?: string }
  second_factor_required: { methods: string[]; expires_at: string }
  model_unavailable: { reason: string; retry_after?: number }
  /** The status, and the fields of the error, of the API that refused the request. */
  upstream_refused: { upstream_status: number; type?: string; param?: string; code?: string; retry_after?: number }
}

type DetailsOf<C extends FailureCode> = C extends keyof FailureDetails
  ? [details: FailureDetails[C], cause?: unknown]
  : [details?: Record<string, unknown>, cause?: unknown]

/**
 * The error that the edge converts to a response. `details` is public; `cause` is only logged.
 * Codes listed in {@link FailureDetails} require details.
 */
export class Failure<C extends FailureCode = FailureCode> extends Error {
  readonly code: C
  readonly details: unknown
  /** Cookies to set with the response. */
  readonly cookies: Cookie[] = []
  /** The app whose credential was refused, for its request log; not part of the response. */
  app: { appId: string; developerId: string } | undefined

  constructor(code: C, ...rest: DetailsOf<C>) {
    super(sentence(code, rest[0]), { cause: rest[1] })
    this.name = 'Failure'
    this.code = code
    this.details = rest[0]
  }

  get status(): number {
    return FAILURES[this.code].status
  }
}

/** Creates `validation_failed` for one field. */
export function invalid(path: string, message: string, code = 'custom'): Failure<'validation_failed'> {
  return new Failure('validation_failed', [{ path, message, code }])
}

// Builds the message; it names the invalid field or the missing scope, if there is one.
function sentence(code: FailureCode, details: unknown): string {
  const { message } = FAILURES[code]
  if (code === 'validation_failed' || code === 'invalid_client_metadata') {
    const [first] = details as Issue[]
    return first ? `${first.path || 'body'}: ${first.message}` : message
  }
  if (code === 'scope_denied') return `${message} Missing: ${(details as { missing_scope: string }).missing_scope}.`
  if (code === 'invalid_scope') return `${message} Not in it: ${(details as { scopes: string[] }).scopes.join(', ')}.`
  if (code === 'unknown_scope') return `${message} Scope: ${(details as { scope: string }).scope}.`
  if (code === 'limit_exceeded') {
    const { limit, max, plan } = details as FailureDetails['limit_exceeded']
    const what = limit.replaceAll('_', ' ')
    return max === undefined ? `${message} Limit: ${what}.` : `${message} The ${plan} plan allows ${max} ${what}.`
  }
  const { reason } = (details ?? {}) as { reason?: unknown }
  // A model's reason is a code for programs. For failed sign-ins the reason alone is the message, since the default one
  // is about missing credentials.
  if (typeof reason !== 'string' || code === 'model_unavailable') return message
  return code === 'unauthorized' ? reason : `${message} ${reason}`
}

/** Thrown when a statement that always finds a row finds none, for example because its account was erased meanwhile. */
export class MissingRow extends Error {
  constructor() {
    super('expected one row, got none')
    this.name = 'MissingRow'
  }
}

/** Thrown when grants changed after the caller was authenticated; the edge authenticates again and repeats the call. */
export class StaleGrants extends Error {
  constructor() {
    super('grants changed since the caller was authenticated')
    this.name = 'StaleGrants'
  }
}
