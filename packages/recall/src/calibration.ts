import type { Evidence } from './evidence.ts'

/*
 * From evidence to probabilities, by logistic regression. The weights are fitted by `bench/calibrate.mjs` on two sets
 * of everyday questions with and without an answer, and on two dialogue sets whose unanswerable questions ask about the
 * wrong speaker or belong to another dialogue. Each set counts the same, and two of three questions have an answer. The
 * last fit was on everyday questions only; what the dialogues say about names is kept in part.
 */

const BIAS = 2.2
const WEIGHTS: Record<keyof Evidence, number> = {
  coverage: 1.9,
  answered: 1.2,
  nameMissing: -1.7,
  nameGap: -2,
  personMissing: -1,
  amountMissing: -2,
  timeMissing: -1,
  sumMissing: -2.6,
  detailMissing: -2.2,
  unstated: -0.8,
  unstatedAnywhere: -0.8,
  smallTalk: -4,
  unexplained: -2.6,
  sentence: 3.9,
}

/** A row answers less often the further its ranking score is below the best one's, and more often the more relevant. */
const SCORE_BIAS = -1.62
const SCORE_RELEVANCE = 0.72
const SCORE_DISTANCE = -7.6
const SCORE_LEAD = 2.7

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
