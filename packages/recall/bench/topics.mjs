// Fits src/topic-weights.ts: the topics of statements, by spherical k-means (Dhillon and Modha 2001) on the vectors of texts.
//
//   npm run build && node packages/recall/bench/topics.mjs bench/training/everyday/*.json bench/training/pairs/*.json

import { readFileSync, writeFileSync } from 'node:fs'
import { dot, textVector } from '../dist/text-vectors.js'
import { fillDates } from './dates.mjs'

const TOPICS = 24
const ROUNDS = 15
const CODE_MAX = 127
/** The day from which dates in texts are counted. */
const TODAY = new Date('2026-11-26T12:00:00Z')

const vectors = process.argv
  .slice(2)
  .flatMap(textsOf)
  .map(textVector)
  .filter((vector) => vector !== undefined)
const random = generator(1)
let centroids = initial()
for (let round = 0; round < ROUNDS; round++) centroids = moved(centroids)
const bytes = Int8Array.from(centroids.flatMap(quantised))
writeFileSync(
  new URL('../src/topic-weights.ts', import.meta.url),
  `/** Written by \`bench/topics.mjs\`: the centres of the topics, 64 signed bytes each, in base64. */\nexport const TOPICS =\n  '${Buffer.from(bytes.buffer).toString('base64')}'\n`,
)
console.log('texts', vectors.length)

function textsOf(file) {
  const data = JSON.parse(readFileSync(file, 'utf8'))
  if (Array.isArray(data)) return data.flatMap(({ statements }) => statements)
  return data.users.flatMap(({ memories }) => memories.map(({ content }) => fillDates(content, TODAY)))
}

/** The first centres: texts that are likely to be far from those chosen before (k-means++). */
function initial() {
  const chosen = [vectors[Math.floor(random() * vectors.length)]]
  while (chosen.length < TOPICS) {
    const distances = vectors.map((vector) => 1 - Math.max(...chosen.map((centre) => dot(vector, centre))))
    let left = random() * distances.reduce((sum, each) => sum + each, 0)
    chosen.push(vectors[distances.findIndex((distance) => (left -= distance) <= 0)] ?? vectors[0])
  }
  return chosen
}

function moved(centres) {
  const sums = centres.map((centre) => new Float64Array(centre.length))
  for (const vector of vectors) {
    const similarities = centres.map((centre) => dot(vector, centre))
    const sum = sums[similarities.indexOf(Math.max(...similarities))]
    for (const [at, component] of vector.entries()) sum[at] += component
  }
  return sums.map((sum, at) => {
    const length = Math.hypot(...sum)
    return length > 0 ? sum.map((component) => component / length) : centres[at]
  })
}

function quantised(centre) {
  return Array.from(centre, (component) => Math.round(component * CODE_MAX))
}

/** A linear congruential generator: the same topics each time. */
function generator(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return state / 0x7fffffff
  }
}
