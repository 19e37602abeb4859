// Fits src/category-weights.ts: which part of a person's life a statement is about.
//
//   npm run build && node packages/understanding/bench/categories.mjs labelled.json [--held held.json]
//
// A file is `[{ text, category, weight? }]`; with `--held`, statements that are not used in fitting are judged instead of
// writing the weights.

import { readFileSync, writeFileSync } from 'node:fs'
import { BUCKETS, CATEGORIES, featuresOf } from '@memory-service/understanding/category'

const EPOCHS = 14
const RATE = 0.1
const DECAY = 1e-4
const GAIN = 3
const FEATURES_MIN = 4
/** Missing what can harm a person costs more; there is much of the rest. */
const COSTS = { reaction: 1.3, condition: 1.3, medicine: 1.3, diet: 1.3, rest: 0.4 }
/** Features of fewer statements tell too little. */
const STATEMENTS_MIN = 2
const SEED = 7

const [file, held] = process.argv.slice(2).filter((argument) => argument !== '--held')
const size = CATEGORIES.length
const samples = read(file)
const counts = new Map()
for (const { x } of samples) for (const feature of x) counts.set(feature, (counts.get(feature) ?? 0) + 1)
const { weights, bias } = fit(
  samples.map((each) => ({ ...each, x: each.x.filter((feature) => counts.get(feature) >= STATEMENTS_MIN) })),
)
const scale = Math.max(...weights.map(Math.abs)) / 127
const values = Int8Array.from(weights, (weight) => Math.round(weight / scale))
if (held) judge(read(held))
else
  writeFileSync(
    new URL('../src/category-weights.ts', import.meta.url),
    `/** Written by \`bench/categories.mjs\`: bytes by feature and category, in base64, and what they are multiplied by. */\nexport const WEIGHTS = {\n  scale: ${scale.toPrecision(6)},\n  bias: [${[...bias].map((each) => Number(each.toFixed(3))).join(', ')}],\n  values:\n    '${Buffer.from(values.buffer).toString('base64').replace(/=+$/, '')}',\n}\n`,
  )

function read(path) {
  return JSON.parse(readFileSync(path, 'utf8')).map(({ text, category, weight = 1, ...rest }) => ({
    ...rest,
    text,
    x: featuresOf(text),
    y: CATEGORIES.indexOf(category),
    weight: weight * (COSTS[category] ?? 1),
  }))
}

/** Logistic regression by AdaGrad (Duchi, Hazan and Singer 2011). */
function fit(all) {
  const weights = new Float64Array(BUCKETS * size)
  const bias = new Float64Array(size)
  const squares = new Float64Array(weights.length).fill(1e-6)
  const biasSquares = new Float64Array(size).fill(1e-6)
  const random = generator(SEED)
  const order = [...all]
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1))
      ;[order[i], order[j]] = [order[j], order[i]]
    }
    for (const { x, y, weight } of order) {
      const shares = sharesOf(x, weights, bias)
      const factor = factorOf(x)
      for (let k = 0; k < size; k++) {
        const slope = (shares[k] - (k === y)) * weight
        biasSquares[k] += slope * slope
        bias[k] -= (RATE * slope) / Math.sqrt(biasSquares[k])
        for (const feature of x) {
          const at = feature * size + k
          const own = slope * factor + DECAY * weights[at]
          squares[at] += own * own
          weights[at] -= (RATE * own) / Math.sqrt(squares[at])
        }
      }
    }
  }
  return { weights, bias }
}

function factorOf(x) {
  return GAIN / Math.sqrt(Math.max(FEATURES_MIN, x.length))
}

function sharesOf(x, weights, bias) {
  const factor = factorOf(x)
  const sums = Array.from(
    bias,
    (each, k) => x.reduce((sum, feature) => sum + weights[feature * size + k], 0) * factor + each,
  )
  const max = Math.max(...sums)
  const powers = sums.map((sum) => Math.exp(sum - max))
  const total = powers.reduce((sum, each) => sum + each, 0)
  return powers.map((each) => each / total)
}

function judge(all) {
  const exact = Float64Array.from(values, (value) => value * scale)
  const wrong = new Map()
  let right = 0
  for (const { text, x, y } of all) {
    const shares = sharesOf(x, exact, bias)
    const best = shares.indexOf(Math.max(...shares))
    if (best === y) right++
    else {
      const pair = `${CATEGORIES[y]} as ${CATEGORIES[best]}`
      wrong.set(pair, [...(wrong.get(pair) ?? []), text])
    }
  }
  console.log('right', right, 'of', all.length)
  for (const [pair, texts] of wrong) console.log(pair, texts.length, texts.slice(0, 3))
}

/** Mulberry32. */
function generator(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
