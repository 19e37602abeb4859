import { TEXT_CHARS_MAX } from '../clauses.ts'
import { writtenInFull } from '../clipped/written.ts'
import { isInstruction } from '../instruction.ts'
import { isUser, NO_NAMES, namesIn } from '../names.ts'
import { withoutReport } from '../reports.ts'
import { type Fact, readFacts } from '../statement.ts'
import { type Assertion, assertionsOf } from './assertions.ts'
import { type Claim, claimsOf } from './claims.ts'
import { ADDITION, CHANGE, EVENT, HYPOTHETICAL, lastingPart, PAST, TEMPORARY } from './cues.ts'
import { type Diet, dietOf } from './diet.ts'
import { type Ending, endingOf } from './endings.ts'
import { type Gist, gistOf } from './gist.ts'
import { type Partnership, partnershipOf } from './partner.ts'
import { leaverOf } from './roles.ts'
import { type State, statesOf } from './states.ts'
import { withPlainTitles } from './titles.ts'
import { stemOf, yearsOf } from './words.ts'
import { type Work, workOf } from './work.ts'

/** One clause of a statement, as far as it can replace others or be replaced. */
export interface Clause {
  readonly assertion: Assertion
  readonly claims: readonly Claim[]
  readonly work: Work | undefined
  readonly partnership: Partnership | undefined
  readonly diet: Diet | undefined
  readonly ending: Ending | undefined
  readonly states: readonly State[]
  /** The name of a person who has left, retired or died. */
  readonly leaver: ReadonlySet<string> | undefined
  /** Its fact is one of a fixed form about a named thing. */
  readonly isTemplate: boolean
  readonly isEvent: boolean
  /** Computed when a statement is compared. */
  readonly cues: () => Cues
}

/** How a clause relates to what was stated before. */
export interface Cues {
  readonly isAddition: boolean
  readonly isHypothetical: boolean
  readonly isTemporary: boolean
  readonly isPast: boolean
  readonly isChange: boolean
  /** The years that it names. */
  readonly years: readonly number[]
}

/** A statement, read for what it replaces. */
export interface Reading {
  /** What has been read: of a long statement the beginning. */
  readonly text: string
  readonly clauses: readonly Clause[]
  /** Equal for texts that differ only in case, spaces and punctuation. */
  readonly normal: () => string
  /** The stems of the words of `normal`. */
  readonly stems: () => ReadonlySet<string>
  /** What it is about and which values it states; `undefined` for a long one. Computed when a statement is compared. */
  readonly gist: () => Gist | undefined
  /** Which attributes it states, whatever their form. Computed once. */
  readonly facts: () => readonly Fact[]
}

const QUESTION =
  /^(?:who|what|where|when|why|how|which|whose|do|does|did|is|are|am|can|could|should|would|will|may|shall) (?:i|we|you|he|she|they|it|my|the|this|that|there|your)\b.*\?$/
/** Begins with a noun that is also an imperative: "Call with Ada", "Book club meets", "Order of Friars Minor is". */
const NOUN_FIRST =
  /^call with\b|^book (?:club|group|fair|signing|launch|shop|store)\b|^(?:book|order|link|output|print|answer|reply|charge|credit|click|visit|mention|suggest|insert|cite) (?!an?\b|the\b|my\b|our\b|your\b|all\b|only\b|in\b|with\b|to\b|me\b|us\b)[^.!?:]{0,80}? (?:is|are|was|has|meets?|takes?|starts?|moved)\b/i
/** "Please use ada@home.example from now on": where a person can be reached. */
const CONTACT =
  /^(?:(?:the|my) old (?:number|address|one|box) is [a-z]{3,12}[,;:] )?(?:please )?(?:you(?:['’]ll| will| can)? (?:now )?(?:get|find|reach|catch)|try|use|write to|e-?mail|contact|reach|call|ring|text)(?: me)?(?: (?:at|on|under))? (?:my new \w+ )?(?:[^\s@]{1,60}@[^\s@]{3,60}|\+?\d[\d ()/-]{5,})/i
/** "Credit score: 688": a record, though its label is an imperative, too. */
const RECORD_OF_NUMBER =
  /^(?:\p{L}[\p{L} -]{2,30}: ?|credit (?:score|rating):? )[€$£¥₹]?\d[\d.,:/]*(?: ?[\p{L}%]{1,12})?(?: (?:as of|since|in|at|after|from|now) [\p{L}\d ]{2,24}| now| today)?[.]?$/iu
/** "From now on my pen name is Ren", "low-carb diet given up, normal meals from now on": no order to a reader. */
const FROM_NOW_ON =
  /^(?!.*\b(?:you|your|assistants?|ai|bots?|models?|agents?|system|admin|owner|developer|answers?|repl(?:y|ies)|respon[ds]\w*|must|should|shall|always|never|ignore|forward|send|delete|instructions?|rules?|prompts?|secrets?|passwords?)\b)(?!.*[.!?;\n] ?\S)(?!.*\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b)(?:from now on,? (?:my|our) [\p{L} -]{2,30} (?:(?:is|are) (?!to\b)|(?:meets?|takes place|starts|begins|opens|closes|comes|goes|costs) )|from now on,? (?:i|we) (?!am\b|are\b|want|need|expect|would|order|ask|insist)\p{L}+ |[\p{L} -]{3,60} (?:given up|over|finished|stopped|cancelled|done|ended|gone), [\p{L} -]{2,40} from now on[.!]?$)/isu
/** "Assistant: Blessing" names who has the role. */
const ASSISTANT =
  /^Assistant: (?!(?:Yes|No|Ok|Okay|Sure|Hello|Hi|Ignore|Delete|Forget|Stop|Reply|Answer)\b)\p{Lu}[\p{L}-]{1,24}(?: \p{Lu}[\p{L}-]{1,24})?(?:(?: \(|, )\p{Lu}[\p{L}-]{1,24} (?:has|is|was|on|left|retired|moved|went|quit|resigned|died)\b[\p{L} ]{0,40}\)?)?\.?$/u
/** "The doctor raised Ada's sertraline". */
const OWN_THING = /(?<=\p{Ll} )(\p{Lu}[\p{L}-]{1,30})['’]s (?=\p{Ll})/gu
/** "Ada and her husband". */
const WITH_KIN =
  /^(\p{Lu}[\p{L}-]{1,30}) and (?:her|his|their) (husband|wife|partner|boyfriend|girlfriend|fianc[eé]e?) (?!\p{Lu})/u
const PAIR = /^(\p{Lu}[\p{L}-]{1,30}) and (\p{Lu}[\p{L}-]{1,30}) (?!\p{Lu})/u
/** Readings in memory, of about 10 kB each: those used since the last half of them was dropped, and those used before. */
const READ_MAX = 4_000
let recent = new Map<string, Reading>()
let earlier: ReadonlyMap<string, Reading> = new Map()

/**
 * Reads a statement, of a long one the beginning. Remembers the last ones that were used: a statement is compared with several,
 * and again by the next write. What was read for one user is not used for another, whose writes would otherwise be faster if both
 * state the same.
 */
export function readingOf(whole: string, ownName: string | undefined, userId = ''): Reading {
  const content = whole.slice(0, TEXT_CHARS_MAX)
  const key = `${userId}\n${ownName ?? ''}\n${content}`
  const known = recent.get(key)
  if (known) return known
  const reading = earlier.get(key) ?? read(content, ownName)
  if (recent.size >= READ_MAX / 2) {
    earlier = recent
    recent = new Map()
  }
  recent.set(key, reading)
  return reading
}

/** The words of a text in lower case, with a space between two of them. */
export function normalised(content: string): string {
  return content
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+]+/gu, ' ')
    .trim()
}

function read(content: string, ownName: string | undefined): Reading {
  const ownNames = ownName === undefined ? NO_NAMES : namesIn(ownName)
  const text = inFirstPerson(writtenInFull(withPlainTitles(withoutReport(content, ownNames))), ownNames)
  const normal = lazily(() => normalised(content))
  const stems = lazily(() => new Set(normal().split(' ').map(stemOf)))
  const facts = lazily(() => readFacts(content, ownNames).facts)
  if (
    isInstruction(content) &&
    ![NOUN_FIRST, CONTACT, RECORD_OF_NUMBER, FROM_NOW_ON, ASSISTANT].some((plain) => plain.test(content))
  )
    return { text: content, clauses: [], normal, stems, gist: () => undefined, facts }
  const clauses = assertionsOf(text, ownNames)
    .filter(({ isQuestion, plain }) => !isQuestion && !QUESTION.test(plain))
    .map(clauseOf)
  const gist = lazily(() => {
    const subjects = clauses.flatMap(({ assertion: { owner } }) => owner?.name?.split(' ') ?? [])
    return gistOf(
      text.replace(TITLE, (title) => title.replace(/ /g, '-')),
      ownNames,
      subjects,
    )
  })
  return { text: content, clauses, normal, stems, gist, facts }
}

/** "Omar and Ada broke it off" as Ada says it: "Omar and I"; and "Ada drinks tea" or "User drinks tea": "I drinks tea". */
function inFirstPerson(content: string, ownNames: ReadonlySet<string>): string {
  const text = content.includes(' and ')
    ? content.replace(PAIR, (all, one: string, other: string) => {
        if (isUser(other, ownNames)) return `${one} and I `
        return isUser(one, ownNames) ? `${other} and I ` : all
      })
    : content
  const couple = text.includes(' and ')
    ? text.replace(WITH_KIN, (all, name: string, kin: string) => (isUser(name, ownNames) ? `My ${kin} and I ` : all))
    : text
  const own = couple.replace(POSSESSOR, (all, name: string) => (isUser(name, ownNames) ? 'My ' : all))
  const mine = own.replace(OWN_THING, (all, name: string) => (isUser(name, ownNames) ? 'my ' : all))
  return mine.replace(SUBJECT, (all, name: string, verb: string) => (isUser(name, ownNames) ? `I ${verb}` : all))
}

/** "Boots of Spanish Leather": one name, of which no word means what it means elsewhere. */
const TITLE = /["“](?:[^"“” ]{1,24} ){2,7}[^"“” ]{1,24}["”]/gu

/** "Ada's GP doubled it": one who acts for the person. */
const POSSESSOR =
  /^(\p{Lu}[\p{L}-]{1,30}(?: \p{Lu}[\p{L}-]{1,30})?)['’]s (?=(?:\p{Ll}+ )?(?:GP|doctor|nurse|clinic|consultant|specialist|surgery|psychiatrist|pharmacist|optician|dentist|\p{Ll}{3,14}ologist|employer|company|firm|boss|branch|first night|watch)\b)/u

const SUBJECT =
  /^((?:The )?[Uu]ser|\p{Lu}[\p{L}-]{1,30}(?: \p{Lu}[\p{L}-]{1,30}){0,2}) (?!(?:interface|id|name|account|guide|manual|experience|group|data|of|and|or|not)\b)(\p{Ll}[\p{L}'’]*)/u

/** Reads a clause: its parts when they are first needed, since of most statements that one is compared with few are. */
function clauseOf(assertion: Assertion): Clause {
  const found = claimsOf(assertion)
  const isTemplate = found.some(({ key }) => key.includes('~'))
  // The captain of a team can have any work.
  const hasPost = found.some(({ key }) => key.includes('|post '))
  const hasFrame = found.some(({ isFrame }) => isFrame)
  const isEvent = EVENT.test(assertion.main.whole)
  const work = lazily(() => (isTemplate || hasPost ? undefined : workOf(assertion)))
  const isBond = isTemplate && /\b(?:engaged|married) to\b/.test(assertion.plain)
  const partnership = lazily(() => (isTemplate && !isBond ? undefined : partnershipOf(assertion)))
  const diet = lazily(() => (isTemplate ? undefined : dietOf(assertion)))
  const ending = lazily(() => (isTemplate ? undefined : endingOf(assertion)))
  const states = lazily(() => (isTemplate && assertion.owner?.relation !== 'children' ? [] : statesOf(assertion)))
  const leaver = lazily(() => leaverOf(assertion))
  const claims = lazily(() => {
    // What a verb alone says of an event stays true: "saw a film" replaces no other film.
    const hasMore = hasFrame && (isEvent || work() || partnership() || diet())
    return hasMore ? found.filter(({ isFrame }) => !isFrame) : found
  })
  return {
    assertion,
    isTemplate,
    isEvent,
    get claims() {
      return claims()
    },
    get work() {
      return work()
    },
    get partnership() {
      return partnership()
    },
    get diet() {
      return diet()
    },
    get ending() {
      return ending()
    },
    get states() {
      return states()
    },
    get leaver() {
      return leaver()
    },
    cues: lazily(() => cuesOf(assertion, isTemplate)),
  }
}

/** "The test will be on Friday": a date, not an intention. */
const WILL_BE = /\bwill (?:now )?(?:be (?=(?:held |now )?(?:on|at) )|(?:take place|start|begin|leave|depart|meet)\b)/g

function cuesOf({ words, owner, plain, main }: Assertion, isTemplate: boolean): Cues {
  // Titles and names say nothing about the statement.
  const isNamed = owner?.name !== undefined
  const text = words
    .map(({ plain, isCapital }, at) => ((isCapital && (at > 0 || isNamed)) || plain.includes('@') ? '_' : plain))
    .join(' ')
  const lasting = lastingPart(text, main.whole)
  const isNamedFact = isTemplate && !/\b(?:i|my|we|our)\b/.test(text)
  return {
    isAddition: ADDITION.test(text),
    isHypothetical: HYPOTHETICAL.test(text.replace(WILL_BE, '')),
    isTemporary: !isNamedFact && TEMPORARY.test(lasting),
    isPast: !isNamedFact && PAST.test(lasting),
    isChange: CHANGE.test(plain),
    years: yearsOf(words),
  }
}

function lazily<Value>(compute: () => Value): () => Value {
  let computed: { value: Value } | undefined
  return () => {
    computed ??= { value: compute() }
    return computed.value
  }
}

/** Whether a clause states what is so now and stays so: no event, plan or addition, nothing past or temporary. */
export function isLasting({ assertion, cues, isEvent }: Clause): boolean {
  const { isAddition, isPast, isHypothetical, isTemporary } = cues()
  // "Once" says that it was so, "once more" that it is.
  const isOver = isPast && !/\bonce more\b/.test(assertion.plain)
  return !isEvent && !isAddition && !isOver && !isHypothetical && !isTemporary
}

/** The clause of a statement that has no other. */
export function onlyClauseOf({ clauses }: Reading): Clause | undefined {
  return clauses.length === 1 ? clauses[0] : undefined
}

/** The only clause of a statement, if it is not about the past, about what may be, or about a time that ends. */
export function presentClauseOf(reading: Reading): Clause | undefined {
  const clause = onlyClauseOf(reading)
  if (!clause) return undefined
  const { isPast, isHypothetical, isTemporary } = clause.cues()
  return isPast || isHypothetical || isTemporary ? undefined : clause
}

/** The only clause of a statement, if it is about what is so now and stays so. */
export function lastingClauseOf(reading: Reading): Clause | undefined {
  const clause = onlyClauseOf(reading)
  return clause && isLasting(clause) ? clause : undefined
}
