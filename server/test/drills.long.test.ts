import { execFile } from 'node:child_process'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findBinaries, unprivileged } from './postgres.ts'
import { buildLastRelease } from './release.ts'

/* Runs the drills of deploy/drills, which start real servers, break them under load, and print what was lost. */

/** The programs of a PostgreSQL with Citus, where it is not the one that is found. */
const { CITUS_BIN } = process.env
const root = fileURLToPath(new URL('../../', import.meta.url))

/** Runs a drill, with more environment variables, until it has passed. */
async function passes(words: readonly string[], env: Record<string, string> = {}): Promise<void> {
  const [name, ...args] = words
  const { stdout } = await promisify(execFile)(process.execPath, [`${root}deploy/drills/${name}.mjs`, ...args], {
    ...unprivileged(),
    cwd: tmpdir(),
    env: {
      PATH: `${CITUS_BIN ? `${CITUS_BIN}:` : ''}${findBinaries()}:/usr/sbin:${process.env.PATH}`,
      HOME: tmpdir(),
      MEMORY_SERVICE: `${process.execPath} ${root}server/dist/main.js`,
      ...env,
    },
  })
  console.log(stdout)
  expect(stdout.trim().split('\n').at(-1)).toMatch(/^passed$|^skipped: the PostgreSQL in PATH has no extension citus$/)
}

// The last three are skipped where Citus is not installed.
test.each([
  ['failover'],
  ['rolling-restart'],
  ['pooler'],
  ['kill', 'postgres'],
  ['kill', 'embedded'],
  ['citus', 'restart'],
  ['citus', 'failover'],
  ['citus', 'coordinator'],
])('%s %s: nothing is lost or doubled', { timeout: 600_000 }, (...words) => passes(words))

// One process of the last release serves in both.
test.each([
  ['large-upgrade', '200000'],
  ['partition', '50000'],
])('%s of %s rows: no request fails', { timeout: 900_000 }, async (drill, rows) => {
  const release = await buildLastRelease()
  try {
    await chmod(release.folder, 0o755)
    await passes([drill], { PREVIOUS: `${process.execPath} ${release.main}`, ROWS: rows })
  } finally {
    await release.remove()
  }
})
