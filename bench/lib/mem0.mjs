// Measures mem0 for comparison: installs it into its own folder if it is missing and runs it in its own process.

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startScript, temporaryFolder } from './processes.mjs'
import { round } from './report.mjs'

const FOLDER = fileURLToPath(new URL('../mem0/', import.meta.url))
const LOAD_MAX_MS = 4 * 60_000
const SEARCH_MS = 10_000

/**
 * Loads mem0 and searches in it, at every size that loads within four minutes.
 * @returns rows of `{ size, loadMs (per memory), p50, p95, searches, found }`, or `{ size, skipped }` with the reason.
 */
export async function measureMem0({ sizes, url, questions, limit, progress }) {
  try {
    install(progress)
  } catch (error) {
    return sizes.map((size) => ({ size, skipped: `mem0 could not be installed: ${error.message.split('\n')[0]}` }))
  }
  const home = temporaryFolder()
  const env = { EMBEDDINGS_URL: url, MEM0_TELEMETRY: 'false', HOME: home.path, MEM0_DIR: home.path }
  const mem0 = startScript('../mem0/run.mjs', env)
  const rows = []
  try {
    let loadMs = 0
    for (const size of sizes) {
      if (loadMs * size > LOAD_MAX_MS) {
        const skipped = `loading would take ${Math.round((loadMs * size) / 1_000)} s`
        rows.push({ size, loadMs: round(loadMs), skipped })
        continue
      }
      loadMs = await mem0.request({ kind: 'load', size })
      const { p50, p95, ...rest } = await mem0.request({ kind: 'search', size, questions, limit, ms: SEARCH_MS })
      rows.push({ size, loadMs: round(loadMs), p50: round(p50), p95: round(p95), ...rest })
      progress(`mem0: ${JSON.stringify(rows.at(-1))}`)
    }
  } finally {
    await mem0.stop()
    home.remove()
  }
  return rows
}

function install(progress) {
  if (existsSync(`${FOLDER}node_modules/mem0ai`)) return
  progress('installing mem0 into bench/mem0')
  // Its optional integrations are peer dependencies, which npm would install by default.
  const flags = ['--legacy-peer-deps', '--no-audit', '--no-fund', '--silent']
  execFileSync('npm', ['ci', '--prefix', FOLDER, ...flags], { stdio: ['ignore', 'ignore', 'pipe'] })
}
