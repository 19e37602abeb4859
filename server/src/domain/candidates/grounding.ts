import { guessLanguage, isFunctionWord, tokenise } from '@memory-service/recall/tokens'
import { coversAny } from '@memory-service/scopes'
import { writerOf } from '../memories/authors.ts'
import type { ConsideredMemory } from '../memories/memory.ts'
import type { Candidate } from './candidate.ts'
import { namesDate } from './dates.ts'

/*
 * What becomes of a candidate of an app's turn: pure. A model that has read memories may repeat them, also because one
 * of them, written by another app, tells it to. So what the person did not say in the turn is not recorded beside the
 * text of another app, and never in a wider scope than it came from.
 */

const SAID_CHARS_MAX = 24_000
/** Words that carry no fact of their own: a model adds them when it turns "my daughter Mia" into a sentence. */
const CARRIERS = new Set(
  (
    'user person call called name named has have had get gets goes going like likes love loves enjoy enjoys prefer ' +
    'prefers want wants plan plans planning planned need needs live lives work works use uses own owns take takes took ' +
    'feel feels think thinks say says said tell told mention mentioned currently also new'
  ).split(' '),
)
/** Parts of a date. A model writes "tomorrow" as a date in full. */
const DATE_WORDS = new Set(
  (
    'january february march april may june july august september october november december ' +
    'monday tuesday wednesday thursday friday saturday sunday'
  ).split(' '),
)

/** A turn as far as the origin of its candidates is concerned. */
export interface GroundingTurn {
  /** Slug of the app. */
  app: string
  /** Qualifiers of the scopes that the app may write. */
  writes: readonly string[]
  /** What the person said and the app stated in the turn. */
  said: string
  /** Whether the model that proposed the candidates had read the quoted memories. */
  sawQuoted: boolean
  /** The memories that the prompt quoted. */
  quoted: readonly Pick<ConsideredMemory, 'content' | 'scope' | 'sourceApp' | 'writers'>[]
}

/** Decides on a candidate: it is recorded in a scope, or waits for the person. */
export type Decision = { record: true; scope: string } | { record: false }

const REVIEW: Decision = { record: false }

/**
 * Decides where a candidate goes.
 * - What the person said in this turn is recorded where it was proposed.
 * - Anything else waits for the person if the turn quoted another app's text.
 * - Otherwise it is recorded; if it shares words with quoted memories, only in their scope, and it waits if they are in
 *   several or the app may not write there. A paraphrase shares no words: of a model that had read the memories, it waits
 *   unless all of them are in the proposed scope.
 */
export function decide({ content, scope }: Candidate, turn: GroundingTurn): Decision {
  const { app, writes, said, sawQuoted, quoted } = turn
  const spoken = wordsOf(said.slice(0, SAID_CHARS_MAX))
  const unsaid = contentWordsOf(content, namesDate(said)).filter((word) => !spoken.has(word))
  if (!unsaid.length) return { record: true, scope }
  const isOfOther = (source: string | null) => source !== null && source !== app
  if (quoted.some((memory) => isOfOther(memory.sourceApp) || isOfOther(writerOf(memory)))) return REVIEW
  const drawnFrom = quoted.filter((memory) => {
    const words = wordsOf(memory.content)
    return unsaid.some((word) => words.has(word))
  })
  const [only, ...others] = new Set(drawnFrom.map((memory) => memory.scope))
  if (only === undefined) {
    const isApart = sawQuoted && quoted.some((memory) => memory.scope !== scope)
    return isApart ? REVIEW : { record: true, scope }
  }
  return others.length || !coversAny(writes, only) ? REVIEW : { record: true, scope: only }
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(tokenise(text).tokens.map(({ stem }) => stem))
}

/** The stems of the words that carry the facts of a text; without dates if these may be written differently. */
function contentWordsOf(text: string, skipsDates: boolean): string[] {
  const tokenised = tokenise(text)
  const language = guessLanguage(tokenised)
  return tokenised.tokens
    .filter((word) => !isFunctionWord(word, language) && !CARRIERS.has(word.text))
    .filter(({ text }) => !skipsDates || !(DATE_WORDS.has(text) || /^\d{1,4}$/.test(text)))
    .map(({ stem }) => stem)
}
