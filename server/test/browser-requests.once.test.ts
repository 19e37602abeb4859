import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from './free-port.ts'
import { type Call, type TestService, testService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

describe('a change with a session cookie', () => {
  const ours = () => service.url
  const CASES: [string, () => Record<string, string>, boolean][] = [
    ['no origin headers (a server, curl)', () => ({}), true],
    ['our own pages', () => ({ origin: ours(), 'sec-fetch-site': 'same-origin' }), true],
    ['our own pages, with Origin only', () => ({ origin: ours() }), true],
    ['our own pages, with Sec-Fetch-Site only', () => ({ 'sec-fetch-site': 'same-origin' }), true],
    ['the address bar', () => ({ 'sec-fetch-site': 'none' }), true],
    ['another site', () => ({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }), false],
    ['another site, with Sec-Fetch-Site only', () => ({ 'sec-fetch-site': 'cross-site' }), false],
    ['a sibling site', () => ({ 'sec-fetch-site': 'same-site' }), false],
    ['a page without an origin', () => ({ origin: 'null' }), false],
    ['our host on another port', () => ({ origin: 'http://127.0.0.1:1' }), false],
    ['a host that starts with our host name', () => ({ origin: `${ours()}.evil.example` }), false],
    ['a malformed origin', () => ({ origin: 'garbage' }), false],
  ]
  test.each(CASES)('from %s: %#', async (_where, headers, passes) => {
    const [person, developer] = await Promise.all([service.newPerson(), service.newDeveloper()])
    const account = { email: `${Math.random()}@example.com`, password: service.password }
    const changes: [string, string, Call][] = [
      ['POST', '/v1/identities', { cookie: person.cookie, body: { name: 'Changed' } }],
      ['POST', '/v1/dev/apps', { cookie: developer.cookie, body: { name: 'Changed' } }],
      ['POST', '/v1/auth/signup', { body: account }],
      ['POST', '/v1/auth/login', { body: { email: person.email, password: service.password } }],
      ['POST', '/v1/dev/auth/login', { body: { email: developer.email, password: service.password } }],
    ]
    for (const [method, path, call] of changes) {
      const reply = await service.call(method, path, { ...call, headers: headers() })
      if (passes) expect(reply.status, path).toBeLessThan(300)
      else
        expect([reply.status, reply.body.error.code, reply.headers.getSetCookie()]).toEqual([403, 'csrf_rejected', []])
    }
    const { items } = await service.ok('GET', '/v1/identities', { cookie: person.cookie, headers: headers() })
    expect(items[0].name === 'Changed').toBe(passes)
  })

  test('is not checked for bearer tokens, which browsers never send on their own', async () => {
    const { token } = await service.connected(['memory:write:note'])
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const body = { memories: [{ content: 'x', scope: 'note' }] }
    expect((await service.call('POST', '/v1/memories', { token, body, headers })).status).toBe(200)
  })
})

test('cookies over https are Secure and have the __Host- prefix', async () => {
  const port = await freePort()
  const secure = await testService({ port, baseUrl: 'https://memory.example' })
  const post = (path: string, headers: Record<string, string>, body?: object) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const account = { email: 'ada@example.com', password: service.password }
  for (const [path, name] of [
    ['/v1/auth', '__Host-ms_session'],
    ['/v1/dev/auth', '__Host-ms_dev_session'],
  ] as const) {
    // A page served over plain http is not of our origin, although the host is the same.
    const plain = await post(`${path}/signup`, { origin: `http://127.0.0.1:${port}` }, account)
    expect(plain.status).toBe(403)
    const reply = await post(`${path}/signup`, { origin: 'https://memory.example' }, account)
    const [value, ...attributes] = reply.headers.getSetCookie()[0]!.split('; ')
    expect(value!.split('=')[0]).toBe(name)
    expect(attributes).toEqual(expect.arrayContaining(['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/']))
    expect(attributes.join()).not.toMatch(/domain/i)
    expect(reply.headers.get('strict-transport-security')).toMatch(/max-age=\d+/)
    // The same token without the __Host- prefix is not accepted.
    expect((await post(`${path}/logout`, { cookie: value!.replace('__Host-', '') })).status).toBe(401)
    const out = await post(`${path}/logout`, { cookie: value! })
    expect([out.status, out.headers.getSetCookie()[0]]).toEqual([200, expect.stringMatching(`^${name}=;`)])
  }
  await secure.stop()
})

describe.each(['/v1/auth', '/v1/dev/auth'])('signing in at %s', (path) => {
  let limited: TestService
  beforeAll(async () => {
    limited = await testService({ authRateLimit: 4 })
  })
  afterAll(() => limited.stop())

  const logIn = (email: string, password: string) =>
    limited.call('POST', `${path}/login`, { body: { email, password } })
  const newAccount = () => (path === '/v1/auth' ? limited.newPerson() : limited.newDeveloper())

  test('returns 429 after the configured failures per minute, even with the right password', async () => {
    const { email } = await newAccount()
    for (let i = 0; i < 4; i++) expect((await logIn(email, 'wrong')).status).toBe(401)
    for (const password of ['wrong', limited.password]) {
      const refused = await logIn(email, password)
      expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited'])
      const seconds = Number(refused.headers.get('retry-after'))
      expect(seconds).toBeGreaterThanOrEqual(1)
      expect(seconds).toBeLessThanOrEqual(60)
    }
    const other = await newAccount()
    expect((await logIn(other.email, limited.password)).status).toBe(200)
  })

  test('counts unknown accounts like known ones and resets the count on success', async () => {
    for (let i = 0; i < 4; i++) expect((await logIn('unknown@example.com', 'wrong')).status).toBe(401)
    expect((await logIn('Unknown@example.com ', 'wrong')).status).toBe(429)
    const { email } = await newAccount()
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 3; i++) expect((await logIn(email, 'wrong')).status).toBe(401)
      expect((await logIn(email, limited.password)).status).toBe(200)
    }
  })

  test('limits guesses at a password change, with and without an idempotency key', async () => {
    const { cookie } = await newAccount()
    const body = { current_password: 'wrong', new_password: 'another long walk' }
    const guess = (key?: string) =>
      limited.call('POST', `${path}/change-password`, {
        cookie,
        body,
        ...(key ? { headers: { 'idempotency-key': key } } : {}),
      })
    for (const key of ['a', 'b', undefined, 'c']) expect((await guess(key)).status).toBe(400)
    for (const key of [undefined, 'd']) expect((await guess(key)).status).toBe(429)
  })
})
