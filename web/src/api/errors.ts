import { t } from '@lingui/core/macro'
import type { components } from '../generated/openapi.ts'
import { formatNumber } from '../i18n/format.ts'

/** The error envelope of the API. */
export type Envelope = components['schemas']['Error']

/** One entry of `details` in a `validation_failed` error. */
interface Issue {
  path: string
  message: string
  code: string
}

const UNREACHABLE = 'unreachable'
/** The code of an error that reloading the page resolves: a newer version of the pages was deployed. */
export const OUTDATED = 'outdated'

/** An error response of the service; `code` is `unreachable` when there was no response. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: unknown
  /** The `Retry-After` header in seconds. */
  readonly retryAfter: number | undefined
  readonly requestId: string | undefined

  constructor(response: Response | undefined, envelope: Envelope | undefined, code?: string) {
    super(envelope?.error.message ?? t`The service cannot be reached.`)
    this.name = 'ApiError'
    this.status = response?.status ?? 0
    this.code = code ?? envelope?.error.code ?? (response ? 'internal' : UNREACHABLE)
    this.details = envelope?.error.details
    const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN)
    this.retryAfter = Number.isFinite(seconds) ? seconds : undefined
    this.requestId = response?.headers.get('x-request-id') ?? undefined
  }

  /** Whether too many wrong codes were entered to confirm the session, so that no code is accepted for a day. */
  get codesRefused(): boolean {
    return (
      this.code === 'rate_limited' && (this.details as { limit?: string } | undefined)?.limit === 'confirming_codes'
    )
  }

  /** The details of a `limit_exceeded` error. */
  get limit(): { limit: string; used?: number; max?: number; plan?: string } | undefined {
    return this.code === 'limit_exceeded'
      ? (this.details as { limit: string; used?: number; max?: number; plan?: string })
      : undefined
  }

  /** Why a decision about memories was refused. */
  get conflict(): { cause?: string; reason?: string } | undefined {
    return this.code === 'conflict' ? ((this.details ?? {}) as { cause?: string; reason?: string }) : undefined
  }

  /** Whether the operator has paused changes, while reading works. */
  get changesPaused(): boolean {
    return this.code === 'unavailable' && (this.details as { paused?: string } | undefined)?.paused === 'changes'
  }
}

/** Whether the service could not be reached at all. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.code === UNREACHABLE
}

/** Converts any thrown value to an ApiError; values of other types become `unreachable`. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(undefined, undefined)
}

/** Maps a `validation_failed` error to one message per form field: `{ password: 'This must be at least 8 characters.' }`. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || error.code !== 'validation_failed' || !Array.isArray(error.details)) return {}
  // The first issue of a field is the most basic one; reversing lets it overwrite the others.
  return Object.fromEntries((error.details as Issue[]).toReversed().map((issue) => [issue.path, messageFor(issue)]))
}

// The API writes its messages for developers. Forms show the bound in a plain sentence instead.
function messageFor({ message, code }: Issue): string {
  const bound = /\b(?:at least|at most) (\d+)/.exec(message)?.[1]
  if (code === 'too_small' && message === 'must not be empty') return t`This cannot be empty.`
  if (code === 'too_small' && bound) return t`This must be at least ${bound} characters.`
  if (code === 'too_big' && bound) {
    const most = formatNumber(Number(bound))
    return t`This must be at most ${most} characters.`
  }
  if (code === 'invalid_format' && message.includes('e-mail')) return t`This does not look like an e-mail address.`
  if (message === 'is not the code that the app shows now') return t`This is not the code that the app shows now.`
  if (message === 'This is not the password') return t`This is not the password.`
  return message.endsWith('.') ? message : `${message}.`
}
