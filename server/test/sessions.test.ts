import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../src/app.ts'
import { newSecret } from '../src/foundation/auth/secrets.ts'
import { isPublic, isWrite, type Route } from '../src/foundation/route.ts'
import { type Person, type Reply, type TestService, testService } from './service.ts'

const DAY_MS = 24 * 60 * 60_000

let service: TestService
let now = () => new Date()
let person: Person
let developer: Person
beforeAll(async () => {
  service = await testService({}, { clock: () => now() })
  ;[person, developer] = await Promise.all([service.newPerson(), service.newDeveloper()])
})
afterAll(() => service.stop())

const isFor = (route: Route, kind: string) => (route.for as readonly string[]).includes(kind)
const cookieRoutes = (routes as readonly Route[]).flatMap((route) =>
  (['user', 'developer'] as const).filter((kind) => isFor(route, kind)).map((kind) => ({ ...route, kind })),
)
const cookieOf = ({ headers }: Reply) => headers.getSetCookie()[0]?.split(';')[0] ?? ''

function callRoute(route: Route, cookie: string, headers: Record<string, string> = {}): Promise<Reply> {
  const path = route.path.replace(/:\w+/g, 'x')
  const type = route.form === 'only' ? 'application/x-www-form-urlencoded' : route.consumes
  const { body } = route.example
  const text = route.form === 'only' ? String(new URLSearchParams(body as Record<string, string>)) : body
  return service.call(route.method, path, {
    cookie,
    headers: { ...(type ? { 'content-type': type } : {}), ...headers },
    ...(text === undefined ? {} : { body: text }),
  })
}

test.each(
  cookieRoutes.filter((route) => !isPublic(route)),
)('$method $path rejects an expired session of a $kind', async (route) => {
  const { cookie } = route.kind === 'user' ? person : developer
  now = () => new Date(Date.now() + 31 * DAY_MS)
  try {
    const reply = await callRoute(route, cookie)
    expect([reply.status, reply.body.error.code]).toEqual([401, 'unauthorized'])
  } finally {
    now = () => new Date()
  }
})

test('an expired session, or one beside an invalid token, is like none where a session is optional', async () => {
  expect(cookieRoutes.filter(isPublic).map(({ name }) => name)).toEqual([
    'previewConsent',
    'confirmAddress',
    'confirmAddressOfDeveloper',
  ])
  const { person, app } = await service.connected(['memory:read:*'])
  const path = `/v1/oauth/preview?slug=${app.slug}`
  const preview = (options: { cookie?: string; token?: string }) => service.ok('GET', path, options)
  const signedOut = await preview({})
  expect((await preview({ cookie: person.cookie })).granted).not.toBeNull()
  expect(await preview({ cookie: person.cookie, token: newSecret('mst') })).toEqual(signedOut)
  now = () => new Date(Date.now() + 31 * DAY_MS)
  try {
    expect(await preview({ cookie: person.cookie })).toEqual(signedOut)
  } finally {
    now = () => new Date()
  }
  expect(signedOut.granted).toBeNull()
})

test.each(cookieRoutes.filter(isWrite))('$method $path rejects requests of pages of another site', async (route) => {
  const { cookie } = route.kind === 'user' ? person : developer
  const pages: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: `${service.url}.evil.example`, 'sec-fetch-site': 'cross-site' },
  ]
  for (const headers of pages) {
    const reply = await callRoute(route, cookie, headers)
    expect([reply.status, reply.body.error.code]).toEqual([403, 'csrf_rejected'])
  }
})

describe.each([
  { auth: '/v1/auth', at: '/v1/auth/session', name: 'ms_session', prefix: 'mss' },
  { auth: '/v1/dev/auth', at: '/v1/dev/auth/me', name: 'ms_dev_session', prefix: 'msd' },
])('a session of $auth', ({ auth, at, name, prefix }) => {
  const isIn = async (cookie: string) => (await service.call('GET', at, { cookie })).status === 200

  test('is created by each sign-in and never taken from the request', async () => {
    const planted = `${name}=${newSecret(prefix)}`
    const account = { email: `${randomUUID()}@example.com`, password: service.password }
    const enter = (verb: string) => service.call('POST', `${auth}/${verb}`, { cookie: planted, body: account })
    const cookies = [cookieOf(await enter('signup')), cookieOf(await enter('login')), cookieOf(await enter('login'))]
    expect(new Set([planted, ...cookies]).size).toBe(4)
    expect(await Promise.all(cookies.map(isIn))).toEqual([true, true, true])
    expect(await isIn(planted)).toBe(false)
  })

  test('of another account is left alone by a sign-up that sends it', async () => {
    const [own, other] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
    const signUp = async (email: string, cookie?: string) =>
      service.call('POST', `${auth}/signup`, {
        body: { email, password: service.password },
        ...(cookie ? { cookie } : {}),
      })
    const planted = cookieOf(await signUp(other))
    const got = cookieOf(await signUp(own, planted))
    const session = await service.ok('GET', at, { cookie: got })
    expect(JSON.stringify(session)).toContain(own)
    expect(JSON.stringify(await service.ok('GET', at, { cookie: planted }))).toContain(other)
  })
})

describe('guessing passwords', () => {
  let guarded: TestService
  beforeAll(async () => {
    guarded = await testService({ authRateLimit: 1, trustedProxies: ['loopback'] })
  })
  afterAll(() => guarded.stop())
  const guess = async (email: string, from: string) => {
    const headers = { 'x-forwarded-for': from }
    return (await guarded.call('POST', '/v1/auth/login', { headers, body: { email, password: 'not it' } })).status
  }

  test('of one account is limited to five times the limit over all addresses', async () => {
    const { email } = await guarded.newPerson()
    const statuses: number[] = []
    for (let i = 0; i < 7; i++) statuses.push(await guess(email, `192.0.2.${i}`))
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  })

  test('from one address is limited to twenty times the limit over all accounts', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 22; i++) statuses.push(await guess(`unknown${i}@example.com`, '198.51.100.7'))
    expect(statuses).toEqual([...Array(20).fill(401), 429, 429])
  })
})

test('every invalid token gets the same response', async () => {
  const replies = await Promise.all(
    ['garbage', newSecret('mst'), newSecret('mss'), `mst_${'0'.repeat(49)}`, 'x'.repeat(4_000)].map((token) =>
      service.call('GET', '/v1/memories', { token }),
    ),
  )
  const responses = replies.map(({ status, body, headers }) => {
    const { message, code } = body.error
    return { status, message, code, challenge: headers.get('www-authenticate') }
  })
  expect(new Set(responses.map((each) => JSON.stringify(each))).size).toBe(1)
})
