import { conceptWords, rowConceptTerms } from './lexicon/concept-terms.ts'
import type { Phrase, Token } from './lexicon/token-records.ts'
import { type TokenisedText, tokenise } from './tokens.ts'

/** A phrase in a text: the range of its tokens. */
export interface PhraseMatch {
  start: number
  end: number
  concepts: readonly string[]
}

/** By the stem of the first word. Collected on demand: most processes that end within a second read no text. */
let phrases: ReadonlyMap<string, Phrase[]> | undefined

function collect(): Map<string, Phrase[]> {
  const found = new Map<string, Phrase[]>()
  for (const [text, concepts] of conceptWords()) {
    const [first, ...rest] = tokenise(text).tokens.map(({ stem }) => stem)
    if (!first || !rest.length) continue
    const phrase = { rest, concepts, terms: rowConceptTerms(concepts) }
    const known = found.get(first)
    if (known) known.push(phrase)
    else found.set(first, [phrase])
  }
  return found
}

/** The concept terms of the phrases in a memory. */
export function phraseTerms({ tokens }: TokenisedText): string[] {
  const terms: string[] = []
  for (let at = 0; at < tokens.length; at++)
    for (const phrase of phrasesFrom(tokens[at]!)) if (isAt(phrase, tokens, at)) terms.push(...phrase.terms)
  return terms
}

/** The phrases in a query. */
export function phrasesIn({ tokens }: TokenisedText): PhraseMatch[] {
  const found: PhraseMatch[] = []
  for (let at = 0; at < tokens.length; at++)
    for (const phrase of phrasesFrom(tokens[at]!))
      if (isAt(phrase, tokens, at))
        found.push({ start: at, end: at + 1 + phrase.rest.length, concepts: phrase.concepts })
  return found
}

function phrasesFrom(token: Token): readonly Phrase[] {
  token.phrases ??= (phrases ??= collect()).get(token.stem) ?? NONE
  return token.phrases
}

function isAt({ rest }: Phrase, tokens: TokenisedText['tokens'], at: number): boolean {
  for (let i = 0; i < rest.length; i++) if (tokens[at + 1 + i]?.stem !== rest[i]) return false
  return true
}

const NONE: readonly Phrase[] = []
