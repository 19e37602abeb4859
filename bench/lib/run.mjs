// What every benchmark begins and ends with: its options, the engines it runs on, where its figures are kept.

import { mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { postgresTools, temporaryFolder } from './processes.mjs'
import { machine, round } from './report.mjs'

const ENGINES = ['postgres', 'embedded']
const RESULTS = new URL('../results/', import.meta.url)

/**
 * The options of the command line. A default says what an option takes: `false` nothing, a number a number, a list words
 * with commas between or the option again, anything else a word. What is not known ends the process.
 */
export function readOptions(defaults) {
  const config = ([name, standard]) => [
    name,
    { type: standard === false ? 'boolean' : 'string', multiple: Array.isArray(standard) },
  ]
  try {
    const { values } = parseArgs({ options: Object.fromEntries(Object.entries(defaults).map(config)) })
    const read = Object.entries(values).map(([name, value]) => [name, readOne(name, value, defaults[name])])
    return { ...defaults, ...Object.fromEntries(read) }
  } catch (error) {
    console.error(`${error.message}; bench/README.md tells what there is.`)
    process.exit(2)
  }
}

function readOne(name, value, standard) {
  if (Array.isArray(standard)) return value.flatMap((each) => each.split(','))
  if (typeof standard !== 'number') return value
  if (!Number.isFinite(Number(value))) throw new Error(`--${name} takes a number`)
  return Number(value)
}

/** The engines an option names: one of them, or both where it is left out. */
export function enginesOf(name) {
  if (name && !ENGINES.includes(name)) throw new Error(`--engine takes one of ${ENGINES.join(', ')}`)
  return name ? [name] : ENGINES
}

/**
 * Runs work on one engine after the other: a throw-away PostgreSQL that waits for the disk, or folders for the embedded
 * one. `work` gets the engine's name and `fresh`, which makes an empty database, as `startService` takes it.
 */
export async function onEngines(names, work) {
  const results = []
  for (const name of names) results.push(await (name === 'postgres' ? onPostgres : onEmbedded)(work))
  return results
}

async function onPostgres(work) {
  const { startPostgres, freshDatabase } = await postgresTools()
  const postgres = await startPostgres({ durable: true })
  try {
    return await work('postgres', async () => ({ databaseUrl: await freshDatabase(postgres.url) }))
  } finally {
    await postgres.stop()
  }
}

async function onEmbedded(work) {
  const folders = []
  const fresh = async () => {
    folders.push(temporaryFolder())
    return { dataDir: folders.at(-1).path }
  }
  try {
    return await work('embedded', fresh)
  } finally {
    for (const folder of folders) folder.remove()
  }
}

/** Begins a run: what is found out now stands beside the figures that `keep` writes to `bench/results/<name>.json`. */
export function begin(name) {
  const began = performance.now()
  const where = machine()
  return {
    keep(figures) {
      const seconds = Math.round((performance.now() - began) / 1_000)
      const result = { ...where, loadAfter: loadavg().map(round), seconds, ...figures }
      mkdirSync(RESULTS, { recursive: true })
      writeFileSync(new URL(`${name}.json`, RESULTS), `${JSON.stringify(result, null, 2)}\n`)
      const [before, after] = [result.loadBefore, result.loadAfter].map(([load]) => load)
      console.log(`\n${seconds} s; load before ${before}, after ${after}; bench/results/${name}.json`)
    },
  }
}
