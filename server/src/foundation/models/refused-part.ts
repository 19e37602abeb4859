import { APIError } from 'openai'
import type { Generation } from './chat.ts'
import type { RefusedPart } from './failure.ts'
import { clean } from './structured.ts'

/* Finds the part of a request that a server refused, if the caller chose that part and can change it. */

const BAD_REQUESTS = [400, 422]
const MESSAGE_CHARS_MAX = 200
/** Error codes about the text. Servers may quote the text in such messages, so only these reasons are shown. */
const TEXT_CODES: Record<string, string> = {
  context_length_exceeded: 'is longer than the model accepts, together with the prompt around it',
  content_filter: 'is refused by the content filter of the model',
  content_policy_violation: 'is refused by the content filter of the model',
}
/** Parameters by their names on the wire. */
const PARAMETERS: Record<string, keyof Generation> = {
  temperature: 'temperature',
  top_p: 'topP',
  max_tokens: 'maxTokens',
  max_completion_tokens: 'maxTokens',
  stop: 'stop',
}
/** Matches text that may contain a key. */
const OPAQUE = /[\w+=-]{24}/

/** Whether a server rejected the request's content, so that it may accept a changed request. */
export function isBadRequest(error: unknown): error is APIError {
  return error instanceof APIError && BAD_REQUESTS.includes(error.status as number)
}

/**
 * The refused part of a request: one of the parameters that were set, with the server's reason, or the text.
 * `undefined` if the error concerns something else, which the caller cannot change.
 */
export function refusedPart(error: unknown, given: Generation, apiKey: string | undefined): RefusedPart | undefined {
  if (!isBadRequest(error)) return undefined
  const { code, param } = error
  const reason = typeof code === 'string' && Object.hasOwn(TEXT_CODES, code) ? TEXT_CODES[code] : undefined
  if (reason) return { part: 'text', reason }
  const message = String((error.error as { message?: unknown } | undefined)?.message ?? '')
  const words = message.split(/\W+/)
  const isNamed = (name: string) => (param ? param === name : words.includes(name))
  const [, part] = Object.entries(PARAMETERS).find(([name, part]) => isSet(given[part]) && isNamed(name)) ?? []
  if (!part) return undefined
  const detail = safeMessage(message, apiKey)
  return { part, reason: `is refused by the model${detail ? `: ${detail}` : ''}` }
}

const isSet = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== undefined)

/** The message as one short line; `undefined` if it may contain a key. */
function safeMessage(message: string, apiKey: string | undefined): string | undefined {
  const line = message.replace(/[\p{C}\s]+/gu, ' ').trim()
  if (OPAQUE.test(line) || (apiKey && line.includes(apiKey))) return undefined
  return line.length > MESSAGE_CHARS_MAX ? `${clean(line.slice(0, MESSAGE_CHARS_MAX - 1))}…` : line
}
