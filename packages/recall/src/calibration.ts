import type { Evidence } from './evidence.ts'

/*
 * From evidence to probabilities, by logistic regression. The weights are fitted by `bench/calibrate.mjs` on everyday
 * questions with and without an answer of five sets, of three of them on every second person. Sets count the same, apart
 * from the one of sixteen people, which counts three times, and two of three questions have an answer. What is rare in
 * them has a larger weight than the fitted one: small talk, names and amounts that are missing.
 */

const BIAS = 2.1
const WEIGHTS: Record<keyof Evidence, number> = {
  strength: 0.9,
  answered: 1.9,
  nameMissing: -1.8,
  nameGap: -2.4,
  personMissing: -2.1,
  amountMissing: -1.8,
  sumMissing: -3.3,
  detailMissing: -1.4,
  headMissing: -2.2,
  modifierMissing: -1.6,
  unstated: -1.4,
  statedElsewhere: -0.6,
  smallTalk: -4.5,
  sentence: 3.1,
}

/** A row answers less often the further its ranking score is below the best one's, and more often the more relevant. */
const SCORE_BIAS = -1.4
const SCORE_RELEVANCE = 0.68
const SCORE_DISTANCE = -8.5
const SCORE_LEAD = 2.2

/** The probability that the best rows answer the query, 0 to 1. */
export function relevanceOf(evidence: Evidence): number {
  return logistic(relevanceLogit(evidence))
}

function relevanceLogit(evidence: Evidence): number {
  let logit = BIAS
  for (const [name, weight] of Object.entries(WEIGHTS)) logit += weight * evidence[name as keyof Evidence]
  return logit
}

/**
 * The probability that each row answers the query, 0 to 1, descending. `values` are ranking scores, best first: a row that
 * is far ahead of the next one is more likely to answer, one that is far behind the best is less likely.
 */
export function scoresOf(evidence: Evidence, values: readonly number[]): number[] {
  const relevance = relevanceLogit(evidence)
  const [top, second = 0] = values as [number, number?]
  const lead = 1 - second / top
  return values.map((value, at) =>
    Math.min(
      logistic(relevance),
      logistic(
        SCORE_BIAS +
          SCORE_RELEVANCE * relevance +
          SCORE_DISTANCE * (1 - value / top) +
          (at === 0 ? SCORE_LEAD * lead : 0),
      ),
    ),
  )
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x))
}
