import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openPostgres } from '../src/foundation/db.ts'
import { sql } from '../src/foundation/sql.ts'
import { freshDatabase } from './postgres.ts'
import { freePort, startProcess } from './process.ts'
import { buildLastRelease, type Release, runReleaseTests } from './release.ts'
import { isShared, testService } from './service.ts'

/*
 * The last release and this one on the same database. `npm run test:long` runs every test the release has.
 */

const SUITE = 'server/test/'
const PART = ['memories', 'consent', 'schedule'].map((name) => `${SUITE}${name}.test.ts`)
const INCLUDE = process.env.RELEASE_SUITE === 'whole' ? [`${SUITE}**/*.test.ts`] : PART
const TIMEOUT_MS = process.env.RELEASE_SUITE === 'whole' ? 60 * 60_000 : 10 * 60_000
const CALLERS = 4
const BOTH_SERVE_MS = 2_000

const NEWER = '9999_of_a_later_version.sql'

describe('a service that meets migrations of a later version', () => {
  test('goes on where they only added, and is refused where they took away what it needs', async () => {
    const service = await testService()
    const { db } = service.ports
    await db.count(sql`insert into migrations (name, sha256) values (${NEWER}, '')`)
    const { migrate } = await import('../src/foundation/migrate.ts')
    expect(await migrate(db)).toEqual([])
    await service.connected(['memory:read:note'])
    await db.count(sql`update migrations set needs = '0001_people_and_apps' where name = ${NEWER}`)
    expect(await migrate(db)).toEqual([])
    await db.count(sql`update migrations set needs = '9998_of_a_later_version' where name = ${NEWER}`)
    await expect(migrate(db)).rejects.toThrow(/needs a version that knows 9998_of_a_later_version/)
    await service.stop()
  })
})

if (isShared())
  describe('the last release', () => {
    const { url } = inject('engine') as { url: string }
    let release: Release
    beforeAll(async () => {
      release = await buildLastRelease()
    }, TIMEOUT_MS)
    afterAll(() => release?.remove())

    test('keeps its promises on a database that this version has migrated', { timeout: TIMEOUT_MS }, async () => {
      const { passed, failed } = await runReleaseTests(release, INCLUDE)
      expect(failed).toEqual([])
      expect(passed).toBeGreaterThan(30)
    })

    test(
      'hands over to this version, both serving meanwhile, and no request fails',
      { timeout: TIMEOUT_MS },
      async () => {
        const databaseUrl = await freshDatabase(url)
        const old = await startOn(databaseUrl, release.main)
        const serving = [old]
        const { stop, answered } = await keepCalling(serving)
        await answered(20)
        const young = await startOn(databaseUrl)
        serving.push(young)
        const { base } = young
        await answered(20)
        await sleep(BOTH_SERVE_MS)
        // What stands before them sends nothing more to the old one; what it has begun, it ends.
        serving.splice(serving.indexOf(old), 1)
        await old.drain()
        await answered(20)
        const { failures, remembered, token } = await stop()
        expect(failures).toEqual([])
        const list = await fetch(`${base}/v1/memories?limit=1`, { headers: { authorization: `Bearer ${token}` } })
        expect(list.status).toBe(200)
        const db = openPostgres(databaseUrl)
        const kept = await db.rows<{ id: string }>(sql`select id from memories`)
        expect(kept.map(({ id }) => id).sort()).toEqual(remembered.sort())
        await db.close()
        await young.drain()
      },
    )
  })

interface Serving {
  base: string
  drain(): Promise<void>
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
  const { drain } = await startProcess(env, Date.now(), 1, main)
  return { base: `http://127.0.0.1:${port}`, drain }
}

/** Callers that write and read without a pause, each time at any of those that serve. */
async function keepCalling(serving: Serving[]) {
  const failures: string[] = []
  const remembered: string[] = []
  let [calls, over] = [0, false]
  async function call(method: string, path: string, token?: string, body?: unknown, cookie = '') {
    const { base } = serving[randomInt(serving.length)]!
    const response = await fetch(base + path, {
      method,
      headers: {
        'content-type': 'application/json',
        cookie,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const reply = await response.text()
    if (!response.ok) throw new Error(`${method} ${base}${path}: ${response.status} ${reply}`)
    calls++
    return { ...JSON.parse(reply), cookie: response.headers.getSetCookie()[0]?.split(';')[0] }
  }
  const scopes = ['memory:read:*', 'memory:write:*']
  const account = (name: string) => ({ email: `${name}@example.com`, password: 'a long walk home' })
  const developer = await call('POST', '/v1/dev/auth/signup', undefined, account('developer'))
  const made = await call('POST', '/v1/dev/apps', undefined, { name: 'Old', manifest: { scopes } }, developer.cookie)
  const person = await call('POST', '/v1/auth/signup', undefined, account('person'))
  const consent = { slug: made.app.slug, scopes }
  const { code } = await call('POST', '/v1/oauth/authorize', undefined, consent, person.cookie)
  const { client_id, client_secret } = made
  const { connection_token: token } = await call('POST', '/v1/oauth/token', undefined, {
    code,
    client_id,
    client_secret,
  })

  const memories = [{ content: 'Runs along the river.', scope: 'note' }]
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!over)
      try {
        remembered.push(...(await call('POST', '/v1/memories', token, { memories })).memoryIds)
        const found = await call('GET', '/v1/memories?query=river&limit=1', token)
        if (found.memories.length !== 1) failures.push('a memory that had been acknowledged was not found')
        await call('GET', '/v1/connections', undefined, undefined, person.cookie)
      } catch (error) {
        failures.push(String(error))
      }
  })
  return {
    /** Resolves after so many more answers. */
    async answered(more: number): Promise<void> {
      for (const until = calls + more; calls < until && !failures.length; ) await sleep(10)
    },
    async stop() {
      over = true
      await Promise.all(callers)
      return { failures, remembered, token: token as string }
    },
  }
}
