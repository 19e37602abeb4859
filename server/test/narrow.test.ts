import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { isShared, secondService, type TestService, testService } from './service.ts'

const DAY_MS = 24 * 60 * 60_000
const NOON = Date.parse('2027-03-15T12:00:00.000Z')

let service: TestService
let now = NOON
beforeAll(async () => {
  service = await testService({}, { clock: () => new Date(now) })
})
afterAll(() => service.stop())

const WIDE = ['memory:read:fitness.*', 'memory:write:note', 'signal:emit']

async function setUp(scopes = WIDE) {
  const connected = await service.connected(scopes)
  const { id } = await service.get('/v1/connection', connected.token)
  const narrow = (scopes: unknown) =>
    service.call('PATCH', `/v1/connections/${id}`, { cookie: connected.person.cookie, body: { scopes } })
  return { ...connected, id: id as string, narrow }
}

describe('a narrowed connection', () => {
  test('has the remaining scopes at once with the same token, and one audit entry', async () => {
    const { person, app, token, id, narrow } = await setUp()
    const { cookie } = person
    const memories = ['fitness', 'fitness.trail'].map((scope) => ({ content: 'Runs.', scope }))
    await service.ok('POST', '/v1/memories', { cookie, body: { memories } })
    const seen = async () => (await service.get('/v1/memories', token)).memories.length
    expect(await seen()).toBe(2)
    const left = ['memory:read:fitness.trail', 'signal:emit']
    for (let times = 0; times < 2; times++) {
      const { status, body } = await narrow(left)
      expect([status, body.id, body.status, body.scopes]).toEqual([200, id, 'active', left])
      expect(body.described.map(({ scope }: { scope: string }) => scope)).toEqual(left)
    }
    expect(await seen()).toBe(1)
    const refused = await service.call('POST', '/v1/memories', { token, body: { memories } })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'scope_denied'])
    expect((await service.get('/v1/connection', token)).scopes).toEqual(left)
    const { items } = await service.ok('GET', '/v1/audit?action=connection.narrow', { cookie })
    expect(items).toMatchObject([{ actor: 'user', app: app.slug, target: id, count: 0 }])
  })

  test('gets another end of its access: earlier, later or none, each audited', async () => {
    const { person, token, id } = await setUp()
    const { cookie } = person
    const change = (body: object) => service.call('PATCH', `/v1/connections/${id}`, { cookie, body })
    const end = (ms: number) => new Date(now + ms).toISOString()
    const ended = async (body: object) => (await change(body)).body.expiresAt
    expect(await ended({ expires_in: 86_400 })).toBe(end(DAY_MS))
    expect(await ended({ expires_in: 3_600, scopes: WIDE.slice(0, 2) })).toBe(end(3_600_000))
    expect(await ended({ expires_in: 2 * 86_400 })).toBe(end(2 * DAY_MS))
    expect(await ended({ signals: [] })).toBe(end(2 * DAY_MS))
    expect(await ended({ expires_in: null })).toBeNull()
    expect(await ended({ expires_in: null })).toBeNull()
    for (const expires_in of [0, -1, 1.5, '60', 400_000_000]) expect((await change({ expires_in })).status).toBe(400)
    const { items } = await service.ok('GET', '/v1/audit', { cookie })
    const changes = items.filter(({ target }: { target: string }) => target === id)
    expect(changes.map(({ action }: { action: string }) => action)).toEqual(
      ['update', 'update', 'narrow', 'narrow', 'create'].map((each) => `connection.${each}`),
    )
    expect(await ended({ expires_in: 60 })).toBe(end(60_000))
    expect((await service.call('GET', '/v1/connection', { token })).status).toBe(200)
    now += 60_000
    expect((await service.call('GET', '/v1/connection', { token })).status).toBe(401)
    expect((await change({ expires_in: null })).body.error.code).toBe('conflict')
    now = NOON
  })

  test('with everything gets more time only soon after a sign-in', async () => {
    const { person, id } = await setUp(['memory:read:*'])
    const { cookie } = person
    const change = (body: object) => service.call('PATCH', `/v1/connections/${id}`, { cookie, body })
    now += 20 * 60_000
    expect((await change({ expires_in: 86_400 })).status).toBe(200)
    for (const expires_in of [2 * 86_400, null])
      expect((await change({ expires_in })).body.error.code).toBe('reauthentication_required')
    expect((await change({ expires_in: 3_600 })).status).toBe(200)
    now = NOON
  })

  test('cannot be widened or emptied', async () => {
    const { person, token, narrow } = await setUp()
    for (const outside of ['memory:read:*', 'memory:read:note', 'memory:write:note.*', 'identity:read', 'nonsense']) {
      const { status, body } = await narrow(['signal:emit', outside])
      expect([status, body.error.code, body.error.details]).toEqual([400, 'invalid_scope', { scopes: [outside] }])
    }
    for (const bad of [[], undefined, 'signal:emit', [1]]) expect((await narrow(bad)).status).toBe(400)
    expect((await service.get('/v1/connection', token)).scopes).toEqual(WIDE)
    const { items } = await service.ok('GET', '/v1/audit?action=connection.narrow', { cookie: person.cookie })
    expect(items).toEqual([])
    expect((await narrow(['signal:emit'])).status).toBe(200)
    expect((await narrow(WIDE)).body.error.code).toBe('invalid_scope')
  })

  test('must be active and the user’s own', async () => {
    const { person, id, narrow } = await setUp()
    const other = await service.newPerson()
    const body = { scopes: ['signal:emit'] }
    expect((await service.call('PATCH', `/v1/connections/${id}`, { cookie: other.cookie, body })).status).toBe(404)
    await service.ok('POST', `/v1/connections/${id}/revoke`, { cookie: person.cookie })
    expect((await narrow(['signal:emit'])).body.error.code).toBe('conflict')
  })

  test('takes effect on every process within a second', async () => {
    const second = isShared() ? await secondService(service) : undefined
    const { token, narrow } = await setUp()
    const scopes = async () => (await (second ?? service).get('/v1/connection', token)).scopes
    expect(await scopes()).toEqual(WIDE)
    await narrow(['signal:emit'])
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect((await (second ?? service).call('GET', '/v1/memories?scope=fitness', { token })).status).toBe(403)
    await second?.stop()
  })

  test('cannot be widened or restored by an older code', async () => {
    const { person, app, id, narrow } = await setUp()
    const { cookie } = person
    const authorize = async () =>
      (await service.ok('POST', '/v1/oauth/authorize', { cookie, body: { slug: app.slug, scopes: WIDE } })).code
    const { client_id, client_secret } = app
    const exchange = (code: string) =>
      service.call('POST', '/v1/oauth/token', { body: { code, client_id, client_secret } })
    for (const takeBack of [
      () => narrow(['signal:emit']),
      () => service.call('POST', `/v1/connections/${id}/revoke`, { cookie }),
    ]) {
      const code = await authorize()
      expect((await takeBack()).status).toBe(200)
      expect((await exchange(code)).body.error.code).toBe('invalid_grant')
    }
    expect((await exchange(await authorize())).status).toBe(200)
  })

  test('is not widened by an older consent', async () => {
    const { person, app } = await setUp()
    const consent = async (scopes: string[]) => {
      now += 1
      const body = { slug: app.slug, scopes }
      return (await service.ok('POST', '/v1/oauth/authorize', { cookie: person.cookie, body })).code
    }
    const [wide, narrow] = [await consent(WIDE), await consent(['signal:emit'])]
    const { connection_token: token } = await service.exchange(app, narrow)
    const { client_id, client_secret } = app
    const body = { code: wide, client_id, client_secret }
    for (let times = 0; times < 2; times++)
      expect((await service.call('POST', '/v1/oauth/token', { body })).body.error.code).toBe('invalid_grant')
    expect((await service.get('/v1/connection', token)).scopes).toEqual(['signal:emit'])
  })

  test('is widened by a new consent', async () => {
    const { person, app, narrow } = await setUp()
    await narrow(['signal:emit'])
    const token = await service.connect(person, app, WIDE)
    expect((await service.get('/v1/connection', token)).scopes).toEqual(WIDE)
  })
})

test('connections describe their scopes', async () => {
  const { person } = await setUp()
  const { items } = await service.ok('GET', '/v1/connections', { cookie: person.cookie })
  expect(items[0].described).toMatchObject([
    { scope: WIDE[0], kind: 'read', wildcard: true, sensitive: false },
    { scope: WIDE[1], kind: 'write', wildcard: false },
    { scope: WIDE[2], kind: 'other' },
  ])
})

describe('the activity of a connection', () => {
  const activity = ({ cookie }: { cookie: string }, id: string) =>
    service.ok('GET', `/v1/connections/${id}/activity`, { cookie })
  const signIn = async ({ email }: { email: string }) => {
    const reply = await service.call('POST', '/v1/auth/login', { body: { email, password: service.password } })
    return reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  }
  const none = { reads: 0, writes: 0, memoriesRead: 0, memoriesWritten: 0 }

  test('covers thirty UTC days, including empty ones', async () => {
    now = NOON - 29 * DAY_MS
    const { person, token, id } = await setUp(['memory:read:*', 'memory:write:*'])
    const other = await service.newApp(await service.newDeveloper(), ['memory:read:*'])
    const elsewhere = await service.connect(person, other, ['memory:read:*'])
    const write = (count: number) => service.remember(token, Array(count).fill({ content: 'Runs.', scope: 'fitness' }))
    await write(3)
    now = NOON - DAY_MS
    await service.get('/v1/memories?limit=2', token)
    await service.get('/v1/scopes', token)
    await service.get('/v1/memories', elsewhere)
    now = Date.parse('2027-03-15T00:00:00.000Z')
    const { memoryIds } = await write(1)
    now = NOON
    await service.ok('PATCH', `/v1/memories/${memoryIds[0]}`, { token, body: { pinned: true } })
    await service.ok('DELETE', `/v1/memories/${memoryIds[0]}`, { token })
    // The session of a month ago has expired.
    const cookie = await signIn(person)
    const { series, totals } = await activity({ cookie }, id)
    expect(series).toHaveLength(30)
    expect(series.map(({ date }: { date: string }) => date)).toEqual(
      Array.from({ length: 30 }, (_, i) => new Date(NOON - (29 - i) * DAY_MS).toISOString().slice(0, 10)),
    )
    expect(series[0]).toEqual({ ...none, date: '2027-02-14', writes: 1, memoriesWritten: 3 })
    expect(series[28]).toEqual({ ...none, date: '2027-03-14', reads: 2, memoriesRead: 2 })
    expect(series[29]).toEqual({ ...none, date: '2027-03-15', writes: 3, memoriesWritten: 3 })
    expect(totals).toEqual({ reads: 2, writes: 4, memoriesRead: 2, memoriesWritten: 6 })
    now = NOON + DAY_MS
    expect((await activity({ cookie }, id)).totals.memoriesWritten).toBe(3)
    now = NOON
  })

  test('is empty without calls, stays after revocation and is private to the user', async () => {
    const { person, token, id } = await setUp()
    expect((await activity(person, id)).totals).toEqual(none)
    await service.get('/v1/memories', token)
    await service.ok('POST', `/v1/connections/${id}/revoke`, { cookie: person.cookie })
    expect((await activity(person, id)).totals).toEqual({ ...none, reads: 1 })
    const { cookie } = await service.newPerson()
    expect((await service.call('GET', `/v1/connections/${id}/activity`, { cookie })).status).toBe(404)
  })

  test('reads only the audit entries of these days', async () => {
    const { person, id } = await setUp()
    await service.ports.db.count(sql`
      insert into audit_entries (user_id, id, at, actor, connection_id, action, scope, count, request_id)
      select ${person.id}, 'aud_' || lpad(n::text, 26, '0'), '2020-01-01'::timestamptz, 'app', ${id}, 'memories.list', '',
        1, 'req_x' from generate_series(1, 3000) n`)
    expect((await activity(person, id)).totals).toEqual(none)
  })
})
