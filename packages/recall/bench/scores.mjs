const DEPTHS = [5, 10, 20]
const NDCG_DEPTH = 10

/** Number of results that are scored. */
export const LIMIT = DEPTHS.at(-1)
export const FIGURES = ['hit@1', ...DEPTHS.map((depth) => `R@${depth}`), 'MRR', `nDCG@${NDCG_DEPTH}`]

/**
 * Scores a ranking, each figure 0 to 1: hit@1 tells whether the first id is relevant, R@k is the share of relevant ids among the first k, MRR the reciprocal rank of
 * the first relevant id, nDCG the discounted cumulative gain with binary relevance (Järvelin and Kekäläinen, 2002).
 */
export function score(ids, relevant) {
  const expected = new Set(relevant)
  const hits = ids.map((id) => expected.has(id))
  const first = hits.indexOf(true)
  const gain = (list) => list.slice(0, NDCG_DEPTH).reduce((sum, hit, at) => sum + (hit ? 1 / Math.log2(at + 2) : 0), 0)
  const ideal = gain(Array.from({ length: expected.size }, () => true))
  return {
    'hit@1': hits[0] ? 1 : 0,
    ...Object.fromEntries(
      DEPTHS.map((depth) => [`R@${depth}`, hits.slice(0, depth).filter(Boolean).length / expected.size]),
    ),
    MRR: first < 0 ? 0 : 1 / (first + 1),
    [`nDCG@${NDCG_DEPTH}`]: gain(hits) / ideal,
  }
}

/**
 * Mean scores of all questions in the main categories, then of each category. `rows` are scores with a `category`;
 * `main` lists the categories of the total, by default all.
 */
export function summarise(rows, main) {
  const categories = [...new Set(rows.map(({ category }) => category))].sort()
  const total = rows.filter(({ category }) => (main ?? categories).includes(category))
  return [
    { '': 'main categories', ...mean(total) },
    {
      '': 'mean of categories',
      ...meanOfMeans(categories.map((each) => mean(rows.filter(({ category }) => category === each)))),
    },
    ...categories.map((each) => ({ '': each, ...mean(rows.filter(({ category }) => category === each)) })),
  ]
}

function mean(rows) {
  const of = (name) => Number((rows.reduce((sum, row) => sum + row[name], 0) / rows.length).toPrecision(3))
  return { questions: rows.length, ...Object.fromEntries(FIGURES.map((name) => [name, of(name)])) }
}

function meanOfMeans(means) {
  const of = (name) => Number((means.reduce((sum, each) => sum + each[name], 0) / means.length).toPrecision(3))
  return {
    questions: means.reduce((sum, { questions }) => sum + questions, 0),
    ...Object.fromEntries(FIGURES.map((name) => [name, of(name)])),
  }
}
