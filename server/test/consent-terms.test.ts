import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectionOf, MINUTE_MS, openClock, portalOf, rememberOne, SCOPES } from './hooks.ts'
import { idOf, openReceiver, type Received } from './receiver.ts'
import { type App, type Person, type TestService, testService } from './service.ts'

const TYPES = ['workout.completed', 'sleep.logged']
const DECLARED = { manifest: { eventTypes: TYPES } }

const clock = openClock()
let service: TestService
beforeAll(async () => {
  service = await testService({ userPlan: 'plus' }, { clock: clock.now })
})
afterAll(() => service.stop())

const authorize = ({ cookie }: Person, { slug }: App, body: object = {}) =>
  service.call('POST', '/v1/oauth/authorize', { cookie, body: { slug, scopes: SCOPES, ...body } })

/** Grants the app these terms; returns its token. */
async function grant(person: Person, app: App, terms: object = {}): Promise<string> {
  const { code } = (await authorize(person, app, terms)).body
  return (await service.exchange(app, code)).connection_token
}

async function setUp(terms: object = {}) {
  const [person, developer] = await Promise.all([service.newPerson(), service.newDeveloper()])
  const app = await service.newApp(developer, SCOPES, DECLARED)
  const token = await grant(person, app, terms)
  const id = await connectionOf(service, person)
  const change = (action: string) => service.ok('POST', `/v1/connections/${id}/${action}`, { cookie: person.cookie })
  const read = () => service.ok('GET', '/v1/connections', { cookie: person.cookie }).then(({ items }) => items[0])
  const portal = portalOf(service, developer, app)
  return { person, developer, app, token, id, change, read, portal }
}

const codeOf = async (method: string, path: string, token: string, body?: object) => {
  const reply = await service.call(method, path, { token, body })
  return [reply.status, reply.body.error?.code]
}
const isA = (type: string) => (received: Received) => received.body.type === type

async function auditOf({ cookie }: Pick<Person, 'cookie'>, path = '/v1/audit') {
  const { items } = await service.ok('GET', `${path}?limit=100`, { cookie })
  return items as { action: string; app: string | null; actor: string; scope: string; target: string }[]
}

describe('signals', () => {
  test('are those the person ticks, by default all that the manifest declares at that moment', async () => {
    const { person, app, token } = await setUp()
    expect((await service.get('/v1/connection', token)).signals).toEqual(TYPES)
    const { body } = await authorize(person, app, { signals: ['sleep.logged'] })
    expect(body.signals).toEqual(['sleep.logged'])
    expect(await service.exchange(app, body.code)).toMatchObject({ signals: ['sleep.logged'], expires_at: null })
    const refused = await authorize(person, app, { signals: ['sleep.logged', 'mood.logged'] })
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'signals.1'])
    expect(refused.body.error.message).toContain('workout.completed, sleep.logged')
  })

  test('of a type declared after the consent are not received until a new consent', async () => {
    const receiver = await openReceiver()
    const { person, developer, app, portal } = await setUp()
    await portal.subscribe(receiver.url, ['signal.created'])
    const sender = await service.connected(['signal:emit'])
    const mood = { type: 'mood.logged', payload: { mood: 'low' } }
    const emit = async (from: string, body: object) => service.ok('POST', '/v1/signals', { token: from, body })
    const from = await service.connect(person, sender.app, ['signal:emit'])
    await service.ok('PATCH', `/v1/dev/apps/${app.id}`, {
      cookie: developer.cookie,
      body: { manifest: { eventTypes: [...TYPES, 'mood.logged'] } },
    })
    await emit(from, mood)
    await emit(from, { type: 'sleep.logged' })
    await receiver.until(1)
    expect(receiver.all.map(({ body }) => body.data.signal.type)).toEqual(['sleep.logged'])
    await grant(person, app)
    await emit(from, mood)
    const [, received] = await receiver.until(2)
    expect(received!.body.data.signal).toMatchObject(mood)
    await receiver.close()
  })

  test('that the person takes back are not delivered any more, neither new nor pending ones', async () => {
    const receiver = await openReceiver(() => (receiver.all.length === 1 ? 500 : 200))
    const { person, id, token, portal } = await setUp()
    await portal.subscribe(receiver.url, ['signal.created'])
    await service.ok('POST', '/v1/signals', { token, body: { type: 'sleep.logged' } })
    const [first] = await receiver.until(1)
    const delivery = idOf(first!)
    await portal.when(delivery, ({ attempts }) => attempts.length === 1)
    const narrow = (body: object) => service.call('PATCH', `/v1/connections/${id}`, { cookie: person.cookie, body })
    expect((await narrow({ signals: ['workout.completed'] })).body.signals).toEqual(['workout.completed'])
    expect((await narrow({ signals: ['sleep.logged'] })).body.error.code).toBe('validation_failed')
    expect((await narrow({})).body.error.code).toBe('validation_failed')
    clock.jump(MINUTE_MS)
    service.ports.deliveries.nudge()
    await portal.when(delivery, ({ status }) => status === 'cancelled')
    await service.ok('POST', '/v1/signals', { token, body: { type: 'sleep.logged' } })
    await service.ok('POST', '/v1/signals', { token, body: { type: 'workout.completed' } })
    await receiver.until(2)
    expect(receiver.all.map(({ body }) => body.data.signal.type)).toEqual(['sleep.logged', 'workout.completed'])
    await receiver.close()
  })

  test('are audited with sender, receivers and type, but without the payload', async () => {
    const receiver = await openReceiver()
    const { person, app, developer, token, portal } = await setUp()
    await portal.subscribe(receiver.url, ['signal.created'])
    await portal.subscribe(receiver.url, ['signal.created'])
    const silent = await service.newApp(await service.newDeveloper(), SCOPES, DECLARED)
    await grant(person, silent)
    const payload = { place: 'Xanadu' }
    const { event_id } = await service.ok('POST', '/v1/signals', { token, body: { type: 'sleep.logged', payload } })
    const items = (await auditOf(person)).filter(({ action }) => action.startsWith('signal.'))
    expect(items.map(({ action, app, scope, target }) => [action, app, scope, target]).sort()).toEqual([
      ['signal.emit', app.slug, 'sleep.logged', event_id],
      ['signal.receive', app.slug, 'sleep.logged', event_id],
    ])
    expect(JSON.stringify(items)).not.toContain('Xanadu')
    const seen = await auditOf(developer, `/v1/dev/apps/${app.id}/audit`)
    expect(seen.map(({ action }) => action)).toContain('signal.receive')
    await receiver.close()
  })
})

describe('a paused connection', () => {
  test('is refused everywhere with 403 connection_paused, and works again once resumed', async () => {
    const { person, id, token, change, read } = await setUp()
    const [memoryId, pausedAt] = [await rememberOne(service, token), expect.stringMatching(/Z$/)]
    expect(await change('pause')).toMatchObject({ status: 'active', pausedAt, signals: TYPES })
    expect(await change('pause')).toMatchObject({ pausedAt: (await read()).pausedAt })
    for (const [method, path, body] of [
      ['GET', '/v1/connection'],
      ['GET', `/v1/memories/${memoryId}`],
      ['POST', '/v1/memories', { memories: [{ content: 'Planted.', scope: 'fitness' }] }],
      ['POST', '/v1/signals', { type: 'sleep.logged' }],
      ['POST', '/v1/schedule', { fireAt: '2030-01-01T00:00:00Z', kind: 'x' }],
    ] as const)
      expect([path, ...(await codeOf(method, path, token, body))]).toEqual([path, 403, 'connection_paused'])
    await expect(service.ports.tokens.actorOf(token, 'mcp')).rejects.toThrow('paused')
    expect(await change('resume')).toMatchObject({ status: 'active', pausedAt: null })
    expect(await codeOf('GET', '/v1/connection', token)).toEqual([200, undefined])
    const changes = (await auditOf(person)).filter(({ action }) => action.startsWith('connection.'))
    expect(changes.map(({ action, actor, target }) => [action, actor, target])).toEqual([
      ['connection.resume', 'user', id],
      ['connection.pause', 'user', id],
      ['connection.create', 'user', id],
    ])
  })

  test('gets no webhooks but connection.updated, and none of what happened meanwhile later', async () => {
    const receiver = await openReceiver()
    const { person, token, id, change, portal } = await setUp()
    const other = await service.newApp(await service.newDeveloper(), SCOPES, DECLARED)
    const otherToken = await grant(person, other)
    await portal.subscribe(receiver.url)
    await service.ok('POST', '/v1/schedule', { token, body: { fireAt: clock.now().toISOString(), kind: 'due' } })
    await receiver.until(1, isA('schedule.fired'))
    await change('pause')
    await rememberOne(service, otherToken)
    await service.ok('POST', '/v1/signals', { token: otherToken, body: { type: 'sleep.logged' } })
    const [paused] = await receiver.until(1, isA('connection.updated'))
    expect(paused!.body.data).toMatchObject({ connection_id: id, changes: ['paused'], signals: TYPES, scopes: SCOPES })
    await change('resume')
    await receiver.until(2, isA('connection.updated'))
    await rememberOne(service, otherToken)
    await receiver.until(1, isA('memory.created'))
    expect(receiver.all.map(({ body }) => body.data.changes?.[0] ?? body.type)).toEqual([
      'schedule.fired',
      'paused',
      'resumed',
      'memory.created',
    ])
    await receiver.close()
  })

  test('is not resumed by a code from before the pause, but by a new consent', async () => {
    const { person, app, token, change, read } = await setUp()
    const { body } = await authorize(person, app)
    await change('pause')
    const { client_id, client_secret } = app
    const early = await service.call('POST', '/v1/oauth/token', { body: { code: body.code, client_id, client_secret } })
    expect(early.body.error.code).toBe('invalid_grant')
    expect(await codeOf('GET', '/v1/connection', token)).toEqual([403, 'connection_paused'])
    const fresh = await grant(person, app)
    expect(await codeOf('GET', '/v1/connection', fresh)).toEqual([200, undefined])
    expect((await read()).pausedAt).toBeNull()
  })

  test('cannot be paused or resumed by another person, nor after its end', async () => {
    const { id, change, person } = await setUp()
    const stranger = await service.newPerson()
    for (const action of ['pause', 'resume'])
      expect((await service.call('POST', `/v1/connections/${id}/${action}`, { cookie: stranger.cookie })).status).toBe(
        404,
      )
    await change('revoke')
    for (const action of ['pause', 'resume'])
      expect((await service.call('POST', `/v1/connections/${id}/${action}`, { cookie: person.cookie })).status).toBe(
        409,
      )
  })
})

describe('a connection with an end', () => {
  test('is refused from then on, shows as expired, and does not count against the plan', async () => {
    const { person, app, token, id, read } = await setUp({ expires_in: 3_600 })
    const { expiresAt } = await read()
    expect(Date.parse(expiresAt) - clock.now().getTime()).toBeGreaterThan(3_500_000)
    expect(await codeOf('GET', '/v1/connection', token)).toEqual([200, undefined])
    clock.set(expiresAt)
    expect(await codeOf('GET', '/v1/connection', token)).toEqual([401, 'connection_revoked'])
    const session = await signIn(person)
    const { items } = await service.ok('GET', '/v1/connections', { cookie: session })
    expect(items[0]).toMatchObject({ id, status: 'expired', expiresAt, revokedAt: expiresAt })
    const again = await grant({ ...person, cookie: session }, app)
    expect((await service.get('/v1/connection', again)).id).not.toBe(id)
    const after = (await service.ok('GET', '/v1/connections', { cookie: session })).items
    expect(after.map(({ status }: { status: string }) => status)).toEqual(['active', 'expired'])
    const changes = (await auditOf({ cookie: session })).filter(({ action }) => action.startsWith('connection.'))
    expect(changes.map(({ action, actor }) => [action, actor])).toEqual([
      ['connection.create', 'user'],
      ['connection.expire', 'service'],
      ['connection.create', 'user'],
    ])
  })

  test.each([0, -1, 1.5, 315_360_001, '60'])('is not created for expires_in %s', async (expires_in) => {
    const { person, app } = await setUp()
    const { status, body } = await authorize({ ...person, cookie: await signIn(person) }, app, { expires_in })
    expect([status, body.error.details[0].path]).toEqual([400, 'expires_in'])
  })
})

/** Signs in again, because sessions expire while a test moves the clock. */
async function signIn({ email }: Person): Promise<string> {
  const { headers } = await service.call('POST', '/v1/auth/login', { body: { email, password: service.password } })
  return headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

test('connection.updated tells what a new consent changed, no sooner than two seconds later', async () => {
  const receiver = await openReceiver()
  const { person, app, portal, id } = await setUp({ signals: ['sleep.logged'] })
  const session = { ...person, cookie: await signIn(person) }
  await portal.subscribe(receiver.url, ['connection.updated'])
  await grant(session, app, { signals: ['sleep.logged'] })
  await grant(session, app, { scopes: SCOPES.slice(1), signals: TYPES })
  const [received] = await receiver.until(1)
  const { created_at, attempts } = await portal.when(idOf(received!), ({ status }) => status === 'succeeded')
  expect(Date.parse(attempts[0]!.at) - Date.parse(created_at)).toBeGreaterThanOrEqual(2_000)
  expect(received!.body.data).toMatchObject({ connection_id: id, changes: ['widened', 'narrowed'], signals: TYPES })
  expect(receiver.all).toHaveLength(1)
  await receiver.close()
})
