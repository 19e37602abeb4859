// Runs all benchmarks that have targets and prints one table of figures and targets. Each step saves its figures, so a
// long run can be split. README.md describes what each step measures.
//
//   npm run build && node bench/all.mjs [--step http-postgres,…] [--minutes 10] [--show]

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { begin, readOptions } from './lib/run.mjs'
import { targetTable } from './lib/verdicts.mjs'

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
  queue: ['queue'],
  tracing: ['tracing'],
  scale: ['scale'],
  'mixed-postgres': ['mixed', '--engine', 'postgres', ...minutes],
  'mixed-postgres-2': ['mixed', '--engine', 'postgres', '--processes', 2, ...minutes],
  'mixed-embedded': ['mixed', '--engine', 'embedded', ...minutes],
}

function runStep(step) {
  const [name, ...rest] = STEPS[step]
  const script = fileURLToPath(new URL(`${name}.mjs`, import.meta.url))
  console.log(`\n## ${step}`)
  const { status } = spawnSync(process.execPath, [script, ...rest.map(String), '--result', step], { stdio: 'inherit' })
  return status === 0
}

/** The result of a step's last run, if any. */
function lastResult(step) {
  const file = new URL(`results/${step}.json`, import.meta.url)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

const unknown = options.step.filter((step) => !STEPS[step])
if (unknown.length) {
  console.error(`--step must be one of ${Object.keys(STEPS).join(', ')}; got ${unknown.join(', ')}`)
  process.exit(2)
}
const run = begin('all')
const steps = options.step.length ? options.step : Object.keys(STEPS)
const failed = options.show ? [] : steps.filter((step) => !runStep(step))
const targets = Object.keys(STEPS).flatMap((step) =>
  (lastResult(step)?.targets ?? []).map((each) => ({ ...each, what: `${each.what} [${step}]` })),
)
console.log(`\n## Targets\n\n${targetTable(targets)}`)
run.save({ failed, targets })
if (failed.length) {
  console.error(`failed: ${failed.join(', ')}`)
  process.exitCode = 1
}
