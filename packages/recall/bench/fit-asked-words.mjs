// Fits how the words of questions are compared with those of statements (src/word-match.ts): the last part of
// model/word-vectors.bin.
//
//   npm run build && node packages/recall/bench/fit-asked-words.mjs data.json … [--write]
//
// Each question has a softmax over the rows of its person: by keyword, by the cosine of the sentences, and by the share of the
// question that the words of a row cover. What is learned: a matrix for all words of questions, a direction of its own for each
// word of these questions, and their weights. The gradient is computed by hand; the words nearest to each other are taken as
// they are before a step.

import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { RecallEngine } from '@memory-service/recall/engine'
import { isFunctionWord, tokenise } from '@memory-service/recall/tokens'
import { randomFrom } from '../../../bench/lib/text.mjs'
import { isGrammaticalPerson } from '../dist/question-words.js'
import { SentenceVectors } from '../dist/sentence-vectors.js'
import { entryOfStem, questionVector, WORD_VECTORS } from '../dist/word-vectors.js'
import { Adam, shuffled } from './adam.mjs'
import { readData } from './data.mjs'
import { rowsOf } from './rows.mjs'
import { readModel, writeModel } from './word-model.mjs'

const EPOCHS = 14
const RATE = 0.008
const MATRIX_RATE = 0.003
/** Of the softmax: how decisive a difference of scores is. */
const SHARPNESS = 6
const ENGLISH = 0
/** Pulls directions, matrix and weights to what they were. */
const RIDGE = { direction: 1e-2, matrix: 1e-3, weight: 1e-3 }
/** As in src/word-match.ts and src/sentence-match.ts. */
const COSINE_MIN = 0.15
const FOUND_MIN = 0.4
const COVERAGE_WEIGHT = 1.3
const [WEIGHT, TOP_WEIGHT, IDEAL_WEIGHT, FULL_WEIGHT_ROWS, ROWS_EXPONENT] = [9, 3, 1.15, 100, 0.6]
/** What counts of a row that the engine would not compare: it learns from it, too. */
const OTHER_ROWS = 0.3

const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' } },
})
const model = readModel(readFileSync(WORD_VECTORS))
const { dimension } = model
const people = []
for (const file of files) people.push(...(await read(file)))
console.log(
  'people',
  people.length,
  'questions',
  people.reduce((sum, { questions }) => sum + questions.length, 0),
)

const directions = new Map()
for (const { words } of people)
  for (const entry of words) if (!directions.has(entry)) directions.set(entry, unit(entry))
const initial = new Map([...directions].map(([entry, direction]) => [entry, direction.slice()]))
const weights = Float64Array.from(model.questionWeights, Math.log)
const initialWeights = weights.slice()
const matrix = Float64Array.from({ length: dimension * dimension }, (_, i) => (i % (dimension + 1) === 0 ? 1 : 0))
const identity = matrix.slice()
const units = new Map()
const adam = new Adam()
const next = randomFrom(1)

for (let epoch = 1; epoch <= EPOCHS; epoch++) {
  let [loss, count] = [0, 0]
  for (const person of shuffled(people, next)) {
    loss += step(person)
    count += person.questions.length
  }
  console.log('epoch', epoch, 'loss', (loss / count).toFixed(4))
}
if (options.write)
  writeFileSync(
    WORD_VECTORS,
    writeModel({
      ...model,
      askedWeights: weights.map(Math.exp),
      askedMatrix: matrix,
      asked: new Map([...directions].map(([entry, direction]) => [entry, times(direction, matrix)])),
    }),
  )

/** The unit vector of a word. */
function unit(entry) {
  const codes = model.directions.subarray(entry * dimension, (entry + 1) * dimension)
  const length = Math.hypot(...codes) || 1
  return Float64Array.from(codes, (code) => code / length)
}

function unitOf(entry) {
  if (!units.has(entry)) units.set(entry, unit(entry))
  return units.get(entry)
}

function times(vector, by) {
  const product = new Float64Array(dimension)
  for (let from = 0; from < dimension; from++)
    for (let to = 0; to < dimension; to++) product[to] += vector[from] * by[from * dimension + to]
  return product
}

/** Like `times` with the transposed matrix. */
function timesTransposed(vector, by) {
  return Float64Array.from({ length: dimension }, (_, from) => {
    let sum = 0
    for (let to = 0; to < dimension; to++) sum += vector[to] * by[from * dimension + to]
    return sum
  })
}

function dot(one, other) {
  let sum = 0
  for (let i = 0; i < one.length; i++) sum += one[i] * other[i]
  return sum
}

/** One step of gradient descent by the questions of a person. Returns the sum of their losses. */
function step({ words, rows, rowWords, questions }) {
  const mapped = words.map((entry) => times(directions.get(entry), matrix))
  const lengths = mapped.map((vector) => Math.hypot(...vector) || 1)
  const normal = mapped.map((vector, at) => vector.map((component) => component / lengths[at]))
  const cosines = normal.map((vector) => rowWords.map((entry) => dot(vector, unitOf(entry))))
  // By word of a question and row: the nearest word of the row.
  const nearest = cosines.map((of) =>
    rows.map((list) => list.reduce((best, at) => (best < 0 || of[at] > of[best] ? at : best), -1)),
  )
  const gainsOfWords = words.map(() => new Float64Array(rowWords.length))
  const gainsOfWeights = new Float64Array(words.length)
  let loss = 0
  for (const { counts, others, factors, relevant } of questions) {
    const shares = counts.map(([word, count]) => count * Math.exp(weights[words[word]]))
    const sum = shares.reduce((all, share) => all + share, 0)
    const over = (word, row) => {
      const at = nearest[word][row]
      return at < 0 ? 0 : Math.max(0, cosines[word][at] - COSINE_MIN)
    }
    const covered = rows.map((_, row) =>
      counts.reduce((all, [word], i) => all + (shares[i] / sum) * over(word, row), 0),
    )
    const scores = rows.map((_, row) => SHARPNESS * (others[row] + factors[row] * covered[row]))
    const top = Math.max(...scores)
    const powers = scores.map((score) => Math.exp(score - top))
    const total = powers.reduce((all, power) => all + power, 0)
    const right = relevant.reduce((all, row) => all + powers[row], 0)
    loss -= Math.log(right / total + 1e-9)
    for (const row of rows.keys()) {
      const share = relevant.includes(row) ? powers[row] / (right + 1e-9 * total) : 0
      const gain = (SHARPNESS * factors[row] * (powers[row] / total - share)) / questions.length
      if (gain === 0) continue
      for (const [i, [word]] of counts.entries()) {
        const value = over(word, row)
        gainsOfWeights[word] += (gain * (value - covered[row]) * shares[i]) / sum
        if (value > 0) gainsOfWords[word][nearest[word][row]] += (gain * shares[i]) / sum
      }
    }
  }
  descend({ words, rowWords, normal, lengths, gainsOfWords, gainsOfWeights })
  return loss
}

function descend({ words, rowWords, normal, lengths, gainsOfWords, gainsOfWeights }) {
  const ofMatrix = matrix.map((value, i) => RIDGE.matrix * (value - identity[i]))
  const steps = []
  for (const [word, entry] of words.entries()) {
    const ofNormal = new Float64Array(dimension)
    for (const [at, gain] of gainsOfWords[word].entries())
      if (gain !== 0) for (const [i, component] of unitOf(rowWords[at]).entries()) ofNormal[i] += gain * component
    const along = dot(normal[word], ofNormal)
    const ofMapped = ofNormal.map((value, i) => (value - normal[word][i] * along) / lengths[word])
    const direction = directions.get(entry)
    for (let from = 0; from < dimension; from++)
      for (let to = 0; to < dimension; to++) ofMatrix[from * dimension + to] += direction[from] * ofMapped[to]
    const known = initial.get(entry)
    const ofDirection = timesTransposed(ofMapped, matrix).map(
      (value, i) => value + RIDGE.direction * (direction[i] - known[i]),
    )
    const ofWeight = gainsOfWeights[word] + RIDGE.weight * (weights[entry] - initialWeights[entry])
    steps.push(() => {
      adam.step(`direction ${entry}`, direction, ofDirection, RATE)
      adam.step(`weight ${entry}`, weights.subarray(entry, entry + 1), [ofWeight], RATE)
    })
  }
  for (const each of steps) each()
  adam.step('matrix', matrix, ofMatrix, MATRIX_RATE)
}

/** The people of a file: the words of their rows and questions, and what else the engine knows of each pair. */
async function read(file) {
  const { now, users } = readData(file)
  const time = now ? Date.parse(now) : Date.now()
  const people = []
  for (const { name, memories, queries } of users) {
    const engine = new RecallEngine({ bytesMax: 2 ** 30 })
    const indexed = rowsOf(memories)
    await engine.apply('user', { from: null, to: 1, build: '1', page: 0, ownName: name, rows: indexed, last: true })
    const places = new Map(memories.map(({ id }, at) => [id, at]))
    const sentences = new SentenceVectors()
    const texts = memories.map(({ content }) => tokenise(content).tokens)
    for (const [slot, tokens] of texts.entries()) sentences.set(slot, tokens)
    const stated = texts.map((tokens) => entriesOf(tokens.filter((token) => !isFunctionWord(token, ENGLISH))))
    const rowWords = [...new Set(stated.flat())]
    const rows = stated.map((entries) => [...new Set(entries)].map((entry) => rowWords.indexOf(entry)))
    const own = new Set((name ?? '').toLowerCase().split(/[^\p{L}]+/u))
    const words = []
    const questions = []
    for (const { query, relevant } of queries) {
      const tokens = tokenise(query).tokens.filter(({ text }) => !isGrammaticalPerson(text) && !own.has(text))
      const sentence = questionVector(tokens)
      const counts = new Map()
      for (const entry of entriesOf(tokens)) counts.set(entry, (counts.get(entry) ?? 0) + 1)
      const right = relevant.map((id) => places.get(id)).filter((at) => at !== undefined)
      if (!sentence || !right.length || !counts.size) continue
      for (const entry of counts.keys()) if (!words.includes(entry)) words.push(entry)
      const request = { user: 'user', query, readable: ['*'], now: time, name, limit: memories.length }
      const { ids, keyword } = engine.search(request)
      const shares = new Float64Array(memories.length)
      // In multiples of the score of an ideal row.
      for (const [at, id] of ids.entries()) shares[places.get(id)] = Math.atanh(Math.min(keyword[at], 1 - 1e-6))
      const top = Math.max(...shares, 1e-3)
      const weight = WEIGHT * Math.min(1, FULL_WEIGHT_ROWS / memories.length) ** ROWS_EXPONENT
      const gain = weight / (TOP_WEIGHT / top + IDEAL_WEIGHT)
      const cosines = memories.map((_, slot) => sentences.cosine(slot, sentence))
      const isCompared = cosines.map((cosine, slot) => cosine > (shares[slot] > 0 ? 0 : FOUND_MIN))
      questions.push({
        counts: [...counts].map(([entry, count]) => [words.indexOf(entry), count]),
        others: cosines.map((cosine, slot) => shares[slot] / gain + (isCompared[slot] ? cosine : OTHER_ROWS * cosine)),
        factors: cosines.map((_, slot) => COVERAGE_WEIGHT * (isCompared[slot] || shares[slot] > 0 ? 1 : OTHER_ROWS)),
        relevant: right,
      })
    }
    people.push({ words, rows, rowWords, questions })
  }
  return people
}

/** The entries of the known words of a text. */
function entriesOf(tokens) {
  return tokens.map(({ stem }) => entryOfStem(stem)).filter((entry) => entry > 0)
}
