// The frame of every benchmark: options, engines, and where results are saved.

import { mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { postgresTools, temporaryFolder } from './processes.mjs'
import { machine, round } from './report.mjs'

const ENGINES = ['postgres', 'embedded']
const RESULTS = new URL('../results/', import.meta.url)

/**
 * Parses the command line. The default determines the type of an option: `false` a flag, a number a number, a list
 * comma-separated or repeated values, anything else a string. An unknown option exits the process.
 */
export function readOptions(defaults) {
  const config = ([name, preset]) => [
    name,
    { type: preset === false ? 'boolean' : 'string', multiple: Array.isArray(preset) },
  ]
  try {
    const { values } = parseArgs({ options: Object.fromEntries(Object.entries(defaults).map(config)) })
    const read = Object.entries(values).map(([name, value]) => [name, parse(name, value, defaults[name])])
    return { ...defaults, ...Object.fromEntries(read) }
  } catch (error) {
    console.error(`${error.message}; bench/README.md lists the options.`)
    process.exit(2)
  }
}

function parse(name, value, preset) {
  if (Array.isArray(preset)) return value.flatMap((each) => each.split(','))
  if (typeof preset !== 'number') return value
  if (!Number.isFinite(Number(value))) throw new Error(`--${name} must be a number; got ${value}`)
  return Number(value)
}

/** The engines selected by `--engine`; both by default. */
export function enginesOf(name) {
  if (name && !ENGINES.includes(name)) throw new Error(`--engine must be one of ${ENGINES.join(', ')}; got ${name}`)
  return name ? [name] : ENGINES
}

/**
 * Runs `work` on each engine: a temporary PostgreSQL with synchronous commits, or temporary folders for the embedded
 * one. `work` receives the engine's name and `fresh`, which creates an empty database for `startService`.
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

/** Begins a run; `save` writes its figures and the machine to `bench/results/<name>.json`. */
export function begin(name) {
  const began = performance.now()
  const environment = machine()
  return {
    save(figures) {
      const seconds = Math.round((performance.now() - began) / 1_000)
      const result = { ...environment, loadAfter: loadavg().map(round), seconds, ...figures }
      mkdirSync(RESULTS, { recursive: true })
      writeFileSync(new URL(`${name}.json`, RESULTS), `${JSON.stringify(result, null, 2)}\n`)
      const [before, after] = [result.loadBefore, result.loadAfter].map(([load]) => load)
      console.log(`\n${seconds} s; load before ${before}, after ${after}; bench/results/${name}.json`)
    },
  }
}
