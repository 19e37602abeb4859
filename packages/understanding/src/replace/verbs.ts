import { KIN_ATTRIBUTES } from '../kin.ts'
import { FINITE_WORDS, isVerbLike } from '../subject.ts'
import { TRADE } from '../trades.ts'
import {
  ADVERBS,
  AFTER_VERB,
  AUXILIARY,
  COMMON,
  COPULA,
  DETERMINERS,
  FINITE,
  INNER,
  OTHER_POSSESSIVE,
  OWN_POSSESSIVE,
  RELATIVE,
  SAYS_VALUE,
  VERBS,
} from './grammar.ts'
import { textOf } from './predicate.ts'
import { RULES } from './rules.ts'
import { TRADE_FOR } from './trades-for.ts'
import type { Word } from './words.ts'

/* Finds the verb of a sentence, and where a name ends. */

/** "On antidepressants": a longer sentence that begins so names a day or a place first. */
const ON_WORDS_MAX = 4
const NAME_WORDS_MAX = 14

/** Whether a sentence begins with a verb, so that it is about the person: "Lives in", "Emigrated to", "Dating". */
export function isVerb(words: readonly Word[]): boolean {
  const { plain } = words[0]!
  const next = words[1]?.plain ?? ''
  if (plain === 'in') return next === 'a'
  if (plain === 'on' && words.length <= ON_WORDS_MAX) return true
  if (ADVERBS.has(plain)) return true
  if (AUXILIARY.has(plain)) return !words[1]?.isCapital || ADVERBS.has(next)
  // "Work phone is", "Running shoes are".
  const isThing = plain.endsWith('ing') && words.slice(1, 4).some((word) => SAYS_VALUE.test(word.plain))
  const copulaAt = words.findIndex(
    (word, at) => at < 4 && (isThing ? SAYS_VALUE.test(word.plain) : COPULA.has(word.plain)),
  )
  if (copulaAt > 0 && !words.slice(1, copulaAt).some((word) => AFTER_VERB.has(word.plain))) return false
  if (VERBS.has(plain) || (RULES.has(plain) && !DETERMINERS.has(plain)) || isVerbLike(plain))
    return !FINITE_WORDS.has(next) || ADVERBS.has(next)
  if (plain.length > 4 && plain.endsWith('ing')) return true
  // "Lays tiles" without a subject.
  if (plain.endsWith('s') && [TRADE, TRADE_FOR].some((trade) => trade.test(textOf(words)))) return true
  return /^[a-z]{2,}(?:ed|s)$/.test(plain) && AFTER_VERB.has(next) && !COMMON.has(plain) && !KIN_ATTRIBUTES.has(plain)
}

export function isFiniteAt(words: readonly Word[], at: number): boolean {
  const word = words[at]
  if (!word || word.isCapital) return false
  const { plain } = word
  return FINITE_WORDS.has(plain) || FINITE.has(plain) || ADVERBS.has(plain) || /^[a-z]{2,}(?:s|ed)$/.test(plain)
}

/** The position of the verb after the subject; -1 without one. */
export function finiteAt(words: readonly Word[]): number {
  const afterName = words[0]!.isCapital && !DETERMINERS.has(words[0]!.plain) ? nameEnd(words, 0) : 0
  const isPlural = /s$/.test(words[afterName]?.plain ?? '') && SAYS_VALUE.test(words[afterName + 1]?.plain ?? '')
  if (afterName > 0 && !isPlural && isFiniteAt(words, afterName) && !words[afterName - 1]!.plain.endsWith("'s"))
    return afterName
  const isPastAt = (at: number) =>
    at > 1 &&
    /^[a-z]{3,}ed$/.test(words[at]!.plain) &&
    AFTER_VERB.has(words[at + 1]?.plain ?? '') &&
    !DETERMINERS.has(words[at - 1]!.plain)
  const isVerbal = ({ plain, isCapital }: Word) =>
    !isCapital && (FINITE_WORDS.has(plain) || FINITE.has(plain) || (ADVERBS.has(plain) && plain !== 'no'))
  // After "my" and the like stands a noun: "my work e-mail is", "my rent is".
  const isNoun = OWN_POSSESSIVE.has(words[0]!.plain) || OTHER_POSSESSIVE.has(words[0]!.plain)
  // "The home address changed", where "address" is no verb.
  const isNounAt = (at: number) =>
    /^(?:is|are|was|were|has|changed)$/.test(words[at + 1]?.plain ?? '') && COMMON.has(words[at]!.plain)
  const found = words.findIndex(
    (word, at) => at > (isNoun ? 1 : 0) && (isVerbal(word) || isPastAt(at)) && !isNounAt(at),
  )
  if (found < 0 || !words.slice(0, found).some(({ plain }) => RELATIVE.has(plain))) return found
  return words.findLastIndex(({ plain, isCapital }) => COPULA.has(plain) && !isCapital)
}

/** The position after the name that begins at a position: capitalised words, and small words between them. */
export function nameEnd(words: readonly Word[], from: number): number {
  let end = from
  for (let at = from; at < Math.min(words.length, from + NAME_WORDS_MAX); at++) {
    const word = words[at]!
    if (word.isCapital || (at > from && /^\d/.test(word.plain))) end = at + 1
    else if (at === from || !INNER.has(word.plain) || /^\d/.test(words[at + 1]?.plain ?? '')) break
    if (word.plain.endsWith("'s") && word.isCapital) break
  }
  return end
}
