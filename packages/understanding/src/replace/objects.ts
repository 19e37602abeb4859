import type { Assertion } from './assertions.ts'
import { COPULA, DETERMINERS } from './grammar.ts'
import { isDateWord, stemOf, type Word } from './words.ts'

const PREPOSITIONS = new Set(
  'in at on for with to from by of about as into near under over after before during since until without through against than'.split(
    ' ',
  ),
)
const CONNECTIVES = new Set('and or but because so while who which that where when now again'.split(' '))
/** Verbs of taking part in what follows "in", "at" or "for". */
const TAKES_PART = new Set(
  'play sing work volunteer train danc perform study compet swim coach teach liv sit go goe'.split(' '),
)
/** Nouns whose value names the thing itself: "my car is a Fiat Panda". */
const THINGS = new Set('car bike bicycle phone laptop computer motorbike scooter camera tv boat van'.split(' '))
const PHRASE_WORDS_MAX = 4

/**
 * The stems of the heads of what a clause says of its subject: "bike" of "has a red bike with a basket"; "orchestra" too
 * of "plays the cello in an orchestra".
 */
export function objectHeads({ main, topic, owner }: Assertion): string[] {
  const isState = main.hasCopula && /^(?:in|on|with|under)$/.test(main.words[0]?.plain ?? '')
  if (
    (topic.length > 0 && !isState && !(topic.length === 1 && THINGS.has(topic[0]!.plain))) ||
    (owner !== undefined && owner.relation === undefined && owner.name === undefined)
  )
    return []
  const { words } = main
  const [verb] = words
  if (!verb) return []
  const heads: string[] = []
  let at = main.hasCopula || topic.length > 0 || PREPOSITIONS.has(verb.plain) ? 0 : 1
  if (PREPOSITIONS.has(words[at]?.plain ?? '')) at++
  at = addPhrase(words, at, heads)
  const next = words[at]?.plain ?? ''
  if (TAKES_PART.has(stemOf(verb.plain)) && /^(?:in|at|for|with)$/.test(next)) addPhrase(words, at + 1, heads)
  return heads
}

/** Adds the head of the noun phrase that begins at a position, and the names in it. Returns where it ends. */
function addPhrase(words: readonly Word[], from: number, heads: string[]): number {
  let at = from
  let head: string | undefined
  for (; at < words.length && at < from + PHRASE_WORDS_MAX + 2; at++) {
    const word = words[at]!
    const { plain, isAfterPause } = word
    if (PREPOSITIONS.has(plain) || CONNECTIVES.has(plain) || COPULA.has(plain) || (isAfterPause && at > from)) break
    if (plain === 'called' || plain === 'named') continue
    if (DETERMINERS.has(plain) || isDateWord(word)) continue
    head = stemOf(plain)
    if (word.isCapital) heads.push(head)
  }
  if (head !== undefined) heads.push(head)
  return at
}

/** "A half marathon" is no marathon: whether a word of an aim that `done` lacks precedes one that it has. */
export function isNarrower(words: readonly Word[], aim: ReadonlySet<string>, done: ReadonlySet<string>): boolean {
  return words.some(({ plain, isCapital }, at) => {
    const stem = stemOf(plain)
    return !isCapital && aim.has(stem) && !done.has(stem) && done.has(stemOf(words[at + 1]?.plain ?? ''))
  })
}

/** "Quit the bank" names an employer, and no banking: whether a stem stands as a noun after a determiner. */
export function isNounIn(words: readonly Word[], stem: string): boolean {
  return words.some(
    ({ plain }, at) =>
      at > 0 && stemOf(plain) === stem && !plain.endsWith('ing') && DETERMINERS.has(words[at - 1]!.plain),
  )
}
