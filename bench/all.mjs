// Every figure there is a bar for, each beside it: runs the benchmarks one after the other and shows their bars as one
// table. A step alone keeps its figures, so a long run can be made in parts. See README.md for what each measures.
//
//   npm run build && node bench/all.mjs [--step http-postgres,…] [--minutes 10] [--show]

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { begin, readOptions } from './lib/run.mjs'
import { toReachTable } from './lib/verdicts.mjs'

const options = readOptions({ step: [], minutes: 10, show: false })

const minutes = ['--minutes', options.minutes]
const STEPS = {
  'http-postgres': ['http', '--engine', 'postgres'],
  'http-postgres-2': ['http', '--engine', 'postgres', '--processes', 2],
  'http-embedded': ['http', '--engine', 'embedded'],
  'recall-postgres-keyword': ['recall', '--engine', 'postgres', '--modes', 'keyword'],
  'recall-postgres-scripted': ['recall', '--engine', 'postgres', '--modes', 'scripted'],
  'recall-postgres-tiny': ['recall', '--engine', 'postgres', '--modes', 'tiny'],
  'recall-embedded-keyword': ['recall', '--engine', 'embedded', '--modes', 'keyword'],
  'recall-embedded-scripted': ['recall', '--engine', 'embedded', '--modes', 'scripted', '--no-mem0'],
  'recall-embedded-tiny': ['recall', '--engine', 'embedded', '--modes', 'tiny'],
  deliveries: ['deliveries'],
  tracing: ['tracing'],
  scale: ['scale'],
  'mixed-postgres': ['mixed', '--engine', 'postgres', ...minutes],
  'mixed-postgres-2': ['mixed', '--engine', 'postgres', '--processes', 2, ...minutes],
  'mixed-embedded': ['mixed', '--engine', 'embedded', ...minutes],
}

function take(step) {
  const [name, ...rest] = STEPS[step]
  const script = fileURLToPath(new URL(`${name}.mjs`, import.meta.url))
  console.log(`\n## ${step}`)
  const { status } = spawnSync(process.execPath, [script, ...rest.map(String), '--result', step], { stdio: 'inherit' })
  return status === 0
}

/** What a step found out the last time, or nothing. */
function kept(step) {
  const file = new URL(`results/${step}.json`, import.meta.url)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

const unknown = options.step.filter((step) => !STEPS[step])
if (unknown.length) {
  console.error(`--step takes ${Object.keys(STEPS).join(', ')}`)
  process.exit(2)
}
const run = begin('all')
const steps = options.step.length ? options.step : Object.keys(STEPS)
const failed = options.show ? [] : steps.filter((step) => !take(step))
const toReach = Object.keys(STEPS).flatMap((step) =>
  (kept(step)?.toReach ?? []).map((each) => ({ ...each, what: `${each.what} [${step}]` })),
)
console.log(`\n## To reach\n\n${toReachTable(toReach)}`)
run.keep({ failed, toReach })
if (failed.length) {
  console.error(`failed: ${failed.join(', ')}`)
  process.exitCode = 1
}
