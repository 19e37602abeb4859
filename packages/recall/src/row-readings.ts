import { mentionsAny, NO_NAMES } from '@memory-service/understanding/names'
import { readStatement } from '@memory-service/understanding/statement'
import { factTerms } from '@memory-service/understanding/terms'
import { mayTie } from '@memory-service/understanding/tie-verbs'
import { type Tie, tiesIn } from '@memory-service/understanding/ties'
import { subjectBits } from './answers.ts'
import { attributeTerm } from './attribute-terms.ts'
import { deniedTerms } from './denied.ts'
import { namesOfKin } from './kin.ts'
import { ENGLISH } from './lexicon/stemmers.ts'
import { shownTerms } from './shown-terms.ts'
import { guessLanguage, type TokenisedText } from './tokens.ts'

/** For which callers a row is read: those that may know the user's own names, those that may not, or both alike. */
export const NAMING = { any: 0, named: 1, nameless: 2 } as const
export type Naming = (typeof NAMING)[keyof typeof NAMING]

/** What is read from a text, which may depend on the user's own names. */
export interface RowReading {
  naming: Naming
  language: number
  /** Terms of the attributes that it states. */
  attributes: readonly string[]
  /** Terms of the attributes and concepts that it shows without stating them. */
  shown: readonly string[]
  /** The relations and names of people that it states. */
  kin: readonly (readonly [relation: string, name: string])[]
  /** Who is what to whom. */
  ties: readonly Tie[]
  /** Whom it is about (`answers.ts`). */
  subject: number
}

/**
 * Reads the text of a row: once, or twice if it is read otherwise without the user's own names. Callers that may not know
 * these must not learn by any result that a name in a text is the user's.
 * @param ownNames in lower case
 * @param scope what the row is filed under
 */
export function readingsOf(
  content: string,
  text: TokenisedText,
  ownNames: ReadonlySet<string>,
  scope = '',
): RowReading[] {
  const named = readingOf(content, text, ownNames, scope)
  const isMentioned = mentionsAny(content, ownNames) || text.tokens.some(({ text }) => ownNames.has(text))
  if (!isMentioned) return [named]
  const nameless = readingOf(content, text, NO_NAMES, scope)
  if (JSON.stringify(named) === JSON.stringify(nameless)) return [named]
  return [
    { ...named, naming: NAMING.named },
    { ...nameless, naming: NAMING.nameless },
  ]
}

function readingOf(content: string, text: TokenisedText, ownNames: ReadonlySet<string>, scope: string): RowReading {
  const statement = readStatement(content, ownNames)
  const language = guessLanguage(text, ownNames, content)
  const ties = text.tokens.some((token) => mayTie(token.text)) ? tiesIn(content, ownNames) : []
  return {
    naming: NAMING.any,
    language,
    attributes: [...factTerms(statement.facts).map(attributeTerm), ...deniedTerms(statement, content)],
    shown: language === ENGLISH ? shownTerms(content, text, statement, scope) : [],
    kin: namesOfKin(statement),
    ties,
    subject: subjectBits(statement),
  }
}
