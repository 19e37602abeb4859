// Fits the constants of src/calibration.ts: how likely it is that the best rows, and each row, answer a query.
//
//   npm run build && node packages/recall/bench/calibrate.mjs data.json … [half:data.json] [answers] [training]
//
// `half:` reads every second person of a file; the others are left for validation. `answers` stands for every second person
// of bench/answers, `training` for those people of bench/training/everyday that are not kept for validation. A question has no answer if its data set says so (`yes: false`), if its category is not among
// the `main` ones, or if it belongs to the next user of a data set with main categories (with the names of this user's
// subjects). Each data set has the same weight, and ANSWERABLE of it is on questions with an answer.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { RecallEngine } from '@memory-service/recall/engine'
import { readPeople } from '../../../bench/answers/people.mjs'
import { readData } from './data.mjs'
import { rowsOf } from './rows.mjs'

const ANSWERABLE = 2 / 3
const ROWS = 10
const STEPS = 60
/** L2 regularisation, so that rare evidence does not get extreme weights. */
const RIDGE = 1
const DATA_SET_WEIGHT = 400
const NAMED_SETS = { answers, training }
const TRAINING = fileURLToPath(new URL('../../../bench/training/everyday', import.meta.url))
const TRAINING_FILES = 16
const HALF = 'half:'

const samples = []
for (const file of process.argv.slice(2)) {
  const groups = await groupsOf(file)
  for (const group of groups) samples.push(...weighted(group, DATA_SET_WEIGHT / groups.length))
}
const names = Object.keys(samples[0].evidence)
const relevance = fit(
  samples.map(({ evidence, yes, weight }) => ({ x: names.map((name) => evidence[name]), y: yes, weight })),
)
console.log('relevance', named(['bias', ...names], relevance))

const logit = ({ evidence }) =>
  relevance[0] + names.reduce((sum, name, at) => sum + relevance[at + 1] * evidence[name], 0)
const rows = samples.flatMap((sample) => {
  const [top, second = 0] = sample.values
  return sample.values.slice(0, ROWS).map((value, at) => ({
    x: [logit(sample), 1 - value / top, at === 0 ? 1 - second / top : 0],
    y: sample.correct[at] ? 1 : 0,
    weight: sample.weight,
  }))
})
const scores = fit(rows)
console.log('score', named(['bias', 'relevance', 'distance', 'lead'], scores))
for (const [of, list] of [
  ['relevance', samples.map((sample) => ({ p: logistic(logit(sample)), y: sample.yes, weight: sample.weight }))],
  [
    'score',
    rows.map(({ x, y, weight }) => ({
      p: logistic(scores[0] + x.reduce((sum, value, at) => sum + scores[at + 1] * value, 0)),
      y,
      weight,
    })),
  ],
])
  console.table(reliability(of, list))

/** The groups of questions of one data set: each is a list of samples with and without an answer. */
async function groupsOf(file) {
  const { now, main, users } = NAMED_SETS[file]?.() ?? (file.startsWith(HALF) ? half(file) : readData(file))
  const time = now ? Date.parse(now) : Date.now()
  const engine = new RecallEngine({ bytesMax: 2 ** 30 })
  const own = []
  const foreign = []
  for (const [at, user] of users.entries()) {
    const rows = rowsOf(user.memories)
    await engine.apply('user', {
      from: null,
      to: at + 1,
      build: `${at}`,
      page: 0,
      ownName: user.name,
      rows,
      last: true,
    })
    const sample = ({ query, relevant }, yes) => {
      const request = { user: 'user', query, readable: ['*'], now: time, limit: 20 }
      const { ids } = engine.search(request)
      const { values, evidence } = engine.rank(request)
      return evidence && { yes: yes ? 1 : 0, values, evidence, correct: ids.map((id) => yes && relevant.includes(id)) }
    }
    for (const query of user.queries) own.push(sample(query, query.yes ?? (!main || main.includes(query.category))))
    const next = users[(at + 1) % users.length]
    if (!main || next === user) continue
    const [theirs, ours] = [subjectsOf(next), subjectsOf(user)]
    for (const { query, category } of next.queries) {
      const renamed = theirs.reduce((text, name, i) => text.replaceAll(name, ours[i]), query)
      if (main.includes(category)) foreign.push(sample({ query: renamed, relevant: [] }, false))
    }
  }
  const samples = own.filter(Boolean)
  if (!foreign.length) return [samples]
  return [samples, [...samples.filter(({ yes }) => yes), ...foreign.filter(Boolean)]]
}

/** Every second person of a file. */
function half(file) {
  const data = readData(file.slice(HALF.length))
  return { ...data, users: data.users.filter((_, at) => at % 2 === 0) }
}

/** The people of bench/training/everyday that are not kept for validation. */
function training() {
  const files = readdirSync(TRAINING).sort().slice(0, TRAINING_FILES)
  return { users: files.flatMap((file) => readData(join(TRAINING, file)).users) }
}

/** Every second person of bench/answers; the others are left for checking. */
function answers() {
  const people = readPeople([], new Date()).filter((_, at) => at % 2 === 0)
  const users = people.map(({ name, memories, questions, unanswerable }) => ({
    name,
    memories: memories.map(({ text, call, ...memory }) => ({ ...memory, content: text, session: call ?? memory.id })),
    queries: [
      ...questions.map(({ query, right }) => ({ query, relevant: right, yes: true })),
      ...unanswerable.map((query) => ({ query, relevant: [], yes: false })),
    ],
  }))
  return { users }
}

/** The two words that most memories begin with, after a date. */
function subjectsOf({ memories }) {
  const counts = new Map()
  for (const { content } of memories) {
    const [word] = content.replace(/^\d+ \w+ \d+ — /, '').split(/[: ']/)
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 2)
    .map(([word]) => word)
}

function weighted(group, total) {
  const answerable = group.filter(({ yes }) => yes).length
  return group.map((sample) => ({
    ...sample,
    weight: total * (sample.yes ? ANSWERABLE / answerable : (1 - ANSWERABLE) / (group.length - answerable)),
  }))
}

/** Logistic regression by Newton's method: the bias and the weights of `x`. */
function fit(samples) {
  const size = samples[0].x.length + 1
  const weights = new Array(size).fill(0)
  for (let step = 0; step < STEPS; step++) {
    const rows = Array.from({ length: size }, () => new Array(size + 1).fill(0))
    for (const { x, y, weight } of samples) {
      const inputs = [1, ...x]
      const p = logistic(inputs.reduce((sum, value, i) => sum + weights[i] * value, 0))
      for (let i = 0; i < size; i++) {
        rows[i][size] += weight * (p - y) * inputs[i]
        for (let j = 0; j < size; j++) rows[i][j] += weight * p * (1 - p) * inputs[i] * inputs[j]
      }
    }
    for (let i = 1; i < size; i++) {
      rows[i][size] += RIDGE * weights[i]
      rows[i][i] += RIDGE
    }
    solve(rows).forEach((change, i) => {
      weights[i] -= change
    })
  }
  return weights
}

/** Gauss–Jordan elimination of a matrix with the right-hand side as its last column. */
function solve(rows) {
  for (let i = 0; i < rows.length; i++) {
    const pivot = rows.findIndex(
      (row, k) => k >= i && Math.abs(row[i]) === Math.max(...rows.slice(i).map((each) => Math.abs(each[i]))),
    )
    ;[rows[i], rows[pivot]] = [rows[pivot], rows[i]]
    for (let k = 0; k < rows.length; k++) {
      if (k === i) continue
      const factor = rows[k][i] / rows[i][i]
      for (let j = i; j <= rows.length; j++) rows[k][j] -= factor * rows[i][j]
    }
  }
  return rows.map((row, i) => row[rows.length] / row[i])
}

/** By tenth of the predicted probability: the share that answers. */
function reliability(of, list) {
  return Array.from({ length: 10 }, (_, tenth) => {
    const bin = list.filter(({ p }) => Math.min(9, Math.floor(10 * p)) === tenth)
    const weight = bin.reduce((sum, each) => sum + each.weight, 0)
    const mean = (value) => Number((bin.reduce((sum, each) => sum + each.weight * value(each), 0) / weight).toFixed(3))
    return {
      [of]: `${tenth / 10}–${(tenth + 1) / 10}`,
      count: bin.length,
      predicted: mean(({ p }) => p),
      answers: mean(({ y }) => y),
    }
  })
}

function named(names, values) {
  return Object.fromEntries(names.map((name, at) => [name, Number(values[at].toFixed(2))]))
}

function logistic(x) {
  return 1 / (1 + Math.exp(-x))
}
