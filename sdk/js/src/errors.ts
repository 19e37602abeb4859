import type { components } from './generated/openapi.ts'

/** The `details` of some codes. Other codes have none, or none to rely on. */
export interface ErrorDetails {
  validation_failed: { path: string; message: string; code: string }[]
  invalid_client_metadata: { path: string; message: string; code: string }[]
  unknown_scope: { scope: string }
  invalid_scope: { scopes: string[] }
  /**
   * The limit, and of a plan of your own, or with `memory:read:*` of the person’s, also how much is used, the maximum and
   * the plan.
   */
  limit_exceeded: { limit: string; used?: number; max?: number; plan?: string }
  /** The consent scope that the user has to grant. */
  scope_denied: { missing_scope: string }
  /** Seconds to wait. */
  rate_limited: { retry_after: number; limit?: string; reason?: string }
  /** What completes the sign-in, until `expires_at`; only in responses to a sign-in with a password. */
  second_factor_required: { methods: string[]; expires_at: string }
  model_unavailable: { reason: string; retry_after?: number }
  /** The status, and the fields of the error, of the API that refused the request. */
  upstream_refused: { upstream_status: number; type?: string; param?: string; code?: string; retry_after?: number }
  /** From `verifyWebhook`: a header is missing or malformed, the time is out of tolerance, or no signature matches. */
  invalid_signature: { reason: 'missing' | 'malformed' | 'too_old' | 'mismatch' }
  /** From `handleCallback`: malformed, from another session, or from another issuer. */
  invalid_callback: { reason: 'malformed' | 'state' | 'issuer' }
  /** From `handleCallback`: the OAuth error code, such as `invalid_scope`, and its description. */
  connect_failed: { error: string; description?: string }
}

/** An error code in the service's responses. */
export type ServiceErrorCode = components['schemas']['Error']['error']['code']

/**
 * All error codes: those of the service, and those of this package:
 *
 * - `unreachable`: the network failed, before or after the service received the request
 * - `timeout`: no complete response in time
 * - `invalid_response`: the response is not from the service but, for example, from a proxy; see `status`
 * - `invalid_signature`: a webhook is not from the service
 * - `access_denied`: the user denied access
 * - `connect_failed`: the service could not ask the user
 * - `invalid_callback`: a redirect does not belong to this session or service
 * - `invalid_argument`: an argument cannot be sent
 * - `secret_in_browser`: a secret would be exposed in a browser
 */
export type ErrorCode =
  | ServiceErrorCode
  | 'unreachable'
  | 'timeout'
  | 'invalid_response'
  | 'invalid_signature'
  | 'access_denied'
  | 'connect_failed'
  | 'invalid_callback'
  | 'invalid_argument'
  | 'secret_in_browser'

type DetailsOf<C> = C extends keyof ErrorDetails ? ErrorDetails[C] : unknown

interface About {
  status?: number | undefined
  details?: unknown
  requestId?: string | undefined
  retryAfter?: number | undefined
  cause?: unknown
}

/** What an error contains besides its code. */
export interface ErrorFacts extends Error {
  /** The HTTP status, if there was a response. */
  readonly status: number | undefined
  /** The id of this request in the service's logs. */
  readonly requestId: string | undefined
  /** Seconds to wait before a retry, if the service stated it. */
  readonly retryAfter: number | undefined
  /** How often the request was sent. */
  attempts: number
  /** Whether the error has this code; the same as comparing `code`. */
  is<C extends ErrorCode>(code: C): this is MemoryServiceError<C>
}

/**
 * The only error of this package. `code` is for programs, `message` for people; neither contains a secret. `code` determines
 * the type of `details`. The service may add codes, so handle unknown ones.
 *
 * @example
 * try {
 *   await memory.remember({ scope: 'fitness', content: 'Runs on Tuesdays.' })
 * } catch (error) {
 *   if (!(error instanceof MemoryServiceError)) throw error
 *   if (error.code === 'limit_exceeded') console.log(`the plan has no room for more ${error.details.limit}`)
 *   else if (error.code === 'scope_denied') console.log(`ask for ${error.details.missing_scope}`)
 *   else throw error
 * }
 */
export type MemoryServiceError<C extends ErrorCode = ErrorCode> = {
  [Code in C]: ErrorFacts & { readonly code: Code; readonly details: DetailsOf<Code> }
}[C]

// With a generic class, `instanceof` would narrow to `any` codes; with this interface, it narrows to the union above.
interface MemoryServiceErrorClass {
  readonly prototype: MemoryServiceError
  new <C extends ErrorCode>(code: C, message: string, about?: About): MemoryServiceError<C>
}

// Inside the class, the name refers to the class itself.
type OfCode<C extends ErrorCode> = MemoryServiceError<C>

/** The class of every error of this package, for `instanceof`. */
export const MemoryServiceError: MemoryServiceErrorClass = class MemoryServiceError
  extends Error
  implements ErrorFacts
{
  override readonly name: string = 'MemoryServiceError'
  readonly code: ErrorCode
  readonly status: number | undefined
  readonly details: unknown
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined
  attempts = 0

  constructor(code: ErrorCode, message: string, { status, details, requestId, retryAfter, cause }: About = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.status = status
    this.details = details
    this.requestId = requestId
    this.retryAfter = retryAfter
  }

  is<C extends ErrorCode>(code: C): this is OfCode<C> {
    return this.code === code
  }
} as unknown as MemoryServiceErrorClass
