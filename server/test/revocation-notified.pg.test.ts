import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenToAccess, selectAccessTriggers } from '../src/domain/connections/access-changes.ts'
import { openTokens } from '../src/domain/connections/tokens.ts'
import { FEED_BEHIND_MAX_MS, FEED_IDLE_MS, openChangeFeed } from '../src/foundation/sql/change-feed.ts'
import type { Db } from '../src/foundation/sql/db.ts'
import { type Sql, sql } from '../src/foundation/sql/sql.ts'
import { type Log, openLog } from '../src/foundation/telemetry/log.ts'
import { openFreezingProxy } from './freezing-proxy.ts'
import { secondService, type TestService, testService } from './service.ts'

/*
 * Access that ends on one process while another one remembers the token, because it is notified of changes. Its listening
 * connection works, is ended by the server, or freezes.
 */

const SECOND_MS = 1_000
const SCOPES = ['memory:read:*', 'memory:write:*']

let service: TestService
let proxy: Awaited<ReturnType<typeof openFreezingProxy>>
let other: Awaited<ReturnType<typeof secondService>>
beforeAll(async () => {
  service = await testService()
  proxy = await openFreezingProxy(service.databaseUrl as string)
  other = await secondService(service, { databaseUrl: proxy.url })
})
afterAll(async () => {
  await other?.stop()
  await proxy?.close()
  await service?.stop()
})

/** A connected app whose token the other process remembers, and is notified of. */
async function remembered() {
  const { person, token } = await service.connected(SCOPES)
  const { id } = await service.get('/v1/connection', token)
  await expect.poll(() => other.get('/v1/memories', token).then(() => other.ports.tokens.isNotified())).toBe(true)
  return { token, revoke: () => service.ok('POST', `/v1/connections/${id}/revoke`, { cookie: person.cookie }) }
}

const terminateListeners = () =>
  service.ports.db.count(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'memory-service listener' and datname = current_database()`)

const conditions: [string, () => unknown][] = [
  ['works', () => 1],
  ['is ended by the server', terminateListeners],
  ['freezes', () => proxy.freezeListeners()],
]

test.each(
  conditions,
)('while the listening connection %s, no read that begins a second after a revocation is answered', async (_, change) => {
  const { token, revoke } = await remembered()
  expect(await change()).toBeGreaterThan(0)
  let endedAt = Number.POSITIVE_INFINITY
  const late: number[] = []
  const readUntilRefused = async () => {
    for (;;) {
      const begun = performance.now()
      const { status } = await other.call('GET', '/v1/memories', { token })
      if (status !== 200) return
      if (begun - endedAt >= SECOND_MS) late.push(begun - endedAt)
    }
  }
  const reading = readUntilRefused()
  await revoke()
  endedAt = performance.now()
  await reading
  expect(late).toEqual([])
  // It listens again.
  await remembered()
})

/** A token cache of its own, with its own listening connection. */
function rememberedBy(parts: { db: Db; log: Log; readiness: Sql }) {
  const { clock, measures } = service.ports
  const accessFeed = openChangeFeed({ url: service.databaseUrl as string, listen: listenToAccess, ...parts })
  return { accessFeed, tokens: openTokens({ db: parts.db, clock, measures, accessFeed }) }
}

test('a token is not read again for longer than a second while changes are notified', async () => {
  const { token } = await service.connected(SCOPES)
  const { db, log } = service.ports
  let statements = 0
  const counted: Db = {
    ...db,
    maybe(query) {
      statements++
      return db.maybe(query)
    },
  }
  const { accessFeed, tokens } = rememberedBy({ db: counted, log, readiness: selectAccessTriggers })
  try {
    const statementsAfterPause = async () => {
      await sleep(FEED_BEHIND_MAX_MS + 100)
      const before = statements
      await tokens.actorOf(token)
      return statements - before
    }
    await expect.poll(statementsAfterPause).toBe(0)
  } finally {
    await accessFeed.close()
  }
})

test('tells whether changes are notified once that is known, and still when no token is looked up', async () => {
  const { token } = await service.connected(SCOPES)
  const { accessFeed, tokens } = rememberedBy({ ...service.ports, readiness: selectAccessTriggers })
  try {
    expect(tokens.isNotified()).toBe(undefined)
    await expect.poll(() => tokens.actorOf(token).then(() => tokens.isNotified())).toBe(true)
    await sleep(FEED_IDLE_MS + SECOND_MS)
    expect(tokens.isNotified()).toBe(true)
    expect(await terminateListeners()).toBeGreaterThan(0)
    await expect.poll(() => tokens.isNotified()).toBe(undefined)
    await expect.poll(() => tokens.actorOf(token).then(() => tokens.isNotified())).toBe(true)
  } finally {
    await accessFeed.close()
  }
})

test('without the triggers, nothing is notified, and the log says so', async () => {
  const { token } = await service.connected(SCOPES)
  const lines: string[] = []
  const log = openLog('info', new Writable({ write: (line, _encoding, done) => done(void lines.push(String(line))) }))
  const { accessFeed, tokens } = rememberedBy({ db: service.ports.db, log, readiness: sql`select false as ready` })
  try {
    await expect.poll(() => tokens.actorOf(token).then(() => lines.join())).toContain('lacks the triggers')
    expect(lines.join()).toContain('changes are not notified')
    expect(tokens.isNotified()).toBe(false)
  } finally {
    await accessFeed.close()
  }
})
