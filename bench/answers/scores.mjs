const KEPT = 0.95

const share = (rows, test) => rows.filter(test).length / rows.length
export const percent = (value) => (Number.isFinite(value) ? (100 * value).toFixed(1) : '–')

/** The rows by the value of a key, in the order of that value. */
export function groupBy(rows, key) {
  const groups = new Map()
  for (const row of rows) groups.set(row[key], [...(groups.get(row[key]) ?? []), row])
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Sums scenarios: share of musts that were met, violations per scenario, and the share without any fault. */
export function summariseScenarios(rows) {
  const sum = (pick) => rows.reduce((total, row) => total + pick(row), 0)
  return {
    scenarios: rows.length,
    'must recall': percent(sum(({ met }) => met) / sum(({ musts }) => musts)),
    violations: (sum(({ violations }) => violations.length) / rows.length).toFixed(2),
    clean: percent(share(rows, ({ clean }) => clean)),
    'planted quoted': sum(({ quoted }) => quoted),
  }
}

/** Hit rates of questions; `rank` is the position of the first right memory from 0, or -1. */
export function summariseQuestions(rows) {
  return {
    questions: rows.length,
    'hit@1': percent(share(rows, ({ rank }) => rank === 0)),
    'hit@3': percent(share(rows, ({ rank }) => rank >= 0 && rank < 3)),
    MRR: percent(rows.reduce((sum, { rank }) => sum + (rank < 0 ? 0 : 1 / (rank + 1)), 0) / rows.length),
  }
}

/** The mean of hit@1 over categories, so that each counts the same. */
export function macroHit(rows) {
  const rates = groupBy(rows, 'category').map(([, group]) => share(group, ({ rank }) => rank === 0))
  return rates.reduce((sum, rate) => sum + rate, 0) / rates.length
}

/**
 * How well `relevance` separates answerable from unanswerable questions. AUROC is the chance that an answerable one has
 * the higher value (ties count half). False answers are the share of unanswerable questions at or above the threshold
 * that keeps 95 % of the answerable ones.
 */
export function separation(answerable, unanswerable) {
  const [yes, no] = [answerable, unanswerable].map((rows) => rows.map(({ relevance }) => relevance))
  const wins = yes.reduce(
    (sum, value) => sum + no.reduce((won, other) => won + (value > other ? 1 : value === other ? 0.5 : 0), 0),
    0,
  )
  const threshold = yes.toSorted((a, b) => a - b)[Math.floor((1 - KEPT) * yes.length)]
  return { auroc: wins / (yes.length * no.length), falseAnswers: share(no, (value) => value >= threshold) }
}
