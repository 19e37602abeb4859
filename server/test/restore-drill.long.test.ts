import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findBinaries, unprivileged } from './postgres.ts'

/* Runs deploy/drills/restore.sh, which backs up and restores real servers with the scripts of deploy/backup. */

const root = fileURLToPath(new URL('../../', import.meta.url))

test(
  'a practised restore, the next real one, a point in time and a dump have every row',
  { timeout: 300_000 },
  async () => {
    const migrations = readdirSync(join(root, 'server/migrations')).filter((name) => name.endsWith('.sql'))
    const folder = await mkdtemp(join(tmpdir(), 'memory-service-drill-'))
    const schema = join(folder, 'schema.sql')
    await writeFile(
      schema,
      migrations.map((name) => readFileSync(join(root, 'server/migrations', name), 'utf8')).join('\n'),
    )
    await chmod(folder, 0o755)
    const { stdout } = await promisify(execFile)(join(root, 'deploy/drills/restore.sh'), [schema], {
      ...unprivileged(),
      cwd: tmpdir(),
      env: { ...process.env, PATH: `${findBinaries()}:${process.env.PATH}` },
    })
    await rm(folder, { recursive: true })
    console.log(stdout)
    expect(stdout.trim().split('\n').at(-1)).toBe('passed')
  },
)
