// Logistic regression on sparse binary features, by Adam with decay of the weights.

const EPOCHS = 12
const RATE = 1e-2
const DECAY = 0.2
const BATCH = 128
const [BETA1, BETA2] = [0.9, 0.999]

/** Fits rows `{ features, y, weight }`, whose features are numbers below `size`. */
export function fitLinear(rows, size, random) {
  const [values, gradient, first, second] = Array.from({ length: 4 }, () => new Float64Array(size))
  let bias = -3
  const total = rows.reduce((sum, { weight }) => sum + weight, 0)
  const scale = rows.length / total
  const order = rows.map((_, at) => at)
  let steps = 0
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1))
      ;[order[at], order[other]] = [order[other], order[at]]
    }
    const rate = RATE * (1.05 - epoch / EPOCHS)
    for (let from = 0; from < order.length; from += BATCH) {
      gradient.fill(0)
      let ofBias = 0
      const batch = order.slice(from, from + BATCH)
      for (const index of batch) {
        const { features, y, weight } = rows[index]
        const logit = features.reduce((sum, feature) => sum + values[feature], bias)
        const error = ((1 / (1 + Math.exp(-logit)) - y) * weight * scale) / batch.length
        for (const feature of features) gradient[feature] += error
        ofBias += error
      }
      steps++
      const [ofFirst, ofSecond] = [1 - BETA1 ** steps, 1 - BETA2 ** steps]
      for (let i = 0; i < size; i++) {
        first[i] = BETA1 * first[i] + (1 - BETA1) * gradient[i]
        second[i] = BETA2 * second[i] + (1 - BETA2) * gradient[i] ** 2
        values[i] -= rate * (first[i] / ofFirst / (Math.sqrt(second[i] / ofSecond) + 1e-6) + DECAY * values[i])
      }
      bias -= rate * ofBias
    }
  }
  return { bias, values }
}

/** Logistic regression on few real inputs, by Newton's method: the bias, then a factor for each input. */
export function calibrate(rows) {
  const size = rows[0].x.length + 1
  const values = new Float64Array(size)
  for (let step = 0; step < 20; step++) {
    const gradient = new Float64Array(size)
    const hessian = Array.from({ length: size }, (_, i) =>
      Float64Array.from({ length: size }, (_, j) => Number(i === j)),
    )
    for (const { x, y, weight } of rows) {
      const inputs = [1, ...x]
      const p = 1 / (1 + Math.exp(-inputs.reduce((sum, input, i) => sum + input * values[i], 0)))
      for (let i = 0; i < size; i++) {
        gradient[i] += weight * (p - y) * inputs[i]
        for (let j = 0; j < size; j++) hessian[i][j] += weight * p * (1 - p) * inputs[i] * inputs[j]
      }
    }
    const change = solved(hessian, gradient)
    for (let i = 0; i < size; i++) values[i] -= change[i]
  }
  return [...values]
}

/** Solves a system of linear equations by elimination. */
function solved(matrix, right) {
  const rows = matrix.map((row, i) => [...row, right[i]])
  for (let i = 0; i < rows.length; i++) {
    const pivot = rows.slice(i).reduce((best, row) => (Math.abs(row[i]) > Math.abs(best[i]) ? row : best))
    rows.splice(rows.indexOf(pivot), 1)
    rows.splice(i, 0, pivot)
    for (let j = 0; j < rows.length; j++)
      if (j !== i) {
        const factor = rows[j][i] / pivot[i]
        rows[j] = rows[j].map((value, at) => value - factor * pivot[at])
      }
  }
  return rows.map((row, i) => row.at(-1) / row[i])
}
