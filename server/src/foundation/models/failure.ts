import type { Generation, Usage } from './chat.ts'

/**
 * Why a call of a model failed: it is unreachable, took too long or its caller gave up (`timeout`), asks the client to
 * wait, rejects the request (a wrong key, an unknown model, a text it filters), or returned output that cannot be used.
 */
export type ModelFailureKind = 'unreachable' | 'timeout' | 'rate_limited' | 'refused' | 'garbled'

/** A part of the request that the model refused and that the caller can change. */
export interface RefusedPart {
  part: keyof Generation | 'text'
  /** A predicate that follows the name of the part; safe to show to the caller. */
  reason: string
}

/** The error of every model call. Its message contains no key and no text that was sent. */
export class ModelFailure extends Error {
  readonly kind: ModelFailureKind
  /** How long the model asks to wait. */
  readonly retryAfterMs: number | undefined
  readonly refused: RefusedPart | undefined
  constructor(
    kind: ModelFailureKind,
    message: string,
    more: { retryAfterMs?: number | undefined; refused?: RefusedPart; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.name = 'ModelFailure'
    this.kind = kind
    this.retryAfterMs = more.retryAfterMs
    this.refused = more.refused
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
