/**
 * Why a download or a call failed: the hub or the model's worker is unreachable, a call took too long or was cancelled,
 * the hub or the queue is overloaded, the request is not possible, or what was returned cannot be used.
 */
export type LocalModelErrorKind = 'unreachable' | 'timeout' | 'rate_limited' | 'refused' | 'garbled'

/** The error of downloads and of calls of a model. Its message contains no text that was embedded. */
export class LocalModelError extends Error {
  readonly kind: LocalModelErrorKind
  /** How long to wait before the next attempt. */
  readonly retryAfterMs: number | undefined
  constructor(kind: LocalModelErrorKind, message: string, more: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(message, { cause: more.cause })
    this.name = 'LocalModelError'
    this.kind = kind
    this.retryAfterMs = more.retryAfterMs
  }
}
