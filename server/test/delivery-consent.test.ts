import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { raw, sql } from '../src/foundation/sql.ts'
import { connectionOf, DAY_MS, listening, MANIFEST, openClock, portalOf, rememberOne, SCOPES } from './hooks.ts'
import { idOf, openReceiver, type Received } from './receiver.ts'
import { type App, type Person, type TestService, testService } from './service.ts'

const clock = openClock()
let service: TestService
beforeAll(async () => {
  service = await testService({ userPlan: 'plus' }, { clock: clock.now })
})
afterAll(() => service.stop())

const isA = (type: string) => (received: Received) => received.body.type === type

/** Another app that this person connects and that listens at `url`. */
async function alsoListening(person: Person, url: string, scopes: string[], manifest: object = MANIFEST) {
  const developer = await service.newDeveloper()
  const app = await service.newApp(developer, scopes, { manifest })
  const token = await service.connect(person, app, scopes)
  const portal = portalOf(service, developer, app)
  return { developer, app, token, portal, ...(await portal.subscribe(url)) }
}

/** Waits until everything queued so far has been told: a test event is queued behind it. */
async function caughtUp(portal: ReturnType<typeof portalOf>, subscriptionId: string): Promise<void> {
  const { id } = await portal.ask('POST', `/subscriptions/${subscriptionId}/test`)
  await portal.when(id, ({ status }) => status === 'succeeded')
}

describe('nothing leaves for a grant that ended', () => {
  test('what is queued is cancelled with the connection; the app is told of the end alone', async () => {
    const receiver = await openReceiver(({ body }) => (body.type === 'memory.created' ? 500 : 200))
    const { person, portal, token } = await listening(service, receiver.url)
    await rememberOne(service, token)
    const [told] = await receiver.until(1)
    const { next_attempt_at } = await portal.when(idOf(told!), ({ attempts }) => attempts.length === 1)
    await revoke(person)
    expect(await portal.when(idOf(told!), ({ status }) => status !== 'pending')).toMatchObject({
      status: 'cancelled',
      attempt_count: 1,
      next_attempt_at: null,
    })
    clock.set(next_attempt_at!)
    const [end] = await receiver.until(1, isA('connection.revoked'))
    expect(end!.body.data).toEqual({ connection_id: await connectionOf(service, person), ai_id: expect.any(String) })
    expect(receiver.all).toHaveLength(2)
    await receiver.close()
  })

  test('a delivery that slipped in behind the end of a connection is cancelled when its attempt comes', async () => {
    const receiver = await openReceiver()
    const { person, app, portal, subscription, token } = await listening(service, receiver.url, ['memory.created'])
    const connectionId = await connectionOf(service, person)
    await revoke(person)
    const at = clock.now().toISOString()
    await service.ports.db.count(sql`
      insert into deliveries (user_id, id, app_id, subscription_id, connection_id, event_id, event_type, scope, data,
        status, due_at, created_at)
      select ${person.id}, 'dlv_late' || c, ${app.id}, ${subscription.id}, c, 'evt_late', 'memory.created', 'fitness',
        '{}', 'pending', ${at}::timestamptz, ${at}::timestamptz
      from unnest(array[${connectionId}, 'con_gone']) c`)
    service.ports.deliveries.nudge()
    for (const id of [`dlv_late${connectionId}`, 'dlv_latecon_gone'])
      expect(await portal.when(id, ({ status }) => status !== 'pending')).toMatchObject({
        status: 'cancelled',
        attempts: [],
      })
    expect((await service.call('GET', '/v1/connection', { token })).status).toBe(401)
    expect(receiver.all).toEqual([])
    await receiver.close()
  })

  test.each([
    'a new consent',
    'the person',
  ])('a memory outside scopes narrowed by %s is not told again, one inside is', async (by) => {
    const receiver = await openReceiver(() => (receiver.all.length <= 2 ? 500 : 200))
    const { person, app, portal, token } = await listening(service, receiver.url)
    await rememberOne(service, token, 'fitness.trail')
    await rememberOne(service, token, 'fitness')
    const told = await receiver.until(2)
    const of = (scope: string) => idOf(told.find(({ body }) => body.data.memory.scope === scope)!)
    for (const received of told) await portal.when(idOf(received), ({ attempts }) => attempts.length === 1)
    const scopes = ['memory:read:fitness']
    const { id } = await service.get('/v1/connection', token)
    if (by === 'a new consent') await service.connect(person, app, scopes)
    else await service.ok('PATCH', `/v1/connections/${id}`, { cookie: person.cookie, body: { scopes } })
    clock.jump(DAY_MS / 24)
    service.ports.deliveries.nudge()
    await portal.when(of('fitness'), ({ status }) => status === 'succeeded')
    await portal.when(of('fitness.trail'), ({ status }) => status === 'cancelled')
    expect(receiver.all.map(idOf).sort()).toEqual([...told.map(idOf), of('fitness')].sort())
    await receiver.close()
  })
})

describe('who is told', () => {
  test('of a memory: every app that may read its scope, the writer included, and never its content', async () => {
    const receivers = await Promise.all([1, 2, 3, 4].map(() => openReceiver()))
    const [mine, reading, all, blind] = receivers.map(({ url }) => url) as [string, string, string, string]
    const writer = await listening(service, mine)
    await alsoListening(writer.person, reading, ['memory:read:fitness'])
    await alsoListening(writer.person, all, ['memory:read:*'])
    const other = await alsoListening(writer.person, blind, ['memory:read:sleep.*', 'memory:write:*'])
    const id = await rememberOne(service, writer.token)
    for (const receiver of receivers.slice(0, 3)) {
      const [told] = await receiver.until(1)
      expect(told!.headers).toMatchObject({ 'x-service-event': 'memory.created', 'content-type': 'application/json' })
      expect(Object.keys(told!.body)).toEqual(['id', 'type', 'created_at', 'data'])
      expect(told!.body.data).toEqual({
        connection_id: expect.stringMatching(/^con_/),
        ai_id: expect.stringMatching(/^ai_/),
        memory: {
          id,
          type: 'event',
          scope: 'fitness',
          importance: 50,
          occurredAt: expect.stringMatching(/Z$/),
          sourceApp: writer.app.slug,
        },
      })
      expect(told!.raw).not.toContain('Tuesdays')
    }
    expect(new Set(receivers.slice(0, 3).map(({ all }) => all[0]!.body.id)).size).toBe(1)
    await caughtUp(other.portal, other.subscription.id)
    expect(receivers[3]!.all.map(({ body }) => body.type)).toEqual(['webhook.test'])
    await Promise.all(receivers.map((receiver) => receiver.close()))
  })

  test('of a signal: apps of this person that declare its type; its payload is kept nowhere', async () => {
    const receivers = await Promise.all([1, 2, 3].map(() => openReceiver()))
    const [mine, deaf, strange] = receivers.map(({ url }) => url) as [string, string, string]
    const sender = await listening(service, mine)
    const silent = await alsoListening(sender.person, deaf, ['identity:read'], { eventTypes: ['sleep.logged'] })
    const stranger = await alsoListening(await service.newPerson(), strange, SCOPES)
    const payload = { place: 'Xanadu', km: 10 }
    const body = { type: 'workout.completed', payload }
    const { event_id } = await service.ok('POST', '/v1/signals', { token: sender.token, body })
    const [told] = await receivers[0]!.until(1)
    expect(told!.body).toMatchObject({ id: event_id, type: 'signal.created' })
    expect(told!.body.data.signal).toEqual({ ...body, sourceApp: sender.app.slug })
    await sender.portal.when(idOf(told!), ({ status }) => status === 'succeeded')
    expect(await placesOf('Xanadu')).toEqual([])
    for (const { portal, subscription } of [silent, stranger]) await caughtUp(portal, subscription.id)
    for (const { all } of receivers.slice(1)) expect(all.map(({ body }) => body.type)).toEqual(['webhook.test'])
    await Promise.all(receivers.map((receiver) => receiver.close()))
  })

  test('a signal that could not be told, or was cancelled, leaves nothing behind either', async () => {
    const receiver = await openReceiver(({ body }) => (body.type === 'signal.created' ? 500 : 200))
    const { portal, subscription, token, person, app } = await listening(service, receiver.url)
    const emit = (place: string) =>
      service.ok('POST', '/v1/signals', { token, body: { type: 'workout.completed', payload: { place } } })
    await emit('Shangri-La')
    const [told] = await receiver.until(1)
    for (let attempt = 1; attempt < 10; attempt++) {
      const seen = await portal.when(idOf(told!), ({ attempts }) => attempts.length === attempt)
      expect(await placesOf('Shangri-La')).toEqual(['deliveries'])
      clock.set(seen.next_attempt_at!)
      service.ports.deliveries.nudge()
    }
    await portal.when(idOf(told!), ({ status }) => status === 'failed')
    expect(await placesOf('Shangri-La')).toEqual([])
    for (const end of [
      () => portal.ask('PATCH', `/subscriptions/${subscription.id}`, { status: 'disabled' }),
      () => revoke(person),
    ]) {
      const fresh = await service.connect(person, app, SCOPES)
      await portal.ask('PATCH', `/subscriptions/${subscription.id}`, { status: 'active' })
      const seen = receiver.all.length
      await service.ok('POST', '/v1/signals', {
        token: fresh,
        body: { type: 'workout.completed', payload: { place: 'Atlantis' } },
      })
      const last = (await receiver.until(seen + 1)).at(-1)!
      await portal.when(idOf(last), ({ attempts }) => attempts.length === 1)
      await end()
      await portal.when(idOf(last), ({ status }) => status === 'cancelled')
      expect(await placesOf('Atlantis')).toEqual([])
    }
    await receiver.close()
  })
})

describe('an app is told of the end of its access', () => {
  type Listener = { person: Person; app: App; token: string }
  const ends: [string, (listener: Listener) => Promise<unknown>][] = [
    ['the person revokes it', ({ person }) => revoke(person)],
    [
      'the app gives it back',
      ({ app: { client_id, client_secret }, token }) =>
        service.ok('POST', '/v1/oauth/revoke', { body: { token, client_id, client_secret } }),
    ],
    [
      'a code is used twice',
      async ({ person, app }) => {
        const body = { slug: app.slug, scopes: SCOPES }
        const { code } = await service.ok('POST', '/v1/oauth/authorize', { cookie: person.cookie, body })
        await service.exchange(app, code)
        await expect(service.exchange(app, code)).rejects.toThrow('invalid_grant')
      },
    ],
    [
      'the person erases the account',
      ({ person }) =>
        service.ok('DELETE', '/v1/auth/account', { cookie: person.cookie, body: { password: service.password } }),
    ],
  ]
  test.each(ends)('once, when %s', async (_, end) => {
    const receiver = await openReceiver()
    const { person, app, token, portal, subscription } = await listening(service, receiver.url)
    const { id } = await service.get('/v1/connection', token)
    await end({ person, app, token })
    const [told] = await receiver.until(1)
    expect(told!.body).toMatchObject({ type: 'connection.revoked', data: { connection_id: id } })
    await caughtUp(portal, subscription.id)
    expect(receiver.all.map(({ body }) => body.type)).toEqual(['connection.revoked', 'webhook.test'])
    await receiver.close()
  })
})

async function revoke(person: Person): Promise<void> {
  const id = await connectionOf(service, person)
  await service.ok('POST', `/v1/connections/${id}/revoke`, { cookie: person.cookie })
}

/** Every table that holds a word anywhere in a row. */
async function placesOf(word: string): Promise<string[]> {
  const tables = await service.ports.db.rows<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await service.ports.db.one<{ rows: number }>(
        sql`select count(*) as rows from ${raw(`"${name}"`)} t where t::text like ${`%${word}%`}`,
      )
      return rows ? [name] : []
    }),
  )
  return found.flat()
}
