import type { Json } from '../../foundation/models/upstream.ts'
import { type Format, objectsIn, tokensOf } from './format.ts'
import { instructionRole, placedInItems, saidIn } from './section.ts'

/** The Chat Completions API. */
export const chatFormat: Format = {
  path: '/chat/completions',
  asksForUsage: true,
  said: ({ messages }) => saidIn(messages as Json[]),
  withSection(body, section) {
    const messages = body.messages as Json[]
    const own = { role: instructionRole(messages), content: section }
    return { ...body, messages: placedInItems(messages, section) ?? [own, ...messages] }
  },
  isResponse: ({ choices }) => Array.isArray(choices),
  usageOf: ({ usage }) => tokensOf(usage),
  factsOf(chunk) {
    const choices = objectsIn(chunk.choices)
    return {
      usage: tokensOf(chunk.usage),
      chars: choices.reduce((sum, { delta }) => sum + charsOf(delta), 0),
      isEnd: choices.some(({ finish_reason }) => typeof finish_reason === 'string' && finish_reason !== ''),
      error: chunk.error,
    }
  },
}

/** The length of all texts in a delta, wherever a server puts them. */
function charsOf(delta: unknown): number {
  if (typeof delta === 'string') return delta.length
  if (typeof delta !== 'object' || delta === null) return 0
  return Object.values(delta).reduce<number>((sum, value) => sum + charsOf(value), 0)
}
