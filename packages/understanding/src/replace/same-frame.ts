import { keyOf, SELF } from './assertions.ts'
import { DETERMINERS } from './grammar.ts'
import type { Clause, Reading } from './reading.ts'
import { isDateWord, stemOf, type Word } from './words.ts'

/*
 * The same sentence with something else in one place, and a word that says which of the two is true: "I read poetry before
 * bed instead" after "I read thrillers before bed". "Now" says less than "instead": both may be true.
 */

const INSTEAD = /\binstead\b(?! of\b)/
const OF_NOW = /\b(?:now|nowadays|these days|currently)\b/
/** Words that name nothing: those that say that something has changed, and the subject. */
const LIGHT = new Set('i we you he she they user instead now nowadays these days currently just simply'.split(' '))
const PREPOSITIONS = new Set(
  'in at on for with to from by into near under after before during behind beside over through about round around'.split(
    ' ',
  ),
)
/** Verbs that say little about their object: "has a cold", "has a dog". */
const GENERAL = new Set(
  'hav go get do make tak put be com giv want need keep lik lov use see know feel look bring hold say call'.split(' '),
)
/** "Puts cinnamon in the coffee now": beside what is in it. */
const ADDS = new Set(['put', 'add', 'mix', 'collect', 'learn'])
const READS = /^(?:i |we )?read (?!\d)/
const RETURNS =
  /^(?:(?:i|we|she|he|they|user|\p{L}+) )?(?:(?:have|has|just|now|finally) )*(?:(?:went|gone|am|is|are|came|come|moved|turned) back|gone over|went over|returned|switched(?: back)?|changed(?: back)?) to\b/u
const LIMIT =
  /\b(?:when|if|unless|until|except|while|sometimes|once|today|tonight|tomorrow|yesterday|this|next|last|because|but|not|never|no)\b/
const DAYTIME =
  /^(?:mornings?|afternoons?|evenings?|nights?|noon|midnight|weekends?|weekdays?|springs?|summers?|autumns?|winters?|\d.*)$/
/** Words in the place in which the two differ. */
const PLACE_MAX = 4

type Replacing = 'instead' | 'now'
/** "Now" leaves it to the person to decide. */
const LIKELIHOODS: Readonly<Record<Replacing, number>> = { instead: 0.92, now: 0.76 }

/**
 * The least probability, 0 to 1, that a newer text replaces an older one that it repeats with something else in one place,
 * saying that this is so instead or now; 0 for all other texts.
 */
export function likelihoodInFrame(newer: Reading, older: Reading): number {
  const says = replacing(newer, older)
  return says ? LIKELIHOODS[says] : 0
}

function replacing(newer: Reading, older: Reading): Replacing | undefined {
  const [clause, ...more] = newer.clauses
  const [before, ...others] = older.clauses
  if (!clause || !before || more.length || others.length) return undefined
  if (RETURNS.test(clause.assertion.plain)) return isReturn(clause, before) ? 'instead' : undefined
  const { plain, owner } = clause.assertion
  const says = INSTEAD.test(plain) ? 'instead' : OF_NOW.test(plain) ? 'now' : undefined
  if (!says || LIMIT.test(plain.replace(/\bthese days\b/, '')) || LIMIT.test(before.assertion.plain)) return undefined
  if (!isHabit(clause) || !isHabit(before, says === 'instead')) return undefined
  if (keyOf(owner ?? SELF) !== keyOf(before.assertion.owner ?? SELF)) return undefined
  return framed(wordsOfClause(clause), wordsOfClause(before), says)
}

/** "Went back to reading the paper in print", "have gone back to Le Monde at breakfast". */
function isReturn(clause: Clause, before: Clause): boolean {
  const { isAddition, isHypothetical, isTemporary } = clause.cues()
  if (isAddition || isHypothetical || isTemporary || !isHabit(before, true)) return false
  if (keyOf(clause.assertion.owner ?? SELF) !== keyOf(before.assertion.owner ?? SELF)) return false
  if ([clause, before].some(({ assertion }) => LIMIT.test(assertion.plain))) return false
  const said = wordsOfClause(clause)
  const [newer, older] = [said.slice(said.findIndex(({ plain }) => plain === 'to') + 1), wordsOfClause(before)]
  const [first] = newer
  if (!first || older.length < 2) return false
  if (isSame(first, older[0])) return framed(newer, older, 'instead') !== undefined
  // The verb is left out; what follows in both tells that the same is done.
  const tail = tailOf(newer, older.slice(1))
  const rest = older.slice(older.length - tail)
  const isTold = rest.length > 1 || rest.some((word) => !PREPOSITIONS.has(word.plain))
  return isTold && [newer.slice(0, -tail), older.slice(1, -tail)].every(isPlace)
}

function isHabit(clause: Clause, mayBeAdded = INSTEAD.test(clause.assertion.plain)): boolean {
  const { isAddition, isHypothetical, isPast, isTemporary } = clause.cues()
  // "I read" may be the present, too.
  if ((clause.isEvent && !READS.test(clause.assertion.plain)) || clause.isTemplate || clause.assertion.isLabelled)
    return false
  if (clause.ending && clause.ending.kind !== 'restored') return false
  // "Volunteers" stands beside what else a person does, unless it says "instead".
  return (mayBeAdded || !isAddition) && !isHypothetical && !isPast && !isTemporary
}

function wordsOfClause({ assertion }: Clause): Word[] {
  return assertion.words.filter(({ plain }) => !LIGHT.has(plain) && !DETERMINERS.has(plain))
}

function framed(newer: readonly Word[], older: readonly Word[], says: Replacing): Replacing | undefined {
  const shorter = Math.min(newer.length, older.length)
  let from = 0
  while (from < shorter && isSame(newer[from], older[from])) from++
  const tail = tailOf(newer.slice(from), older.slice(from))
  const parts = [newer, older].map((words) => words.slice(from, words.length - tail))
  // "At home instead" after "in the library".
  const areTurned = parts.every(([word]) => word !== undefined && PREPOSITIONS.has(word.plain))
  const places = areTurned ? parts.map((words) => words.slice(1)) : parts
  if (!from || places.some((words) => !isPlace(words))) return undefined
  const [next, before] = places as [Word[], Word[]]
  if (next.some(isTime) !== before.some(isTime)) return undefined
  const head = newer.slice(0, from)
  const after = newer.slice(newer.length - tail)
  if (says === 'now' && ADDS.has(stemOf(head[0]!.plain))) return undefined
  if (areTurned || after.length || PREPOSITIONS.has(head.at(-1)!.plain)) return says
  return says === 'now' || GENERAL.has(stemOf(head[0]!.plain)) || head.length > 1 ? undefined : says
}

function isSame(one: Word | undefined, other: Word | undefined): boolean {
  return one !== undefined && other !== undefined && stemOf(one.plain) === stemOf(other.plain)
}

/** How many words two texts have in common at their end. */
function tailOf(newer: readonly Word[], older: readonly Word[]): number {
  let tail = 0
  while (tail < Math.min(newer.length, older.length) && isSame(newer.at(-1 - tail), older.at(-1 - tail))) tail++
  return tail
}

/** Some words without a preposition: what follows one limits them. */
function isPlace(words: readonly Word[]): boolean {
  return words.length > 0 && words.length <= PLACE_MAX && !words.some(({ plain }) => PREPOSITIONS.has(plain))
}

function isTime(word: Word): boolean {
  return isDateWord(word) || DAYTIME.test(word.plain)
}
