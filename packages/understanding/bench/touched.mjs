// Fits src/touched-weights.ts: what a request touches.
//
//   npm run build && node packages/understanding/bench/touched.mjs asks.json … [--write]
//
// A file is `[{ ask, touches, weight? }]`. Estimates each file by what the others say, and prints for several thresholds how many
// requests that touch something are found, how many others are found wrongly, and the same for each kind.

import { readFileSync } from 'node:fs'
import { textVector } from '../../recall/dist/text-vectors.js'
import { sentenceDimension } from '../../recall/dist/word-vectors.js'
import { topicsOf } from '../dist/topics.js'
import { FEATURES_OF_WORDS, TOUCHES, touchFeatures } from '../dist/touched.js'
import { sigmoids, writeWeights } from './hashed.mjs'

const THRESHOLDS = [0.25, 0.3, 0.35, 0.4, 0.5, 0.6]
const STEPS = 400
const RATE = 0.05
/** Of the squares of the weights, beside the loss of all samples. */
const DECAY = 1
const [BETA1, BETA2] = [0.9, 0.999]

const files = process.argv.slice(2).filter((argument) => argument !== '--write')
const rows = files.flatMap((file) =>
  JSON.parse(readFileSync(file, 'utf8')).map(({ ask, touches, weight = 1 }) => ({
    ...{ file, ask, weight, isTopic: topicsOf(ask).size > 0 },
    ...{ x: touchFeatures(ask, textVector(ask)), y: TOUCHES.map((touch) => Number(touches.includes(touch))) },
  })),
)
if (files.length > 1) {
  const found = files.flatMap((file) => {
    const model = fit(rows.filter((row) => row.file !== file))
    return rows.filter((row) => row.file === file).map((row) => ({ ...row, p: sigmoids(sums(model, row.x)) }))
  })
  report('by the words of the lexicon', found, ({ isTopic }) => isTopic)
  for (const threshold of THRESHOLDS) {
    report(`from ${threshold}`, found, ({ p }) => p.some((each) => each >= threshold))
    for (const [at, touch] of TOUCHES.entries()) {
      const [all, chosen, right] = [
        ({ y }) => y[at],
        ({ p }) => p[at] >= threshold,
        ({ p, y }) => y[at] && p[at] >= threshold,
      ]
      const count = (test) => found.filter(test).length
      console.log(`    ${touch}: ${count(right)} of ${count(all)}, wrong ${count(chosen) - count(right)}`)
    }
  }
}
if (process.argv.includes('--write'))
  writeWeights(new URL('../src/touched-weights.ts', import.meta.url), 'touched.mjs', fit(rows))

function report(name, found, isFound) {
  const [some, none] = [true, false].map((touches) => found.filter(({ y }) => y.some(Boolean) === touches))
  console.log(
    `  ${name}: ${some.filter(isFound).length} of ${some.length}, wrong ${none.filter(isFound).length} of ${none.length}`,
  )
}

/** Logistic regression of each class by Adam, on all samples at once. */
function fit(samples) {
  const classes = TOUCHES.length
  const weights = new Float64Array((FEATURES_OF_WORDS + sentenceDimension()) * classes)
  const bias = Array(classes).fill(-1)
  const [first, second] = [new Float64Array(weights.length), new Float64Array(weights.length)]
  for (let step = 1; step <= STEPS; step++) {
    const gradient = Float64Array.from(weights, (weight) => DECAY * weight)
    const ofBias = Array(classes).fill(0)
    for (const { x, y, weight } of samples) {
      const p = sigmoids(sums({ weights, bias }, x))
      for (let k = 0; k < classes; k++) {
        const slope = (p[k] - y[k]) * weight
        ofBias[k] += slope
        for (const [at, value] of x) gradient[at * classes + k] += slope * value
      }
    }
    const rate = RATE * (1.05 - step / STEPS)
    for (let i = 0; i < weights.length; i++) {
      if (!gradient[i]) continue
      first[i] = BETA1 * first[i] + (1 - BETA1) * gradient[i]
      second[i] = BETA2 * second[i] + (1 - BETA2) * gradient[i] ** 2
      weights[i] -= (rate * (first[i] / (1 - BETA1 ** step))) / (Math.sqrt(second[i] / (1 - BETA2 ** step)) + 1e-8)
    }
    for (let k = 0; k < classes; k++) bias[k] -= (rate * ofBias[k] * 4) / samples.length
  }
  return { weights, bias }
}

function sums({ weights, bias }, x) {
  return bias.map((each, k) => x.reduce((sum, [at, value]) => sum + value * weights[at * bias.length + k], each))
}
