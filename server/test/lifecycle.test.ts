import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { USER_PLANS } from '../src/domain/plans/plans.ts'
import { newDataDirectory } from './data-directory.ts'
import { freePort } from './free-port.ts'
import { dropDatabase, freshDatabase } from './postgres.ts'
import { SHORT_LIVED } from './short-lived.ts'

const MAIN = new URL('../dist/main.js', import.meta.url).pathname
const KEY = 'only for tests, only for tests, only for tests'

let folder: string
let databaseUrl: string | undefined
let children: ChildProcess[]
beforeEach(async () => {
  const engine = inject('engine')
  folder = await newDataDirectory()
  databaseUrl = engine.kind === 'postgres' ? await freshDatabase(engine.url, engine.template) : undefined
  children = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
  if (databaseUrl) await dropDatabase(databaseUrl)
})

// biome-ignore lint/suspicious/noExplicitAny: responses of every shape.
type Json = any

/** Runs the service as `npm start` does and captures its output. */
function run(env: Record<string, string>) {
  const database: Record<string, string> = databaseUrl ? { DATABASE_URL: databaseUrl, SECRET_KEY: KEY } : {}
  const child = spawn(process.execPath, ['--enable-source-maps', MAIN], {
    env: {
      ...SHORT_LIVED,
      PATH: process.env.PATH!,
      DATA_DIR: folder,
      PORT: '0',
      EMBEDDINGS: 'off',
      ...database,
      ...env,
    },
  })
  children.push(child)
  const output = { out: '', err: '' }
  child.stdout.on('data', (part) => (output.out += part))
  child.stderr.on('data', (part) => (output.err += part))
  const ended = once(child, 'close').then(([code, signal]) => ({ code: code ?? signal, ...output }))
  const listening = async () => {
    await vi.waitUntil(() => output.out.includes('listening on') || child.exitCode !== null, { timeout: 50_000 })
    const url = /listening on (\S+)/.exec(output.out)?.[1]
    if (!url) throw new Error(`it did not start: ${output.err}`)
    return url
  }
  return { child, output, ended, listening }
}

async function post(url: string, body: object, cookie = '') {
  const headers = { 'content-type': 'application/json', ...(cookie && { cookie }) }
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return {
    status: reply.status,
    body: (await reply.json()) as Json,
    cookie: reply.headers.getSetCookie()[0]?.split(';')[0] ?? '',
  }
}
const person = (n = 0) => ({ email: `person${n}@example.com`, password: 'a very long walk home' })

describe('an invalid configuration', () => {
  test('names every invalid variable, its value and what is accepted, and exits before listening', async () => {
    const wrong = {
      PORT: '70000',
      HOST: 'not a host!',
      BASE_URL: 'ftp://memory.example',
      TRUSTED_PROXIES: '10.0.0.0/8, everybody',
      DEFAULT_USER_PLAN: 'gold',
      RATE_LIMIT: '-1',
      LOG_LEVEL: 'loud',
      RECALL_MEMORY_MB: 'much',
    }
    const { code, out, err } = await run({ ...wrong, DATA_DIR: join(folder, 'new') }).ended
    expect([code, out]).toEqual([1, ''])
    for (const [name, value] of Object.entries(wrong)) {
      const line = err.split('\n').find((line) => line.startsWith(name))
      expect(line, name).toMatch(/ must be .+\.$/)
      expect(line).toContain(JSON.stringify(value))
    }
    expect(err).not.toMatch(/^\s+at /m)
    await expect(stat(join(folder, 'new'))).rejects.toThrow(/ENOENT/)
  })

  test('never prints a secret, and requires SECRET_KEY with DATABASE_URL', async () => {
    const short = await run({ SECRET_KEY: 'hunter3', DATABASE_URL: 'mysql://user:hunter2hunter2@host/db' }).ended
    expect([short.code, short.err]).toEqual([
      1,
      expect.stringMatching(/SECRET_KEY[\s\S]*must be at least \d+ characters/),
    ])
    expect(short.err).toMatch(/DATABASE_URL[\s\S]*must be a PostgreSQL URL/)
    expect(short.err).not.toMatch(/hunter/)
    const none = await run({ SECRET_KEY: '', DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/db' }).ended
    expect([none.code, none.err]).toEqual([1, expect.stringMatching(/^SECRET_KEY is not set/)])
    const bare = await run({ SECRET_KEY: KEY, DATABASE_URL: 'postgres:user:hunter2@127.0.0.1:1/db' }).ended
    expect([bare.code, bare.err]).toEqual([
      1,
      expect.stringMatching(/^DATABASE_URL must be .*; got another value \(not shown\)/),
    ])
  })

  test('names settings that are valid but unusable', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const elsewhere: Record<string, string> = databaseUrl
      ? { DATABASE_URL: databaseUrl.replace(/[^/]*$/, 'nowhere') }
      : { DATA_DIR: MAIN }
    for (const wrong of [{ PORT: String(port) }, { HOST: '192.0.2.1' }, elsewhere]) {
      const { code, err } = await run({ LOG_LEVEL: 'silent', ...wrong }).ended
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(new RegExp(`^${Object.keys(wrong)[0]} .*must be .+\\.\n$`)),
      ])
    }
    taken.close()
  })
})

test('serves health checks, and 503 for the rest, until the database responds', async () => {
  const port = await freePort()
  const { child } = run({ PORT: String(port), DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z', SECRET_KEY: KEY })
  const at = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  await vi.waitUntil(
    () =>
      at('/healthz').then(
        ({ ok }) => ok,
        () => false,
      ),
    { timeout: 50_000 },
  )
  expect((await at('/readyz')).status).toBe(503)
  const refused = await at('/v1/catalog')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await refused.json()).toMatchObject({ error: { code: 'unavailable' } })
  child.kill('SIGKILL')
})

test('prints its address, and the one that clients use', async () => {
  const { child, output, listening, ended } = run({
    BASE_URL: 'https://memory.example',
    DATA_DIR: join(folder, 'behind-a-proxy'),
  })
  expect(await listening()).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(output.out).toMatch(/^listening on \S+ for https:\/\/memory\.example$/m)
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
})

test('on SIGTERM finishes accepted requests, exits with 0 and loses nothing', async () => {
  const env = { DATA_DIR: join(folder, 'new'), LOG_LEVEL: 'silent', RATE_LIMIT: 'off', AUTH_RATE_LIMIT: 'off' }
  const first = run(env)
  const url = await first.listening()
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const known = await post(`${url}/v1/auth/signup`, person())
  // Password hashing is slow, so some sign-ups are in flight when the signal arrives.
  const arriving = Array.from({ length: 12 }, (_, n) => post(`${url}/v1/auth/signup`, person(n + 1)))
  await Promise.race(arriving)
  first.child.kill('SIGTERM')
  const replies = await Promise.allSettled(arriving)
  const { code, err } = await first.ended
  expect([code, err]).toEqual([0, ''])
  const statuses = replies.map((reply) => (reply.status === 'fulfilled' ? reply.value.status : 'cut off'))
  for (const status of statuses) expect([201, 503]).toContain(status)
  const second = await run(env).listening()
  const session = await fetch(`${second}/v1/auth/session`, { headers: { cookie: known.cookie } })
  expect(await session.json()).toEqual(known.body)
  for (const [n, status] of statuses.entries()) {
    const { status: now } = await post(`${second}/v1/auth/login`, person(n + 1))
    expect(now).toBe(status === 201 ? 200 : 401)
  }
})

test('loses no acknowledged write when killed while writing', async () => {
  const env = { LOG_LEVEL: 'silent', DEFAULT_USER_PLAN: 'pro' }
  const first = run(env)
  const url = await first.listening()
  const { cookie } = await post(`${url}/v1/auth/signup`, person())
  const acknowledged: string[] = []
  const write = async (writer: number) => {
    for (let n = 0; ; n++) {
      const content = `Writer ${writer} wrote ${n}.`
      const memories = Array.from({ length: 1 + (n % 3) }, () => ({ content, scope: 'note' }))
      const reply = await post(`${url}/v1/memories`, { memories }, cookie).catch(() => undefined)
      if (reply?.status !== 200) return
      acknowledged.push(...reply.body.memoryIds)
      if (acknowledged.length > 300) first.child.kill('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)))
  expect((await first.ended).code).toBe('SIGKILL')
  const second = await run(env).listening()
  const stored = new Set<string>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor && `&cursor=${cursor}`
    const page: Json = await (await fetch(`${second}/v1/memories?limit=100${query}`, { headers: { cookie } })).json()
    for (const { id } of page.memories) stored.add(id)
    cursor = page.next_cursor
  }
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
  const usage: Json = await (await fetch(`${second}/v1/usage`, { headers: { cookie } })).json()
  expect(usage.memories.used).toBe(stored.size)
})

test('a second process starts on the same PostgreSQL database and is rejected on the same data directory', async () => {
  const first = run({ LOG_LEVEL: 'silent' })
  const url = await first.listening()
  const second = run({ LOG_LEVEL: 'silent' })
  if (databaseUrl) expect((await fetch(`${await second.listening()}/readyz`)).status).toBe(200)
  else {
    const { code, out, err } = await second.ended
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^The data directory \S+ is in use by another process\./)
    expect(err).not.toMatch(/^\s+at /m)
  }
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
})

test('prints the default limits of new accounts at start, and the settings that change them', async () => {
  const { child, listening, ended } = run({ LOG_LEVEL: 'info', DEFAULT_USER_PLAN: 'plus' })
  await listening()
  child.kill('SIGTERM')
  const lines = (await ended).out.split('\n').filter((line) => line.includes('default limits of new accounts'))
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    people: { plan: 'plus', ...USER_PLANS.plus },
    developers: { plan: expect.any(String) },
    sign_up: 'open',
    change_by: expect.stringMatching(/DEFAULT_USER_PLAN.*DEFAULT_DEVELOPER_PLAN.*SIGNUP.*admin limits set/),
  })
})

test('logs contain no token, password or memory content at any level', async () => {
  const { child, listening, ended } = run({ LOG_LEVEL: 'trace' })
  const url = await listening()
  const secrets = [person().password, 'the wrong password', 'zyzzyva', 'quokka']
  const { cookie } = await post(`${url}/v1/auth/signup`, person())
  const developer = await post(`${url}/v1/dev/auth/signup`, person())
  await post(`${url}/v1/auth/login`, { ...person(), password: secrets[1] })
  const scopes = ['memory:read:*', 'memory:write:*']
  const app = (await post(`${url}/v1/dev/apps`, { name: 'App', manifest: { scopes } }, developer.cookie)).body
  const { code } = (await post(`${url}/v1/oauth/authorize`, { slug: app.app.slug, scopes }, cookie)).body
  const { client_id, client_secret } = app
  const { connection_token } = (await post(`${url}/v1/oauth/token`, { code, client_id, client_secret })).body
  secrets.push(cookie.split('=')[1]!, developer.cookie.split('=')[1]!, code, client_secret, connection_token)
  const headers = { authorization: `Bearer ${connection_token}`, 'content-type': 'application/json' }
  const memories = [{ content: 'The zyzzyva sleeps.', scope: 'note' }]
  for (const body of [{ memories }, { memories: [{ ...memories[0], scope: 'unknown' }] }, { memories: 'quokka' }])
    await fetch(`${url}/v1/memories`, { method: 'POST', headers, body: JSON.stringify(body) })
  await fetch(`${url}/v1/memories?query=quokka`, { headers })
  await fetch(`${url}/v1/memories/${connection_token}`, { headers })
  await fetch(`${url}/v1/memories`, { method: 'POST', headers, body: '{"memories": "quokka' })
  child.kill('SIGTERM')
  const { out, err } = await ended
  expect(out.split('\n').length).toBeGreaterThan(10)
  for (const secret of secrets) expect(out + err).not.toContain(secret)
})
