import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openPostgres } from '../src/foundation/sql/db.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { commandSucceeds } from './commands.ts'
import { freePort } from './free-port.ts'
import { RELEASED_MIGRATION } from './last-release.ts'
import { findBinaries, freshDatabase } from './postgres.ts'
import { startProcess } from './process.ts'
import { buildLastRelease, type Release, runReleaseTests } from './release.ts'
import { connectApp, remote } from './remote.ts'

/*
 * The last release and this version on the same database, and backups of the release restored with this version.
 * `npm run test:long` runs all tests of the release.
 */

const run = promisify(execFile)
const RESTORE_DUMP = fileURLToPath(new URL('../../deploy/backup/restore-dump.sh', import.meta.url))
const PREPARATION = fileURLToPath(new URL('../../deploy/postgres/before-upgrade.sql', import.meta.url))
const SUITE = 'server/test/'
const PART = ['memories', 'consent', 'schedule'].map((name) => `${SUITE}${name}.test.ts`)
const INCLUDE = process.env.RELEASE_SUITE === 'whole' ? [`${SUITE}**/*.test.ts`] : PART
const TIMEOUT_MS = process.env.RELEASE_SUITE === 'whole' ? 60 * 60_000 : 10 * 60_000
const CALLERS = 4
const BOTH_SERVE_MS = 2_000
const SECRET_KEY = 'only for tests, only for tests, only for tests'
const MEMORY = 'Runs along the river.'

describe('the last release', () => {
  const { url } = inject('engine') as { url: string }
  let release: Release
  beforeAll(async () => {
    release = await buildLastRelease()
  }, TIMEOUT_MS)
  afterAll(() => release?.remove())

  test('has the newest migration from which before-upgrade.sql starts', async () => {
    const names = (await readdir(join(release.folder, 'server/migrations'))).filter((name) => name.endsWith('.sql'))
    expect(names.sort().at(-1)).toBe(RELEASED_MIGRATION)
  })

  test('passes its own tests on a database that this version migrated', { timeout: TIMEOUT_MS }, async () => {
    const { passed, failed } = await runReleaseTests(release, INCLUDE)
    expect(failed).toEqual([])
    expect(passed).toBeGreaterThan(30)
  })

  test(
    'hands over to this version without a failed request, prepared by before-upgrade.sql',
    { timeout: TIMEOUT_MS },
    async () => {
      const databaseUrl = await freshDatabase(url)
      const previous = await startOn({ DATABASE_URL: databaseUrl }, release.main)
      const serving = [previous]
      const load = await startLoad(serving)
      await load.moreResponses(20)
      await run(join(findBinaries()!, 'psql'), [databaseUrl, '-v', 'ON_ERROR_STOP=1', '-f', PREPARATION])
      const current = await startOn({ DATABASE_URL: databaseUrl })
      serving.push(current)
      await load.moreResponses(20)
      await sleep(BOTH_SERVE_MS)
      // As a load balancer does: no new requests to the old process, which finishes those it has.
      serving.splice(serving.indexOf(previous), 1)
      await previous.stop()
      await load.moreResponses(20)
      const { failures, stored, token } = await load.stop()
      expect(failures).toEqual([])
      const list = await fetch(`${current.base}/v1/memories?limit=1`, { headers: { authorization: `Bearer ${token}` } })
      expect(list.status).toBe(200)
      const db = openPostgres(databaseUrl)
      const rows = await db.rows<{ id: string }>(sql`select id from memories`)
      expect(rows.map(({ id }) => id).sort()).toEqual(stored.sort())
      expect(await db.rows(sql`select indexrelid::regclass::text as name from pg_index where not indisvalid`)).toEqual(
        [],
      )
      await db.close()
      await current.stop()
    },
  )

  /** Stores a memory with the release; returns the token of the app that did. */
  async function rememberWithRelease(storage: Record<string, string>): Promise<string> {
    const { base, stop } = await startOn(storage, release.main)
    const call = remote(() => base)
    const { token } = await connectApp(call, ['memory:read:*', 'memory:write:*'])
    await call('POST', '/v1/memories', { token, body: { memories: [{ content: MEMORY, scope: 'note' }] } })
    await stop()
    return token
  }

  test(
    'makes backups of a data directory that this version restores and migrates',
    { timeout: TIMEOUT_MS },
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'memory-service-earlier-'))
      const [from, to, restored] = [join(folder, 'data'), join(folder, 'backup'), join(folder, 'restored')]
      const token = await rememberWithRelease({ DATA_DIR: from })
      const backup = ['server/dist/command.js', 'backup', '--from', from, '--to', to]
      await run(process.execPath, backup, { cwd: release.folder, env: { PATH: process.env.PATH } })
      const output = await commandSucceeds('restore', { from: to, to: restored })
      expect(output).toContain('no webhooks and mails will be sent')
      expect(await readRestored({ DATA_DIR: restored, SECRET_KEY }, token)).toEqual([MEMORY])
      await rm(folder, { recursive: true })
    },
  )

  test('leaves dumps that are restored, and cannot pause sending yet', { timeout: TIMEOUT_MS }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'memory-service-earlier-'))
    const [source, target] = [await freshDatabase(url), await freshDatabase(url)]
    const token = await rememberWithRelease({ DATABASE_URL: source })
    const env = { ...process.env, PATH: `${findBinaries()}:${process.env.PATH}` }
    await run('pg_dump', ['--format=custom', `--file=${folder}/dump`, source], { env })
    const { stdout } = await run(RESTORE_DUMP, [`${folder}/dump`, target], { env })
    expect(stdout).toContain('run "migrate" and "admin pause sending" before a service starts')
    const storage = { DATABASE_URL: target, SECRET_KEY }
    await commandSucceeds('migrate', [], { env: storage })
    await commandSucceeds('admin', ['pause', 'sending'], { env: storage })
    expect(await readRestored(storage, token)).toEqual([MEMORY])
    await rm(folder, { recursive: true })
  })
})

/** What this version finds in a restored database, while sending is paused. */
async function readRestored(storage: Record<string, string>, token: string): Promise<string[]> {
  expect(await commandSucceeds('admin', ['pauses'], { env: storage })).toContain('sending')
  const { base, stop } = await startOn(storage)
  const { memories } = await remote(() => base)('GET', '/v1/memories', { token })
  await stop()
  return memories.map(({ content }: { content: string }) => content)
}

interface Serving {
  base: string
  stop(): Promise<void>
}

async function startOn(storage: Record<string, string>, main?: string): Promise<Serving> {
  const port = await freePort()
  const env = {
    PORT: String(port),
    SECRET_KEY,
    RATE_LIMIT: 'off',
    AUTH_RATE_LIMIT: 'off',
    DEFAULT_USER_PLAN: 'pro',
    DEFAULT_DEVELOPER_PLAN: 'enterprise',
    ...storage,
  }
  const { stop } = await startProcess(env, Date.now(), 1, main)
  return { base: `http://127.0.0.1:${port}`, stop }
}

/** Writes and reads without pause; each request goes to one of the processes that serve at that moment. */
async function startLoad(serving: Serving[]) {
  const failures: string[] = []
  const stored: string[] = []
  let [responses, isOver] = [0, false]
  const call = remote(() => serving[randomInt(serving.length)]!.base)
  const { token, userCookie } = await connectApp(call, ['memory:read:*', 'memory:write:*'])
  const memories = [{ content: MEMORY, scope: 'note' }]
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!isOver)
      try {
        stored.push(...(await call('POST', '/v1/memories', { token, body: { memories } })).memoryIds)
        const found = await call('GET', '/v1/memories?query=river&limit=1', { token })
        if (found.memories.length !== 1) failures.push('a stored memory was not found')
        await call('GET', '/v1/connections', { cookie: userCookie })
        responses += 3
      } catch (error) {
        failures.push(String(error))
      }
  })
  return {
    /** Resolves after this many more responses, or at the first failure. */
    async moreResponses(count: number): Promise<void> {
      for (const until = responses + count; responses < until && !failures.length; ) await sleep(10)
    },
    async stop() {
      isOver = true
      await Promise.all(callers)
      return { failures, stored, token }
    },
  }
}
