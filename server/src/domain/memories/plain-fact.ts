import { clausesOf } from '@memory-service/understanding/clauses'
import {
  COMPANY,
  EVENTS,
  FACT_NOUNS,
  FILLERS,
  HARMFUL_VALUES,
  INFINITIVES,
  OCCASIONS,
  PERSONS,
  TIMES,
  VALUES,
  VERBS,
  WORKPLACES,
} from './everyday-words.ts'

/*
 * Whether a statement says nothing but one everyday fact. An everyday sentence may contain what safety depends on: "my address
 * is 12 Elm Street, which Jonas does not know", "I drive a car with hand controls". So each word must be accounted for, as one
 * of a closed list, or as a name, a number or an address.
 */

/** A longer statement says more than one fact. */
const CHARS_MAX = 160
const PHRASE_WORDS_MAX = 4
/** Words in capital letters are no names: "DO NOT TELL JONAS". */
const SHOUTED = /\p{Lu}{2}[ ,]{1,2}\p{Lu}{2}/u
/** Names that begin with a capital letter or contain a digit, e-mail and web addresses, handles, amounts. */
const NAMED = /^(?:\p{Lu}|[@#+€$£]|.*[\d@]|.*[\p{L}\d]\.\p{L})/u
/** Meetings for help, examinations and those who hold them, in capital letters. */
const CARE =
  /^(?:AA|NA|GA|OA|CA|DV|DNR|MRI|CT|ECT|PET|ECG|EEG|HIV|STI|CBT|DBT|ICU|ER|GP|PTSD|Dr|Doctor|Nurse|Judge|Court|Clinic)$/
/** Parts of names. */
const PARTICLES = new Set('de da do dos del di la le les van von der den du upon am of and och og und y the'.split(' '))
/** What a name or a time must follow. */
const LEADS = new Set(['for', 'to', 'from', 'until', 'till', 'since', 'starting', 'with'])
const WHITHER = new Set(['for', 'to', 'from'])
/** Separate words: spaces, brackets, quotes, and punctuation at the ends of words. */
const SEPARATORS = /[\s()[\]"“”«»,;:!?]+|[.](?=\s|$)|\s[-–—]\s/u

/** What kind of fact a text states: of what takes place, words of events are accounted for, and who it is with. */
type Kind = 'appointment' | 'work' | 'other'
/** Words that are accounted for in statements of one kind alone. */
const OF_KIND: Record<Kind, readonly ReadonlySet<string>[]> = {
  appointment: [EVENTS, OCCASIONS],
  work: [WORKPLACES],
  other: [],
}

/** Whether a text says nothing but one everyday fact, in its plain form. */
export function isPlainFact(content: string, kind: Kind): boolean {
  if (content.length > CHARS_MAX || content.includes('?') || SHOUTED.test(content)) return false
  if (clausesOf(content).length !== 1) return false
  const written = content.replace(/[’‘ʼ]/gu, "'").split(SEPARATORS).filter(Boolean)
  return new PlainReader(written, kind).accountsForAll()
}

/** Whether a word states something: not "walking" in "I like walking", nor "training" in "team training". */
function isVerb(word: string): boolean {
  return VERBS.has(word) && !EVENTS.has(word) && !(word.endsWith('ing') && VALUES.has(word))
}

class PlainReader {
  private readonly written: readonly string[]
  private readonly lower: readonly string[]
  private readonly kind: Kind

  constructor(written: readonly string[], kind: Kind) {
    this.written = written
    this.lower = written.map((word) => word.toLowerCase())
    this.kind = kind
  }

  accountsForAll(): boolean {
    const { lower, kind } = this
    if (lower.filter(isVerb).length > 1) return false
    let says = 0
    for (let at = 0; at < lower.length; ) {
      const length = this.accountedFor(at)
      if (!length) return false
      if (EVENTS.has(lower[at]!) || (this.isName(at) && !this.isTime(at))) says++
      at += length
    }
    // "Reminder on 5 December" does not tell what of.
    return kind !== 'appointment' || says > 0
  }

  /** How many words from a position on are accounted for; 0 if the first is not. */
  private accountedFor(at: number): number {
    const { lower, kind } = this
    const word = lower[at]!
    if (kind === 'appointment' && CARE.test(this.written[at]!)) return 0
    if (PERSONS.has(word)) return this.isOpening(at) || this.isCompany(at) ? 1 : 0
    if (LEADS.has(word)) return this.leadsOn(at) ? 1 : 0
    for (let length = Math.min(PHRASE_WORDS_MAX, lower.length - at); length > 0; length--)
      if (VALUES.has(lower.slice(at, at + length).join(' '))) return length
    const lists = [FILLERS, VERBS, FACT_NOUNS, TIMES, ...OF_KIND[kind]]
    if (lists.some((list) => list.has(word)) || this.isName(at) || this.isCompany(at)) return 1
    return PARTICLES.has(word) && this.isName(at - 1) ? 1 : 0
  }

  /** Whether nothing is stated before a position but a time: "Since May I". */
  private isOpening(at: number): boolean {
    return this.lower
      .slice(0, at)
      .every((word, place) => !PERSONS.has(word) && (FILLERS.has(word) || this.isTime(place) || LEADS.has(word)))
  }

  /** Whether what follows says whom, where or how long something is for, and not what for: "for Acme", "to Rome". */
  private leadsOn(at: number): boolean {
    const word = this.lower[at]!
    const next = at + (this.lower[at + 1] === 'the' ? 2 : 1)
    if (word === 'with') return this.kind === 'appointment' && (this.isName(next) || this.isCompany(at + 1))
    if (this.isTime(next)) return true
    if (word === 'to' && INFINITIVES.has(this.lower[next] ?? '')) return true
    return WHITHER.has(word) && this.isName(next)
  }

  /** Whether a word and those before it up to "with" say who an appointment is with: "with my sister". */
  private isCompany(at: number): boolean {
    const { lower, kind } = this
    if (kind !== 'appointment' || lower[at] === undefined) return false
    const isOwner = (place: number) => lower[place] === 'my' || lower[place] === 'the'
    const noun = isOwner(at) ? at + 1 : at
    const before = isOwner(noun - 1) ? noun - 2 : noun - 1
    return lower[before] === 'with' && COMPANY.has(lower[noun] ?? '')
  }

  private isTime(at: number): boolean {
    const word = this.lower[at]
    return word !== undefined && (TIMES.has(word) || /\d/.test(word))
  }

  /** Whether a word is a name by its form. A capital letter at the beginning of the text shows nothing. */
  private isName(at: number): boolean {
    const word = this.written[at]
    if (word === undefined || !NAMED.test(word)) return false
    if (at === 0 && !/[\d@.]/.test(word)) return false
    return !HARMFUL_VALUES.has(this.lower[at]!)
  }
}
