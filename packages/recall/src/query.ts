import { ENGLISH, LANGUAGES } from './lexicon/stemmers.ts'
import { SYNONYMS } from './lexicon/synonyms.ts'
import { stemIn, type Token, tokenOf, WORD } from './lexicon/token-records.ts'
import { bitCount, editsAllowed, trigramsOf, wordSimilarity } from './similarity.ts'
import { guessLanguage, isFunctionWord, joinedTerm, type TokenisedText, tokenise } from './tokens.ts'
import type { View } from './view.ts'
import { letterBitsOf, prefixOf } from './vocabulary.ts'

/** A term that at least one readable row contains, and its weight in the query. */
export interface QueryTerm {
  term: number
  weight: number
}

export interface ParsedQuery {
  text: TokenisedText
  /** All terms to score by: the query's words and their expansions. */
  terms: QueryTerm[]
  /** The query's own distinct words; `term` is `undefined` for a word that no readable row contains. */
  words: { weight: number; term: number | undefined }[]
}

interface SimilarTerm {
  term: number
  similarity: number
}

const FUNCTION_WORD_WEIGHT = 0.15
const SYNONYM_WEIGHT = 0.15
const OTHER_STEM_WEIGHT = 0.9
const FUZZY_WEIGHT = 0.8
/** Fuzzy matches used for one unknown word. */
const FUZZY_TERMS = 3
/** Shorter words have too many similar words. */
const FUZZY_CHARS_MIN = 4
/** Unknown words that are matched fuzzily in one query: each takes a pass over the vocabulary. */
const FUZZY_WORDS_MAX = 8

/** Shorter parts of a compound are syllables rather than words. */
const COMPOUND_PART_CHARS_MIN = 2

const TERMS_MAX = 256

/** From a stem to the stems of its synonyms. */
const SYNONYM_STEMS = new Map(
  [...SYNONYMS].map(([word, others]) => [tokenOf(word).stem, [...new Set(others.map((other) => tokenOf(other).stem))]]),
)

/**
 * Parses a query into weighted terms. Function words weigh little. A content word is expanded by its stems in other
 * languages and its synonyms; an unknown one by similar terms and by its parts. Only terms of readable rows are used.
 */
export function parseQuery(query: string, view: View): ParsedQuery {
  const text = tokenise(query)
  const language = guessLanguage(text)
  const weights = new Map<number, number>()
  const words: ParsedQuery['words'] = []
  const seen = new Set<string>()
  let fuzzyLeft = FUZZY_WORDS_MAX

  const addTerm = (term: number | undefined, weight: number) => {
    if (term !== undefined && weight > (weights.get(term) ?? 0)) weights.set(term, weight)
  }
  for (const token of text.tokens) {
    const stem = stemIn(token, language)
    if (seen.has(stem) || seen.size >= TERMS_MAX) continue
    seen.add(stem)
    const known = knownTerm(stem, view)
    const weight = isFunctionWord(token, language) ? FUNCTION_WORD_WEIGHT : 1
    words.push({ weight, term: known })
    addTerm(known, weight)
    if (token.kind !== WORD || weight < 1) continue
    const others = otherStems(token, language, known === undefined, view)
    for (const other of others) addTerm(other, OTHER_STEM_WEIGHT)
    if (known === undefined && !others.length && token.text.length >= FUZZY_CHARS_MIN && fuzzyLeft-- > 0) {
      for (const { term, similarity } of fuzzyTerms(stem, token.text.length, view))
        addTerm(term, FUZZY_WEIGHT * similarity)
      for (const { term, weight } of splitCompound(token.text, view)) addTerm(term, FUZZY_WEIGHT * weight)
    }
    for (const synonym of SYNONYM_STEMS.get(token.stem) ?? []) addTerm(knownTerm(synonym, view), SYNONYM_WEIGHT)
  }
  for (const joined of text.joined.slice(0, TERMS_MAX)) addTerm(knownTerm(joinedTerm(joined), view), 1)
  for (const joined of joinedNeighbours(text)) addTerm(knownTerm(joined, view), FUZZY_WEIGHT)
  return { text, terms: [...weights].map(([term, weight]) => ({ term, weight })), words }
}

/** The term of a text if at least one readable row contains it. */
function knownTerm(text: string, view: View): number | undefined {
  const term = view.index.vocabulary.find(text)
  return term !== undefined && view.documentFrequency(term, 0) > 0 ? term : undefined
}

/** Adjacent words of the query joined: "wi fi" finds `wifi`. */
function joinedNeighbours({ tokens }: TokenisedText): string[] {
  const joined: string[] = []
  for (let i = 1; i < tokens.length && joined.length < TERMS_MAX; i++) {
    const [first, second] = [tokens[i - 1]!, tokens[i]!]
    if (first.kind !== WORD || second.kind !== WORD || isFunctionWord(first, ENGLISH)) continue
    joined.push(joinedTerm(first.text + second.text))
  }
  return joined
}

/** Splits an unknown word into two known ones, as evenly as possible: "checkin" finds `check in`. */
function splitCompound(text: string, view: View): QueryTerm[] {
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
function otherStems(token: Token, language: number, all: boolean, view: View): number[] {
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
 * common. One pass over the vocabulary, in which two bit tests leave few terms to compare in full.
 */
function fuzzyTerms(word: string, chars: number, view: View): SimilarTerm[] {
  const { vocabulary } = view.index
  const { letterBits, prefixes, wordLengths, texts } = vocabulary
  const edits = editsAllowed(chars)
  const [bits, prefix, length] = [letterBitsOf(word), prefixOf(word), word.length]
  const trigrams = trigramsOf(word)
  const best: SimilarTerm[] = []
  for (let term = 0; term < texts.length; term++) {
    const termLength = wordLengths[term]!
    if (!termLength) continue
    const isNear = Math.abs(termLength - length) <= edits && bitCount(letterBits[term]! ^ bits) <= 2 * edits
    if (!isNear && prefixes[term] !== prefix) continue
    const similarity = wordSimilarity(word, trigrams, texts[term]!, edits)
    if (similarity > 0 && isAmongBest(best, similarity, texts[term]!, texts) && view.documentFrequency(term, 0) > 0) {
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
