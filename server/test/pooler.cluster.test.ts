import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { openLog } from '../src/foundation/telemetry/log.ts'
import { commandSucceeds } from './commands.ts'
import { freePort } from './free-port.ts'
import { KEY } from './launcher.ts'
import { freshDatabase } from './postgres.ts'
import { type Program, startProgram } from './program.ts'
import { secondService, type TestService, testService } from './service.ts'

/*
 * The service behind Debian's pgbouncer with our configuration: two processes of twenty clients each share three server
 * connections, handed out by transaction.
 */

const SCOPES = ['memory:read:*', 'memory:write:*', 'context:read:*', 'identity:read', 'signal:emit']
const PEOPLE = 8
const ROUNDS = 12

let folder: string
let pooledUrl: string
let pgbouncer: Program
let services: [TestService, Awaited<ReturnType<typeof secondService>>]
beforeAll(async () => {
  const engine = inject('engine')
  if (engine.kind !== 'postgres') throw new Error('this is about PostgreSQL')
  const direct = new URL(await freshDatabase(engine.url, engine.template))
  const port = await freePort()
  folder = await mkdtemp(join(tmpdir(), 'memory-service-pooler-'))
  const ini = await readFile(new URL('../../deploy/pgbouncer/pgbouncer.ini', import.meta.url), 'utf8')
  const ours = ini
    .replace('port=5432 dbname=memory', `port=${direct.port} dbname=${direct.pathname.slice(1)}`)
    // Server connections that the services do not use.
    .replace(/^memory(.*)$/m, 'memory$1\nalone$1')
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('/etc/pgbouncer/userlist.txt', join(folder, 'userlist.txt'))
    .replace('default_pool_size = 40', 'default_pool_size = 3')
    .replace(/^(logfile|pidfile|unix_socket_dir) = .*$/gm, '$1 =')
  await writeFile(join(folder, 'pgbouncer.ini'), ours)
  await writeFile(join(folder, 'userlist.txt'), `"${direct.username}" "${direct.password}"\n`)
  // Readable by the user that pgbouncer runs as.
  await chmod(folder, 0o755)
  pgbouncer = await startProgram('pgbouncer', [join(folder, 'pgbouncer.ini')], port)
  const pooled = new URL(direct)
  pooled.port = String(port)
  pooled.pathname = '/memory'
  pooledUrl = pooled.href
  const over = { databaseUrl: pooledUrl, databasePrepare: false }
  const first = await testService(over)
  services = [first, await secondService(first, over)]
})
afterAll(async () => {
  await Promise.all((services ?? []).map((service) => service.stop()))
  await pgbouncer?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Leaves the session settings of a pg_dump in all three server connections. */
async function leaveEmptyPath(url: string): Promise<void> {
  const clients = await Promise.all(
    [1, 2, 3].map(async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      return client
    }),
  )
  for (const client of clients) {
    await client.query('begin')
    await client.query(`select pg_catalog.set_config('search_path', '', false)`)
  }
  for (const client of clients) {
    await client.query('commit')
    await client.end()
  }
}

test('no request fails after a pg_dump through the pooler', async () => {
  const { token } = await services[0].connected(SCOPES)
  const before = await services[0].remember(token, [{ content: 'Before the dump.', scope: 'general' }])
  await leaveEmptyPath(pooledUrl)
  const [id] = before.memoryIds
  const replies = await Promise.all([
    services[0].get(`/v1/memories/${id}`, token),
    services[1].get('/v1/memories', token),
    services[1].remember(token, [{ content: 'After the dump.', scope: 'general' }]),
    services[0].ok('POST', '/v1/signals', { token, body: { type: 'tick.tock' } }),
  ])
  expect(replies[0].memory ?? replies[0]).toMatchObject({ id })
  expect(replies[2].accepted).toBe(true)
})

test('a command of the operator finds its tables after a pg_dump through the pooler', async () => {
  await services[0].newPerson()
  const alone = pooledUrl.replace(/memory$/, 'alone')
  const env = { DATABASE_URL: alone, DATABASE_PREPARE: 'off', SECRET_KEY: KEY }
  await leaveEmptyPath(alone)
  expect(await commandSucceeds('admin', ['people', 'list'], { env })).toContain('@')
})

test('a service that was not set up for this pooler finds out, and serves', async () => {
  const lines: string[] = []
  const log = openLog('warn', new Writable({ write: (line, _encoding, done) => done(void lines.push(String(line))) }))
  const over = { databaseUrl: pooledUrl, databasePrepare: true }
  const unprepared = await secondService(services[0], over, { log })
  const { token } = await services[0].connected(SCOPES)
  try {
    const replies = await Promise.all(
      Array.from({ length: 60 }, async (_, i) => {
        const content = `Number ${i}`
        const write = { token, body: { memories: [{ content, scope: 'general' }] } }
        return [
          await unprepared.call('POST', '/v1/memories', write),
          await unprepared.call('GET', '/v1/memories', { token }),
        ]
      }),
    )
    expect(new Set(replies.flat().map(({ status }) => status))).toEqual(new Set([200]))
    expect(lines.filter((line) => line.includes('DATABASE_PREPARE=off'))).toHaveLength(1)
  } finally {
    await unprepared.stop()
  }
})

/** An app that alternates between both processes, with what it wrote and what is stored. */
async function live(who: number): Promise<{ token: string; cookie: string; contents: string[] }> {
  const at = (i: number) => services[(who + i) % 2]!
  const { token, person } = await services[0].connected(SCOPES)
  const contents: string[] = []
  for (let i = 0; i < ROUNDS; i++) {
    const content = `Memory ${i} of person ${who}`
    const write = () =>
      at(i).ok('POST', '/v1/memories', {
        token,
        body: { memories: [{ content, scope: 'general' }] },
        headers: { 'idempotency-key': `${who} ${i}` },
      })
    const [written, again] = [await write(), await write()]
    expect(again).toEqual(written)
    const [id] = written.memoryIds
    const [found] = await Promise.all([
      at(i + 1).get(`/v1/memories?query=${encodeURIComponent(content)}&limit=100`, token),
      at(i).get('/v1/context?intent=assistant', token),
      at(i).get(`/v1/memories/${id}`, token),
      at(i + 1).ok('POST', '/v1/signals', { token, body: { type: 'tick.tock' } }),
    ])
    for (const memory of found.memories) expect(memory.content).toMatch(new RegExp(` of person ${who}( edited)?$`))
    expect(found.memories.map((memory: { content: string }) => memory.content)).toContain(content)
    if (i % 3 === 1) await at(i + 1).ok('DELETE', `/v1/memories/${id}`, { token })
    else {
      await at(i + 1).ok('PATCH', `/v1/memories/${id}`, { token, body: { content: `${content} edited` } })
      contents.push(`${content} edited`)
    }
  }
  return { token, cookie: person.cookie, contents }
}

test('a load on both processes loses nothing, mixes nothing up and has no failures', async () => {
  const people = await Promise.all(Array.from({ length: PEOPLE }, (_, who) => live(who)))
  for (const { token, cookie, contents } of people)
    for (const service of services) {
      const { memories } = await service.get('/v1/memories?limit=100', token)
      expect(memories.map(({ content }: { content: string }) => content).reverse()).toEqual(contents)
      const { items } = await service.ok('GET', '/v1/audit?action=memories.write&limit=100', { cookie })
      expect(items).toHaveLength(ROUNDS)
    }
})

test('changes of access are not notified, and a revoked token is refused', async () => {
  const lines: string[] = []
  const log = openLog('info', new Writable({ write: (line, _encoding, done) => done(void lines.push(String(line))) }))
  const pooled = await secondService(services[0], { databaseUrl: pooledUrl, databasePrepare: false }, { log })
  try {
    const { person, token } = await services[0].connected(SCOPES)
    const { id } = await services[0].get('/v1/connection', token)
    const read = () => pooled.call('GET', '/v1/memories', { token })
    await expect.poll(() => read().then(() => lines.join())).toContain('a pooler is in between')
    expect(pooled.ports.tokens.isNotified()).toBe(false)
    await services[0].ok('POST', `/v1/connections/${id}/revoke`, { cookie: person.cookie })
    await expect.poll(async () => (await read()).body.error?.code).toBe('connection_revoked')
  } finally {
    await pooled.stop()
  }
})

test('every statement has a timeout, although clients cannot set one', async () => {
  const settings = await Promise.all(
    Array.from({ length: 20 }, () =>
      services[0].ports.db.one(sql`select current_setting('statement_timeout') as limit, pg_sleep(.01)::text as slept`),
    ),
  )
  expect(settings).toEqual(settings.map(() => ({ limit: '30s', slept: '' })))
})
