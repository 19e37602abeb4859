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

/** Why a completion ended: it was complete, reached the token limit, or was cut by the model's filter. */
export type FinishReason = 'stop' | 'length' | 'content_filter'

/** A part of a streamed completion: text, and as the last chunk its usage and why it ended. */
export type ChatChunk = { kind: 'text'; text: string } | { kind: 'end'; usage: Usage; finish: FinishReason }

/** Parameters of a completion; the model decides those that are not set. */
export interface Generation {
  /** 0 to 2. */
  temperature?: number | undefined
  /** 0 to 1. */
  topP?: number | undefined
  maxTokens?: number | undefined
  /** Texts before which the completion ends. */
  stop?: readonly string[] | undefined
}

/** Whether an empty completion is valid: a token limit or a stop text may end it at once. */
export function allowsEmptyOutput({ maxTokens, stop }: Generation): boolean {
  return maxTokens !== undefined || !!stop?.length
}

/** A chat model. Every call has its own time limit besides the signal, and bounds the size of the output. */
export interface ChatModel {
  /** The model name to request. */
  readonly name: string
  /**
   * Streams a completion. Leaving the loop or aborting the signal cancels the call.
   * @throws ModelFailure before or between chunks; `garbled` for a stream that ends early, and for an empty completion
   * unless {@link allowsEmptyOutput}.
   */
  stream(messages: readonly ChatMessage[], signal: AbortSignal, generation?: Generation): AsyncIterable<ChatChunk>
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
