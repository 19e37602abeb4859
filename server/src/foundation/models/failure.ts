import type { Generation, Usage } from './chat.ts'

/**
 * How a model fails: it cannot be reached, takes longer than it may or its caller would wait, wants us to wait, will not
 * take what it was sent (a wrong key, an unknown model, a text it refuses), or answers what cannot be read.
 */
export type ModelFailureKind = 'unreachable' | 'timeout' | 'rate_limited' | 'refused' | 'garbled'

/** What of a request a model will not take, though its caller may choose it otherwise, and why in words that may be told. */
export interface RefusedPart {
  part: keyof Generation | 'text'
  /** Goes on from the name of the part. */
  reason: string
}

/** The one error models fail with. Its message never holds a key or a text that was sent. */
export class ModelFailure extends Error {
  readonly kind: ModelFailureKind
  /** How long the model asked us to wait. */
  readonly retryAfterMs: number | undefined
  /** Of a refusal: what it is about, where the caller can mend that. */
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

/** An answer that cannot be read, or says nothing. It has cost what any other costs. */
export class GarbledAnswer extends ModelFailure {
  readonly usage: Usage
  constructor(message: string, usage: Usage) {
    super('garbled', message)
    this.name = 'GarbledAnswer'
    this.usage = usage
  }
}
