// A network with one hidden layer and a direct connection of each input to the output, and its training.

import { randomFrom } from '../../../bench/lib/text.mjs'

const HIDDEN = 8
const EPOCHS = 20
const RATE = 3e-3
const DECAY = 0.25
const BATCH = 64
const DEVIATION_MIN = 0.12
const [BETA1, BETA2] = [0.9, 0.999]

/** Trains a network on rows `{ x, y, weight }` by Adam, for inputs as they are. */
export function train(rows, { seed }) {
  const random = randomFrom(seed)
  const size = rows[0].x.length
  const total = rows.reduce((sum, { weight }) => sum + weight, 0)
  const mean = new Float64Array(size)
  const deviation = new Float64Array(size)
  for (const { x, weight } of rows) for (let i = 0; i < size; i++) mean[i] += (weight * x[i]) / total
  for (const { x, weight } of rows)
    for (let i = 0; i < size; i++) deviation[i] += (weight * (x[i] - mean[i]) ** 2) / total
  for (let i = 0; i < size; i++) deviation[i] = Math.max(DEVIATION_MIN, Math.sqrt(deviation[i]))
  const inputs = rows.map(({ x }) => Float32Array.from(x, (value, i) => (value - mean[i]) / deviation[i]))
  // Hidden weights, hidden biases, output, direct weights, bias.
  const [ofBias, ofOutput, ofDirect] = [size * HIDDEN, size * HIDDEN + HIDDEN, size * HIDDEN + 2 * HIDDEN]
  const length = ofDirect + size + 1
  const [values, gradient, first, second] = Array.from({ length: 4 }, () => new Float32Array(length))
  for (let i = 0; i < ofBias; i++) values[i] = (2 * (random() - 0.5)) / Math.sqrt(size)
  for (let i = ofOutput; i < ofDirect; i++) values[i] = (random() - 0.5) / 2
  values[length - 1] = -3
  const order = rows.map((_, at) => at)
  const hidden = new Float32Array(HIDDEN)
  const scale = rows.length / total
  let steps = 0
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1))
      ;[order[at], order[other]] = [order[other], order[at]]
    }
    const rate = RATE * (1.05 - epoch / EPOCHS)
    for (let from = 0; from < order.length; from += BATCH) {
      gradient.fill(0)
      const batch = order.slice(from, from + BATCH)
      for (const index of batch) addGradient(inputs[index], rows[index], batch.length)
      steps++
      for (let i = 0; i < length; i++) {
        first[i] = BETA1 * first[i] + (1 - BETA1) * gradient[i]
        second[i] = BETA2 * second[i] + (1 - BETA2) * gradient[i] ** 2
        const step = first[i] / (1 - BETA1 ** steps) / (Math.sqrt(second[i] / (1 - BETA2 ** steps)) + 1e-8)
        values[i] -= rate * (step + (i < length - 1 ? DECAY * values[i] : 0))
      }
    }
  }
  return forInputsAsTheyAre()

  function addGradient(z, { y, weight }, count) {
    let logit = values[length - 1]
    for (let unit = 0; unit < HIDDEN; unit++) {
      let sum = values[ofBias + unit]
      for (let i = 0, at = unit * size; i < size; i++, at++) sum += values[at] * z[i]
      hidden[unit] = Math.tanh(sum)
      logit += values[ofOutput + unit] * hidden[unit]
    }
    for (let i = 0; i < size; i++) logit += values[ofDirect + i] * z[i]
    const error = ((1 / (1 + Math.exp(-logit)) - y) * weight * scale) / count
    gradient[length - 1] += error
    for (let i = 0; i < size; i++) gradient[ofDirect + i] += error * z[i]
    for (let unit = 0; unit < HIDDEN; unit++) {
      gradient[ofOutput + unit] += error * hidden[unit]
      const inner = error * values[ofOutput + unit] * (1 - hidden[unit] ** 2)
      gradient[ofBias + unit] += inner
      for (let i = 0, at = unit * size; i < size; i++, at++) gradient[at] += inner * z[i]
    }
  }

  function forInputsAsTheyAre() {
    const units = Array.from({ length: HIDDEN }, (_, unit) => unit)
    const weight = (unit, i) => values[unit * size + i] / deviation[i]
    const direct = Array.from(mean, (_, i) => values[ofDirect + i] / deviation[i])
    const shift = (weightOf) => mean.reduce((sum, value, i) => sum + value * weightOf(i), 0)
    return {
      bias: values[length - 1] - shift((i) => direct[i]),
      direct,
      hidden: Array.from(mean, (_, i) => units.map((unit) => weight(unit, i))),
      hiddenBias: units.map((unit) => values[ofBias + unit] - shift((i) => weight(unit, i))),
      output: units.map((unit) => values[ofOutput + unit]),
    }
  }
}

/** Several networks as one whose logit is the mean of theirs. */
export function combined(networks) {
  const average = (values) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [{ direct }] = networks
  return {
    bias: average(networks.map(({ bias }) => bias)),
    direct: direct.map((_, i) => average(networks.map((network) => network.direct[i]))),
    hidden: direct.map((_, i) => networks.flatMap(({ hidden }) => hidden[i])),
    hiddenBias: networks.flatMap(({ hiddenBias }) => hiddenBias),
    output: networks.flatMap(({ output }) => output.map((value) => value / networks.length)),
  }
}

/** The probability that a network gives for an input. */
export function predict({ bias, direct, hidden, hiddenBias, output }, x) {
  const sums = [...hiddenBias]
  let logit = bias
  for (let i = 0; i < x.length; i++) {
    if (!x[i]) continue
    logit += x[i] * direct[i]
    for (let unit = 0; unit < sums.length; unit++) sums[unit] += x[i] * hidden[i][unit]
  }
  return 1 / (1 + Math.exp(-sums.reduce((sum, value, unit) => sum + output[unit] * Math.tanh(value), logit)))
}
