import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MAIN, openLauncher } from './launcher.ts'
import { isShared } from './service.ts'

const { run, directory, databaseUrl } = openLauncher()

// biome-ignore lint/suspicious/noExplicitAny: responses of every shape.
type Json = any

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

test('names a database or a data directory that cannot be used', async () => {
  const wrong: Record<string, string> = isShared()
    ? { DATABASE_URL: databaseUrl()!.replace(/[^/]*$/, 'nowhere') }
    : { DATA_DIR: MAIN }
  const { code, err } = await run({ LOG_LEVEL: 'silent', ...wrong }).ended
  expect([code, err]).toEqual([1, expect.stringMatching(new RegExp(`^${Object.keys(wrong)[0]} .*must be .+\\.\n$`))])
})

test('on SIGTERM finishes accepted requests, exits with 0 and loses nothing', async () => {
  const env = { DATA_DIR: join(directory(), 'new'), LOG_LEVEL: 'silent', RATE_LIMIT: 'off', AUTH_RATE_LIMIT: 'off' }
  const first = run(env)
  const url = await first.listening()
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const known = await post(`${url}/v1/auth/signup`, person())
  // Password hashing is slow, so some sign-ups are in flight when the signal arrives.
  const arriving = Array.from({ length: 6 }, (_, n) => post(`${url}/v1/auth/signup`, person(n + 1)))
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
  if (isShared()) expect((await fetch(`${await second.listening()}/readyz`)).status).toBe(200)
  else {
    const { code, out, err } = await second.ended
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^The data directory \S+ is in use by another process\./)
    expect(err).not.toMatch(/^\s+at /m)
  }
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
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
