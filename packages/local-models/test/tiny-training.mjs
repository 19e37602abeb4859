// Learns word vectors without a library: positive pointwise mutual information (PPMI) of words that occur together,
// reduced to a few dimensions by the eigenvectors of that table (subspace iteration).

import { readFileSync } from 'node:fs'

const SUFFIXES = ['s', 'es', 'ed', 'ing', 'ly']
const WINDOW = 8
/** The weight of words in the previous and next turn. */
const NEIGHBOUR = 0.15
/** Raises the counts of rare words, which would otherwise look similar to everything by chance. */
const SMOOTHING = 0.75
const ROUNDS = 40
/** The share of a word whose weight is half. */
const FREQUENT = 0.003

/** The vocabulary of the conversation, beginning with the special tokens, and its turns as sequences of token ids. */
export function readVocabulary(special) {
  const { sessions } = JSON.parse(readFileSync(new URL('../../../examples/conversation.json', import.meta.url), 'utf8'))
  const turns = sessions.flatMap(({ turns }) => turns.map(({ text }) => wordsOf(text)))
  const words = new Set(turns.flat())
  const piecesOf = (word) => {
    for (const suffix of SUFFIXES) {
      const stem = word.endsWith(suffix) ? word.slice(0, -suffix.length) : ''
      if (stem.length > 2 && words.has(stem)) return [...piecesOf(stem), `##${suffix}`]
    }
    return [word]
  }
  const tokens = [...special, ...[...new Set([...words].flatMap(piecesOf))].sort()]
  const idOf = new Map(tokens.map((token, id) => [token, id]))
  return { tokens, sequences: turns.map((turn) => turn.flatMap(piecesOf).map((piece) => idOf.get(piece))) }
}

function wordsOf(text) {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .match(/[a-z]+|\d+/g)
}

/** Learns a vector for each of `count` tokens, row by row, from sequences of token ids. */
export function learnVectors(sequences, count, dim) {
  const { table, share } = associations(sequences, count)
  const { basis, strengths } = mainDirections(table, count, dim)
  const vectors = new Float32Array(count * dim)
  for (let token = 0; token < count; token++) {
    const row = basis.map((direction, i) => direction[token] * Math.sqrt(Math.abs(strengths[i])))
    const length = Math.hypot(...row)
    const weight = FREQUENT / (FREQUENT + share[token])
    if (length > 1e-9)
      vectors.set(
        row.map((value) => (weight * value) / length),
        token * dim,
      )
  }
  return vectors
}

/** The sparse symmetric PPMI table, and the share of each token. */
function associations(sequences, count) {
  const together = Array.from({ length: count }, () => new Map())
  const seen = new Float64Array(count)
  const addPair = (a, b, weight) => {
    together[a].set(b, (together[a].get(b) ?? 0) + weight)
    together[b].set(a, (together[b].get(a) ?? 0) + weight)
  }
  sequences.forEach((sequence, turn) => {
    sequence.forEach((a, i) => {
      seen[a]++
      addPair(a, a, 0.5)
      for (let j = i + 1; j < Math.min(sequence.length, i + 1 + WINDOW); j++)
        addPair(a, sequence[j], 1 / Math.sqrt(j - i))
      for (const b of sequences[turn + 1] ?? []) addPair(a, b, NEIGHBOUR)
    })
  })
  const sums = together.map((row) => [...row.values()].reduce((sum, n) => sum + n, 0))
  const total = sums.reduce((sum, n) => sum + n, 0)
  const smoothed = sums.map((sum) => sum ** SMOOTHING)
  const smoothedTotal = smoothed.reduce((sum, n) => sum + n, 0)
  const table = together.map((row, a) =>
    [...row].flatMap(([b, n]) => {
      // Uses the smoothed share of both tokens, so that the table stays symmetric.
      const chance = Math.sqrt(
        (sums[a] / total) * (smoothed[b] / smoothedTotal) * (sums[b] / total) * (smoothed[a] / smoothedTotal),
      )
      const value = Math.log(n / total / chance)
      return value > 0 ? [[b, value]] : []
    }),
  )
  const all = seen.reduce((sum, n) => sum + n, 0)
  return { table, share: seen.map((n) => n / all) }
}

/** The `dim` strongest eigenvectors of a symmetric table and their eigenvalues, by subspace iteration. */
function mainDirections(table, count, dim) {
  const random = seeded(42)
  let basis = Array.from({ length: dim }, () => Float64Array.from({ length: count }, () => random() - 0.5))
  for (let round = 0; round < ROUNDS; round++) basis = orthonormal(basis.map((direction) => times(table, direction)))
  return { basis, strengths: basis.map((direction) => dot(direction, times(table, direction))) }
}

function times(table, direction) {
  return Float64Array.from(table, (row) => row.reduce((sum, [b, value]) => sum + value * direction[b], 0))
}

/** Gram-Schmidt orthonormalization. */
function orthonormal(directions) {
  directions.forEach((direction, i) => {
    for (const earlier of directions.slice(0, i)) {
      const shared = dot(direction, earlier)
      for (let k = 0; k < direction.length; k++) direction[k] -= shared * earlier[k]
    }
    const length = Math.sqrt(dot(direction, direction)) || 1
    for (let k = 0; k < direction.length; k++) direction[k] /= length
  })
  return directions
}

function dot(a, b) {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}

/** A deterministic random number generator between 0 and 1 (mulberry32). */
function seeded(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
