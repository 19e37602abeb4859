import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openPostgres } from '../src/foundation/sql/db.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { freePort } from './free-port.ts'
import { RELEASED_MIGRATION } from './last-release.ts'
import { findBinaries, freshDatabase } from './postgres.ts'
import { startProcess } from './process.ts'
import { buildLastRelease, type Release, runReleaseTests } from './release.ts'
import { connectApp, remote } from './remote.ts'

/*
 * The last release and this version on the same database. `npm run test:long` runs all tests of the release.
 */

const run = promisify(execFile)
const PREPARATION = fileURLToPath(new URL('../../deploy/postgres/before-upgrade.sql', import.meta.url))
const SUITE = 'server/test/'
const PART = ['memories', 'consent', 'schedule'].map((name) => `${SUITE}${name}.test.ts`)
const INCLUDE = process.env.RELEASE_SUITE === 'whole' ? [`${SUITE}**/*.test.ts`] : PART
const TIMEOUT_MS = process.env.RELEASE_SUITE === 'whole' ? 60 * 60_000 : 10 * 60_000
const CALLERS = 4
const BOTH_SERVE_MS = 2_000

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
      const previous = await startOn(databaseUrl, release.main)
      const serving = [previous]
      const load = await startLoad(serving)
      await load.moreResponses(20)
      await run(join(findBinaries()!, 'psql'), [databaseUrl, '-v', 'ON_ERROR_STOP=1', '-f', PREPARATION])
      const current = await startOn(databaseUrl)
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
})

interface Serving {
  base: string
  stop(): Promise<void>
}

async function startOn(databaseUrl: string, main?: string): Promise<Serving> {
  const port = await freePort()
  const env = {
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'only for tests, only for tests, only for tests',
    RATE_LIMIT: 'off',
    AUTH_RATE_LIMIT: 'off',
    DEFAULT_USER_PLAN: 'pro',
    DEFAULT_DEVELOPER_PLAN: 'enterprise',
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
  const memories = [{ content: 'Runs along the river.', scope: 'note' }]
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
