import type { Assertion } from './assertions.ts'
import { computedOnce } from './computed-once.ts'
import { isSameParty } from './endings.ts'
import type { Clause, Reading } from './reading.ts'
import { stemOf } from './words.ts'

/*
 * Statements that say themselves that there is one: "the singer I like most is Bea". Two of them that differ in nothing but the
 * value replace each other, without any word of change.
 */

/** There is one of what these say. "Only", "always" and "everything" can be true of several things. */
const ONE = /^(?:most|favou?rite|fav|best|finest)$/
const ANY_OTHER = /^(?:more than )?(?:to |in |at |on |with )?any other (?<what>\p{L}+)$/u
/** There are several of these, or each depends on something else. */
const SEVERAL =
  /\b(?:one of|among|some of|at most|thing|things|part|time|times|way|ways|day|days|gift|present|what|matters?|also|too|another|second|both|sometimes|usually|often)\b/
/** What a person's health depends on stays until it is said to be over. */
const OF_HEALTH =
  /\b(?:allerg\w*|intoleran\w*|reaction\w*|avoid\w*|eats?|eating|drinks?|drinking|must|can|should|may|doctor|hospital|pain|asthma|medicine|tablets?|pills?|safe|food|drink)\b/
/** What a person likes best is a taste, also of food: "favourite drink". */
const FAVOURITE_FOOD = /\b(?:favou?rite|fav)(?: [\p{L}-]+)? (?:food|drink)\b|\bthese days\b/gu
const LIKES_MORE = /^(?:prefers?|likes?|loves?|enjoys?)$/
/** Stand before "favourite" in what the user says of himself or herself. */
const OWN = /^(?:i|my)$/
const VALUE_MAX = 4
const WHAT_MIN = 2
const ARTICLES = new Set(['the', 'a', 'an'])
const NOW = new Set('now nowadays currently instead again'.split(' '))
const COPULA = new Set(['is', 'are'])
/** Words of a phrase that is no mere value. */
const NO_VALUE = /^(?:is|are|was|were|has|have|in|on|at|for|of|to|by|with|from|near|and|or|not|no|when|if|than)$/

/** Whether a newer statement gives another value of what the older one says there is one of. */
export function isOtherOfOne(newer: Reading, older: Reading): boolean {
  const [before, ...others] = older.clauses
  if (!before || others.length) return false
  return newer.clauses.some((clause) => {
    const [next, last] = [oneOfIn(clause.assertion), oneOfIn(before.assertion)]
    if (!next || !last || next.what !== last.what || next.value === last.value) return false
    return isPlain(clause) && isPlain(before) && isSameParty(clause.assertion.owner, before.assertion.owner)
  })
}

function isPlain(clause: Clause): boolean {
  const plain = clause.assertion.plain.replace(FAVOURITE_FOOD, ' ')
  if (SEVERAL.test(plain) || OF_HEALTH.test(plain) || clause.isEvent) return false
  const { isPast, isHypothetical, isTemporary } = clause.cues()
  return !isPast && !isHypothetical && !isTemporary
}

interface OneOf {
  /** The words that say of what there is one. */
  readonly what: string
  readonly value: string
}

/** The value that a clause gives to what it says there is one of; `undefined` if it does not say so. */
const oneOfIn = computedOnce(({ words }: Assertion): OneOf | undefined => {
  const pause = words.findIndex(({ isAfterPause }, at) => isAfterPause && at > WHAT_MIN)
  const said = (pause < 0 ? words : words.slice(0, pause))
    .map(({ plain }) => plain)
    .filter(
      (plain, at, all) =>
        !NOW.has(plain) &&
        !(plain === 'these' && all[at + 1] === 'days') &&
        !(plain === 'days' && all[at - 1] === 'these'),
    )
  return preferred(said) ?? likedMore(said) ?? equated(OWN.test(said[0] ?? '') ? said.slice(1) : said)
})

/** "The singer I like most is Bea", "Bea is the singer I like most". */
function equated(plains: readonly string[]): OneOf | undefined {
  const at = plains.findIndex((plain) => COPULA.has(plain))
  if (at <= 0) return undefined
  const sides = [plains.slice(0, at), plains.slice(at + 1)]
  const [one, ...others] = sides.filter((side) => side.some((plain) => ONE.test(plain)))
  if (!one || others.length) return undefined
  return oneOf(one, sides.find((side) => side !== one)!)
}

/** "Prefers linen to any other fabric", "likes linen more than any other fabric": the favourite fabric. */
function preferred(plains: readonly string[]): OneOf | undefined {
  const verbAt = plains.findIndex((plain) => LIKES_MORE.test(plain))
  const at = plains.findIndex((plain, index) => index > verbAt && (plain === 'more' || plain === 'to'))
  if (verbAt < 0 || at < 0 || (plains[at] === 'to') !== plains[verbAt]!.startsWith('prefer')) return undefined
  const what = ANY_OTHER.exec(plains.slice(at).join(' '))?.groups?.what
  if (what === undefined) return undefined
  const subject = plains.slice(0, verbAt).filter((plain) => !OWN.test(plain))
  return oneOf(
    [...subject.map((plain) => POSSESSIVE.get(plain) ?? plain), 'favourite', what],
    plains.slice(verbAt + 1, at),
  )
}
const POSSESSIVE: ReadonlyMap<string, string> = new Map([
  ['she', 'her'],
  ['he', 'his'],
])

/** "Listens to Bea more than to any other singer". */
function likedMore(all: readonly string[]): OneOf | undefined {
  const plains = all[0] === 'i' ? all.slice(1) : all
  const at = plains.indexOf('more')
  if (at < WHAT_MIN || !ANY_OTHER.test(plains.slice(at).join(' '))) return undefined
  const from = plains[1] === 'to' ? 2 : 1
  return oneOf([...plains.slice(0, from), ...plains.slice(at)], plains.slice(from, at))
}

function oneOf(what: readonly string[], value: readonly string[]): OneOf | undefined {
  const of = what.filter((plain) => !ARTICLES.has(plain))
  const named = value.filter((plain) => !ARTICLES.has(plain))
  if (of.length < WHAT_MIN || !named.length || named.length > VALUE_MAX) return undefined
  if (named.some((plain) => NO_VALUE.test(plain)) || of.some((plain) => COPULA.has(plain))) return undefined
  return {
    what: of.map((plain) => stemOf(plain.replace(/^favorite$/, 'favourite'))).join(' '),
    value: named.map(stemOf).join(' '),
  }
}

/** "Off the waiting list" after "on the waiting list": whether a newer statement says that the older one's state has ended. */
export function isOff(newer: Reading, older: Reading): boolean {
  const [next, before] = [newer, older].map((reading) => STATE.exec(reading.normal())?.groups)
  if (!next || !before || next.preposition !== 'off' || before.preposition !== 'on') return false
  return next.rest === before.rest && (next.who ?? '') === (before.who ?? '')
}

/** Lists and groups, not medicines. */
const STATE =
  /^(?:(?<who>i|he|she|they|we|user|the user) )?(?:is |am |are |m |s |re )?(?:now )?(?<preposition>on|off) (?:the |a |an |my |his |her )?(?<rest>(?:[\p{L}\d]+ )*?(?:list|committee|board|team|rota|register|roster|mailing list|payroll|panel|council|crew|squad)(?: (?:for|of|at) .+?)?)(?: now)?$/u
