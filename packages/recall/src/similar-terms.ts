import { ENGLISH, LANGUAGES } from './lexicon/stemmers.ts'
import { stemIn, type Token, tokenOf, WORD } from './lexicon/token-records.ts'
import { bitCount, editsAllowed, trigramsOf, wordSimilarity } from './similarity.ts'
import { isFunctionWord, joinedTerm, type TokenisedText } from './tokens.ts'
import type { View } from './view.ts'
import { letterBitsOf, prefixOf } from './vocabulary.ts'
import { isKnownStem } from './word-vectors.ts'

/* Terms of the index that a word of a query may stand for: by other languages, by spelling, joined or split. */

interface SimilarTerm {
  term: number
  similarity: number
}

/** Fuzzy matches used for one unknown word. */
const FUZZY_TERMS = 3
/** Of longer words, one spelling may be known beside another: "colour" and "color". */
const EXACT_CHARS_MAX = 5
/** Shorter parts of a compound are syllables rather than words. */
const COMPOUND_PART_CHARS_MIN = 2
/** Terms of one query at most. */
export const TERMS_MAX = 256
/** What a function word weighs, if a content word weighs 1. */
export const FUNCTION_WORD_WEIGHT = 0.15

/** The term of a text if at least one readable row contains it. */
export function knownTerm(text: string, view: View): number | undefined {
  const term = view.index.vocabulary.find(text)
  return term !== undefined && view.documentFrequency(term, 0) > 0 ? term : undefined
}

/** Adjacent words of the query joined: "wi fi" finds `wifi`. */
export function joinedNeighbours({ tokens }: TokenisedText): string[] {
  const joined: string[] = []
  for (let i = 1; i < tokens.length && joined.length < TERMS_MAX; i++) {
    const [first, second] = [tokens[i - 1]!, tokens[i]!]
    if (first.kind !== WORD || second.kind !== WORD || isFunctionWord(first, ENGLISH)) continue
    joined.push(joinedTerm(first.text + second.text))
  }
  return joined
}

/** Splits an unknown word into two known ones, as evenly as possible: "checkin" finds `check in`. */
export function splitCompound(text: string, view: View): { term: number; weight: number }[] {
  const middle = text.length >> 1
  for (let off = 0; middle - off >= COMPOUND_PART_CHARS_MIN; off++)
    for (const at of [middle + off, middle - off]) {
      const parts = [tokenOf(text.slice(0, at)), tokenOf(text.slice(at))]
      const terms = parts.map((part) => knownTerm(part.stem, view) ?? otherStems(part, ENGLISH, true, view)[0])
      if (text.length - at < COMPOUND_PART_CHARS_MIN || terms.includes(undefined)) continue
      return parts.map((part, i) => ({
        term: terms[i]!,
        weight: isFunctionWord(part, ENGLISH) ? FUNCTION_WORD_WEIGHT : 1,
      }))
    }
  return []
}

/**
 * Known stems of a word by the rules of other languages, since a memory may be in another language than the query:
 * English only, or every language with `all`.
 */
export function otherStems(token: Token, language: number, all: boolean, view: View): number[] {
  if (!all && language === ENGLISH) return []
  const found: number[] = []
  for (let other = ENGLISH; other < (all ? LANGUAGES.length : ENGLISH + 1); other++) {
    if (other === language) continue
    const term = knownTerm(stemIn(token, other), view)
    if (term !== undefined && !found.includes(term)) found.push(term)
  }
  return found
}

/**
 * The known terms most similar to an unknown word: within a few edits, or with the same prefix and most trigrams in
 * common. One pass over the vocabulary, in which two bit tests leave few terms to compare in full. Short English words
 * differ by a letter from others: "live" is no misspelt "life".
 */
export function fuzzyTerms(word: string, chars: number, view: View): SimilarTerm[] {
  const { vocabulary } = view.index
  const { letterBits, prefixes, wordLengths, texts } = vocabulary
  const edits = editsAllowed(chars)
  const [bits, prefix, length] = [letterBitsOf(word), prefixOf(word), word.length]
  const trigrams = trigramsOf(word)
  const isSpeltRight = chars <= EXACT_CHARS_MAX && isKnownStem(word)
  const best: SimilarTerm[] = []
  for (let term = 0; term < texts.length; term++) {
    const termLength = wordLengths[term]!
    if (!termLength) continue
    const isNear = Math.abs(termLength - length) <= edits && bitCount(letterBits[term]! ^ bits) <= 2 * edits
    if (!isNear && prefixes[term] !== prefix) continue
    const similarity = wordSimilarity(word, trigrams, texts[term]!, edits)
    if (!(similarity > 0) || (isSpeltRight && isKnownStem(texts[term]!))) continue
    if (isAmongBest(best, similarity, texts[term]!, texts) && view.documentFrequency(term, 0) > 0) {
      best.push({ term, similarity })
      best.sort((a, b) => b.similarity - a.similarity || (texts[a.term]! < texts[b.term]! ? -1 : 1))
      best.length = Math.min(best.length, FUZZY_TERMS)
    }
  }
  return best
}

function isAmongBest(best: readonly SimilarTerm[], similarity: number, text: string, texts: string[]): boolean {
  const last = best[FUZZY_TERMS - 1]
  return !last || similarity > last.similarity || (similarity === last.similarity && text < texts[last.term]!)
}
