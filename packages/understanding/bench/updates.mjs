// Fits the weights of src/replace/estimate: how likely it is that a statement updates an earlier one.
//
//   npm run build && node packages/understanding/bench/updates.mjs texts.json … [--check texts.json …] [--texts] [--write]
//
// A file of changes is `{ own: [{ name, memories, cases }] }`: cases of kind `change` name the memories `old` and `now`, those
// of kind `trap` memories that are true together (`both`), and others `own` and `other`. In a background file,
// `{ users: [{ name?, memories }] }`, no statement updates another. A file of pairs is `[{ old, new, same }]`, one of facts
// `[{ name, fact, stays, ends }]`: later statements that leave the fact true, and that end it. Memories are
// oldest first. In a store with `isReadInFull`, its author has judged every pair: what no case names is true together, with the
// weight of a trap. Prints what is found in each file by what the other files say, and in the files to check; with `--texts`
// what is found wrongly, too. `--write` writes the weights.

import { writeFileSync } from 'node:fs'
import { readArguments } from './arguments.mjs'
import { combinedOf, fitModel, probabilityOf, rowsOf } from './update-model.mjs'

const TREE_WEIGHTS = new URL('../src/replace/estimate/tree-weights.ts', import.meta.url)
const SEQUENCE_WEIGHTS = new URL('../src/replace/estimate/sequence-weights.ts', import.meta.url)
const THRESHOLDS = [0.3, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95]
const BYTE_MAX = 127
/** Marks a node that compares nothing. */
const LEAF = 255
const FREQUENT_LINE_CHARS = 110

const { lists, flags } = readArguments('fit', 'check')

const rows = lists.fit.flatMap((file) => rowsOf(file))
console.log('pairs', rows.length, 'updates', rows.filter(({ y }) => y).length)
const model = fitModel(rows)
console.log('sequences', model.sequences.values.size, 'words', model.frequent.size, 'combined', model.combined)
for (const isPair of [false, true])
  reportCounts(
    model.estimated
      .filter((row) => Boolean(row.isPair) === isPair)
      .map((row) => ({ ...row, p: combinedOf(model, row.x) })),
  )
if (lists.check.length) report(lists.check.flatMap((file) => rowsOf(file, true)))
if (flags.has('--write')) write()

function report(found) {
  for (const row of found) row.p = probabilityOf(model, row)
  const certain = (list) => list.filter(({ rule }) => rule === 'certain' || rule === 'series').length
  const [updates, others] = [1, 0].map((y) => found.filter((row) => row.y === y))
  console.log(`by rule: ${certain(updates)} of ${updates.length}, wrong ${certain(others)} of ${others.length}`)
  const chosen = reportCounts(found)
  if (!flags.has('--texts')) return
  const texts = ({ p, earlier, later }) => console.log(p.toFixed(2), earlier.content, '->', later.content)
  for (const y of [0, 1]) {
    console.log(y ? 'right' : 'wrong')
    chosen
      .filter((row) => row.y === y && row.p > THRESHOLDS[0])
      .sort((a, b) => b.p - a.p)
      .forEach(texts)
  }
}

/** A statement updates one other at most. */
function reportCounts(found) {
  const best = new Map()
  for (const row of found) {
    const key = `${row.file} ${row.name} ${row.later.id}`
    if (!row.rule && !(best.get(key)?.p > row.p)) best.set(key, row)
  }
  const chosen = [...best.values()]
  for (const threshold of THRESHOLDS) {
    const above = (of) => chosen.filter((row) => row.p >= threshold && of(row)).length
    const [right, traps, others] = [({ y }) => y, ({ y, isTrap }) => !y && isTrap, ({ y, isTrap }) => !y && !isTrap]
    console.log(`${threshold}: ${above(right)}, wrong ${above(traps)} + ${above(others)}`)
  }
  return chosen
}

function write() {
  const { names, trees, frequent, sequences } = model
  writeFileSync(
    TREE_WEIGHTS,
    `/** Written by \`bench/updates.mjs\`; see \`trees.ts\`. */
export const TREE_WEIGHTS = {
  bias: ${Number(trees.bias.toFixed(4))},
  names:
${wrapped(names, ',')},
  nodes:
    '${encoded(trees.trees)}',
}
`,
  )
  const scale = Math.max(...[...sequences.values.values()].map(Math.abs)) / BYTE_MAX
  const weights = [...sequences.values]
    .map(([feature, value]) => [feature, Math.round(value / scale)])
    .filter(([, value]) => value)
    .sort(([one], [other]) => one - other)
  const bytes = Buffer.alloc(weights.length * 5)
  for (const [at, [feature, value]] of weights.entries()) {
    bytes.writeUInt32LE(feature, at * 5)
    bytes.writeInt8(value, at * 5 + 4)
  }
  const combined = Object.entries(model.combined).map(([name, value]) => `${name}: ${Number(value.toFixed(3))}`)
  writeFileSync(
    SEQUENCE_WEIGHTS,
    `/** Written by \`bench/updates.mjs\`; see \`sequence-network.ts\`. */
export const SEQUENCE_WEIGHTS = {
  frequent:
${wrapped([...frequent])},
  bias: ${Number(sequences.bias.toFixed(3))},
  scale: ${Number(scale.toPrecision(6))},
  combined: { ${combined.join(', ')} },
  features:
    '${bytes.toString('base64').replace(/=+$/, '')}',
}
`,
  )
}

/** Each tree: the number of its nodes, then for each its input (255 for a leaf), where `low` is, and its value. */
function encoded(trees) {
  const bytes = trees.flatMap((tree) => [
    tree.length,
    ...tree.flatMap(({ input = LEAF, low = 0, threshold, value }) => [
      input,
      low,
      ...Buffer.from(Float32Array.of(threshold ?? value).buffer),
    ]),
  ])
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '')
}

/** Words as string literals of some length, joined by pluses. */
function wrapped(words, separator = ' ') {
  const lines = ['']
  for (const word of words) {
    if (lines.at(-1).length + word.length > FREQUENT_LINE_CHARS) lines.push('')
    lines[lines.length - 1] += `${word}${separator}`
  }
  return lines
    .map((line, at) => `    ${JSON.stringify(at === lines.length - 1 ? line.slice(0, -1) : line)}`)
    .join(' +\n')
}
