import type { Cookie } from './route.ts'

/** All failure codes with status and message. Error responses and the OpenAPI document are built from this table. */
export const FAILURES = {
  validation_failed: { status: 400, message: 'The request does not have the expected shape.' },
  invalid_json: { status: 400, message: 'The body is not valid JSON.' },
  unknown_scope: {
    status: 400,
    message: 'The first part of a scope must be a standard one (GET /v1/catalog lists them) or declared by an app.',
  },
  invalid_scope: { status: 400, message: 'A requested scope is not in the manifest of the app.' },
  invalid_cursor: { status: 400, message: 'The cursor is not from this list with these filters.' },
  invalid_grant: { status: 400, message: 'The code or token is invalid, used or expired.' },
  invalid_redirect_uri: { status: 400, message: 'The redirect URI is not registered for the app.' },
  invalid_target: {
    status: 400,
    message: 'The resource is not served here, or is not the one the user consented to.',
  },
  invalid_client_metadata: { status: 400, message: 'The client metadata is invalid.' },
  unsupported_grant_type: { status: 400, message: 'The grant type is neither authorization_code nor refresh_token.' },
  invalid_link: { status: 400, message: 'The link is invalid, used or expired. Ask for a new one.' },
  unauthorized: { status: 401, message: 'The credential is missing, expired or revoked.' },
  connection_revoked: {
    status: 401,
    message: 'The connection of this token has ended; ask the person to connect again.',
  },
  invalid_client: { status: 401, message: 'The client id or the client secret is wrong.' },
  limit_exceeded: { status: 402, message: 'A limit of the plan has been reached.' },
  scope_denied: { status: 403, message: 'The connection lacks a scope that this request requires.' },
  account_suspended: { status: 403, message: 'The operator of this service has suspended the account.' },
  app_suspended: { status: 403, message: 'The operator of this service has stopped the app.' },
  sign_up_closed: { status: 403, message: 'New accounts cannot be created on this service.' },
  invitation_required: { status: 403, message: 'An account on this service needs an invitation by its operator.' },
  connection_paused: { status: 403, message: 'The person has paused this connection.' },
  forbidden: { status: 403, message: 'This is not allowed with this credential.' },
  reauthentication_required: {
    status: 403,
    message: 'This needs the password or a second factor again: the last sign-in is older than 15 minutes.',
  },
  second_factor_required: { status: 403, message: 'The password is right; the account also needs a second factor.' },
  address_unconfirmed: {
    status: 403,
    message: 'This needs a confirmed email address: open the link that was sent to it, or ask for a new one.',
  },
  csrf_rejected: { status: 403, message: 'A change under a session cookie must come from our own pages.' },
  not_found: { status: 404, message: 'Nothing was found at this address.' },
  method_not_allowed: { status: 405, message: 'This address does not accept this method.' },
  conflict: { status: 409, message: 'This conflicts with something that already exists.' },
  idempotency_in_progress: { status: 409, message: 'A request with this idempotency key is still running.' },
  upstream_refused: { status: 400, message: 'The API of the model refused the request.' },
  payload_too_large: { status: 413, message: 'The body is larger than this endpoint accepts.' },
  unsupported_media_type: { status: 415, message: 'This endpoint does not accept a body of this type.' },
  idempotency_key_reused: { status: 422, message: 'This idempotency key was used with another body.' },
  rate_limited: { status: 429, message: 'Too many requests; try again after the delay in Retry-After.' },
  internal: {
    status: 500,
    message: 'An internal error occurred; include the request id when you report it.',
  },
  mail_unavailable: {
    status: 503,
    message: 'This service sends no mail, which this needs; its operator can set SMTP_URL.',
  },
  model_unavailable: {
    status: 503,
    message: 'The chat model is not available; everything else works. Try again later.',
  },
  provider_unavailable: {
    status: 503,
    message: 'The identity provider does not respond; other ways to sign in work. Try again later.',
  },
  unavailable: { status: 503, message: 'The service is not available; try again shortly.' },
} as const

export type FailureCode = keyof typeof FAILURES

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
  rate_limited: { retry_after: number }
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

/** Thrown when grants changed after the caller was authenticated; the edge authenticates again and repeats the call. */
export class StaleGrants extends Error {
  constructor() {
    super('grants changed since the caller was authenticated')
    this.name = 'StaleGrants'
  }
}
