import type { z } from 'zod'

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/** Tokens used by a call, as reported by the model; `estimated` if it reported none and characters were counted. */
export interface Usage {
  tokensIn: number
  tokensOut: number
  /** The model's own name for itself, which may differ from the name requested. */
  model: string
  estimated: boolean
}

/** A part of a streamed completion: text, and as the last chunk its usage. */
export type ChatChunk = { kind: 'text'; text: string } | { kind: 'end'; usage: Usage }

/** A chat model. Every call has its own time limit besides the signal, and bounds the size of the output. */
export interface ChatModel {
  /** The model name to request. */
  readonly name: string
  /**
   * Streams a completion. Leaving the loop or aborting the signal cancels the call.
   * @throws ModelFailure before or between chunks; `garbled` for a stream that ends early, and for an empty completion.
   */
  stream(messages: readonly ChatMessage[], signal: AbortSignal): AsyncIterable<ChatChunk>
  /**
   * Requests a value of the given shape.
   * @throws ModelFailure; `GarbledOutput` with the usage when the output is not JSON of this shape.
   */
  structuredOutput<S extends z.ZodType>(
    messages: readonly ChatMessage[],
    shape: { name: string; schema: S },
    signal: AbortSignal,
  ): Promise<{ value: z.output<S>; usage: Usage }>
}
