import type { Token } from './lexicon/token-records.ts'

/* Words of questions that say little about what is asked for. */

/** Words by which a query refers to the owner: in memories they are mostly left out, so they are not searched for. */
export const OWNER_WORDS = new Set(
  'i me my mine myself we us our ours she her hers herself he him his himself they them their theirs themselves user mr mrs ms'.split(
    ' ',
  ),
)

/** Verbs that agree with whether a question is asked in the first or the third person. */
const AGREEING_VERBS = new Set('am is are do does have has was were'.split(' '))

/** Whether a word differs between questions by the owner and about the owner. */
export function isGrammaticalPerson(text: string): boolean {
  return OWNER_WORDS.has(text) || AGREEING_VERBS.has(text)
}

/**
 * Nouns that only say what kind of thing is asked for, when other words say which: "passport number", "favourite film",
 * "what is it called".
 */
const GENERIC_WORDS = new Set(
  `name names named called number numbers code size kind type sort brand model favourite favorite appointment current new
  last first thing things`.split(/\s+/),
)
/** With a date they ask what is on then: "am I free next Thursday". */
export const AVAILABILITY_WORDS = new Set('free busy available around'.split(' '))
/** After "how", they ask for an amount: "how old" asks for an age. */
const AMOUNT_WORDS = new Set('old long many much often far'.split(' '))
/** They ask for a name: rows need not contain them. */
const NAMING_WORDS = new Set('name names named called'.split(' '))
/** What generic words weigh as evidence of an answer, and words after "how" in the ranking. */
const GENERIC_WEIGHT = 0.5
const CALLED_WEIGHT = 0.2

/** Words of so many questions that they say little of what is asked for: "where do I keep my pictures". */
const LIGHT_WORDS = new Set(
  `keep keeps kept keeping put puts putting give gives gave given giving take takes took taken taking make makes made making
  come comes came coming need needs needed want wants wanted use uses used using know knows knew tell tells told left
  find finds found leave let lets show shows hold holds held stand look looks looking happen happens happened set
  way ways sort kinds lot bit part something anything someone anyone everything nothing new good great nice better big
  small little other own whole main special real really actually usually normally always often sometimes ever still again
  currently lately recently`.split(/\s+/),
)
/** Units of time ask for an amount or a date after these words. */
const UNITS = new Set('time times day days week weeks month months year years hour hours minute minutes'.split(' '))
const BEFORE_UNIT = new Set('what which how many each every per a this any'.split(' '))
/** What light words weigh, if other words say what is asked for. */
const LIGHT_WEIGHT = 0.5

/** Whether a word is one that questions consist of, rather than what they are about. */
export function isUnspecific(tokens: readonly Token[], at: number): boolean {
  return OWNER_WORDS.has(tokens[at]!.text) || isGeneric(tokens, at) || isLight(tokens, at)
}

/** What a word of a question weighs in the ranking, if other words say what is asked for. */
export function rankingShare(tokens: readonly Token[], at: number): number {
  if (asksWhatCalled(tokens, at)) return CALLED_WEIGHT
  if (isLight(tokens, at)) return LIGHT_WEIGHT
  return isAmount(tokens, at) || NAMING_WORDS.has(tokens[at]!.text) ? GENERIC_WEIGHT : 1
}

/** What it weighs as evidence of an answer. */
export function evidenceShare(tokens: readonly Token[], at: number): number {
  if (isLight(tokens, at)) return LIGHT_WEIGHT
  return isGeneric(tokens, at) ? GENERIC_WEIGHT : 1
}

/** "What is the bird called": rows with "calls" are of other calls. */
function asksWhatCalled(tokens: readonly Token[], at: number): boolean {
  return at === tokens.length - 1 && tokens[at]!.text === 'called' && tokens[0]!.text.startsWith('what')
}

/** "Which relative hears badly": who is meant, the rest says. */
const ONE_OF = new Set('relative relatives relation relations family member members sibling siblings'.split(' '))

function isLight(tokens: readonly Token[], at: number): boolean {
  const { text } = tokens[at]!
  if (ONE_OF.has(text) && /^(?:which|who)$/.test(tokens[0]!.text) && at > 0 && at < tokens.length - 1) return true
  return LIGHT_WORDS.has(text) || (UNITS.has(text) && BEFORE_UNIT.has(tokens[at - 1]?.text ?? ''))
}

function isGeneric(tokens: readonly Token[], at: number): boolean {
  return GENERIC_WORDS.has(tokens[at]!.text) || isAmount(tokens, at)
}

function isAmount(tokens: readonly Token[], at: number): boolean {
  return AMOUNT_WORDS.has(tokens[at]!.text) && tokens[at - 1]?.text === 'how'
}
