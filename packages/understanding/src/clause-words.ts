import { KIN_ATTRIBUTES } from './kin.ts'
import { ARRANGEMENTS } from './patterns/arrangements.ts'
import { CHANGES } from './patterns/changes.ts'
import { CIRCUMSTANCES } from './patterns/circumstances.ts'
import { DAILY } from './patterns/daily.ts'
import { HEALTH } from './patterns/health.ts'
import { IN_BRIEF } from './patterns/in-brief.ts'
import { JOTTED } from './patterns/jotted.ts'
import { LEISURE } from './patterns/leisure.ts'
import { LIFE } from './patterns/life.ts'
import {
  canBeJob,
  canEndJob,
  JOBS,
  JOBS_AFTER_VERB,
  LISTED,
  type Listed,
  REACTION_WORDS,
  SUBSTANCES,
  VERBS_BEFORE_JOBS,
} from './patterns/listed.ts'
import { MATTERS } from './patterns/matters.ts'
import { NOTES } from './patterns/notes.ts'
import { OCCUPATIONS } from './patterns/occupations.ts'
import { byTrigger, type Pattern } from './patterns/pattern.ts'
import { PURSUITS } from './patterns/pursuits.ts'
import { REACTIONS } from './patterns/reactions.ts'
import { SERVICES_USED } from './patterns/services.ts'
import { STUDIES } from './patterns/studies.ts'
import { TASTES } from './patterns/tastes.ts'
import { TERSE } from './patterns/terse.ts'
import { WARNINGS } from './patterns/warnings.ts'
import { WAYS_OF_FEELING } from './patterns/ways-of-feeling.ts'
import { WAYS_OF_LIVING } from './patterns/ways-of-living.ts'
import { WAYS_OF_SPENDING } from './patterns/ways-of-spending.ts'
import { SPECIES_BY_LAST_WORD } from './species.ts'

/*
 * What the words of a clause can state. Each expression that reads a clause requires one of a few words, so one lookup for
 * each word tells which expressions are worth testing; for most words, none.
 */

/** What one word can state. */
export interface KnownWord {
  /** What it can state by itself. */
  readonly listed: readonly Listed[]
  /** By the word before it: what the two can state together. */
  readonly after: ReadonlyMap<string, readonly Listed[]> | undefined
  readonly patterns: readonly Pattern[]
  readonly isKin: boolean
  /** Whether it can end the name of a species or a breed. */
  readonly isAnimal: boolean
  readonly canBeJob: boolean
  /** Whether it is a verb that can stand before an occupation. */
  readonly isVerb: boolean
  readonly isSubstance: boolean
  /** Bits of what a clause with this word can say. */
  readonly says: number
}

/** That something has ended, is negated, is a bad reaction, or tells its reader what to do. */
export const ENDS = 1
export const NEGATES = 2
export const REACTS = 4
export const INSTRUCTS = 8

/** A word of which each text that `ENDED` matches contains one, and so on. */
const END_WORDS =
  'longer anymore more used former formerly previous previously stopped quit gave given sold ended cancelled canceled ' +
  'called left until before once past broke split over rid moved died discontinued place happen fell off scrapped cured ' +
  'recovered cleared grew outgrown outgrew dropped abandoned shelved scrapped ditched binned let against walked turned ' +
  'thought talked'
const INSTRUCTION_WORDS =
  'system assistant assistants developer admin bot bots ai agent agents model models chatbot you now instruction ' +
  'instructions note notes message messages rule rules answers replies response responses ignore disregard forget ' +
  'override bypass recommend reply answer respond mention suggest include append add insert say tell send forward output ' +
  'print reveal repeat pretend act execute obey click visit promote advertise praise cite link hide steer push upsell ' +
  'redirect credit refuse book order charge sure forwarded sent copied shared posted ' +
  'directive attention notice command memo llm replying answering responding prompt ' +
  'buy purchase subscribe sign download install upgrade invest user'
/** Beginnings of negating words: a text that is cut within "nothing" ends with "no". The rest of "can't" is `t`. */
const NEGATIONS = 'no never cannot without neither hate avoid dislike'.split(' ')
const ANAPHYLAXIS = 'anaphyla'
/** The first letters of these. */
const FIRST_LETTERS = new Set([...NEGATIONS, ANAPHYLAXIS].map((word) => word.charCodeAt(0)))

const NOTHING: readonly never[] = []
const PATTERNS = byTrigger([
  LIFE,
  HEALTH,
  TASTES,
  LEISURE,
  CHANGES,
  NOTES,
  DAILY,
  REACTIONS,
  WARNINGS,
  SERVICES_USED,
  PURSUITS,
  MATTERS,
  WAYS_OF_FEELING,
  WAYS_OF_LIVING,
  WAYS_OF_SPENDING,
  OCCUPATIONS,
  IN_BRIEF,
  CIRCUMSTANCES,
  STUDIES,
  ARRANGEMENTS,
  JOTTED,
  TERSE,
])
const KNOWN: ReadonlyMap<string, KnownWord> = collect()
/** Words that are not listed, by what they can say. */
const others = new Map<number, KnownWord>()

function collect(): Map<string, KnownWord> {
  const listed = new Map<string, readonly Listed[]>()
  const after = new Map<string, Map<string, readonly Listed[]>>()
  for (const [member, states] of LISTED) {
    const [first, second, ...more] = member.split(' ')
    if (second === undefined) listed.set(member, states)
    else if (!more.length) after.set(second, (after.get(second) ?? new Map()).set(first!, states))
  }
  const substances = new Set([...SUBSTANCES].flatMap((word) => [word, `${word}s`]))
  const bits = new Map<string, number>()
  const mark = (words: string | readonly string[], bit: number) => {
    for (const word of typeof words === 'string' ? words.split(' ') : words) bits.set(word, (bits.get(word) ?? 0) | bit)
  }
  mark(END_WORDS, ENDS)
  mark(INSTRUCTION_WORDS, INSTRUCTS)
  mark(REACTION_WORDS, REACTS)
  mark('t', NEGATES)
  const verbs = new Set(VERBS_BEFORE_JOBS.map((verb) => verb.replace("'", '')))
  const words = new Set([
    ...listed.keys(),
    ...after.keys(),
    ...PATTERNS.keys(),
    ...KIN_ATTRIBUTES.keys(),
    ...SPECIES_BY_LAST_WORD.keys(),
    ...JOBS,
    ...JOBS_AFTER_VERB,
    ...verbs,
    ...substances,
    ...bits.keys(),
  ])
  return new Map(
    [...words].map((word) => [
      word,
      {
        listed: listed.get(word) ?? NOTHING,
        after: after.get(word),
        patterns: PATTERNS.get(word) ?? NOTHING,
        isKin: KIN_ATTRIBUTES.has(word),
        isAnimal: SPECIES_BY_LAST_WORD.has(word),
        canBeJob: canBeJob(word),
        isVerb: verbs.has(word),
        isSubstance: substances.has(word),
        says: (bits.get(word) ?? 0) | saysByBeginning(word),
      },
    ]),
  )
}

function saysByBeginning(word: string): number {
  if (!FIRST_LETTERS.has(word.charCodeAt(0))) return 0
  if (word.startsWith(ANAPHYLAXIS)) return REACTS
  return NEGATIONS.some((negation) => word.startsWith(negation)) ? NEGATES : 0
}

/** "100mg" is two words. */
const DOSE = /^\d+(mg|mcg|iu)$/
const NINE = 0x39

/** What a word can state; `undefined` for most. */
function knownWord(word: string): KnownWord | undefined {
  const known = KNOWN.get(word) ?? KNOWN.get(DOSE.exec(word)?.[1] ?? '')
  if (known) return known
  const says = saysByBeginning(word)
  const isJob = canBeJob(word)
  if (!says && !isJob) return undefined
  const key = isJob ? says | 16 : says
  let other = others.get(key)
  if (!other) {
    const plain = { listed: NOTHING, after: undefined, patterns: NOTHING, isKin: false, isAnimal: false, isVerb: false }
    others.set(key, (other = { ...plain, isSubstance: false, canBeJob: isJob, says }))
  }
  return other
}

const HASH_START = 0x811c9dc5
const HASH_PRIME = 0x01000193
const FILTER_BITS = 16
/** One bit for each hash of a known word: most other words need no further lookup. */
const filter = new Uint8Array(1 << (FILTER_BITS - 3))
for (const word of KNOWN.keys()) {
  const bit = filterBit(hashOf(word))
  filter[bit >>> 3]! |= 1 << (bit & 7)
}

function hashOf(word: string): number {
  let hash = HASH_START
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), HASH_PRIME)
  return hash
}

function filterBit(hash: number): number {
  return (hash ^ (hash >>> FILTER_BITS)) & ((1 << FILTER_BITS) - 1)
}

/** A word that can state something, in its clause. */
export interface FoundWord {
  readonly text: string
  readonly start: number
  /** The word before it; empty for the first. */
  readonly before: string
  readonly known: KnownWord
}

export interface ClauseWords {
  readonly found: readonly FoundWord[]
  /** Bits of what the clause can say. */
  readonly says: number
}

/** Finds the words of a clause in normal form that can state something. A word consists of letters and digits. */
export function clauseWords(plain: string): ClauseWords {
  const found: FoundWord[] = []
  let says = 0
  let [beforeStart, beforeEnd] = [0, 0]
  for (let at = 0; at < plain.length; at++) {
    let unit = plain.charCodeAt(at)
    if (!isPart(unit)) continue
    const start = at
    const first = unit
    let last = unit
    let hash = HASH_START
    for (; isPart(unit); unit = plain.charCodeAt(++at)) {
      hash = Math.imul(hash ^ unit, HASH_PRIME)
      last = unit
    }
    const bit = filterBit(hash)
    if (
      filter[bit >>> 3]! & (1 << (bit & 7)) ||
      FIRST_LETTERS.has(first) ||
      canEndJob(last) ||
      (first <= NINE && last > NINE)
    ) {
      const text = plain.slice(start, at)
      const known = knownWord(text)
      if (known) {
        found.push({ text, start, before: known.after ? plain.slice(beforeStart, beforeEnd) : '', known })
        says |= known.says
      }
    }
    beforeStart = start
    beforeEnd = at
  }
  return { found, says }
}

/** Digits, and letters from a to z and from ß to ÿ. */
function isPart(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || (unit >= 0xdf && unit <= 0xff)
}
