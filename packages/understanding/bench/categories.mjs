// Fits src/category-weights.ts: which part of a person's life a statement is about.
//
//   npm run build && node packages/understanding/bench/categories.mjs labelled.json … [--held held.json …] [--texts]
//     [--from-scratch] [--write]
//
// A file is `[{ text, category, weight? }]`. Continues from the weights there are, unless `--from-scratch` is set. Prints what is right
// in the files that are held; with `--texts` what is wrong, too. `--write` writes the weights.

import { readFileSync } from 'node:fs'
import { BUCKETS, CATEGORIES, factorOf, featuresOf } from '../dist/category.js'
import { WEIGHTS } from '../dist/category-weights.js'
import { readArguments } from './arguments.mjs'
import { fitHashed, readWeights, softmax, sumsOf, writeWeights } from './hashed.mjs'

/** Missing what can harm a person costs more; there is much of the rest. */
const COSTS = { reaction: 1.3, condition: 1.3, medicine: 1.3, diet: 1.3, rest: 0.6 }

const { lists, flags } = readArguments('fit', 'held')

const samples = lists.fit.flatMap(read)
const model = fitHashed(samples, {
  ...{ buckets: BUCKETS, classes: CATEGORIES.length, probabilities: softmax },
  from: flags.has('--from-scratch') ? undefined : readWeights(WEIGHTS),
})
console.log('statements', samples.length)
for (const file of lists.held) judge(file, read(file))
if (flags.has('--write')) writeWeights(new URL('../src/category-weights.ts', import.meta.url), 'categories.mjs', model)

function read(path) {
  return JSON.parse(readFileSync(path, 'utf8')).map(({ text, category, weight = 1 }) => {
    const x = featuresOf(text)
    return {
      ...{ text, category, x, factor: factorOf(x), weight: weight * (COSTS[category] ?? 1) },
      y: CATEGORIES.map((name) => Number(name === category)),
    }
  })
}

function judge(file, all) {
  const counts = new Map()
  const wrong = []
  for (const { text, category, x, factor } of all) {
    const shares = softmax(sumsOf(model, x, factor))
    const best = CATEGORIES[shares.indexOf(Math.max(...shares))]
    const [right, of] = counts.get(category) ?? [0, 0]
    counts.set(category, [right + Number(best === category), of + 1])
    if (best !== category) wrong.push(`${category} as ${best}: ${text}`)
  }
  console.log(file, 'right', all.length - wrong.length, 'of', all.length)
  console.log('  ', [...counts].map(([category, [right, of]]) => `${category} ${right}/${of}`).join(', '))
  if (flags.has('--texts')) for (const each of wrong) console.log('  ', each)
}
