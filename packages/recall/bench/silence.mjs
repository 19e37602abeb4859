/**
 * How well `relevance` separates questions with an answer from those without: the area under the ROC curve, the share of
 * unanswerable questions that pass a threshold at which 95 % (80 %) of the answerable ones do, and the Brier score.
 * One line for all, and one per category with both and per kind of unanswerable question in it.
 */
export function silence(rows) {
  const table = { all: figures(rows) }
  for (const category of new Set(rows.map((row) => row.category))) {
    const of = rows.filter((row) => row.category === category)
    const answerable = of.filter(({ yes }) => yes)
    if (!answerable.length || answerable.length === of.length) continue
    table[category] = figures(of)
    for (const kind of new Set(of.filter(({ yes }) => !yes).map((row) => row.kind)))
      table[`${category}, ${kind}`] = figures([...answerable, ...of.filter((row) => !row.yes && row.kind === kind)])
  }
  return table
}

function figures(rows) {
  const answerable = rows.filter(({ yes }) => yes).map(({ relevance }) => relevance)
  const unanswerable = rows.filter(({ yes }) => !yes).map(({ relevance }) => relevance)
  const brier = rows.reduce(
    (sum, { yes, correct, relevance }) => sum + (relevance - (yes && correct.includes(true) ? 1 : 0)) ** 2,
    0,
  )
  return {
    answerable: answerable.length,
    unanswerable: unanswerable.length,
    AUROC: round(auroc(answerable, unanswerable)),
    'false at 95 %': round(falseShare(answerable, unanswerable, 0.95)),
    'false at 80 %': round(falseShare(answerable, unanswerable, 0.8)),
    Brier: round(brier / rows.length),
  }
}

/** The probability that a random answerable question has a higher relevance than a random unanswerable one. */
export function auroc(answerable, unanswerable) {
  let wins = 0
  for (const a of answerable) for (const b of unanswerable) wins += a > b ? 1 : a === b ? 0.5 : 0
  return wins / (answerable.length * unanswerable.length)
}

function falseShare(answerable, unanswerable, kept) {
  const threshold = answerable.toSorted((a, b) => a - b)[Math.floor((1 - kept) * answerable.length)]
  return unanswerable.filter((relevance) => relevance >= threshold).length / unanswerable.length
}

function round(value) {
  return Number(value.toPrecision(3))
}
