// Fits the weights of src/replace/estimate/weights.ts: how likely it is that a statement updates an earlier one.
//
//   npm run build && node packages/understanding/bench/updates.mjs changes.json … [--background texts.json …]
//     [--check changes.json …] [--texts] [--write]
//
// A file of changes is `{ own: [{ name, memories, cases }] }`: cases of kind `change` name the memories `old` and `now`, those
// of kind `trap` memories that are true together (`both`), and others `own` and `other`. In a background file,
// `{ users: [{ name?, memories }] }`, no statement updates another. Memories are oldest first. Prints what the network finds in
// the files to check, and with `--texts` what it finds wrongly; `--write` writes the weights.

import { readFileSync, writeFileSync } from 'node:fs'
import { judgeReplacement } from '@memory-service/understanding/replace/judge'
import { updateSigns } from '@memory-service/understanding/replace/updates'
import { combined, predict, train } from './network.mjs'

const WEIGHTS = new URL('../src/replace/estimate/weights.ts', import.meta.url)
/** Weight of a pair of which nothing says that it misleads. */
const PLAIN_WEIGHT = 0.3
/** Background statements per user: the pairs grow with the square. */
const STATEMENTS_MAX = 60
const SEEDS = [1, 2, 3]
const THRESHOLDS = [0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95]
const DIGITS = 3

const lists = { changes: [], background: [], check: [] }
const flags = new Set()
let list = 'changes'
for (const argument of process.argv.slice(2)) {
  if (!argument.startsWith('--')) lists[list].push(argument)
  else if (argument.slice(2) in lists) list = argument.slice(2)
  else flags.add(argument)
}

const rows = [
  ...lists.changes.flatMap((file) => read(file).own.flatMap((person) => pairsOf(person))),
  ...lists.background.flatMap((file) => read(file).users.flatMap((user) => pairsOf(user))),
]
const names = [...new Set(rows.flatMap(({ signs }) => Object.keys(signs)))]
const vector = ({ signs }) => Float32Array.from(names, (name) => signs[name] ?? 0)
for (const row of rows) row.x = vector(row)
console.log('pairs', rows.length, 'updates', rows.filter(({ y }) => y).length, 'signs', names.length)
const network = rounded(combined(SEEDS.map((seed) => train(rows, { seed }))))
if (lists.check.length) report(lists.check.flatMap((file) => read(file).own.flatMap((person) => pairsOf(person, true))))
if (flags.has('--write')) write(network)

function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** The pairs of one store that may be estimated, with what they have in common. */
function pairsOf({ name, memories, cases = [] }, withRules = false) {
  const statements = memories.slice(0, cases.length ? memories.length : STATEMENTS_MAX)
  const context = { ownName: name, userId: name }
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
      return [{ signs, y, isTrap, rule, weight: y || isTrap ? 1 : PLAIN_WEIGHT, earlier, later, name, key }]
    }),
  )
}

function report(found) {
  for (const row of found) row.p = row.signs ? predict(network, vector(row)) : 0
  const best = new Map()
  for (const row of found) {
    const key = `${row.name} ${row.later.id}`
    if (!row.rule && !(best.get(key)?.p > row.p)) best.set(key, row)
  }
  const chosen = new Set(best.values())
  const updates = found.filter(({ y }) => y)
  const [traps, others] = [true, false].map((isTrap) => found.filter((row) => !row.y && row.isTrap === isTrap))
  const certain = (list) => list.filter(({ rule }) => rule === 'certain' || rule === 'series').length
  console.log(`by rule: ${certain(updates)} of ${updates.length}, wrong ${certain(traps)} + ${certain(others)}`)
  console.log(`to estimate: ${updates.filter(({ rule, signs }) => !rule && signs).length}`)
  for (const threshold of THRESHOLDS) {
    const above = (list) => list.filter((row) => !row.rule && row.p >= threshold && chosen.has(row)).length
    console.log(
      `${threshold}: ${above(updates)}, wrong ${above(traps)} of ${traps.length} + ${above(others)} of ${others.length}`,
    )
  }
  if (!flags.has('--texts')) return
  const wrong = found.filter((row) => chosen.has(row) && !row.y && row.p > 0.5).sort((a, b) => b.p - a.p)
  for (const { p, earlier, later } of wrong) console.log(p.toFixed(2), earlier.content, '->', later.content)
  console.log('right')
  const right = found.filter((row) => chosen.has(row) && row.y).sort((a, b) => b.p - a.p)
  for (const { p, earlier, later } of right) console.log(p.toFixed(2), earlier.content, '->', later.content)
}

function rounded({ bias, direct, hidden, hiddenBias, output }) {
  const short = (values) => Array.from(values, (value) => Number(value.toPrecision(DIGITS)))
  return {
    bias: short([bias])[0],
    direct: short(direct),
    hidden: hidden.map(short),
    hiddenBias: short(hiddenBias),
    output: short(output),
  }
}

function write({ bias, direct, hidden, hiddenBias, output }) {
  const lines = [
    `bias: ${[bias, ...hiddenBias].join(' ')}`,
    `output: ${[0, ...output].join(' ')}`,
    ...names.map((name, at) => `${name}: ${[direct[at], ...hidden[at]].join(' ')}`),
  ]
  const text = `/** Written by \`bench/updates.mjs\`; see \`network.ts\`. */\nexport const WEIGHTS = \`\n${lines.join('\n')}\n\`\n`
  writeFileSync(WEIGHTS, text)
}
