import type { UserIndex } from './user-index.ts'
import { type AskedWord, nearestCosine } from './word-vectors.ts'

/** A word of a row covers one of the question by what their cosine exceeds this: unrelated words are about as near. */
const COSINE_MIN = 0.15

/** Words of a row that are compared: of a longer one the first. */
const ROW_WORDS_MAX = 64
/** Shared by all searches of a thread, since searches are synchronous. */
const entries = new Uint32Array(ROW_WORDS_MAX)

/**
 * The share of a question, given by its words, that those of a row cover, 0 to .85: each word of the question counts by the nearest word of the
 * row (late interaction: Khattab and Zaharia, ColBERT, SIGIR 2020). A long row can answer by one of its words, which its
 * vector as a whole says little about.
 */
export function coverageOf(words: readonly AskedWord[], slot: number, { terms, vocabulary }: UserIndex): number {
  const length = terms.read(slot)
  let count = 0
  for (let at = 0; at < length && count < ROW_WORDS_MAX; at++) {
    const term = terms.values[at]!
    const entry = vocabulary.isFunctionTerm[term] ? 0 : vocabulary.vectorEntry(term)
    if (entry) entries[count++] = entry
  }
  let coverage = 0
  for (const word of words) coverage += word.weight * (nearestCosine(word, entries, count, COSINE_MIN) - COSINE_MIN)
  return coverage
}
