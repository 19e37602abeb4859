import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../src/app.ts'
import { newSecret } from '../src/foundation/auth/secrets.ts'
import { isPublic, isWrite } from '../src/foundation/route.ts'
import { raw } from '../src/foundation/sql/sql.ts'
import { type TestService, testService } from './service.ts'

/* Routes that need no credential accept little and limit each address before they parse anything. */

const LIMIT = 3
const MANY_KEYS = Object.fromEntries(Array.from({ length: 90_000 }, (_, at) => [`k${at}`, 1]))

const now = new Date()

let service: TestService
let limited: TestService
beforeAll(async () => {
  service = await testService()
  limited = await testService({ authRateLimit: 1, rateLimit: 1, trustedProxies: ['loopback'] }, { clock: () => now })
})
afterAll(async () => {
  await limited.stop()
  await service.stop()
})

/** Settings shown on sign-in pages, which read no account: they do not use up the limit of sign-ins. */
const SETTINGS = ['getSignUpPolicy', 'getSignInMethods', 'getMailSetting']

const open = routes.filter(isPublic)
const writes = open.filter(isWrite)
const typeOf = (form: unknown) => (form === 'only' ? 'application/x-www-form-urlencoded' : 'application/json')

describe('invalid credentials', () => {
  const ofAddress = { 'x-forwarded-for': '203.0.113.77' }
  test.each([
    ['tokens', () => ({ authorization: `Bearer ${newSecret('mst')}` }), '/v1/connection'],
    ['sessions', () => ({ cookie: `ms_session=${newSecret('mss')}` }), '/v1/usage'],
    ['tokens at /mcp', () => ({ authorization: `Bearer ${newSecret('mst')}` }), '/mcp'],
  ])('%s are limited by address, before they are looked up', async (_, credential, path) => {
    const method = path === '/mcp' ? 'POST' : 'GET'
    const sent = async (headers: object) =>
      (await fetch(limited.url + path, { method, headers: { ...headers } as Record<string, string> })).status
    const address = { 'x-forwarded-for': `203.0.113.${path.length}` }
    for (let i = 0; i < 10; i++) expect(await sent({ ...address, ...credential() })).toBe(401)
    expect(await sent({ ...address, ...credential() })).toBe(429)
    expect(await sent({ ...ofAddress, ...credential() })).toBe(401)
  })
})

describe('routes that need no credential', () => {
  test.each(writes)('$method $path rejects a body of more than 16 KiB', async ({ method, path, form, errorFormat }) => {
    const sent = async (bytes: number) => {
      const body = form === 'only' ? `a=${'x'.repeat(bytes - 2)}` : JSON.stringify('x'.repeat(bytes - 2))
      return service.call(method, path, { body, headers: { 'content-type': typeOf(form) } })
    }
    expect((await sent(16 * 1024)).status).not.toBe(413)
    const reply = await sent(16 * 1024 + 1)
    expect(reply.status).toBe(413)
    if (!errorFormat) expect(reply.body.error.details).toEqual({ max_bytes: 16 * 1024 })
  })

  test.each(
    open.map((route, at) => ({ ...route, at })),
  )('$method $path is limited by address before its body is parsed', async ({ name, method, path, form, at }) => {
    const sent = async (address: string) => {
      const headers = { 'x-forwarded-for': address, 'content-type': typeOf(form) }
      // Not valid JSON, so it would be rejected by the parser.
      const body = method === 'GET' ? undefined : '{'
      return (await limited.call(method, path, { body, headers })).status
    }
    const isSignIn = path.includes('auth/') && !path.includes('oauth') && !SETTINGS.includes(name)
    const factor = isSignIn ? 20 : 10
    // Two addresses of its own for each route.
    const [one, other] = [`192.0.2.${at}`, `198.51.100.${at}`]
    for (let i = 0; i < factor; i++) expect(await sent(one)).not.toBe(429)
    expect(await sent(one)).toBe(429)
    expect(await sent(other)).not.toBe(429)
  })

  test.each(['POST', 'PUT', 'DELETE'])('%s of an unknown address does not parse its body', async (method) => {
    const reply = await service.call(method, '/v1/nowhere', { body: '{' })
    expect(reply.status).toBe(404)
  })

  test('/mcp does not parse the body of a request without a valid token', async () => {
    const headers = { 'content-type': 'application/json' }
    for (const authorization of [undefined, 'Bearer mst_made_up']) {
      const reply = await fetch(`${service.url}/mcp`, {
        method: 'POST',
        headers: { ...headers, ...(authorization ? { authorization } : {}) },
        body: '{',
      })
      expect(reply.status).toBe(401)
    }
  })
})

describe('a body with very many values', () => {
  test.each([
    ['an object', MANY_KEYS],
    ['a list', Array.from({ length: 90_000 }, () => 1)],
    ['nested objects', Array.from({ length: 9_000 }, () => ({ a: {}, b: [] }))],
  ])('is rejected before it is validated: %s', async (_name, value) => {
    const { token, person } = await service.connected(['memory:write:*'])
    for (const credential of [{ token }, { cookie: person.cookie }]) {
      const reply = await service.call('POST', '/v1/memories', { ...credential, body: { memories: value } })
      expect(reply.status).toBe(400)
      expect(reply.body.error.details).toEqual([
        { path: '', message: 'must contain at most 20000 values', code: expect.any(String) },
      ])
    }
  })
})

describe('sessions', () => {
  test.each(['user', 'developer'] as const)('of a %s share a rate limit', async (kind) => {
    const strict = await testService({ rateLimit: LIMIT }, { clock: () => now })
    const newAccount = () => (kind === 'user' ? strict.newPerson() : strict.newDeveloper())
    const [one, other] = [await newAccount(), await newAccount()]
    const prefix = kind === 'user' ? '/v1/auth' : '/v1/dev/auth'
    const again = await strict.call('POST', `${prefix}/login`, {
      body: { email: one.email, password: strict.password },
    })
    const second = again.headers.getSetCookie()[0]!.split(';')[0]!
    const statuses = []
    for (const cookie of [one.cookie, second, one.cookie, second, other.cookie])
      statuses.push(await strict.call('GET', `${prefix}/${kind === 'user' ? 'session' : 'me'}`, { cookie }))
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 429, 200])
    expect(Number(statuses[3]!.headers.get('retry-after'))).toBeGreaterThan(0)
    await strict.stop()
  })

  test('may use a quarter of their rate at once', async () => {
    const strict = await testService({ rateLimit: 400 }, { clock: () => now })
    const { cookie } = await strict.newPerson()
    const statuses: number[] = []
    for (let n = 0; n < 101; n++) statuses.push((await strict.call('GET', '/v1/auth/session', { cookie })).status)
    expect([statuses.indexOf(429), new Set(statuses)]).toEqual([100, new Set([200, 429])])
    await strict.stop()
  })

  test('beyond their limit are refused before they are looked up, until the next call is allowed', async () => {
    let time = now
    const strict = await testService({ rateLimit: 1 }, { clock: () => time })
    const { cookie } = await strict.newPerson()
    const read = async () => (await strict.call('GET', '/v1/auth/session', { cookie })).status
    expect([await read(), await read()]).toEqual([200, 429])
    await strict.ports.db.count(raw('delete from sessions'))
    expect(await read()).toBe(429)
    time = new Date(now.getTime() + 60_000)
    expect(await read()).toBe(401)
    await strict.stop()
  })
})
