// Linear classifiers over hashed features (../src/linear.ts): fitted by AdaGrad (Duchi, Hazan and Singer 2011), and written.

import { writeFileSync } from 'node:fs'
import { randomFrom } from '../../../bench/lib/text.mjs'
import { decodeBase64 } from '../dist/base64.js'

const EPOCHS = 14
const RATE = 0.1
/** Of a fit that continues from earlier weights. */
const EPOCHS_CONTINUED = 8
const RATE_CONTINUED = 0.03
const DECAY = 1e-4
const BYTE_MAX = 127
const SAMPLES_MIN = 2
const SEED = 7

/**
 * Fits samples `{ x, y, weight, factor? }`: the buckets of a text, what each class should be (0 to 1), how much the sample
 * counts, and what its sums are multiplied by. `probabilities` turns sums into probabilities. Features of a single sample tell
 * too little. With `from`, the fit continues from earlier weights, and moves away from them a little.
 */
export function fitHashed(samples, { buckets, classes, probabilities, from }) {
  const counts = new Uint32Array(buckets)
  for (const { x } of samples) for (const feature of x) counts[feature]++
  const isKnown = (feature) => from?.weights.subarray(feature * classes, (feature + 1) * classes).some(Boolean)
  const order = samples.map((each) => ({
    ...each,
    x: each.x.filter((feature) => counts[feature] >= SAMPLES_MIN || isKnown(feature)),
  }))
  const weights = from ? Float64Array.from(from.weights) : new Float64Array(buckets * classes)
  const bias = from ? [...from.bias] : Array(classes).fill(0)
  const [rate, epochs] = from ? [RATE_CONTINUED, EPOCHS_CONTINUED] : [RATE, EPOCHS]
  const squares = new Float64Array(weights.length).fill(1e-6)
  const biasSquares = new Float64Array(classes).fill(1e-6)
  const random = randomFrom(SEED)
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1))
      ;[order[i], order[j]] = [order[j], order[i]]
    }
    for (const { x, y, weight, factor = 1 } of order) {
      const found = probabilities(sumsOf({ weights, bias, classes }, x, factor))
      for (let k = 0; k < classes; k++) {
        const slope = (found[k] - y[k]) * weight
        biasSquares[k] += slope * slope
        bias[k] -= (rate * slope) / Math.sqrt(biasSquares[k])
        for (const feature of x) {
          const at = feature * classes + k
          const own = slope * factor + DECAY * (weights[at] - (from?.weights[at] ?? 0))
          squares[at] += own * own
          weights[at] -= (rate * own) / Math.sqrt(squares[at])
        }
      }
    }
  }
  return { weights, bias, classes }
}

/** Fitted weights as they are before they are written. */
export function readWeights({ scale, bias, values }) {
  return { weights: Float64Array.from(decodeBase64(values), (value) => value * scale), bias }
}

/** The sums by class of a text. */
export function sumsOf({ weights, bias, classes }, x, factor = 1) {
  return Array.from(
    bias,
    (each, k) => x.reduce((sum, feature) => sum + weights[feature * classes + k], 0) * factor + each,
  )
}

export const softmax = (sums) => {
  const max = Math.max(...sums)
  const powers = sums.map((sum) => Math.exp(sum - max))
  const total = powers.reduce((sum, each) => sum + each, 0)
  return powers.map((each) => each / total)
}

export const sigmoids = (sums) => sums.map((sum) => 1 / (1 + Math.exp(-sum)))

/** Writes a module of `Weights`. */
export function writeWeights(url, script, { weights, bias }) {
  const scale = weights.reduce((max, weight) => Math.max(max, Math.abs(weight)), 0) / BYTE_MAX
  const bytes = Buffer.from(Int8Array.from(weights, (weight) => Math.round(weight / scale)).buffer)
  writeFileSync(
    url,
    `/** Written by \`bench/${script}\`: bytes by feature and class, in base64, and what they are multiplied by. */\nexport const WEIGHTS = {\n  scale: ${scale.toPrecision(6)},\n  bias: [${bias.map((each) => Number(each.toFixed(3))).join(', ')}],\n  values:\n    '${bytes.toString('base64').replace(/=+$/, '')}',\n}\n`,
  )
}
