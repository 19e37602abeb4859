import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { STANDARD_SCOPES } from '../src/domain/vocabulary/namespaces.ts'
import { DAY_MS, MINUTE_MS, openClock } from './hooks.ts'
import { type Person, type TestService, testService } from './service.ts'

const LIMIT = 2
const ACCOUNT_FACTOR = 5

const clock = openClock()
let service: TestService
let guarded: TestService
beforeAll(async () => {
  service = await testService({}, { clock: clock.now })
  guarded = await testService({ authRateLimit: LIMIT, trustedProxies: ['loopback'] })
})
beforeEach(() => clock.set(new Date()))
afterAll(() => Promise.all([service.stop(), guarded.stop()]))

describe('an account under attack', () => {
  const signIn = (email: string, password: string, address: string, cookie = '') =>
    guarded.call('POST', '/v1/auth/login', {
      body: { email, password },
      headers: { 'x-forwarded-for': address, ...(cookie && { cookie }) },
    })
  const deviceOf = ({ headers }: Awaited<ReturnType<typeof signIn>>) =>
    headers
      .getSetCookie()
      .find((each) => each.startsWith('ms_device='))
      ?.split(';')[0]
  /** Wrong passwords from addresses of one network, until no more are accepted. */
  const attack = async (email: string) => {
    const statuses: number[] = []
    for (let i = 1; i <= LIMIT * ACCOUNT_FACTOR + 3; i++)
      statuses.push((await signIn(email, 'not the password', `203.0.113.${i}`)).status)
    expect(statuses.at(-1)).toBe(429)
  }

  test('stays open to a device that signed in before', async () => {
    const { email } = await guarded.newPerson()
    const device = deviceOf(await signIn(email, guarded.password, '198.51.100.1'))
    await attack(email)
    // From the network of the attacker.
    expect((await signIn(email, guarded.password, '203.0.113.99')).status).toBe(429)
    expect((await signIn(email, guarded.password, '203.0.113.99', device)).status).toBe(200)
  })

  test('stays open to the first attempt from another network', async () => {
    const { email } = await guarded.newPerson()
    await attack(email)
    expect((await signIn(email, guarded.password, '192.0.2.1')).status).toBe(200)
  })

  test('limits guesses with the cookie of a device too, and ignores cookies of other accounts and forged ones', async () => {
    const [{ email }, other] = [await guarded.newPerson(), await guarded.newPerson()]
    const device = deviceOf(await signIn(email, guarded.password, '198.51.100.1')) as string
    const statuses: number[] = []
    for (let i = 0; i < LIMIT + 1; i++) statuses.push((await signIn(email, 'wrong', `192.0.2.${i}`, device)).status)
    expect(statuses).toEqual([...Array(LIMIT).fill(401), 429])
    await attack(other.email)
    for (const cookie of [device, `${device}x`, 'ms_device=a.b', 'ms_device=', 'ms_device=.'])
      expect((await signIn(other.email, 'wrong', '203.0.113.7', cookie)).status, cookie).toBe(429)
  })

  test('has no device of a time before its password was changed', async () => {
    const { email, cookie } = await guarded.newPerson()
    const device = deviceOf(await signIn(email, guarded.password, '198.51.100.1'))
    const body = { current_password: guarded.password, new_password: 'an even longer walk' }
    await guarded.ok('POST', '/v1/auth/change-password', { cookie, body })
    await attack(email)
    expect((await signIn(email, 'wrong', '203.0.113.99', device)).status).toBe(429)
  })

  test('has no device of an erased account with its address', async () => {
    const earlier = await guarded.newPerson()
    const signedIn = await signIn(earlier.email, guarded.password, '198.51.100.1')
    const device = deviceOf(signedIn)
    const body = { password: guarded.password }
    expect((await guarded.call('DELETE', '/v1/auth/account', { cookie: earlier.cookie, body })).status).toBe(200)
    const signUp = { email: earlier.email, password: guarded.password, name: 'Ada' }
    await guarded.ok('POST', '/v1/auth/signup', { body: signUp, headers: { 'x-forwarded-for': '198.51.100.2' } })
    await attack(earlier.email)
    expect((await signIn(earlier.email, 'wrong', '203.0.113.99', device)).status).toBe(429)
  })
})

describe('15 minutes after the sign-in', () => {
  const code = ({ status, body }: Awaited<ReturnType<TestService['call']>>) => [status, body.error?.code]
  const confirm = ({ cookie }: Person, password?: string) =>
    service.call('POST', '/v1/auth/confirm', { cookie, body: { password } })

  test('an export needs the password again', async () => {
    const person = await service.newPerson()
    const exported = () => service.call('GET', '/v1/export', { cookie: person.cookie })
    expect((await exported()).status).toBe(200)
    expect((await confirm(person)).status).toBe(200)
    clock.jump(16 * MINUTE_MS)
    expect(code(await exported())).toEqual([403, 'reauthentication_required'])
    expect(code(await confirm(person))).toEqual([403, 'reauthentication_required'])
    expect(code(await confirm(person, 'not the password'))).toEqual([400, 'validation_failed'])
    expect(code(await exported())).toEqual([403, 'reauthentication_required'])
    expect((await confirm(person, service.password)).status).toBe(200)
    expect((await exported()).status).toBe(200)
  })

  test('consent to all standard topics by name needs the password again, too', async () => {
    const topics = [...new Set(STANDARD_SCOPES.map(({ namespace }) => namespace.split('.')[0]))]
    const app = await service.newApp(await service.newDeveloper(), ['memory:read:*', 'memory:write:*'])
    const person = await service.newPerson()
    clock.jump(16 * MINUTE_MS)
    const authorize = async (scopes: string[]) =>
      (await service.call('POST', '/v1/oauth/authorize', { cookie: person.cookie, body: { slug: app.slug, scopes } }))
        .status
    for (const verb of ['read', 'write']) {
      const scopes = topics.map((topic) => `memory:${verb}:${topic}.*`)
      expect(await authorize(scopes)).toBe(403)
      expect(await authorize(scopes.slice(0, Math.floor(scopes.length / 2)))).toBe(200)
      expect(await authorize(scopes.slice(0, Math.floor(scopes.length / 2) + 1))).toBe(403)
    }
  })

  test('consent to two halves of everything for two apps needs the password again', async () => {
    const person = await service.newPerson()
    const developer = await service.newDeveloper()
    const scopes = STANDARD_SCOPES.map(({ namespace }) => `memory:read:${namespace}.*`)
    const half = Math.floor(scopes.length / 2)
    const [one, other] = [await service.newApp(developer, scopes), await service.newApp(developer, scopes)]
    clock.jump(16 * MINUTE_MS)
    await service.connect(person, one, scopes.slice(0, half))
    const authorize = async (scopes: string[]) =>
      code(
        await service.call('POST', '/v1/oauth/authorize', {
          cookie: person.cookie,
          body: { slug: other.slug, scopes },
        }),
      )
    expect(await authorize(scopes.slice(half))).toEqual([403, 'reauthentication_required'])
    expect(await authorize(scopes.slice(0, half))).toEqual([200, undefined])
    clock.jump(DAY_MS)
    expect(await authorize(scopes.slice(half, half + half))).toEqual([200, undefined])
    // Its code is not exchanged yet.
    expect(await authorize(scopes.slice(0, half))).toEqual([403, 'reauthentication_required'])
  })

  test('consent to everything needs the password again; narrower consent does not', async () => {
    const person = await service.newPerson()
    const app = await service.newApp(await service.newDeveloper(), ['memory:read:*', 'memory:write:*'])
    clock.jump(16 * MINUTE_MS)
    const authorize = (...scopes: string[]) =>
      service.call('POST', '/v1/oauth/authorize', { cookie: person.cookie, body: { slug: app.slug, scopes } })
    expect(code(await authorize('memory:read:*'))).toEqual([403, 'reauthentication_required'])
    expect(code(await authorize('memory:write:*'))).toEqual([403, 'reauthentication_required'])
    expect((await authorize('memory:read:fitness.*')).status).toBe(200)
    await confirm(person, service.password)
    expect((await authorize('memory:read:*')).status).toBe(200)
  })

  test('an app that may read everything is resumed only with the password', async () => {
    const person = await service.newPerson()
    const scopes = ['memory:read:*']
    const token = await service.connect(person, await service.newApp(await service.newDeveloper(), scopes), scopes)
    const { id } = await service.get('/v1/connection', token)
    const set = (to: string) => service.call('POST', `/v1/connections/${id}/${to}`, { cookie: person.cookie })
    clock.jump(16 * MINUTE_MS)
    expect((await set('pause')).status).toBe(200)
    expect(code(await set('resume'))).toEqual([403, 'reauthentication_required'])
    await confirm(person, service.password)
    expect((await set('resume')).status).toBe(200)
  })
})

describe('a change of the password', () => {
  const change = ({ cookie }: Person, body: object = {}) =>
    service.ok('POST', '/v1/auth/change-password', {
      cookie,
      body: { current_password: service.password, new_password: 'an even longer walk', ...body },
    })

  test('ends recent connections and the connector link on request, and nothing else', async () => {
    const { person, token: old } = await service.connected(['memory:read:note'])
    clock.jump(3 * DAY_MS)
    const since = clock.now().toISOString()
    const app = await service.newApp(await service.newDeveloper(), ['memory:read:note'])
    const recent = await service.connect(person, app, ['memory:read:note'])
    const linkOf = async () => JSON.stringify(await service.ok('GET', '/v1/connectors', { cookie: person.cookie }))
    const link = await linkOf()
    await change(person, { disconnect_since: since })
    expect((await service.call('GET', '/v1/memories', { token: recent })).status).toBe(401)
    expect((await service.call('GET', '/v1/memories', { token: old })).status).toBe(200)
    expect(await linkOf()).not.toBe(link)
  })

  test('ends codes that were not exchanged, as every end of other sessions does', async () => {
    const app = await service.newApp(await service.newDeveloper(), ['memory:read:note'])
    const code = async ({ cookie }: Person) =>
      (
        await service.ok('POST', '/v1/oauth/authorize', {
          cookie,
          body: { slug: app.slug, scopes: ['memory:read:note'] },
        })
      ).code as string
    const exchanged = async (code: string) => {
      const { client_id, client_secret } = app
      return (await service.call('POST', '/v1/oauth/token', { body: { code, client_id, client_secret } })).status
    }
    const person = await service.newPerson()
    const [changed, later] = [await code(person), async () => exchanged(await code(person))]
    await change(person)
    expect(await exchanged(changed)).toBe(400)
    expect(await later()).toBe(200)
    const [kept, ended] = [await service.newPerson(), await code(person)]
    const ofOther = await code(kept)
    await service.ok('POST', '/v1/auth/sessions/end-others', { cookie: person.cookie })
    expect([await exchanged(ended), await exchanged(ofOther)]).toEqual([400, 200])
    const body = { email: person.email, password: 'an even longer walk' }
    const { headers } = await service.call('POST', '/v1/auth/login', { body })
    const thief = { ...person, cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' }
    const stolen = await code(thief)
    const sessions = await service.ok('GET', '/v1/auth/sessions', { cookie: person.cookie })
    const { id } = sessions.items.find(({ current }: { current: boolean }) => !current)
    await service.ok('DELETE', `/v1/auth/sessions/${id}`, { cookie: person.cookie })
    expect(await exchanged(stolen)).toBe(400)
  })

  test('ends an older connection that was consented to again', async () => {
    const person = await service.newPerson()
    const app = await service.newApp(await service.newDeveloper(), ['memory:read:note', 'memory:read:health'])
    await service.connect(person, app, ['memory:read:note'])
    clock.jump(3 * DAY_MS)
    const since = clock.now().toISOString()
    const wider = await service.connect(person, app, ['memory:read:note', 'memory:read:health'])
    await change(person, { disconnect_since: since })
    expect((await service.call('GET', '/v1/memories', { token: wider })).status).toBe(401)
  })

  test('ends no connection unless asked to', async () => {
    const { person, token } = await service.connected(['memory:read:note'])
    await change(person)
    expect((await service.call('GET', '/v1/memories', { token })).status).toBe(200)
  })

  test('ends an import that is running in another session', async () => {
    const person = await service.newPerson()
    const stolen = await service.call('POST', '/v1/auth/login', {
      body: { email: person.email, password: service.password },
    })
    const cookie = stolen.headers.getSetCookie()[0]?.split(';')[0] as string
    const line = (i: number) => `${JSON.stringify({ content: `Line ${i}.`, scope: 'note' })}\n`
    const usage = async () => (await service.ok('GET', '/v1/usage', { cookie: person.cookie })).memories.used
    let resume = () => {}
    const held = new Promise<void>((resolve) => {
      resume = resolve
    })
    const body = new ReadableStream({
      async start(stream) {
        const encoder = new TextEncoder()
        stream.enqueue(encoder.encode(Array.from({ length: 500 }, (_, i) => line(i)).join('')))
        await held
        stream.enqueue(encoder.encode(line(1_000)))
        stream.close()
      },
    })
    const headers = { cookie, 'content-type': 'application/x-ndjson' }
    const importing = fetch(`${service.url}/v1/import`, {
      method: 'POST',
      body,
      headers,
      duplex: 'half',
    } as RequestInit)
    await expect.poll(usage).toBe(500)
    await change(person)
    resume()
    expect((await importing).status).toBe(401)
    expect(await usage()).toBe(500)
  })
})

test('sign-ins, exports and password changes are in the audit log', async () => {
  const person = await service.newPerson()
  await service.ok('POST', '/v1/auth/login', { body: { email: person.email, password: service.password } })
  await service.ok('GET', '/v1/export', { cookie: person.cookie })
  const body = { current_password: service.password, new_password: 'an even longer walk' }
  await service.ok('POST', '/v1/auth/change-password', { cookie: person.cookie, body })
  const { items } = await service.ok('GET', '/v1/audit', { cookie: person.cookie })
  expect(items.map(({ action }: { action: string }) => action)).toEqual([
    'account.password_change',
    'store.export',
    'account.sign_in',
  ])
})
