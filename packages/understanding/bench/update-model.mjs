// The pairs of statements from which updates are estimated, and the fit of the estimate.

import { readFileSync } from 'node:fs'
import { judgeReplacement } from '@memory-service/understanding/replace/judge'
import { updateSigns } from '@memory-service/understanding/replace/updates'
import { randomFrom } from '../../../bench/lib/text.mjs'
import { fillDates } from '../../recall/bench/dates.mjs'
import { textVector } from '../../recall/dist/text-vectors.js'
import { sentenceDimension } from '../../recall/dist/word-vectors.js'
import { NO_NAMES, namesIn } from '../dist/names.js'
import { meaningInCommon } from '../dist/replace/estimate/pair.js'
import { readSequence, sequenceFeatures } from '../dist/replace/estimate/sequence.js'
import { sentencesOf } from '../dist/replace/sentences.js'
import { wordsOf } from '../dist/replace/words.js'
import { calibrate, fitLinear } from './linear.mjs'
import { growTrees, logitOfTrees } from './trees.mjs'

/** The day from which dates in texts are counted. */
const TODAY = new Date('2026-11-26T12:00:00Z')
/** Weight of a pair of which nothing says that it misleads. */
const PLAIN_WEIGHT = 0.3
/** Weight of a pair that was written to be judged by itself. */
const PAIR_WEIGHT = 1
/** Background statements per user: the pairs grow with the square. */
const STATEMENTS_MAX = 60
const SEED = 1
/** A word has weights of its own if so many statements of so many files have it, and so does a sequence in so many pairs. */
const FREQUENT_MIN = 6
const FILES_MIN = 3
/** A missed update weighs as much as so many pairs that are true beside each other. */
const UPDATE_COST = 2.2
/** Parts into which the files are split: each is estimated by what the others say. */
const FOLDS = 6

/** The pairs of all stores of a file of changes or background, or of a file of pairs or of facts that stay. */
export function rowsOf(file, withRules = false) {
  const data = JSON.parse(readFileSync(file, 'utf8'))
  if (Array.isArray(data)) return data.flatMap(pairsIn).map((pair, at) => rowOfPair(pair, at, file, withRules))
  return (data.own ?? data.users).flatMap((person) => pairsOf(person, file, withRules))
}

/** The pairs of an entry of a file of pairs: one, or a fact with statements after which it is still true or over. */
function pairsIn({ name, fact, stays = [], ends = [], ...pair }) {
  if (fact === undefined) return [pair]
  const of = (same) => (text) => ({ name, old: fact, new: text, same })
  return [...stays.map(of(false)), ...ends.map(of(true))]
}

function rowOfPair({ name, old, new: now, same }, at, file, withRules) {
  const context = { ownName: name, userId: name, vectorOf }
  return {
    ...{ file, name: `pair ${at}`, ownName: name, weight: PAIR_WEIGHT, isTrap: !same, isPair: true },
    ...{ y: Number(same), signs: updateSigns(now, old, context), meaning: meaningOf(old, now) },
    rule: withRules ? judgeReplacement(now, old, context) : undefined,
    ...{ earlier: { id: 'old', content: old }, later: { id: 'new', content: now } },
  }
}

/** The pairs of one store that may be estimated, with what they have in common. */
function pairsOf({ name, memories, cases = [], isReadInFull = false }, file, withRules) {
  const statements = memories
    .slice(0, cases.length ? memories.length : STATEMENTS_MAX)
    .map((memory) => ({ ...memory, content: fillDates(memory.content, TODAY) }))
  const context = { ownName: name, userId: name, vectorOf }
  const [updates, unclear, misleading] = [new Map(), new Set(), new Set()]
  for (const { kind, type, old, now, both, own, other } of cases) {
    const chain = kind === 'change' ? [...old, ...now] : []
    for (const a of chain) for (const b of chain) unclear.add(`${a} ${b}`)
    if (kind === 'change') for (const a of old) for (const b of now) updates.set(`${a} ${b}`, type)
    const together = kind === 'trap' ? both : kind === 'change' ? [] : [own, other]
    for (const a of together) for (const b of together) misleading.add(`${a} ${b}`)
  }
  return statements.flatMap((later, index) =>
    statements.slice(0, index).flatMap((earlier) => {
      const key = `${earlier.id} ${later.id}`
      const y = updates.has(key) ? 1 : 0
      if (!y && unclear.has(key)) return []
      const signs = updateSigns(later.content, earlier.content, context)
      if (!signs && !withRules) return []
      const isTrap = misleading.has(key)
      const rule = withRules ? judgeReplacement(later.content, earlier.content, context) : undefined
      const weight = y || isTrap || isReadInFull ? 1 : PLAIN_WEIGHT
      const meaning = meaningOf(earlier.content, later.content)
      return [
        {
          signs,
          meaning,
          y,
          isTrap,
          rule,
          weight,
          earlier,
          later,
          name,
          ownName: name,
          key,
          file,
          type: updates.get(key),
        },
      ]
    }),
  )
}

const vectors = new Map()

function vectorOf(text) {
  if (!vectors.has(text)) vectors.set(text, textVector(text))
  return vectors.get(text)
}

function meaningOf(older, newer) {
  return meaningInCommon(vectorOf(older), vectorOf(newer))
}

/** Fits the estimate on rows of several files. */
export function fitModel(all) {
  const rows = all.filter(({ signs }) => signs)
  const files = [...new Set(rows.map(({ file }) => file))]
  const model = fitParts(rows)
  const held = Array.from({ length: FOLDS }, (_, fold) => new Set(files.filter((_, at) => at % FOLDS === fold)))
  const estimated = held.flatMap((names) => {
    const isHeld = ({ file }) => names.has(file)
    const part = fitParts(rows.filter((row) => !isHeld(row)))
    return rows.filter(isHeld).map((row) => ({ ...row, x: logitsOf(part, row) }))
  })
  const [bias, signs, sequences] = calibrate(estimated)
  return { ...model, combined: { bias: bias + Math.log(UPDATE_COST), signs, sequences }, estimated }
}

/** The probability that a model gives to a row. */
export function probabilityOf(model, row) {
  return row.signs ? combinedOf(model, logitsOf(model, row)) : 0
}

export function combinedOf({ combined: { bias, signs, sequences } }, [bySigns, bySequences]) {
  return 1 / (1 + Math.exp(-(bias + signs * bySigns + sequences * bySequences)))
}

function logitsOf({ names, trees, frequent, sequences }, row) {
  const features = featuresOf(row, frequent)
  return [
    logitOfTrees(trees, inputOf(row, names)),
    features.reduce((sum, feature) => sum + (sequences.values.get(feature) ?? 0), sequences.bias),
  ]
}

function fitParts(rows) {
  const signs = [...new Set(rows.flatMap(({ signs }) => Object.keys(signs)))]
  const names = [...signs, ...Array.from({ length: sentenceDimension() }, (_, at) => `meaning ${at}`)]
  const inputs = rows.map((row) => ({ ...row, x: inputOf(row, names) }))
  const trees = growTrees(inputs, { seed: SEED })
  const frequent = frequentWords(rows)
  return { names, trees, frequent, sequences: fitSequences(rows, frequent) }
}

function inputOf({ signs, meaning }, names) {
  const products = sentenceDimension()
  const x = Float32Array.from(names, (name) => signs[name] ?? 0)
  if (meaning) x.set(meaning, names.length - products)
  return x
}

function fitSequences(rows, frequent) {
  const read = rows.map((row) => ({ ...row, features: featuresOf(row, frequent) }))
  const holders = new Map()
  for (const { features, file } of read)
    for (const feature of features) {
      const known = holders.get(feature) ?? { count: 0, files: new Set() }
      known.count++
      known.files.add(file)
      holders.set(feature, known)
    }
  const kept = [...holders].filter(([, { count, files }]) => count >= FREQUENT_MIN && files.size >= FILES_MIN)
  const positions = new Map(kept.map(([feature], at) => [feature, at]))
  const samples = read.map(({ features, y, weight }) => ({
    ...{ y, weight },
    features: features.flatMap((feature) => positions.get(feature) ?? []),
  }))
  const { bias, values } = fitLinear(samples, kept.length, randomFrom(SEED))
  return { bias, values: new Map(kept.map(([feature], at) => [feature, values[at]])) }
}

const sequences = new WeakMap()

function featuresOf({ earlier, later, ownName }, frequent) {
  const known = sequences.get(frequent) ?? new Map()
  sequences.set(frequent, known)
  const of = ({ content }) => {
    const key = `${ownName ?? ''}\n${content}`
    if (!known.has(key))
      known.set(
        key,
        readSequence(content, namesOf(ownName), (plain) => frequent.has(plain)),
      )
    return known.get(key)
  }
  return [...sequenceFeatures(of(later), of(earlier))]
}

function namesOf(ownName) {
  return ownName === undefined ? NO_NAMES : namesIn(ownName)
}

function frequentWords(rows) {
  const texts = new Map(
    rows.flatMap(({ earlier, later, file }) =>
      [earlier, later].map(({ content }) => [`${file}\n${content}`, { content, file }]),
    ),
  )
  const holders = new Map()
  for (const { content, file } of texts.values()) {
    const words = sentencesOf(content).flatMap(({ text }) =>
      wordsOf(text).filter(
        ({ plain, isCapital }, at) => !/\d/.test(plain) && (!isCapital || at === 0 || plain === 'i'),
      ),
    )
    for (const plain of new Set(words.map((word) => word.plain))) {
      const known = holders.get(plain) ?? { count: 0, files: new Set() }
      known.count++
      known.files.add(file)
      holders.set(plain, known)
    }
  }
  const frequent = [...holders].filter(([, { count, files }]) => count >= FREQUENT_MIN && files.size >= FILES_MIN)
  return new Set(frequent.map(([plain]) => plain).sort())
}
