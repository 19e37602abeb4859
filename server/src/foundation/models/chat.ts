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

/** Why a reply ended: it was whole, as long as it could be, or cut short by a filter of the model. */
export type Finish = 'stop' | 'length' | 'content_filter'

/** What arrives while a model speaks: pieces of text, then, once and last, what it cost and why it ended. */
export type ChatPiece = { kind: 'text'; text: string } | { kind: 'end'; usage: Usage; finish: Finish }

/** How a reply is to be made. What is left out is up to the model. */
export interface Generation {
  /** 0 to 2. */
  temperature?: number | undefined
  /** 0 to 1. */
  topP?: number | undefined
  /** How many tokens the reply takes at most. */
  maxTokens?: number | undefined
  /** Texts before which the reply ends. */
  stop?: readonly string[] | undefined
}

/** Whether a reply that says nothing is what was asked for: it may end at once. */
export function maySayNothing({ maxTokens, stop }: Generation): boolean {
  return maxTokens !== undefined || !!stop?.length
}

/** A model one can talk with. Every call has a time limit of its own beside the signal, and bounds what it takes in. */
export interface ChatModel {
  /** The model asked for. */
  readonly name: string
  /**
   * A reply, piece by piece as the model produces it; one without a word is `garbled`, unless it may be. Leaving the loop or aborting the signal ends the call.
   * @throws ModelFailure before or between pieces; a stream that ends unfinished is `garbled`.
   */
  reply(messages: readonly ChatMessage[], signal: AbortSignal, generation?: Generation): AsyncIterable<ChatPiece>
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
