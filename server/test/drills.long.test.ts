import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findBinaries, unprivileged } from './postgres.ts'

/* Runs the drills of deploy/drills, which start real servers, break them under load, and print what was lost. */

const root = fileURLToPath(new URL('../../', import.meta.url))

test.each([['failover'], ['rolling-restart'], ['pooler'], ['kill', 'postgres'], ['kill', 'embedded']])(
  '%s %s: nothing is lost or doubled',
  { timeout: 600_000 },
  async (name, ...args) => {
    const { stdout } = await promisify(execFile)(process.execPath, [`${root}deploy/drills/${name}.mjs`, ...args], {
      ...unprivileged(),
      cwd: tmpdir(),
      env: {
        PATH: `${findBinaries()}:/usr/sbin:${process.env.PATH}`,
        HOME: tmpdir(),
        MEMORY_SERVICE: `${process.execPath} ${root}server/dist/main.js`,
      },
    })
    console.log(stdout)
    expect(stdout.trim().split('\n').at(-1)).toBe('passed')
  },
)
