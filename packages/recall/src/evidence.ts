import { idf } from './bm25.ts'
import { AMOUNT, COLOUR, MAIL, MONEY, NAME, RELATION, TIME } from './lexicon/answer-words.ts'
import { isSmallTalk } from './lexicon/small-talk.ts'
import { enlarged } from './lists.ts'
import type { ParsedQuery } from './query.ts'
import type { View } from './view.ts'

/* What speaks for and against an answer among the best rows, as a few numbers. `calibration.ts` weighs them. */

/** The best rows that are compared. */
const ROWS = 12
/** What a row of the right date covers of a query that asks for a date only. */
const DATE_COVERAGE = 0.8
/** Only what is covered or answered above this share speaks for an answer: questions of the same topic share words, too. */
const SHARE_MIN = 0.6
/** More that is unexplained speaks no more against it. */
const UNEXPLAINED_MAX = 0.25
/** The usual cosine of a question and the best row. */
const SENTENCE_USUAL = 0.5

export interface Evidence {
  /** The share of the content words, weighted by rarity, that the best row matches: by word, family or concept; what exceeds 0.6. */
  coverage: number
  /** Whether the best row covers the words other than names, or states the attribute that is asked for: what exceeds 0.6. */
  answered: number
  /** 1 if the query names a person whom the best row does not mention. */
  nameMissing: number
  /** By how much rows about others cover the words other than names better than rows about the person named. */
  nameGap: number
  /** 1 if the best row holds no answer of the kind that is asked for: a name, a number, a time, a sum, or a detail such as a colour. */
  personMissing: number
  amountMissing: number
  timeMissing: number
  sumMissing: number
  detailMissing: number
  /** 1 if the query names an attribute that the best row does not state. */
  unstated: number
  /** 1 if no row states an attribute that the query names. */
  unstatedAnywhere: number
  smallTalk: number
  /** The share of the words other than names that the best row neither covers nor answers by what it states, up to 0.25. */
  unexplained: number
  /** The cosine of the question and the best row as sentences, less its usual value; 0 if either has no vector. */
  sentence: number
}

interface RowEvidence {
  coverage: number
  /** Of the words other than names. */
  coverageOfRest: number
  attribute: number
  hasName: boolean
  unexplained: number
}

/**
 * The evidence of the best rows, best first, for a query; `undefined` without rows. `subjects` are words of the query that
 * many rows begin with.
 */
export function evidenceOf(
  query: ParsedQuery,
  best: readonly number[],
  subjects: ReadonlySet<string>,
  view: View,
): Evidence | undefined {
  if (!best.length) return undefined
  const asksForName = query.words.some(({ isContent, text }) => isContent && isName(text, query, subjects))
  const rows = rowEvidence(best.slice(0, asksForName ? ROWS : 1), query, subjects, view)
  const first = rows[0]!
  const named = rows.filter(({ hasName }) => hasName)
  const bestCoverage = (of: readonly RowEvidence[]) => of.reduce((most, row) => Math.max(most, row.coverageOfRest), 0)
  const floor = query.isDateOnly ? DATE_COVERAGE : 0
  const answered = 1 - (1 - Math.max(floor, first.coverageOfRest)) * (1 - first.attribute)
  const missing = missingKind(query.asked, view.index.answers[best[0]!]!)
  return {
    coverage: Math.max(0, Math.max(floor, first.coverage) - SHARE_MIN),
    answered: Math.max(0, answered - SHARE_MIN),
    nameMissing: asksForName && !first.hasName ? 1 : 0,
    nameGap: asksForName ? bestCoverage(rows) - bestCoverage(named) : 0,
    personMissing: missing === NAME ? 1 : 0,
    amountMissing: missing === AMOUNT ? 1 : 0,
    timeMissing: missing === TIME ? 1 : 0,
    sumMissing: missing === MONEY ? 1 : 0,
    detailMissing: missing === COLOUR || missing === MAIL ? 1 : 0,
    unstated: query.namesAttribute && !first.attribute ? 1 : 0,
    unstatedAnywhere: query.isUnstated ? 1 : 0,
    smallTalk: isSmallTalk(query.query) ? 1 : 0,
    unexplained: query.isDateOnly ? 0 : Math.min(UNEXPLAINED_MAX, first.unexplained),
    sentence: sentenceEvidence(best[0]!, query, view),
  }
}

/** The kind of answer, as a bit, that is asked for and that a row does not hold; 0 if there is none. */
function missingKind(asked: number, held: number): number {
  const exact = asked & (MONEY | COLOUR | MAIL)
  if (exact) return exact & held ? 0 : exact
  if (asked & held) return 0
  if (asked & RELATION) return NAME
  return [NAME, AMOUNT, TIME].find((kind) => asked & kind) ?? 0
}

/** Of dates alone, sentences say nothing. */
function sentenceEvidence(slot: number, { sentence, isDateOnly }: ParsedQuery, { index }: View): number {
  const cosine = sentence && !isDateOnly ? index.sentences.cosine(slot, sentence) : 0
  return cosine === 0 ? 0 : cosine - SENTENCE_USUAL
}

function isName(text: string, { about }: ParsedQuery, subjects: ReadonlySet<string>): boolean {
  return subjects.has(text) || (about?.who === 'other' && about.name === text)
}

/** Rarity of a query word; a word that no row contains is the rarest. */
function rarity(term: number | undefined, view: View): number {
  return idf(term === undefined ? 0 : view.documentFrequency(term), view.rows)
}

/* Buffers shared by all searches of a thread, since searches are synchronous. */

/** By term: 1 + its index in `matching`; all 0 between searches. */
let matchOf = new Uint32Array(1024)

/** What a term that occurs in a row says about the query. */
interface Match {
  readonly term: number
  /** Indexes of the words it matches, and how well. */
  readonly words: number[]
  readonly weights: number[]
  /** How well it matches the query as a whole. */
  whole: number
}

/** What rows have of the query: in the order of the rows. */
function rowEvidence(
  rows: readonly number[],
  query: ParsedQuery,
  subjects: ReadonlySet<string>,
  view: View,
): RowEvidence[] {
  const words = query.words
    .filter(({ isContent }) => isContent)
    .map(({ text, term, evidence, matches }) => ({
      text,
      matches,
      rarity: evidence * rarity(term, view),
      isName: isName(text, query, subjects),
    }))
  let total = 0
  let totalOfRest = 0
  for (const { rarity, isName } of words) {
    total += rarity
    if (!isName) totalOfRest += rarity
  }
  const { terms, vocabulary } = view.index
  if (matchOf.length < vocabulary.texts.length) matchOf = enlarged(matchOf, vocabulary.texts.length)
  const matching: Match[] = []
  const matchFor = (term: number): Match => {
    if (!matchOf[term]) matchOf[term] = matching.push({ term, words: [], weights: [], whole: 0 })
    return matching[matchOf[term]! - 1]!
  }
  for (const [at, { matches }] of words.entries())
    for (const { term, weight } of matches) {
      const match = matchFor(term)
      match.words.push(at)
      match.weights.push(weight)
    }
  for (const { term, weight } of query.wholes) matchFor(term).whole = weight
  const strengths = new Float64Array(words.length)

  const evidence = rows.map((slot) => {
    strengths.fill(0)
    let attribute = 0
    const explained: ReadonlySet<string>[] = []
    const length = terms.read(slot)
    for (let at = 0; at < length; at++) {
      const number = matchOf[terms.values[at]!]!
      if (!number) continue
      const match = matching[number - 1]!
      for (let i = 0; i < match.words.length; i++)
        strengths[match.words[i]!] = Math.max(strengths[match.words[i]!]!, match.weights[i]!)
      attribute = Math.max(attribute, match.whole)
      const asking = query.explained.get(match.term)
      if (asking) explained.push(asking)
    }
    let [covered, coveredOfRest, unexplained, hasName] = [0, 0, 0, false]
    for (const [word, { text, rarity, isName }] of words.entries()) {
      covered += rarity * strengths[word]!
      if (!isName) {
        coveredOfRest += rarity * strengths[word]!
        if (!explained.some((asking) => asking.has(text))) unexplained += rarity * (1 - strengths[word]!)
      } else if (strengths[word]) hasName = true
    }
    return {
      coverage: total ? covered / total : 0,
      coverageOfRest: totalOfRest ? coveredOfRest / totalOfRest : total ? 1 : 0,
      attribute,
      hasName,
      unexplained: totalOfRest ? unexplained / totalOfRest : 0,
    }
  })
  for (const { term } of matching) matchOf[term] = 0
  return evidence
}
