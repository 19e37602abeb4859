import { KIN_ATTRIBUTES } from '../kin.ts'
import { type Assertion, keyOf } from './assertions.ts'
import { computedOnce } from './computed-once.ts'
import { BYGONE, CHANGE_ONLY, isNoSeries, NUMERIC, valueAt } from './measurements.ts'
import { BODY_WEIGHT, KINDS, type Kind } from './quantity-kinds.ts'
import type { Clause, Reading } from './reading.ts'
import { datesOf, isDateWord, stemOf, type Word, withoutPossessive } from './words.ts'

/*
 * Readings of quantities that everybody has one value of, in the short forms of notes: "BP 151/95", "96 kg at the medical",
 * "INR of 2.6 this time", "Nurse wrote 68 kilo". The quantity is known by its name, or by the form of the value alone.
 */

/** A value of a known quantity. */
interface KnownQuantity {
  /** Whose and what: equal for readings of one series. */
  readonly key: string
  readonly value: string
  readonly unit: string | undefined
  /** Whether only the unit says what is measured. */
  readonly isBare: boolean
}

/** A value of this form is a blood pressure. */
const PRESSURE = /^(?<systolic>\d{2,3})\/(?<diastolic>\d{2,3})$/
/** Who measures, with what and where; and how it is reported. */
const NEUTRAL = new Set(
  (
    'an a the my our his her its i he she it we of in on at to from by as and is are am was were be been being has have had got get gets now ' +
    'read reads reading readings came comes come back up down out goes went gone fell falls rose risen dropped stands stand stood sits hit ' +
    'reached shows show showed said says say measured measures measurement check checked checkup check-up test tests tested result results report ' +
    'latest last new newest current currently again still just only about around roughly exactly almost nearly already today yesterday tonight this that ' +
    'morning afternoon evening week month time level value count lab labs blood doctor doc dr nurse midwife physio dietician surgery clinic hospital ' +
    'pharmacy chemist gp practice gym medical exam walk-in appointment weigh-in steady stable wrote writes put puts gave gives noted recorded ' +
    'sem semester term finals exams season tournament for after with since before so far then finally us me year years yr yrs spring summer autumn winter ' +
    'counter kitchen home another here there over school visit control follow-up followup stepped wrote book app watch pill pills tablets medicine'
  ).split(' '),
)
/** Begins what says only when, where, by which means or why a value was taken. */
const CIRCUMSTANCE =
  /^(?:at|after|with|since|because|thanks|according|says?|said|despite|without|following|by|per|from)$/
/** Names what else is measured, or when another value is true. */
const OTHER_MATTER =
  /^(?:each|every|bag|luggage|suitcase|dumbbells?|barbell|kettlebell|reps?|squats?|bench|bar|press|lift\w*|deadlift|curls?|potatoes|flour|sugar|rice|dose|bought|carried)$/
/** Says that a bare weight before or after it is of the body. */
const OF_BODY =
  /\b(?:gym|diet\w*|trousers|jeans|belt|clothes|dress|training|pregnan\w*|doctor|nurse|midwife|clinic|scales?|weigh\w*|weight|belly|slim\w*|thinner|heavier|lighter|fat|sport|workouts?|eating|steroids|cortisone|chemo)\b/
const NUMBER_WORDS =
  'seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(' ')
const SMALL = 'zero one two three four five six seven eight nine ten eleven twelve thirteen'.split(' ')
const CURRENCY = /^\p{Lu}{3}$/u
const DAY = /^\d+-\d+$/
/** So far apart, two bare weights are of different bodies. */
const RATIO_MAX = 1.4
const COMMENT_WORDS_MAX = 8

/** The value of a known quantity that a clause gives; `undefined` if it says anything else. */
export const knownQuantityOf = computedOnce(readKnown)

/** Whether a newer text gives another value of the known quantity of the same person. */
export function isKnownQuantityAgain(newer: Reading, older: Reading): boolean {
  const [before, ...others] = older.clauses
  if (!before || others.length) return false
  const last = knownQuantityOf(before.assertion)
  if (!last || BYGONE.test(before.assertion.plain)) return false
  return newer.clauses.some((clause) => isAnotherValue(clause, before, last)) && !isNoSeries(newer, older)
}

function isAnotherValue(newer: Clause, older: Clause, last: KnownQuantity): boolean {
  const next = knownQuantityOf(newer.assertion)
  if (!next || next.key !== last.key || next.value === last.value) return false
  if (newer.isTemplate || [newer, older].some((clause) => clause.cues().isHypothetical)) return false
  if (BYGONE.test(newer.assertion.plain) || personOf(newer) !== personOf(older)) return false
  const days = [newer, older].map(({ assertion }) => [...datesOf(assertion.words)].some((date) => DAY.test(date)))
  if (days[0] && days[1]) return false
  if (next.unit !== undefined && last.unit !== undefined && next.unit !== last.unit) return false
  const ratio = Number.parseFloat(next.value) / Number.parseFloat(last.value)
  return !(next.isBare || last.isBare) || (ratio < RATIO_MAX && ratio > 1 / RATIO_MAX)
}

/** "She" and "I" are two people; a note without a pronoun can be about either. */
function personOf({ assertion: { plain, owner } }: Clause): string {
  return owner?.name === undefined ? (/^(?:his|her|their)\b/.exec(plain)?.[0] ?? '') : ''
}

function readKnown({
  plain,
  words: written,
  owner,
  isQuestion,
  topic,
  isLabelled,
}: Assertion): KnownQuantity | undefined {
  if (isQuestion || CHANGE_ONLY.test(plain) || written.length > 16) return undefined
  const words = withNumbers(written)
  const at = words.findIndex((word) => NUMERIC.test(word.plain) && !isOfDate(words, word))
  const value = at < 0 ? undefined : valueAt(words, at)
  if (!value) return undefined
  const start = words.findLastIndex(({ isAfterPause }, index) => isAfterPause && index <= at)
  const end = words.findIndex(({ isAfterPause }, index) => isAfterPause && index >= value.to)
  const tail = words.slice(end < 0 ? words.length : end)
  const lead = isLabelled || start < 0 ? [] : words.slice(0, start)
  const comments = [lead, tail]
  if (comments.some((comment) => comment.length > COMMENT_WORDS_MAX || comment.some(namesPersonIn))) return undefined
  const said = [...words.slice(lead.length, at), ...words.slice(value.to, end < 0 ? words.length : end)]
  const text = said.map((word) => word.plain).join(' ')
  const kind = KINDS.find(({ isNamed, isUnit }) => isNamed(text) && isUnit(value.unit)) ?? bareKind(value, text, lead)
  if (!kind) return undefined
  const isNamed = kind.isNamed(text)
  // A comment before a value has to say that it is about the body.
  if (lead.length && !isNamed && !OF_BODY.test(lead.map((word) => word.plain).join(' '))) return undefined
  const content = contentIn(words, at, value.to, end < 0 ? words.length : end, lead.length, kind)
  if (content === undefined || content.length > 2) return undefined
  if (!isNamed && content.some((word) => !namesPerson(word) && !isOwner(word, topic, owner?.name))) return undefined
  const occasions = [...new Set(occasionsIn(plain, kind))].sort().join(' ')
  const whose = [...new Set(content.map((word) => stemOf(withoutPossessive(word.plain))))].sort().join(' ')
  const self = owner?.relation && owner.relation !== 'self' && !whose ? keyOf(owner) : whose
  return {
    ...{ key: `${self || 'self'}|quantity ${kind.name}${occasions && ` ${occasions}`}`, value: value.text },
    ...{ unit: unitOf(value.unit), isBare: !isNamed && kind.name === 'weight' },
  }
}

function occasionsIn(text: string, { occasions }: Kind): string[] {
  return occasions.flatMap((occasion) => text.match(occasion) ?? [])
}

function unitOf(unit: string | undefined): string | undefined {
  return unit === 'kilo' || unit === 'kilogram' ? 'kg' : unit === 'st' ? 'stone' : unit === 'pound' ? 'lb' : unit
}

/** A value that has the form of one quantity only. */
function bareKind(
  { text, unit }: { text: string; unit: string | undefined },
  said: string,
  lead: readonly Word[],
): Kind | undefined {
  const pressure = PRESSURE.exec(text)?.groups
  if (pressure && unit === undefined) {
    const [systolic, diastolic] = [Number(pressure.systolic), Number(pressure.diastolic)]
    const isPossible =
      systolic >= 80 && systolic <= 240 && diastolic >= 40 && diastolic <= 140 && systolic > diastolic + 15
    return isPossible ? KINDS.find(({ name }) => name === 'blood pressure') : undefined
  }
  if (
    !unit ||
    !BODY_WEIGHT.test(unit) ||
    [...said.split(' '), ...lead.map(({ plain }) => plain)].some((word) => OTHER_MATTER.test(word))
  )
    return undefined
  return KINDS.find(({ name }) => name === 'weight')
}

/** What a clause says besides the quantity, its value and the circumstances of measuring. */
function contentIn(
  words: readonly Word[],
  at: number,
  to: number,
  end: number,
  start: number,
  kind: Kind,
): readonly Word[] | undefined {
  const occasions = new Set(occasionsIn(words.map(({ plain }) => plain).join(' '), kind))
  const after = words.slice(to, end)
  const cut = after.findIndex(({ plain }) => CIRCUMSTANCE.test(plain))
  const circumstances = cut < 0 ? [] : after.slice(cut)
  // "With mum on the scale": another person may be meant.
  if (circumstances.some(namesPerson) || circumstances.some(({ plain }) => NUMERIC.test(plain))) return undefined
  const said = [...words.slice(start, at), ...(cut < 0 ? after : after.slice(0, cut))]
  if (said.some(({ plain }) => OTHER_MATTER.test(plain) && !kind.isOfName(plain))) return undefined
  return said.filter(
    (word) =>
      !kind.isOfName(word.plain) &&
      !occasions.has(word.plain) &&
      !NEUTRAL.has(word.plain) &&
      !isDateWord(word) &&
      !(kind.name === 'savings' && CURRENCY.test(word.text)),
  )
}

function isOwner({ plain }: Word, topic: readonly Word[], name: string | undefined): boolean {
  return topic.some((word) => word.plain === plain) || (name?.split(' ') ?? []).includes(withoutPossessive(plain))
}

function namesPerson(word: Word): boolean {
  const plain = withoutPossessive(word.plain)
  if (KIN_ATTRIBUTES.has(plain)) return true
  return word.isCapital && !NEUTRAL.has(plain) && !isDateWord(word) && !/^\p{Lu}{2,}/u.test(word.text)
}

/** "Diet works, 61 kg": a word that begins a comment is no name for its capital letter alone. */
function namesPersonIn(word: Word, at: number): boolean {
  return namesPerson(word) && (at > 0 || word.isAfterPause || !OF_BODY.test(word.plain))
}

/** Whether a number is the day of a date or a year. */
function isOfDate(words: readonly Word[], word: Word): boolean {
  if (/^(?:19|20)\d\d$/.test(word.plain)) return true
  const at = words.indexOf(word)
  return [words[at - 1], words[at + 1]].some(
    (other) => other?.isCapital === true && isDateWord(other) && !NUMERIC.test(other.plain),
  )
}

/** "Eleven stone four" in figures. */
function withNumbers(words: readonly Word[]): readonly Word[] {
  const stoneAt = words.findIndex(({ plain }) => plain === 'stone')
  const before = NUMBER_WORDS.indexOf(words[stoneAt - 1]?.plain ?? '')
  const after = SMALL.indexOf(words[stoneAt + 1]?.plain ?? '')
  if (stoneAt < 1 || (before < 0 && after < 0)) return words
  return words.map((word, at) => {
    if (at === stoneAt - 1 && before >= 0) return { ...word, plain: String(before + 7), isCapital: false }
    return at === stoneAt + 1 && after >= 0 ? { ...word, plain: String(after) } : word
  })
}
