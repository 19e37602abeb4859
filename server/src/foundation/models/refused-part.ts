import { APIError } from 'openai'
import type { Generation } from './chat.ts'
import type { RefusedPart } from './failure.ts'
import { clean } from './structured.ts'

/* What a server will not take of a request, where that is something its caller has chosen and can choose otherwise. */

const BAD_REQUESTS = [400, 422]
const SAID_CHARS_MAX = 200
/** Who says so has seen a text, not a parameter. Such answers quote it, so their own words stay here. */
const TEXT_CODES: Record<string, string> = {
  context_length_exceeded: 'is longer than the model can take, with what is put before it',
  content_filter: 'is refused by the filter of the model',
  content_policy_violation: 'is refused by the filter of the model',
}
/** The parameters as they are sent. */
const PARAMETERS: Record<string, keyof Generation> = {
  temperature: 'temperature',
  top_p: 'topP',
  max_tokens: 'maxTokens',
  max_completion_tokens: 'maxTokens',
  stop: 'stop',
}
/** What may be a key. */
const OPAQUE = /[\w+=-]{24}/

/** Whether the other side could not do with something in the request, and may take it without. */
export function isBadRequest(error: unknown): error is APIError {
  return error instanceof APIError && BAD_REQUESTS.includes(error.status as number)
}

/**
 * What of a request was refused: one of the parameters it was given, with what the server says of it, or its text.
 * `undefined` where it is neither, and so nothing that the caller could mend.
 */
export function refusedPart(error: unknown, given: Generation, apiKey: string | undefined): RefusedPart | undefined {
  if (!isBadRequest(error)) return undefined
  const { code, param } = error
  const reason = typeof code === 'string' && Object.hasOwn(TEXT_CODES, code) ? TEXT_CODES[code] : undefined
  if (reason) return { part: 'text', reason }
  const message = String((error.error as { message?: unknown } | undefined)?.message ?? '')
  const words = message.split(/\W+/)
  const isNamed = (name: string) => (param ? param === name : words.includes(name))
  const [, part] = Object.entries(PARAMETERS).find(([name, part]) => isGiven(given[part]) && isNamed(name)) ?? []
  if (!part) return undefined
  const said = sayable(message, apiKey)
  return { part, reason: `is refused by the model${said ? `: ${said}` : ''}` }
}

const isGiven = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== undefined)

function sayable(message: string, apiKey: string | undefined): string | undefined {
  const line = message.replace(/[\p{C}\s]+/gu, ' ').trim()
  if (OPAQUE.test(line) || (apiKey && line.includes(apiKey))) return undefined
  return line.length > SAID_CHARS_MAX ? `${clean(line.slice(0, SAID_CHARS_MAX - 1))}…` : line
}
