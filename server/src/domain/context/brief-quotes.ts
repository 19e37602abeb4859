import { filtered } from '../../foundation/slices.ts'
import { writerOf } from '../memories/authors.ts'
import type { ConsideredMemory } from '../memories/memory.ts'
import { beginningOf } from './of-text.ts'
import { isOfKind } from './ranking.ts'
import { quote } from './words.ts'

/* Quotes the memories of a brief by section, in so many words. */

const FACT_CHARS_MAX = 90

export const CLOSE_HEALTH = 'health of people close to them'

export const SECTIONS = [
  'health and diet',
  'home and work',
  'people and pets',
  CLOSE_HEALTH,
  'to keep in mind',
  'goals',
  'tastes',
] as const
export type Section = (typeof SECTIONS)[number]

/** A memory of a brief and the section that quotes it. */
export interface Quoted {
  section: Section
  memory: ConsideredMemory
  /** What the person that it is about is to the user, if it is about another: "child". */
  relation?: string | undefined
  /** The app that says so, in a language that is not read. */
  app?: string | undefined
  /** Whether it may have changed since it was stated: a home or work of more than a year ago. */
  isOld?: boolean
  /** Whether to leave out a reason at the end. */
  isShort?: boolean
}

/** Those that fit into so many words, most needed first; without reasons at their ends if they do not all fit with these. Yields after each. */
export function* fitting(wanted: readonly Quoted[], words: number): Generator<undefined, Quoted[]> {
  const full = yield* withinWords(wanted, words)
  if (full.length === wanted.length) return full
  return yield* withinWords(
    wanted.map((each) => ({ ...each, isShort: true })),
    words,
  )
}

/** Of one app, more than half of the words only if others leave them. */
function* withinWords(chosen: readonly Quoted[], words: number): Generator<undefined, Quoted[]> {
  let left = words
  const sections = new Set<Section>()
  const sources = new Set<string>()
  const wordsOf = new Map<string | null, number>()
  const late = new Set<Quoted>()
  const fits = (each: Quoted) => {
    const { section, app } = each
    const source = `${section} ${app}`
    const attribution = app === undefined || sources.has(source) ? 0 : wordsIn(sourceOf(app))
    const cost = wordsIn(quoteOf(each)) + attribution + (sections.has(section) ? 0 : wordsIn(section))
    if (cost > left) return false
    left -= cost
    sections.add(section)
    if (app !== undefined) sources.add(source)
    return true
  }
  const isInTurn = (each: Quoted) => {
    const writer = writerOf(each.memory)
    const used = (wordsOf.get(writer) ?? 0) + wordsIn(quoteOf(each))
    wordsOf.set(writer, used)
    if (writer === null || used <= words / 2) return true
    late.add(each)
    return false
  }
  const first = yield* filtered(chosen, (each) => isInTurn(each) && fits(each))
  const rest = yield* filtered([...late], fits)
  const taken = new Set([...first, ...rest])
  return chosen.filter((each) => taken.has(each))
}

/** Joins the quotes of a section. What is not read is named as what its app says, because it may be anything. */
export function attributed(quotes: readonly Quoted[]): string {
  const byApp = new Map<string | undefined, string[]>()
  for (const each of quotes) byApp.set(each.app, [...(byApp.get(each.app) ?? []), quoteOf(each)])
  const plain = byApp.get(undefined) ?? []
  byApp.delete(undefined)
  return [...plain, ...[...byApp].map(([app, said]) => `${said.join(', ')} ${sourceOf(app as string)}`)].join(', ')
}

const sourceOf = (app: string) => `(according to the app ${app})`

/** What begins a reason or circumstance at the end of a statement that is clear without it. */
const REASON =
  / (?:so that|so|because|since (?:the|she|he|i|they|my|her|his)|after (?:leaving|moving)|before (?:leaving|moving)) /i
/** A reason with one of these may be needed: a negation, a medicine, the end of a sentence, and what follows a comma. */
const NEEDED = /\b(?:not?|never|only|except|unless|but|allerg\w*|must|cannot|can't|mg)\b|[.,;](?!$)/i
const WORDS_MIN = 4

function shortened(content: string): string {
  const at = content.search(REASON)
  if (at < 0 || NEEDED.test(content.slice(at)) || wordsIn(content.slice(0, at)) < WORDS_MIN) return content
  return `${content.slice(0, at).replace(/,$/, '')}…`
}

/** Quotes a memory, with the month of a goal and of what may have changed. */
function quoteOf({ memory, relation, isOld, isShort }: Quoted): string {
  const content = beginningOf(memory.content)
  const quoted = quote(isShort ? shortened(content) : content, FACT_CHARS_MAX)
  if (relation !== undefined) return `${quoted} (their ${relation})`
  return isOld || isOfKind('goal', memory) ? `${quoted} (${memory.occurredAt.slice(0, 7)})` : quoted
}

export function wordsIn(text: string): number {
  return text.split(/\s+/).filter(Boolean).length
}
