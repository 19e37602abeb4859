import type { Usage } from './chat.ts'

/**
 * Why a call of a model failed: it is unreachable, took too long or its caller gave up (`timeout`), asks the client to
 * wait, rejects the request (a wrong key, an unknown model, a text it filters), or returned output that cannot be used.
 */
export type ModelFailureKind = 'unreachable' | 'timeout' | 'rate_limited' | 'refused' | 'garbled'

/** The error of every model call. Its message contains no key and no text that was sent. */
export class ModelFailure extends Error {
  readonly kind: ModelFailureKind
  /** How long the model asks to wait. */
  readonly retryAfterMs: number | undefined
  /** Why the model refused the text, as a predicate; safe to show to the caller. */
  readonly refusedText: string | undefined
  constructor(
    kind: ModelFailureKind,
    message: string,
    more: { retryAfterMs?: number | undefined; refusedText?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.name = 'ModelFailure'
    this.kind = kind
    this.retryAfterMs = more.retryAfterMs
    this.refusedText = more.refusedText
  }
}

/** Output that is empty or cannot be parsed. It is billed like any other output. */
export class GarbledOutput extends ModelFailure {
  readonly usage: Usage
  constructor(message: string, usage: Usage) {
    super('garbled', message)
    this.name = 'GarbledOutput'
    this.usage = usage
  }
}
