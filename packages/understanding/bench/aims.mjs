// Fits src/aims-weights.ts: whether a later statement gives the outcome of a goal.
//
//   npm run build && node packages/understanding/bench/aims.mjs aims.json … [--write]
//
// A file is `[{ aim, later, label }]`, with a label of `reached`, `dropped`, `step` or `other`. Prints what is found in each
// file by what the others say.

import { readFileSync } from 'node:fs'
import { AIM_BUCKETS, aimFeatures, readAimText } from '../dist/aims.js'
import { NO_NAMES } from '../dist/names.js'
import { fitHashed, sigmoids, sumsOf, writeWeights } from './hashed.mjs'

const OUTCOMES = new Set(['reached', 'dropped'])
const LABELS = [...OUTCOMES, 'step', 'other']
const THRESHOLDS = [0.3, 0.5, 0.6, 0.7, 0.8, 0.9]

const files = process.argv.slice(2).filter((argument) => argument !== '--write')
const rows = files.flatMap((file) =>
  JSON.parse(readFileSync(file, 'utf8')).map(({ aim, later, label, weight = 1 }) => ({
    ...{ file, aim, later, label, weight, y: [Number(OUTCOMES.has(label))] },
    x: aimFeatures(readAimText(aim), readAimText(later), NO_NAMES),
  })),
)
const shared = rows.filter(({ x }) => x)
console.log('pairs', rows.length, 'that share a term', shared.length)
for (const file of files.length > 1 ? files : []) {
  const model = fit(shared.filter((row) => row.file !== file))
  report(
    file,
    rows
      .filter((row) => row.file === file)
      .map((row) => ({ ...row, p: row.x ? sigmoids(sumsOf(model, row.x))[0] : 0 })),
  )
}
if (process.argv.includes('--write'))
  writeWeights(new URL('../src/aims-weights.ts', import.meta.url), 'aims.mjs', fit(shared))

function fit(samples) {
  return fitHashed(samples, { buckets: AIM_BUCKETS, classes: 1, probabilities: sigmoids })
}

function report(file, found) {
  console.log(file)
  for (const threshold of THRESHOLDS) {
    const share = (label) => {
      const all = found.filter((row) => row.label === label)
      return `${label} ${all.filter(({ p }) => p >= threshold).length}/${all.length}`
    }
    console.log(`  from ${threshold}:`, LABELS.map(share).join(', '))
  }
}
