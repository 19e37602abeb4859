import type { components } from '../generated/openapi.ts'

/** The service's own envelope, as every refusal carries it. */
export type Envelope = components['schemas']['Error']

/** What is wrong with one field, as `details` of `validation_failed` lists it. */
interface Issue {
  path: string
  message: string
  code: string
}

const NO_ANSWER = 'unreachable'

/** A refusal of the service, or `unreachable` when it did not answer at all. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: unknown
  /** Seconds the service asks to wait. */
  readonly retryAfter: number | undefined
  readonly requestId: string | undefined

  constructor(response: Response | undefined, envelope: Envelope | undefined) {
    super(envelope?.error.message ?? 'The service cannot be reached.')
    this.name = 'ApiError'
    this.status = response?.status ?? 0
    this.code = envelope?.error.code ?? (response ? 'internal' : NO_ANSWER)
    this.details = envelope?.error.details
    const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN)
    this.retryAfter = Number.isFinite(seconds) ? seconds : undefined
    this.requestId = response?.headers.get('x-request-id') ?? undefined
  }

  /** What `limit_exceeded` says of the limit. */
  get limit(): { limit: string; used: number; max: number; plan: string } | undefined {
    return this.code === 'limit_exceeded'
      ? (this.details as { limit: string; used: number; max: number; plan: string })
      : undefined
  }
}

/** Whether it says that the service did not answer at all. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.code === NO_ANSWER
}

/** Whatever was thrown, as an ApiError. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(undefined, undefined)
}

/** What the service said of each field of a form, in words for people: `{ password: 'Takes at least 8 characters.' }`. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || error.code !== 'validation_failed' || !Array.isArray(error.details)) return {}
  // Of several complaints about one field the first is said: it is the plainest.
  return Object.fromEntries((error.details as Issue[]).toReversed().map((issue) => [issue.path, inWords(issue)]))
}

// The service speaks to programs; the number it names is what a person wants to know.
function inWords({ message, code }: Issue): string {
  const bound = /[<>]=?\s?(\d+)/.exec(message)?.[1]
  if (code === 'too_small' && bound)
    return bound === '1' ? 'This cannot be empty.' : `This takes at least ${bound} characters.`
  if (code === 'too_big' && bound) return `This takes at most ${Number(bound).toLocaleString()} characters.`
  if (code === 'invalid_format' && message.includes('email')) return 'This does not look like an e-mail address.'
  return message.endsWith('.') ? message : `${message}.`
}
