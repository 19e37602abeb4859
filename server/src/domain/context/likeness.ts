import { tokenise } from '@memory-service/recall/tokens'
import { conceptsIn, shareConcept, type TextConcepts } from '@memory-service/understanding/concepts-in-text'
import { parseStatement } from '../memories/duplicates.ts'

/*
 * Compares two texts by their words alone. The result depends on no other memory, so it is the same whatever else the
 * store contains.
 */

/** The words of a text that tell something about it. */
export interface Wording {
  /** Stems, without function words, verbs of everyday use and the user's own names. */
  readonly terms: ReadonlySet<string>
  readonly concepts: TextConcepts
}

/** Words that most notes about a person contain. */
const GENERAL = new Set(
  parseStatement(
    'like love enjoy adore prefer hate want need wish have get got go went come came make made take took give gave do ' +
      'did done use try start keep feel think know say said tell told live work user person people time day week month ' +
      'year today yesterday morning evening good great new old often usually sometimes every',
  ).terms,
)
const TEXT_CHARS_MAX = 600
/** Fewer than this many words in common count only between texts of a word or two. */
const SHARED_MIN = 2

/** @param ownNames the user's own names in lower case. */
export function wordingOf(content: string, ownNames: ReadonlySet<string>): Wording {
  const own = new Set(parseStatement([...ownNames].join(' ')).terms)
  const tells = (stem: string) => !GENERAL.has(stem) && !own.has(stem)
  const words = tokenise(content.slice(0, TEXT_CHARS_MAX)).tokens.filter(({ stem }) => tells(stem))
  return {
    terms: new Set(parseStatement(content).terms.filter(tells)),
    concepts: conceptsIn(words.map(({ text }) => text).join(' ')),
  }
}

/** Similarity of the words of two texts, 0 to 1: the cosine of their sets. */
export function similarityOf({ terms: one }: Wording, { terms: other }: Wording): number {
  const shared = sharedTerms(one, other)
  if (shared < Math.min(SHARED_MIN, one.size, other.size) || !shared) return 0
  return shared / Math.sqrt(one.size * other.size)
}

/** Whether two texts have a word or a concept in common. */
export function haveInCommon(one: Wording, other: Wording): boolean {
  return sharedTerms(one.terms, other.terms) > 0 || shareConcept(one.concepts, other.concepts)
}

function sharedTerms(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0
  for (const term of one) if (other.has(term)) shared++
  return shared
}
