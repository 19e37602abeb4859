import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { commandSucceeds } from './commands.ts'
import { freePort } from './free-port.ts'
import { findBinaries, freshDatabase } from './postgres.ts'
import { startProcess } from './process.ts'
import { buildLastRelease, type Release } from './release.ts'
import { connectApp, remote } from './remote.ts'

/*
 * Backups that the last release made before an upgrade, restored with this version.
 */

const run = promisify(execFile)
const RESTORE_DUMP = fileURLToPath(new URL('../../deploy/backup/restore-dump.sh', import.meta.url))
const SECRET_KEY = 'only for tests, only for tests, only for tests'
const TIMEOUT_MS = 10 * 60_000
const MEMORY = 'Runs along the river.'

let folder: string
let release: Release
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memory-service-earlier-'))
  release = await buildLastRelease()
}, TIMEOUT_MS)
afterAll(async () => {
  await release?.remove()
  await rm(folder, { recursive: true, force: true })
})

async function startOn(storage: Record<string, string>, main?: string) {
  const port = await freePort()
  const { stop } = await startProcess({ PORT: String(port), ...storage }, Date.now(), 1, main)
  return { stop, call: remote(() => `http://127.0.0.1:${port}`) }
}

/** Stores a memory with the last release; returns the token of the app that did. */
async function rememberWithRelease(storage: Record<string, string>): Promise<string> {
  const { call, stop } = await startOn(storage, release.main)
  const { token } = await connectApp(call, ['memory:read:*', 'memory:write:*'])
  await call('POST', '/v1/memories', { token, body: { memories: [{ content: MEMORY, scope: 'note' }] } })
  await stop()
  return token
}

/** What this version finds in a restored database, while sending is paused. */
async function readRestored(storage: Record<string, string>, token: string): Promise<string[]> {
  expect(await commandSucceeds('admin', ['pauses'], { env: storage })).toContain('sending')
  const { call, stop } = await startOn(storage)
  const { memories } = await call('GET', '/v1/memories', { token })
  await stop()
  return memories.map(({ content }: { content: string }) => content)
}

test('a backup of the data directory is restored, migrated and pauses sending', { timeout: TIMEOUT_MS }, async () => {
  const [data, copy, restored] = ['data', 'copy', 'restored'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const token = await rememberWithRelease({ DATA_DIR: data })
  const backup = ['server/dist/command.js', 'backup', '--from', data, '--to', copy]
  await run(process.execPath, backup, { cwd: release.folder, env: { PATH: process.env.PATH } })
  const output = await commandSucceeds('restore', { from: copy, to: restored })
  expect(output).toContain('no webhooks and mails will be sent')
  expect(await readRestored({ DATA_DIR: restored }, token)).toEqual([MEMORY])
})

test('a dump is restored, and says that sending is not paused yet', { timeout: TIMEOUT_MS }, async () => {
  const { url } = inject('engine') as { url: string }
  const [source, target] = [await freshDatabase(url), await freshDatabase(url)]
  const token = await rememberWithRelease({ DATABASE_URL: source, SECRET_KEY })
  const dump = join(folder, 'earlier.dump')
  const env = { ...process.env, PATH: `${findBinaries()}:${process.env.PATH}` }
  await run('pg_dump', ['--format=custom', `--file=${dump}`, source], { env })
  const { stdout } = await run(RESTORE_DUMP, [dump, target], { env })
  expect(stdout).toContain('run "migrate" and "admin pause sending" before a service starts')
  const storage = { DATABASE_URL: target, SECRET_KEY }
  await commandSucceeds('migrate', [], { env: storage })
  await commandSucceeds('admin', ['pause', 'sending'], { env: storage })
  expect(await readRestored(storage, token)).toEqual([MEMORY])
})
