// Fits the weights of src/replace/updates.ts: how likely it is that a statement updates an earlier one.
//
//   npm run build && node packages/understanding/bench/updates.mjs changes.json … [--background texts.json …]
//
// A file of changes is `{ own: [{ name, memories, cases }] }`: cases of kind `change` name the memories `old` and `now`. In
// a background file, `{ users: [{ name?, memories }] }`, no statement updates another; each of its pairs weighs
// BACKGROUND_WEIGHT. Memories are oldest first.

import { readFileSync } from 'node:fs'
import { judgeReplacement } from '@memory-service/understanding/replace/judge'
import { slotsOf } from '@memory-service/understanding/replace/slots'
import { updateFeatures } from '@memory-service/understanding/replace/updates'

const BACKGROUND_WEIGHT = 0.2
/** Background statements per user: the pairs grow with the square. */
const STATEMENTS_MAX = 250
const STEPS = 1_500
const RATE = 4
const DECIMALS = 1

const [changes, background = []] = process.argv
  .slice(2)
  .join('\n')
  .split('\n--background\n')
  .map((files) => files.split('\n'))

const samples = [
  ...changes.flatMap((file) => read(file).own.flatMap((person) => pairsOf(person, 1))),
  ...background.flatMap((file) => read(file).users.flatMap((user) => pairsOf(user, BACKGROUND_WEIGHT))),
]
const names = Object.keys(samples[0].features)
const { bias, weights } = fit(
  samples.map(({ features, ...rest }) => ({ x: names.map((name) => features[name]), ...rest })),
)
console.log('pairs', samples.length, 'updates', samples.filter(({ y }) => y).length)
console.log('bias', bias.toFixed(DECIMALS))
for (const [index, name] of names.entries()) console.log(name, weights[index].toFixed(DECIMALS))

function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** The pairs of one store that share a slot and that no rule reads, with what they have in common. */
function pairsOf({ name, memories, cases = [] }, weight) {
  const statements = memories.slice(0, STATEMENTS_MAX)
  const slots = statements.map(({ content }) => slotsOf(content, name))
  const updates = new Set(
    cases
      .filter(({ kind }) => kind === 'change')
      .flatMap(({ old, now }) => old.flatMap((a) => now.map((b) => `${a} ${b}`))),
  )
  return statements.flatMap((later, index) =>
    statements.slice(0, index).flatMap((earlier, before) => {
      if (!slots[before].some((slot) => slots[index].includes(slot))) return []
      if (judgeReplacement(later.content, earlier.content, { ownName: name })) return []
      const features = updateFeatures(later.content, earlier.content, { ownName: name })
      return features ? [{ features, y: updates.has(`${earlier.id} ${later.id}`) ? 1 : 0, weight }] : []
    }),
  )
}

/** Logistic regression by gradient descent on standardised features, with L2 regularisation. */
function fit(rows) {
  const mean = names.map((_, index) => average(rows.map(({ x }) => x[index])))
  const deviation = names.map((_, index) => Math.sqrt(average(rows.map(({ x }) => (x[index] - mean[index]) ** 2))) || 1)
  for (const row of rows) row.z = [1, ...row.x.map((value, index) => (value - mean[index]) / deviation[index])]
  let w = [-3, ...names.map(() => 0)]
  for (let step = 0; step < STEPS; step++) {
    const gradient = w.map((value, index) => (index ? value : 0))
    for (const { z, y, weight } of rows) {
      const error = weight * (1 / (1 + Math.exp(-z.reduce((sum, value, index) => sum + value * w[index], 0))) - y)
      for (let index = 0; index < z.length; index++) gradient[index] += error * z[index]
    }
    w = w.map((value, index) => value - (RATE * gradient[index]) / rows.length)
  }
  const weights = names.map((_, index) => w[index + 1] / deviation[index])
  return { bias: w[0] - weights.reduce((sum, value, index) => sum + value * mean[index], 0), weights }
}

function average(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
