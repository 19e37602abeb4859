import type { z } from 'zod'

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/** What a call cost, from the model's own count; `estimated` where it sent none and characters were counted. */
export interface Usage {
  tokensIn: number
  tokensOut: number
  /** The model that answered, as it calls itself. */
  model: string
  estimated: boolean
}

/** What arrives while a model speaks: pieces of text, then, once and last, what it cost. */
export type ChatPiece = { kind: 'text'; text: string } | { kind: 'end'; usage: Usage }

/** A model one can talk with. Every call has a time limit of its own beside the signal, and bounds what it takes in. */
export interface ChatModel {
  /** The model asked for. */
  readonly name: string
  /**
   * A reply, piece by piece as the model produces it. Leaving the loop or aborting the signal ends the call.
   * @throws ModelFailure before or between pieces; a stream that ends unfinished is `garbled`.
   */
  reply(messages: readonly ChatMessage[], signal: AbortSignal): AsyncIterable<ChatPiece>
  /**
   * An answer of a given shape. What is no JSON, or not of this shape, is `garbled`; its usage is told all the same.
   * @throws ModelFailure, `GarbledAnswer` (a ModelFailure with `usage`) for nonsense.
   */
  answer<S extends z.ZodType>(
    messages: readonly ChatMessage[],
    shape: { name: string; schema: S },
    signal: AbortSignal,
  ): Promise<{ value: z.output<S>; usage: Usage }>
}
