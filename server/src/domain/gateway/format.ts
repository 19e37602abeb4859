import { z } from 'zod'
import type { Json } from '../../foundation/models/upstream.ts'
import type { Said } from './section.ts'

const TOKENS_MAX = 100_000_000

/** Tokens of a call, as an upstream reports them. */
export interface TokenCount {
  tokensIn: number
  tokensOut: number
}

/** What a chunk of a stream says about the call. */
export interface ChunkFacts {
  usage: TokenCount | undefined
  /** The length of its text. */
  chars: number
  /** Whether nothing of the reply is missing after it. */
  isEnd: boolean
  /** The error that it reports, if any. */
  error: unknown
}

/** One of the two APIs of a turn: how its requests and responses are read. Nothing is validated that is only passed on. */
export interface Format {
  /** Below the base URL of the upstream. */
  readonly path: string
  /** Whether a stream reports its usage only if `stream_options` ask for it. */
  readonly asksForUsage: boolean
  said(body: Json): Said
  /** The body with the section about the person. */
  withSection(body: Json, section: string): Json
  /** Whether a JSON document is a response of this API. */
  isResponse(json: Json): boolean
  usageOf(json: Json): TokenCount | undefined
  factsOf(chunk: Json): ChunkFacts
}

const Tokens = z.int().nonnegative().max(TOKENS_MAX)
const Usage = z
  .object({
    prompt_tokens: Tokens.optional(),
    input_tokens: Tokens.optional(),
    completion_tokens: Tokens.optional(),
    output_tokens: Tokens.optional(),
  })
  .nullish()
  .catch(null)

/** Reads the usage of a response or chunk; undefined if it has none. */
export function tokensOf(usage: unknown): TokenCount | undefined {
  const read = Usage.parse(usage)
  const tokensIn = read?.prompt_tokens ?? read?.input_tokens
  const tokensOut = read?.completion_tokens ?? read?.output_tokens
  return tokensIn === undefined && tokensOut === undefined
    ? undefined
    : { tokensIn: tokensIn ?? 0, tokensOut: tokensOut ?? 0 }
}

/** The elements of a list that are objects. */
export function objectsIn(list: unknown): Json[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'object' && each !== null) : []
}
