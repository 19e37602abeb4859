import { z } from 'zod'
import type { Memory } from '../memories/memory.ts'
import { isOfKind, type Ranked, selectDiverse } from './ranking.ts'
import { listed, quote } from './words.ts'

const PREFERENCES_MAX = 3
const GOALS_MAX = 2
// Memories of each kind considered, by weight.
const CONSIDERED_MAX = 30
const QUOTED_CHARS_MAX = 160
const NOTHING_KNOWN = 'Nothing is known yet that would call for an adaptation.'

export const Suggestions = z
  .object({
    adaptation: z.string().meta({ description: 'How to adapt to the user; memories are quoted.' }),
    tags: z.array(z.string()).optional().meta({ description: 'What it is based on: tone, preference, goal.' }),
  })
  .meta({ id: 'Suggestions' })

/**
 * Suggests how to adapt to the user, without a model: quotes the tone note and the preferences and goals with the highest
 * weight. Draws no conclusions; without any of these, it states that nothing is known.
 */
export function suggest(
  toneNote: string | null,
  ranked: readonly Ranked[],
): { suggestions: z.output<typeof Suggestions>; sources: Memory[] } {
  const preferences = topOfKind(ranked, 'preference', PREFERENCES_MAX)
  const goals = topOfKind(
    ranked.filter(({ memory }) => !preferences.includes(memory)),
    'goal',
    GOALS_MAX,
  )
  const parts = [
    { tag: 'tone', of: toneNote ? [quote(toneNote, QUOTED_CHARS_MAX)] : [], lead: 'Keep to the tone note' },
    { tag: 'preference', of: preferences.map(quoted), lead: 'Respect what they prefer:' },
    { tag: 'goal', of: goals.map(quoted), lead: 'Help with what they work towards:' },
  ].filter(({ of }) => of.length)
  if (!parts.length) return { suggestions: { adaptation: NOTHING_KNOWN }, sources: [] }
  const adaptation = parts.map(({ lead, of }) => `${lead} ${listed(of)}.`).join(' ')
  return { suggestions: { adaptation, tags: parts.map(({ tag }) => tag) }, sources: [...preferences, ...goals] }
}

function topOfKind(ranked: readonly Ranked[], kind: 'preference' | 'goal', max: number): Memory[] {
  return selectDiverse(ranked.filter(({ memory }) => isOfKind(kind, memory)).slice(0, CONSIDERED_MAX), max)
}

function quoted({ content }: Memory): string {
  return quote(content, QUOTED_CHARS_MAX)
}
