import { writerOf } from '../memories/authors.ts'
import { newestOf } from './authority.ts'
import type { Parsed } from './parsed.ts'
import type { Placed, Understood } from './understood.ts'

const DATE_WORDS =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|june|july|august|september|october|november|december|today|yesterday|(?:this|last) (?:morning|evening|night|week))\b/g

/** The series of a text: the text with numbers, dates and weekdays masked. A text without any is only equal to itself. */
export function seriesOf(content: string): string {
  return content
    .toLowerCase()
    .replace(DATE_WORDS, '#')
    .replace(/(?<![\p{L}\d])\d[\d.,:]*(?:st|nd|rd|th)?(?![\p{L}\d])/gu, '#')
    .replace(/\s+/g, ' ')
    .replace(/[.! ]{1,4}$/, '')
}

/**
 * The newest of each series of texts that differ only in numbers and dates: those that no newer one may make outdated. Of
 * identical texts, the one that counts most.
 */
export function newestOfSeries(understood: readonly Understood[]): Understood[] {
  const newest = new Set<Understood>()
  for (const texts of bySeries(understood).values())
    for (const each of texts.length > 1 ? newestOf(oneOfCopies(texts), isNewer) : texts) newest.add(each)
  return understood.filter((each) => newest.has(each))
}

/** Texts that differ only in numbers and dates. */
export function bySeries(understood: readonly Understood[]): ReadonlyMap<string, readonly Understood[]> {
  const found = new Map<string, Understood[]>()
  for (const each of understood) {
    const others = found.get(each.series)
    if (others) others.push(each)
    else found.set(each.series, [each])
  }
  return found
}

/** Of identical texts, the user's own, one that its scope files under a field, a pinned one, the most important or the newest. */
function oneOfCopies(texts: readonly Understood[]): Understood[] {
  const byContent = new Map<string, Understood>()
  for (const each of texts) {
    const known = byContent.get(each.memory.content)
    if (!known || countsMore(each, known)) byContent.set(each.memory.content, each)
  }
  return [...byContent.values()]
}

function countsMore(a: Understood, b: Understood): boolean {
  const isOwn = ({ memory }: Understood) => Number(writerOf(memory) === null)
  const isFiled = ({ scopedField }: Understood) => Number(scopedField !== undefined)
  const more =
    isOwn(a) - isOwn(b) ||
    isFiled(a) - isFiled(b) ||
    Number(a.memory.pinned) - Number(b.memory.pinned) ||
    a.memory.importance - b.memory.importance
  return more > 0 || (more === 0 && isNewer(a, b))
}

/**
 * Tells how many different texts of the same scope and writer are of the series of one of them: readings differ in their
 * numbers, and what one writes twice, or several write, is not a reading.
 */
export function seriesCounts<T extends Parsed & Pick<Placed, 'memory'>>(read: readonly T[]): (each: T) => number {
  const texts = new Map<string, Set<string>>()
  const keyOf = ({ series, memory }: T) => `${memory.scope} ${writerOf(memory) ?? ''} ${series}`
  for (const each of read) {
    const known = texts.get(keyOf(each))
    if (known) known.add(each.memory.content)
    else texts.set(keyOf(each), new Set([each.memory.content]))
  }
  return (each) => texts.get(keyOf(each))?.size ?? 0
}

function isNewer(a: Understood, b: Understood): boolean {
  return a.time > b.time || (a.time === b.time && a.memory.id > b.memory.id)
}
