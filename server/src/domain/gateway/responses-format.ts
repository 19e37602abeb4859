import type { Json } from '../../foundation/models/upstream.ts'
import { type Format, objectsIn, tokensOf } from './format.ts'
import { instructionRole, placedInItems, placedInText, saidIn } from './section.ts'

const END_TYPES: readonly unknown[] = ['response.completed', 'response.incomplete', 'response.failed', 'error']

/** The Responses API. */
export const responsesFormat: Format = {
  path: '/responses',
  asksForUsage: false,
  said: ({ input }) => (typeof input === 'string' ? { text: input, isLast: true } : saidIn(objectsIn(input))),
  withSection(body, section) {
    const { instructions, input } = body
    const placed = placedInText(instructions, section)
    if (placed !== undefined) return { ...body, instructions: placed }
    const items = itemsOf(input)
    const moved = Array.isArray(input) ? placedInItems(items, section) : undefined
    if (moved) return { ...body, input: moved }
    // Unlike input, instructions are not carried over to responses that continue this one.
    if (instructions == null) return { ...body, instructions: section }
    return { ...body, input: [{ role: instructionRole(items), content: section }, ...items] }
  },
  isResponse: ({ output }) => Array.isArray(output),
  usageOf: ({ usage }) => tokensOf(usage),
  factsOf({ type, delta, response }) {
    return {
      usage: tokensOf((response as Json | null | undefined)?.usage),
      chars: typeof delta === 'string' ? delta.length : 0,
      isEnd: END_TYPES.includes(type),
      error: undefined,
    }
  },
}

function itemsOf(input: unknown): Json[] {
  if (Array.isArray(input)) return input
  return input == null ? [] : [{ role: 'user', content: input }]
}
