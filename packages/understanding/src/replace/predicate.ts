import type { Word } from './words.ts'

const AUXILIARY = new Set(
  (
    'has have had is am are been be being now currently still just recently finally already officially ' +
    'really mostly usually normally always again both happily all do does did newly mainly also can then lately'
  ).split(' '),
)
const CHANGING = new Set(
  'hired promoted appointed made taken transferred relocated renamed moved changed admitted elected married remarried divorced engaged separated accepted back taken made let laid fired sacked dismissed elected'.split(
    ' ',
  ),
)
const COPULA = new Set('is am are been be was were being'.split(' '))

/** A predicate from its main verb on. */
export interface Predicate {
  readonly words: readonly Word[]
  /** The words in lower case, joined by spaces. */
  readonly text: string
  /** The predicate as a whole, in the same form. */
  readonly whole: string
  /** Whether a form of "to be" comes before, so that what follows may be an adjective or noun. */
  readonly hasCopula: boolean
}

/** A predicate without the auxiliaries and adverbs that it begins with. */
export function predicateOf(predicate: readonly Word[]): Predicate {
  let at = 0
  let hasCopula = false
  for (; at < predicate.length - 1 && (isAuxiliary(predicate, at) || isPassive(predicate, at)); at++)
    if (COPULA.has(predicate[at]!.plain)) hasCopula = true
  const words = predicate.slice(at)
  return { words, text: textOf(words), whole: textOf(predicate), hasCopula }
}

/** "Does not", "do still", but not "does yoga". */
function isAuxiliary(predicate: readonly Word[], at: number): boolean {
  const { plain } = predicate[at]!
  if (!AUXILIARY.has(plain)) return false
  return !/^(?:do|does)$/.test(plain) || !/ing$/.test(predicate[at + 1]!.plain)
}

/** "Was hired": it has become so, while "was a nurse" is over. */
function isPassive(predicate: readonly Word[], at: number): boolean {
  const next = predicate[at + 1]!.plain
  return /^(?:was|were|get|gets|got|getting)$/.test(predicate[at]!.plain) && (CHANGING.has(next) || AUXILIARY.has(next))
}

/** Words in lower case, joined by spaces. */
export function textOf(words: readonly Word[]): string {
  return words.map(({ plain }) => plain).join(' ')
}
