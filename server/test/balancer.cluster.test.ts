import { createHash } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { encodeSecret } from '../src/foundation/auth/secrets.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { freePort } from './free-port.ts'
import { dropDatabase, freshDatabase } from './postgres.ts'
import { startProcess } from './process.ts'
import { type Program, startProgram } from './program.ts'
import { type TestService, testService } from './service.ts'

/*
 * Debian's haproxy with our configuration in front of several processes on one PostgreSQL. The test adds a header that
 * names the responding process. An invented token is enough for that, because any process can reject it.
 */

const CREDENTIALS = 60
const WRITERS = 12
/** Requests that supersede one memory at the same time. */
const RIVALS = 6
const KEY = 'only for tests, only for tests, only for tests'
const NAMES = ['one', 'two', 'three'] as const
type Name = (typeof NAMES)[number]
type Process = Awaited<ReturnType<typeof startProcess>>

let folder: string
let databaseUrl: string
let url: string
let haproxy: Program
const ports = {} as Record<Name, number>
const processes = {} as Record<Name, Process>
/** A service that bypasses the balancer, for sign-ups and for checking what was stored. */
let service: TestService

beforeAll(async () => {
  const engine = inject('engine')
  if (engine.kind !== 'postgres') throw new Error('this is about PostgreSQL')
  databaseUrl = await freshDatabase(engine.url, engine.template)
  folder = await mkdtemp(join(tmpdir(), 'memory-service-balancer-'))
  await chmod(folder, 0o755)
  service = await testService({ databaseUrl })
  for (const name of NAMES) ports[name] = await freePort()
  await Promise.all(NAMES.map(start))
  await balance(['one', 'two'])
})
afterAll(async () => {
  await haproxy?.stop()
  await Promise.all([...Object.values(processes).map((process) => process.kill()), service?.stop()])
  await rm(folder, { recursive: true, force: true })
  await dropDatabase(databaseUrl)
})

async function start(name: Name): Promise<void> {
  const env = {
    PORT: String(ports[name]),
    DATABASE_URL: databaseUrl,
    SECRET_KEY: KEY,
    RATE_LIMIT: 'off',
    DRAIN_NOTICE_MS: '1500',
    TRUSTED_PROXIES: 'loopback',
  }
  processes[name] = await startProcess(env, Date.now(), 1)
}

/** Configures haproxy for exactly these processes. */
async function balance(names: readonly Name[]): Promise<void> {
  await haproxy?.stop()
  const port = await freePort()
  const config = await readFile(new URL('../../deploy/haproxy/haproxy.cfg', import.meta.url), 'utf8')
  const servers = names.map((name) => `  server ${name} 127.0.0.1:${ports[name]} id ${NAMES.indexOf(name) + 1}\n`)
  const ours = config
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace('inter 1s', 'inter 200ms')
    .replace(/(^ {2}server .*\n)+/m, `  http-response set-header x-answered-by %s\n${servers.join('')}`)
  await writeFile(join(folder, 'haproxy.cfg'), ours)
  haproxy = await startProgram('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], port)
  url = `http://127.0.0.1:${port}`
}

/** The process that serves a request with this credential; interrupted requests are retried, as clients do. */
async function answeredBy(headers: Record<string, string>, path = '/v1/memories'): Promise<string | null> {
  const ask = () => fetch(url + path, { headers })
  const reply = await ask().catch(ask)
  await reply.text()
  return reply.headers.get('x-answered-by')
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
// The same in each run, so that the shares are too.
const tokens = Array.from({ length: CREDENTIALS }, (_, i) =>
  encodeSecret('mst', createHash('sha256').update(`token ${i}`).digest()),
)
const placesOf = () => Promise.all(tokens.map((token) => answeredBy(bearer(token))))
const count = (places: (string | null)[], name: Name) => places.filter((place) => place === name).length

test('routes each token and session to one process, and both processes get a share', async () => {
  const places = await placesOf()
  for (let i = 0; i < 3; i++) expect(await placesOf()).toEqual(places)
  for (const name of ['one', 'two'] as const) expect(count(places, name)).toBeGreaterThan(CREDENTIALS / 6)
  const { person, token } = await service.connected(['memory:read:*', 'memory:write:*'])
  for (const headers of [{ cookie: person.cookie }, bearer(token)]) {
    const met = await Promise.all([1, 2, 3].map(() => answeredBy(headers)))
    expect(new Set(met).size).toBe(1)
  }
})

test('a new process takes its share without moving other clients, and they return when it stops', async () => {
  const before = await placesOf()
  await balance(['one', 'two', 'three'])
  const between = await placesOf()
  const moved = between.filter((place, i) => place !== before[i])
  expect(new Set(moved)).toEqual(new Set(['three']))
  expect(moved.length).toBeGreaterThan(CREDENTIALS / 8)
  expect(moved.length).toBeLessThan((CREDENTIALS * 2) / 3)
  await balance(['one', 'two'])
  expect(await placesOf()).toEqual(before)
})

test('fails over from a killed process at once and returns clients when it is back', async () => {
  const before = await placesOf()
  await processes.two.kill()
  const meanwhile = await placesOf()
  expect(new Set(meanwhile)).toEqual(new Set(['one']))
  await start('two')
  await expect.poll(placesOf).toEqual(before)
})

test('two processes that supersede the same memory at once agree on one successor', async () => {
  const { token } = await service.connected(['memory:read:*', 'memory:write:*'])
  const contents = ['Old', ...Array.from({ length: RIVALS }, (_, at) => `New ${at}`)]
  const { memoryIds } = await service.remember(
    token,
    contents.map((content) => ({ content, scope: 'note' })),
  )
  const [old, ...news] = memoryIds as [string, ...string[]]
  const headers = { ...bearer(token), 'content-type': 'application/json' }
  const replies = await Promise.all(
    news.map(async (by, at) => {
      const path = `http://127.0.0.1:${ports[at % 2 ? 'one' : 'two']}/v1/memories/${old}/supersede`
      const { status } = await fetch(path, { method: 'POST', headers, body: JSON.stringify({ by }) })
      return { by, status }
    }),
  )
  const [won, ...others] = replies.filter(({ status }) => status === 200)
  expect(others).toEqual([])
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(RIVALS - 1)
  expect(await service.get(`/v1/memories/${old}`, token)).toMatchObject({ supersededBy: won?.by, revision: 2 })
  for (const by of news)
    expect((await service.get(`/v1/memories/${by}`, token)).supersedes).toEqual(by === won?.by ? [old] : [])
})

test('a process that is stopped under load loses no request', async () => {
  const writers: { token: string }[] = []
  const served = new Set<string | null>()
  // Tokens are random, so writers are added until each process serves one.
  while (writers.length < WRITERS || served.size < 2) {
    const writer = await service.connected(['memory:read:*', 'memory:write:*'])
    writers.push(writer)
    served.add(await answeredBy(bearer(writer.token)))
  }
  let ended = false
  const met = new Set<string | null>()
  async function write({ token }: { token: string }, who: number): Promise<string[]> {
    const ids: string[] = []
    for (let i = 0; !ended; i++) {
      const body = JSON.stringify({ memories: [{ content: `Memory ${i} of ${who}`, scope: 'general' }] })
      const headers = { ...bearer(token), 'content-type': 'application/json' }
      const reply = await fetch(`${url}/v1/memories`, { method: 'POST', headers, body })
      const { memoryIds } = (await reply.json()) as { memoryIds: string[] }
      expect(reply.status).toBe(200)
      met.add(reply.headers.get('x-answered-by'))
      ids.push(...memoryIds)
    }
    return ids
  }
  const writing = Promise.all(writers.map(write))
  await expect.poll(() => met.size).toBe(2)
  await processes.two.stop()
  ended = true
  const ids = (await writing).flat()
  const rows = await service.ports.db.rows<{ id: string }>(
    sql`select id from memories m where m.scope = 'general' order by id`,
  )
  expect(rows.map(({ id }) => id)).toEqual(ids.sort())
  expect(new Set(await placesOf())).toEqual(new Set(['one']))
})

test('a frozen process is left: its requests end, and its clients are served by another', async () => {
  await start('two')
  await expect.poll(async () => new Set(await placesOf()).size).toBe(2)
  const places = await placesOf()
  const frozen = tokens[places.indexOf('two')] as string
  processes.two.signal('SIGSTOP')
  try {
    // Would hang until `timeout server`, which is longer than this test may take.
    const ended = fetch(`${url}/v1/memories`, { headers: bearer(frozen) }).then(
      ({ status }) => status,
      () => 'closed',
    )
    expect([401, 502, 503, 'closed']).toContain(await ended)
    await expect.poll(() => answeredBy(bearer(frozen)).catch(() => null)).toBe('one')
  } finally {
    processes.two.signal('SIGCONT')
  }
})

test('shows no metrics, and gives each request an id that the service keeps', async () => {
  for (const path of ['/metrics', '/metrics?x', '/%6detrics', '/METRICS']) {
    const reply = await fetch(url + path)
    expect([path, reply.status, ((await reply.json()) as { error: { code: string } }).error.code]).toEqual([
      path,
      404,
      'not_found',
    ])
  }
  const reply = await fetch(`${url}/healthz`, { headers: { 'x-request-id': 'req_of-a-client' } })
  expect(reply.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{8}-[0-9a-f-]{27}$/)
  const direct = await fetch(`http://127.0.0.1:${ports.one}/healthz`, { headers: { 'x-request-id': 'no id of ours!' } })
  expect(direct.headers.get('x-request-id')).toMatch(/^req_\w{26,}$/)
})

test('answers 503 in the envelope while no process is ready', async () => {
  await Promise.all([processes.one.kill(), processes.two.kill()])
  // The balancer may close an idle connection at the moment in which the client uses it again (RFC 9112, 9.5).
  const ask = () => fetch(`${url}/v1/memories`)
  const reply = await ask().catch(ask)
  expect([reply.status, reply.headers.get('retry-after'), reply.headers.get('content-type')]).toEqual([
    503,
    '1',
    'application/json',
  ])
  expect(((await reply.json()) as { error: { code: string } }).error.code).toBe('unavailable')
})
