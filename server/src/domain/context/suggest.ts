import { z } from 'zod'
import type { ConsideredMemory } from '../memories/memory.ts'
import { relevant, type Wanted } from './choose.ts'
import { beginningOf } from './of-text.ts'
import { isOfKind } from './ranking.ts'
import { describeSource } from './sources.ts'
import type { Understood } from './understood.ts'
import { listed, quote } from './words.ts'

const PREFERENCES_MAX = 3
const GOALS_MAX = 2
/** A preference that scores less than this share of the best does not concern the query. */
const ANSWERING_SHARE = 0.3
/** A goal with a lower score has nothing to do with the query. */
const AIM_MIN = 0.05
const QUOTED_CHARS_MAX = 160

/** Attributes that say how to speak with the person. */
const STYLE = 'answer_style language_preference tone_preference'.split(' ')
/** Attributes that state a taste, besides favourites. A hobby or a habit is none. */
const TASTES: ReadonlySet<string> = new Set(
  'like dislike food_like food_dislike drink_like diet seat_preference airline_preference'.split(' '),
)

export const Suggestions = z
  .object({
    adaptation: z.string().meta({
      description:
        'How to adapt to the person: their own records, quoted with their source and month; empty if there are none.',
    }),
    tags: z.array(z.string()).optional().meta({ description: 'What it is based on: tone, preference, goal.' }),
  })
  .meta({ id: 'Suggestions' })

/**
 * Suggests how to adapt to the person, without a model: quotes the tone note, and what is on record of the person's own
 * preferences and goals as far as the query concerns them. Nothing of it is an instruction of this service; without any
 * of these it is empty.
 */
export function suggest(
  toneNote: string | null,
  considered: readonly Understood[],
  wanted: Wanted,
): { suggestions: z.output<typeof Suggestions>; sources: ConsideredMemory[] } {
  const own = considered.filter(
    (each) =>
      each.statement.about.who === 'self' &&
      !each.isInstruction &&
      each.statement.form === 'statement' &&
      each.isCurrent,
  )
  const style = own
    .filter(
      ({ facts, scopedField }) =>
        scopedField === 'unread_style' || facts.some(({ attribute }) => STYLE.includes(attribute.name)),
    )
    .sort(byImportance)
  const scoreOf = ({ memory }: Understood) => wanted.relevance.get(memory.id) ?? 0
  const best = considered.reduce((max, each) => Math.max(max, scoreOf(each)), 0)
  const answering = new Set(wanted.hasQuery ? relevant(own, wanted) : own)
  const concerns = (each: Understood) =>
    (answering.has(each) && (!wanted.hasQuery || scoreOf(each) >= ANSWERING_SHARE * best)) ||
    each.facts.some(({ attribute }) => wanted.asked.includes(attribute.name))
  // What the person likes says nothing about another person.
  const isAboutOther = wanted.about?.who === 'other'
  const preferences = own
    .filter((each) => !isAboutOther && !style.includes(each) && isPreference(each) && concerns(each))
    .sort(byImportance)
  const concernsAims = (each: Understood) =>
    !wanted.hasQuery ||
    wanted.asksAims ||
    (answering.has(each) && scoreOf(each) >= Math.max(AIM_MIN, ANSWERING_SHARE * best))
  const goals = own
    .filter((each) => isOfKind('goal', each.memory) && each.memory.type !== 'event' && concernsAims(each))
    .sort(byImportance)
  const chosen = [...style.slice(0, 1), ...preferences].slice(0, PREFERENCES_MAX)
  const aims = goals.filter((each) => !chosen.includes(each)).slice(0, GOALS_MAX)
  const parts = [
    { tag: 'tone', of: toneNote ? [quote(toneNote, QUOTED_CHARS_MAX)] : [], lead: 'Tone note of the person:' },
    { tag: 'preference', of: chosen.map(quoted), lead: 'Recorded preferences:' },
    { tag: 'goal', of: aims.map(quoted), lead: 'Recorded goals:' },
  ].filter(({ of }) => of.length)
  if (!parts.length) return { suggestions: { adaptation: '' }, sources: [] }
  const adaptation = parts.map(({ lead, of }) => `${lead} ${listed(of)}.`).join(' ')
  const sources = [...chosen, ...aims].map(({ memory }) => memory)
  return { suggestions: { adaptation, tags: parts.map(({ tag }) => tag) }, sources }
}

/** Reports that something has ended, which no rule reads as a taste. */
const GIVEN_UP = /\b(?:gave up|given up|quit|stopped|dropped out)\b/i

function isPreference({ memory, facts }: Understood): boolean {
  if (isOfKind('goal', memory)) return false
  if (isOfKind('preference', memory)) return facts.length > 0 || !GIVEN_UP.test(beginningOf(memory.content))
  return (
    !facts.some(({ attribute }) => attribute.group === 'health') &&
    facts.some(({ attribute: { name } }) => TASTES.has(name) || name.startsWith('favourite_'))
  )
}

function quoted({ memory }: Understood): string {
  const source = describeSource(memory, (app) => `the app ${quote(app, QUOTED_CHARS_MAX)}`)
  return `${quote(memory.content, QUOTED_CHARS_MAX)} (${source}, ${memory.occurredAt.slice(0, 7)})`
}

function byImportance(a: Understood, b: Understood): number {
  return b.memory.importance - a.memory.importance || (a.memory.id < b.memory.id ? 1 : -1)
}
