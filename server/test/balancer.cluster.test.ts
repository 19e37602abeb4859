import { createHash } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { encodeSecret } from '../src/foundation/auth/secrets.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { dropDatabase, freshDatabase } from './postgres.ts'
import { freePort, startProcess } from './process.ts'
import { type Program, startProgram } from './program.ts'
import { type TestService, testService } from './service.ts'

/*
 * Debian's haproxy with our configuration in front of several processes on one PostgreSQL. The test adds a header that
 * names the responding process. An invented token is enough for that, because any process can reject it.
 */

const CREDENTIALS = 60
const WRITERS = 12
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
  await expect.poll(placesOf, { timeout: 20_000 }).toEqual(before)
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
  await expect.poll(() => met.size, { timeout: 20_000 }).toBe(2)
  await processes.two.stop()
  ended = true
  const ids = (await writing).flat()
  const rows = await service.ports.db.rows<{ id: string }>(sql`select id from memories m order by id`)
  expect(rows.map(({ id }) => id)).toEqual(ids.sort())
  expect(new Set(await placesOf())).toEqual(new Set(['one']))
})
