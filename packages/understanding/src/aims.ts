import { WEIGHTS } from './aims-weights.ts'
import { bucketOf, logistic, openLinear } from './linear.ts'
import { contentOf } from './replace/endings.ts'
import { stemOf, type Word, wordsOf } from './replace/words.ts'

/*
 * Estimates whether a later statement gives the outcome of a goal: that it has been reached or given up, in whatever words.
 * A linear classifier over the words of the statement, in which those that the goal has, too, stand as one sign: "passed @",
 * "forget the @". The weights are fitted by `bench/aims.mjs`.
 */

/** Features are hashed into so many buckets. */
export const AIM_BUCKETS = 4096

/** A text, read for being compared with others. */
export interface AimText {
  readonly words: readonly Word[]
  /** What it is about, as stems: without what any goal says. */
  readonly terms: ReadonlySet<string>
  /** The stem of the verb after "to" or a colon: "wants to pass the exam". */
  readonly verb: string | undefined
}

const TEXT_CHARS_MAX = 240
const GENERIC = new Set(
  (
    'want wish hop plan aim goal intend dream like lik lov love get go do mak hav have becom be year month week day end good new set heart idea ' +
    'finish reach achiev start try help able own mor more better enough first next last tim time thing way lot well back user someday on one ' +
    'without befor before not no her his my their i she he they it and or the a an to of for in at with from by this that'
  ).split(' '),
)
/** "6c", "b2", "7.5", "100", but no year, day or time. */
const LEVEL = /^(?!\d+(?:st|nd|rd|th|am|pm)$)(?:\d[\d.]*[a-z]+|[a-z]{1,3}\d+|\d+\.\d+|(?!(?:19|20)\d\d$)\d{3,})$/
const VERB = /(?:\bto|^[a-z ]{2,20}:) (?<verb>[a-z]{2,})/i
const linear = openLinear(WEIGHTS)
/** How much of the shorter and the longer list of terms both have, in steps of a quarter. */
const SHARE_STEPS = 4
const LENGTH_STEP = 4
const PART_CHARS_MIN = 4

/** Reads the first 240 characters of a text. */
export function readAimText(text: string): AimText {
  const plain = text.slice(0, TEXT_CHARS_MAX)
  const words = wordsOf(plain)
  const terms = new Set([...contentOf(words)].filter((stem) => !GENERIC.has(stem)))
  for (const { plain: word } of words) if (LEVEL.test(word)) terms.add(word)
  const verb = VERB.exec(plain)?.groups?.verb
  return { words, terms, verb: verb === undefined ? undefined : stemOf(verb.toLowerCase()) }
}

/**
 * The probability that a later statement says that a goal has been reached or given up, 0 to 1; 0 if they share no term
 * besides `names`, the user's own in lower case.
 */
export function outcomeOf(aim: AimText, later: AimText, names: ReadonlySet<string>): number {
  if (!haveTermInCommon(aim, later)) return 0
  const features = aimFeatures(aim, later, names)
  if (!features) return 0
  return logistic(linear(features)[0]!)
}

/** Nearly all pairs have none, so nothing is allocated for them. */
function haveTermInCommon(aim: AimText, later: AimText): boolean {
  for (const term of later.terms) if (aim.terms.has(term)) return true
  return false
}

/** The buckets of what a later statement says of a goal; `undefined` if they share no term. */
export function aimFeatures(aim: AimText, later: AimText, names: ReadonlySet<string>): number[] | undefined {
  const shared = new Set([...later.terms].filter((term) => aim.terms.has(term)))
  if (shared.size) for (const name of names) shared.delete(stemOf(name))
  if (!shared.size) return undefined
  const signs = later.words.map(({ plain }) => {
    const stem = stemOf(plain)
    return shared.has(stem) || shared.has(plain) ? '@' : stem === aim.verb ? `v${plain.slice(-2)}` : plain
  })
  const step = (of: ReadonlySet<string>) => Math.ceil((shared.size / of.size) * SHARE_STEPS)
  const found = new Set([
    `n${Math.min(SHARE_STEPS, Math.floor(later.words.length / LENGTH_STEP))}`,
    `s${step(aim.terms)}`,
    `l${step(later.terms)}`,
    `m${Math.min(SHARE_STEPS, shared.size)}`,
    `a${aim.verb}`,
    `1${signs[0]}`,
  ])
  signs.forEach((sign, at) => {
    found.add(`w${sign}`)
    found.add(`b${sign} ${signs[at + 1] ?? '.'}`)
    if (sign.length >= PART_CHARS_MIN)
      for (const part of [`3${sign.slice(-3)}`, `q${sign.slice(0, 5)}`]) found.add(part)
  })
  return [...found].map((feature) => bucketOf(feature, AIM_BUCKETS))
}
