// Gradient boosting of regression trees for a probability (J. H. Friedman, Greedy function approximation: a gradient boosting
// machine, Annals of Statistics 29, 2001), with Newton steps in the leaves and trees that grow at the best leaf.

import { randomFrom } from '../../../bench/lib/text.mjs'

const TREES = 250
const RATE = 0.07
const LEAVES = 24
/** Rows of a leaf at least. */
const LEAF_ROWS_MIN = 40
/** Added to the second derivatives of a leaf, so that few rows move it little. */
const DECAY = 5
/** Shares of the inputs, and of the rows, that a tree is grown from. */
const INPUT_SHARE = 0.4
const ROW_SHARE = 0.8
/** Values of an input are put into so many ranges at most. */
const BINS = 63
const GAIN_MIN = 1e-6

/**
 * Fits trees to rows `{ x, y, weight }`, whose inputs are numbers. Returns the bias and the trees: each an array of nodes, of which
 * `{ input, threshold, low, high }` leads to the node `low` if the input is at most the threshold, and `{ value }` is a leaf.
 */
export function growTrees(rows, { seed }) {
  const random = randomFrom(seed)
  const size = rows[0].x.length
  const edges = Array.from({ length: size }, (_, input) => edgesOf(rows, input))
  const bins = edges.map((values, input) => Uint8Array.from(rows, ({ x }) => binOf(values, x[input])))
  const share =
    rows.reduce((sum, { y, weight }) => sum + y * weight, 0) / rows.reduce((sum, { weight }) => sum + weight, 0)
  const bias = Math.log(share / (1 - share))
  const logits = new Float64Array(rows.length).fill(bias)
  const [gradients, curvatures] = [new Float64Array(rows.length), new Float64Array(rows.length)]
  const trees = []
  for (let count = 0; count < TREES; count++) {
    for (const [at, { y, weight }] of rows.entries()) {
      const p = 1 / (1 + Math.exp(-logits[at]))
      gradients[at] = weight * (y - p)
      curvatures[at] = weight * p * (1 - p)
    }
    const chosen = Uint32Array.from(rows.keys()).filter(() => random() < ROW_SHARE)
    const inputs = Array.from({ length: size }, (_, input) => input).filter(
      (input) => edges[input].length && random() < INPUT_SHARE,
    )
    const tree = growTree({ chosen, inputs, bins, edges, gradients, curvatures })
    for (let at = 0; at < rows.length; at++) logits[at] += leafOf(tree, (input) => bins[input][at])
    trees.push(tree)
  }
  return { bias, trees }
}

/** The log odds by trees for inputs. */
export function logitOfTrees({ bias, trees }, x) {
  return trees.reduce((sum, tree) => {
    let node = tree[0]
    while (node.input !== undefined) node = tree[x[node.input] <= node.threshold ? node.low : node.high]
    return sum + node.value
  }, bias)
}

/** The largest values of the ranges of an input but the last, about as many rows in each. */
function edgesOf(rows, input) {
  const sorted = Float64Array.from(rows, ({ x }) => x[input]).sort()
  const distinct = [...new Set(sorted)]
  const values =
    distinct.length <= BINS
      ? distinct
      : [
          ...new Set(
            Array.from({ length: BINS }, (_, bin) => sorted[Math.floor(((bin + 1) * sorted.length) / BINS) - 1]),
          ),
        ]
  return values.slice(0, -1).map((value, at) => Math.fround((value + (values[at + 1] ?? value)) / 2))
}

/** The number of the range of a value. */
function binOf(edges, value) {
  let [low, high] = [0, edges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (value <= edges[middle]) high = middle
    else low = middle + 1
  }
  return low
}

function leafOf(tree, binIn) {
  let node = tree[0]
  while (node.input !== undefined) node = tree[binIn(node.input) <= node.bin ? node.low : node.high]
  return node.value
}

function growTree({ chosen, inputs, bins, edges, gradients, curvatures }) {
  const histogramOf = (rows) => {
    const found = inputs.map((input) => new Float64Array(3 * (edges[input].length + 1)))
    for (const [at, input] of inputs.entries()) {
      const [sums, of] = [found[at], bins[input]]
      for (let i = 0; i < rows.length; i++) {
        const row = rows[i]
        const place = 3 * of[row]
        sums[place] += gradients[row]
        sums[place + 1] += curvatures[row]
        sums[place + 2]++
      }
    }
    return found
  }
  const leafFor = (rows, histogram) => {
    let [gradient, curvature] = [0, 0]
    for (const row of rows) {
      gradient += gradients[row]
      curvature += curvatures[row]
    }
    const leaf = { rows, histogram, gradient, curvature }
    return { ...leaf, split: bestSplit(leaf, inputs) }
  }
  const root = leafFor(chosen, histogramOf(chosen))
  const nodes = [root]
  for (let leaves = 1; leaves < LEAVES; leaves++) {
    let best
    for (const node of nodes) if (node.split && !(best?.split.gain >= node.split.gain)) best = node
    if (!best) break
    const { input, bin } = best.split
    const of = bins[input]
    const parts = [best.rows.filter((row) => of[row] <= bin), best.rows.filter((row) => of[row] > bin)]
    // The histogram of the larger part is what is left.
    const [small, large] = parts[0].length <= parts[1].length ? [0, 1] : [1, 0]
    const histograms = []
    histograms[small] = histogramOf(parts[small])
    histograms[large] = best.histogram.map((sums, at) => sums.map((sum, place) => sum - histograms[small][at][place]))
    const [low, high] = parts.map((rows, at) => leafFor(rows, histograms[at]))
    Object.assign(best, {
      input,
      bin,
      low: nodes.length,
      high: nodes.length + 1,
      split: undefined,
      rows: undefined,
      histogram: undefined,
    })
    nodes.push(low, high)
  }
  return nodes.map(({ input, bin, low, high, gradient, curvature }) =>
    input === undefined
      ? { value: (RATE * gradient) / (curvature + DECAY) }
      : { input, bin, threshold: edges[input][bin], low, high },
  )
}

/** The split of a leaf that gains most; `undefined` if none does. */
function bestSplit({ rows, histogram, gradient, curvature }, inputs) {
  const before = gradient ** 2 / (curvature + DECAY)
  let best
  for (const [at, input] of inputs.entries()) {
    const sums = histogram[at]
    let [ofGradient, ofCurvature, count] = [0, 0, 0]
    for (let bin = 0; 3 * (bin + 1) < sums.length; bin++) {
      ofGradient += sums[3 * bin]
      ofCurvature += sums[3 * bin + 1]
      count += sums[3 * bin + 2]
      if (count < LEAF_ROWS_MIN) continue
      if (rows.length - count < LEAF_ROWS_MIN) break
      const rest = gradient - ofGradient
      const gain = ofGradient ** 2 / (ofCurvature + DECAY) + rest ** 2 / (curvature - ofCurvature + DECAY) - before
      if (gain > GAIN_MIN && !(best?.gain >= gain)) best = { input, bin, gain }
    }
  }
  return best
}
