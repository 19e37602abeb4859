import { bitCount, editsAllowed, likeness, trigramsOf } from './alike.ts'
import { SYNONYMS } from './lexicon/synonyms.ts'
import { ENGLISH, LANGUAGES, stemIn, WORD, type Word, wordOf } from './lexicon/words.ts'
import { cut, guessLanguage, isFunctionWord, joinedTerm, type Pieces } from './tokens.ts'
import type { View } from './view.ts'
import { headOf, lettersOf } from './vocabulary.ts'

/** A term to score by, known to at least one readable row. */
export interface QueryTerm {
  term: number
  weight: number
}

export interface QueryWords {
  pieces: Pieces
  terms: QueryTerm[]
  /** For each of the query's own words its weight and, where it is known, its term: what a perfect row would answer. */
  own: { weight: number; term: number | undefined }[]
}

const FUNCTION_WEIGHT = 0.15
const SYNONYM_WEIGHT = 0.15
const OTHER_STEM_WEIGHT = 0.9
const ALIKE_WEIGHT = 0.8
const ALIKE_TERMS = 3
/** Shorter words have too many neighbours to guess among. */
const ALIKE_CHARS_MIN = 4

/** Shorter halves of a word are mere syllables. */
const HALF_CHARS_MIN = 2

const TERMS_MAX = 256
/** Unknown words looked up by likeness in one query: each is a pass over the vocabulary. */
const ALIKE_WORDS_MAX = 8

/** Synonyms by stem. */
const SYNONYM_STEMS = new Map(
  [...SYNONYMS].map(([word, others]) => [wordOf(word).stem, [...new Set(others.map((other) => wordOf(other).stem))]]),
)

/** What a query asks for, in terms of the rows this caller may read. */
export function readQuery(query: string, view: View): QueryWords {
  const pieces = cut(query)
  const language = guessLanguage(pieces)
  const weights = new Map<number, number>()
  const own: QueryWords['own'] = []
  const seen = new Set<string>()
  let alikeLeft = ALIKE_WORDS_MAX

  const want = (term: number | undefined, weight: number) => {
    if (term !== undefined && weight > (weights.get(term) ?? 0)) weights.set(term, weight)
  }
  for (const word of pieces.base) {
    const stem = stemIn(word, language)
    if (seen.has(stem) || seen.size >= TERMS_MAX) continue
    seen.add(stem)
    const known = knownTerm(stem, view)
    const weight = isFunctionWord(word, language) ? FUNCTION_WEIGHT : 1
    own.push({ weight, term: known })
    want(known, weight)
    if (word.kind !== WORD || weight < 1) continue
    const others = otherStems(word, language, known === undefined, view)
    for (const other of others) want(other, OTHER_STEM_WEIGHT)
    if (known === undefined && !others.length && word.text.length >= ALIKE_CHARS_MIN && alikeLeft-- > 0) {
      for (const alike of nearestTerms(stem, word.text.length, view)) want(alike.term, ALIKE_WEIGHT * alike.likeness)
      for (const half of halves(word.text, view)) want(half.term, ALIKE_WEIGHT * half.weight)
    }
    for (const synonym of SYNONYM_STEMS.get(word.stem) ?? []) want(knownTerm(synonym, view), SYNONYM_WEIGHT)
  }
  for (const joined of pieces.joined.slice(0, TERMS_MAX)) want(knownTerm(joinedTerm(joined), view), 1)
  for (const joined of neighboursJoined(pieces)) want(knownTerm(joined, view), ALIKE_WEIGHT)
  return { pieces, terms: [...weights].map(([term, weight]) => ({ term, weight })), own }
}

function knownTerm(text: string, view: View): number | undefined {
  const term = view.index.vocabulary.find(text)
  return term !== undefined && view.holders(term, 0) > 0 ? term : undefined
}

/** Words of the query next to each other, read as one: "wi fi" finds `wifi`. */
function neighboursJoined({ base }: Pieces): string[] {
  const joined: string[] = []
  for (let i = 1; i < base.length && joined.length < TERMS_MAX; i++) {
    const [first, second] = [base[i - 1]!, base[i]!]
    if (first.kind !== WORD || second.kind !== WORD || isFunctionWord(first, ENGLISH)) continue
    joined.push(joinedTerm(first.text + second.text))
  }
  return joined
}

/** An unknown word as two known ones, the most even pair there is: "checkin" finds `check in`. */
function halves(text: string, view: View): { term: number; weight: number }[] {
  const middle = text.length >> 1
  for (let off = 0; middle - off >= HALF_CHARS_MIN; off++)
    for (const at of [middle + off, middle - off]) {
      const words = [wordOf(text.slice(0, at)), wordOf(text.slice(at))]
      const terms = words.map((word) => knownTerm(word.stem, view) ?? otherStems(word, ENGLISH, true, view)[0])
      if (text.length - at < HALF_CHARS_MIN || terms.includes(undefined)) continue
      return words.map((word, i) => ({ term: terms[i]!, weight: isFunctionWord(word, ENGLISH) ? FUNCTION_WEIGHT : 1 }))
    }
  return []
}

/**
 * Stems the word could have in a memory read by another language's rules: English where the query is not, and every
 * language when the word is unknown as it stands.
 */
function otherStems(word: Word, language: number, all: boolean, view: View): number[] {
  if (!all && language === ENGLISH) return []
  const found: number[] = []
  for (let other = ENGLISH; other < (all ? LANGUAGES.length : ENGLISH + 1); other++) {
    if (other === language) continue
    const term = knownTerm(stemIn(word, other), view)
    if (term !== undefined && !found.includes(term)) found.push(term)
  }
  return found
}

/**
 * The known terms most like an unknown word: at most a few edits away, or sharing most trigrams from the same start.
 * One pass over the vocabulary; two bit tests leave few terms to compare letter by letter.
 */
function nearestTerms(term: string, chars: number, view: View): { term: number; likeness: number }[] {
  const { vocabulary } = view.index
  const { letters, heads, wordLengths, texts } = vocabulary
  const edits = editsAllowed(chars)
  const [bits, head, length] = [lettersOf(term), headOf(term), term.length]
  const grams = trigramsOf(term)
  const found: { term: number; likeness: number }[] = []
  for (let other = 0; other < texts.length; other++) {
    const otherLength = wordLengths[other]!
    if (!otherLength) continue
    const near = Math.abs(otherLength - length) <= edits && bitCount(letters[other]! ^ bits) <= 2 * edits
    if (!near && heads[other] !== head) continue
    const alike = likeness(term, grams, texts[other]!, edits)
    if (alike > 0 && isBest(found, alike, texts[other]!, texts) && view.holders(other, 0) > 0) {
      found.push({ term: other, likeness: alike })
      found.sort((a, b) => b.likeness - a.likeness || (texts[a.term]! < texts[b.term]! ? -1 : 1))
      found.length = Math.min(found.length, ALIKE_TERMS)
    }
  }
  return found
}

function isBest(found: { term: number; likeness: number }[], likeness: number, text: string, texts: string[]): boolean {
  const last = found[ALIKE_TERMS - 1]
  return !last || likeness > last.likeness || (likeness === last.likeness && text < texts[last.term]!)
}
