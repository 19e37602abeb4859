import { z } from 'zod'
import type { Memory } from '../memories/memory.ts'
import { chooseDiverse, isOf, type Weighed } from './choose.ts'
import { listed, quote } from './words.ts'

const PREFERENCES_MAX = 3
const GOALS_MAX = 2
// Of each kind, the heaviest; among so many there are a few that differ.
const LOOKED_AT_MAX = 30
const QUOTED_CHARS_MAX = 160
const NOTHING_KNOWN = 'Nothing is known yet that would call for an adaptation.'

export const Suggestions = z
  .object({
    adaptation: z.string().meta({ description: 'How to adapt to the person; what was drawn on is quoted.' }),
    tags: z.array(z.string()).optional().meta({ description: 'What it was drawn from: tone, preference, goal.' }),
  })
  .meta({ id: 'Suggestions' })

/**
 * How to adapt to a person, without a model: the tone note and the preferences and goals that weigh most, each in its
 * own words. Nothing is concluded from anything; where there is nothing to draw from, that is what it says.
 */
export function suggest(
  toneNote: string | null,
  weighed: readonly Weighed[],
): { suggestions: z.output<typeof Suggestions>; drawnFrom: Memory[] } {
  const preferences = heaviest(weighed, 'preference', PREFERENCES_MAX)
  const goals = heaviest(
    weighed.filter(({ memory }) => !preferences.includes(memory)),
    'goal',
    GOALS_MAX,
  )
  const parts = [
    { tag: 'tone', of: toneNote ? [quote(toneNote, QUOTED_CHARS_MAX)] : [], lead: 'Keep to the tone note' },
    { tag: 'preference', of: preferences.map(quoted), lead: 'Respect what they prefer:' },
    { tag: 'goal', of: goals.map(quoted), lead: 'Help with what they work towards:' },
  ].filter(({ of }) => of.length)
  if (!parts.length) return { suggestions: { adaptation: NOTHING_KNOWN }, drawnFrom: [] }
  const adaptation = parts.map(({ lead, of }) => `${lead} ${listed(of)}.`).join(' ')
  return { suggestions: { adaptation, tags: parts.map(({ tag }) => tag) }, drawnFrom: [...preferences, ...goals] }
}

function heaviest(weighed: readonly Weighed[], kind: 'preference' | 'goal', max: number): Memory[] {
  return chooseDiverse(weighed.filter(({ memory }) => isOf(kind, memory)).slice(0, LOOKED_AT_MAX), max)
}

function quoted({ content }: Memory): string {
  return quote(content, QUOTED_CHARS_MAX)
}
