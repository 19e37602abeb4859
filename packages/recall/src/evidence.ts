import { idf } from './bm25.ts'
import { isSmallTalk } from './lexicon/small-talk.ts'
import type { ParsedQuery } from './query.ts'
import type { View } from './view.ts'

/* What speaks for and against an answer among the best rows, as a few numbers. `calibration.ts` weighs them. */

/** The best rows that are compared. */
const ROWS = 12
/** What a row of the right date covers of a query that asks for a date only. */
const DATE_COVERAGE = 0.8

export interface Evidence {
  /** The share of the content words, weighted by rarity, that the best row matches: by word, family or concept. */
  coverage: number
  /** 0 to 1: whether the best row covers the words other than names, or states the attribute that is asked for. */
  answered: number
  /** The share of the content words that occur in any row as they are. */
  known: number
  /** 1 if the query names somebody whom the best row does not mention. */
  nameMissing: number
  /** By how much rows about others cover the words other than names better than rows about the person named. */
  nameGap: number
  /** 1 or -1: whether the best row holds the kind of answer that is asked for; 0 if none is. */
  typeHeld: number
  /** 1 if the query asks for an attribute that the best row does not state. */
  unstated: number
  smallTalk: number
}

interface RowEvidence {
  coverage: number
  /** Of the words other than names. */
  coverageOfRest: number
  attribute: number
  hasName: boolean
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
  const coverageOf = rowCoverage(query, subjects, view)
  const asksForName = query.words.some(({ isContent, text }) => isContent && isName(text, query, subjects))
  const first = coverageOf(best[0]!)
  const rows = asksForName ? best.slice(0, ROWS).map(coverageOf) : [first]
  const named = rows.filter(({ hasName }) => hasName)
  const bestCoverage = (of: readonly RowEvidence[]) => of.reduce((most, row) => Math.max(most, row.coverageOfRest), 0)
  const floor = query.isDateOnly ? DATE_COVERAGE : 0
  const held = view.index.answers[best[0]!]! & query.asked
  return {
    coverage: Math.max(floor, first.coverage),
    answered: 1 - (1 - Math.max(floor, first.coverageOfRest)) * (1 - first.attribute),
    known: knownShare(query, view),
    nameMissing: asksForName && !first.hasName ? 1 : 0,
    nameGap: asksForName ? bestCoverage(rows) - bestCoverage(named) : 0,
    typeHeld: query.asked ? (held ? 1 : -1) : 0,
    unstated: query.asksForAttribute && !first.attribute ? 1 : 0,
    smallTalk: isSmallTalk(query.query) ? 1 : 0,
  }
}

function isName(text: string, { about }: ParsedQuery, subjects: ReadonlySet<string>): boolean {
  return subjects.has(text) || (about?.who === 'other' && about.name === text)
}

/** Rarity of a query word; a word that no row contains is the rarest. */
function rarity(term: number | undefined, view: View): number {
  return idf(term === undefined ? 0 : view.documentFrequency(term), view.rows)
}

function knownShare({ words }: ParsedQuery, view: View): number {
  let known = 0
  let total = 0
  for (const { isContent, term } of words) {
    if (!isContent) continue
    const weight = rarity(term, view)
    total += weight
    if (term !== undefined) known += weight
  }
  return total ? known / total : 0
}

/** A function that tells what a row has of the query. */
function rowCoverage(query: ParsedQuery, subjects: ReadonlySet<string>, view: View): (slot: number) => RowEvidence {
  const words = query.words
    .filter(({ isContent }) => isContent)
    .map(({ text, term, matches }) => ({ matches, rarity: rarity(term, view), isName: isName(text, query, subjects) }))
  const byTerm = new Map<number, { word: number; weight: number }[]>()
  for (const [word, { matches }] of words.entries())
    for (const { term, weight } of matches) {
      const list = byTerm.get(term)
      if (list) list.push({ word, weight })
      else byTerm.set(term, [{ word, weight }])
    }
  const wholes = new Map(query.wholes.map(({ term, weight }) => [term, weight]))
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const total = sum(words.map(({ rarity }) => rarity))
  const totalOfRest = sum(words.map(({ rarity, isName }) => (isName ? 0 : rarity)))
  const strengths = new Float64Array(words.length)
  const { terms } = view.index

  return (slot) => {
    strengths.fill(0)
    let attribute = 0
    const start = terms.start(slot)
    const end = start + terms.length(slot)
    for (let at = start; at < end; at++) {
      const term = terms.cells[at]!
      for (const { word, weight } of byTerm.get(term) ?? NONE) strengths[word] = Math.max(strengths[word]!, weight)
      attribute = Math.max(attribute, wholes.get(term) ?? 0)
    }
    let [covered, coveredOfRest, hasName] = [0, 0, false]
    for (const [word, { rarity, isName }] of words.entries()) {
      covered += rarity * strengths[word]!
      if (!isName) coveredOfRest += rarity * strengths[word]!
      else if (strengths[word]) hasName = true
    }
    return {
      coverage: total ? covered / total : 0,
      coverageOfRest: totalOfRest ? coveredOfRest / totalOfRest : total ? 1 : 0,
      attribute,
      hasName,
    }
  }
}

const NONE: readonly { word: number; weight: number }[] = []
