import type { components } from './generated/openapi.ts'

/** What the service says beside some codes. Other codes have no details, or none to rely on. */
export interface ErrorDetails {
  validation_failed: { path: string; message: string; code: string }[]
  invalid_client_metadata: { path: string; message: string; code: string }[]
  unknown_scope: { scope: string }
  invalid_scope: { scopes: string[] }
  /** Which limit of which plan, how much of it is used, and how much it holds. */
  limit_exceeded: { limit: string; used: number; max: number; plan: string }
  /** The consent scope the person would have to grant. */
  scope_denied: { missing_scope: string }
  /** Seconds to wait. */
  rate_limited: { retry_after: number }
  model_unavailable: { reason: string; retry_after?: number }
  /** Of `verifyWebhook`: a header is not there or not readable, the time is out of tolerance, or no signature fits. */
  invalid_signature: { reason: 'missing' | 'malformed' | 'too_old' | 'mismatch' }
  /** Of `handleCallback`: it cannot be read, or answers another session, or is from somebody else. */
  invalid_callback: { reason: 'malformed' | 'state' | 'issuer' }
  /** Of `handleCallback`: the code of OAuth, such as `invalid_scope`, and what the service said of it. */
  connect_failed: { error: string; description?: string }
}

/** A code the service answers with. */
export type ServiceErrorCode = components['schemas']['Error']['error']['code']

/**
 * Every code there is: the service's own, and what goes wrong on this side.
 *
 * - `unreachable`: the network failed, before or after the service got the request
 * - `timeout`: no whole answer in time
 * - `invalid_response`: what answered is not the service, such as a proxy in between; `status` says how
 * - `invalid_signature`: a webhook is not from the service
 * - `access_denied`: the person was asked for their consent and said no
 * - `connect_failed`: the person could not be asked
 * - `invalid_callback`: what a person came back with is no answer to what this session has asked
 * - `invalid_argument`: what was handed in can be no request
 * - `secret_in_browser`: a secret was about to be used where people can read it
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

/** What an error tells beside its code. */
export interface ErrorFacts extends Error {
  /** The HTTP status, where there was an answer. */
  readonly status: number | undefined
  /** Names this request in the service's logs. */
  readonly requestId: string | undefined
  /** Seconds to wait before trying again, where the service said so. */
  readonly retryAfter: number | undefined
  /** How many times the request was sent. */
  attempts: number
  /** Whether this is that error; the same as comparing `code`, for where that reads better. */
  is<C extends ErrorCode>(code: C): this is MemoryServiceError<C>
}

/**
 * The one error of this package. `code` is for programs, `message` for people; neither ever holds a secret. What `code`
 * is decides what `details` holds. The service may come to answer codes that are not listed yet, so keep a default.
 *
 * @example
 * try {
 *   await memory.remember({ scope: 'fitness', content: 'Runs on Tuesdays.' })
 * } catch (error) {
 *   if (!(error instanceof MemoryServiceError)) throw error
 *   if (error.code === 'limit_exceeded') console.log(`no more than ${error.details.max} memories`)
 *   else if (error.code === 'scope_denied') console.log(`ask for ${error.details.missing_scope}`)
 *   else throw error
 * }
 */
export type MemoryServiceError<C extends ErrorCode = ErrorCode> = {
  [Code in C]: ErrorFacts & { readonly code: Code; readonly details: DetailsOf<Code> }
}[C]

// Of a generic class `instanceof` would make one whose code is any; of this it makes the union above.
interface MemoryServiceErrorClass {
  readonly prototype: MemoryServiceError
  new <C extends ErrorCode>(code: C, message: string, about?: About): MemoryServiceError<C>
}

// Inside the class its name is its own.
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
