import { guessLanguage, isFunctionWord, tokenise } from '@memory-service/recall/tokens'
import { widerConcepts } from '@memory-service/understanding/concepts'

/*
 * Compares two texts by their words alone. The result depends on no other memory, so it is the same whatever else the
 * store contains.
 */

/** The words of a text that tell something about it: no function words, verbs of everyday use or own names. */
export interface Wording {
  readonly stems: ReadonlySet<string>
  readonly concepts: ReadonlySet<string>
  /** The concepts and the wider ones close to them: an antibiotic is a medicine. */
  readonly wider: ReadonlySet<string>
}

const TEXT_CHARS_MAX = 600
const STEMS_MAX = 64
/** A concept further up says too little: much is somehow food or health. */
const STEPS_MAX = 2
/** Fewer than this many words in common count only between texts of a word or two. */
const SHARED_MIN = 2
/** Words that most notes about a person contain. */
const GENERAL = stemsOf(
  'like likes love loves enjoys adores prefers hates wants needs wishes has gets got goes went comes came makes made ' +
    'takes took gives gave does did done uses used tries tried starts keeps feels thinks knows says tells told lives ' +
    'works user person people man woman time day week month year today yesterday morning evening good great new old ' +
    'often usually sometimes every',
)

/** Reads the first 600 characters of a text. */
export function wordingOf(content: string, ownNames: ReadonlySet<string>): Wording {
  const text = tokenise(content.slice(0, TEXT_CHARS_MAX))
  const language = guessLanguage(text)
  const own = stemsOf([...ownNames].join(' '))
  const words = text.tokens.filter(
    (word) => !isFunctionWord(word, language) && !GENERAL.has(word.stem) && !own.has(word.stem),
  )
  const concepts = new Set(words.flatMap((word) => word.concepts))
  const wider = new Set<string>()
  for (const name of concepts) for (const [each, steps] of widerConcepts(name)) if (steps <= STEPS_MAX) wider.add(each)
  return { stems: new Set(words.slice(0, STEMS_MAX).map(({ stem }) => stem)), concepts, wider }
}

/** Similarity of the words of two texts, 0 to 1: the cosine of their sets. */
export function similarityOf({ stems: one }: Wording, { stems: other }: Wording): number {
  const shared = sharedOf(one, other)
  if (!shared || shared < Math.min(SHARED_MIN, one.size, other.size)) return 0
  return shared / Math.sqrt(one.size * other.size)
}

/** Whether two texts have a word in common, or a concept that one of them names and the other names or specialises. */
export function haveInCommon(one: Wording, other: Wording): boolean {
  return (
    sharedOf(one.stems, other.stems) > 0 ||
    sharedOf(one.concepts, other.wider) > 0 ||
    sharedOf(other.concepts, one.wider) > 0
  )
}

function stemsOf(text: string): Set<string> {
  return new Set(tokenise(text).tokens.map(({ stem }) => stem))
}

function sharedOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0
  for (const each of one) if (other.has(each)) shared++
  return shared
}
