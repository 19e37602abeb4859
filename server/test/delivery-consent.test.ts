import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { raw, sql } from '../src/foundation/sql/sql.ts'
import { connectionOf, DAY_MS, MANIFEST, openClock, portalOf, rememberOne, SCOPES, subscribed } from './hooks.ts'
import { idOf, openReceiver, type Received } from './receiver.ts'
import { type App, type Person, type TestService, testService } from './service.ts'

const clock = openClock()
let service: TestService
beforeAll(async () => {
  service = await testService({ userPlan: 'plus' }, { clock: clock.now })
})
afterAll(() => service.stop())

const isA = (type: string) => (received: Received) => received.body.type === type

/** Another app with a subscription to `url`, connected to the same user. */
async function alsoSubscribed(person: Person, url: string, scopes: string[], manifest: object = MANIFEST) {
  const developer = await service.newDeveloper()
  const app = await service.newApp(developer, scopes, { manifest })
  const token = await service.connect(person, app, scopes)
  const portal = portalOf(service, developer, app)
  return { developer, app, token, portal, ...(await portal.subscribe(url)) }
}

/** Waits until everything queued so far has been delivered, by queuing a test event behind it. */
async function drained(portal: ReturnType<typeof portalOf>, subscriptionId: string): Promise<void> {
  const { id } = await portal.ask('POST', `/subscriptions/${subscriptionId}/test`)
  await portal.when(id, ({ status }) => status === 'succeeded')
}

describe('after a grant has ended', () => {
  test('queued deliveries are cancelled with the connection, and only connection.revoked is delivered', async () => {
    const receiver = await openReceiver(({ body }) => (body.type === 'memory.created' ? 500 : 200))
    const { person, portal, token } = await subscribed(service, receiver.url)
    await rememberOne(service, token)
    const [received] = await receiver.until(1)
    const { next_attempt_at } = await portal.when(idOf(received!), ({ attempts }) => attempts.length === 1)
    await revoke(person)
    expect(await portal.when(idOf(received!), ({ status }) => status !== 'pending')).toMatchObject({
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

  test('a delivery queued after the connection ended is cancelled before its attempt', async () => {
    const receiver = await openReceiver()
    const { person, app, portal, subscription, token } = await subscribed(service, receiver.url, ['memory.created'])
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
    'the user',
  ])('memories outside the scopes narrowed by %s are not delivered, those inside are', async (by) => {
    const receiver = await openReceiver(() => (receiver.all.length <= 2 ? 500 : 200))
    const { person, app, portal, token } = await subscribed(service, receiver.url)
    await rememberOne(service, token, 'fitness.trail')
    await rememberOne(service, token, 'fitness')
    const received = await receiver.until(2)
    const of = (scope: string) => idOf(received.find(({ body }) => body.data.memory.scope === scope)!)
    for (const one of received) await portal.when(idOf(one), ({ attempts }) => attempts.length === 1)
    const scopes = ['memory:read:fitness']
    const { id } = await service.get('/v1/connection', token)
    if (by === 'a new consent') await service.connect(person, app, scopes)
    else await service.ok('PATCH', `/v1/connections/${id}`, { cookie: person.cookie, body: { scopes } })
    clock.jump(DAY_MS / 24)
    service.ports.deliveries.nudge()
    await portal.when(of('fitness'), ({ status }) => status === 'succeeded')
    await portal.when(of('fitness.trail'), ({ status }) => status === 'cancelled')
    expect(receiver.all.map(idOf).sort()).toEqual([...received.map(idOf), of('fitness')].sort())
    await receiver.close()
  })
})

describe('recipients', () => {
  test('of memory.created are all apps that may read its scope, including the writer, without its content', async () => {
    const receivers = await Promise.all([1, 2, 3, 4].map(() => openReceiver()))
    const [own, reading, wildcard, other] = receivers.map(({ url }) => url) as [string, string, string, string]
    const writer = await subscribed(service, own)
    await alsoSubscribed(writer.person, reading, ['memory:read:fitness'])
    await alsoSubscribed(writer.person, wildcard, ['memory:read:*'])
    const unrelated = await alsoSubscribed(writer.person, other, ['memory:read:sleep.*', 'memory:write:*'])
    const id = await rememberOne(service, writer.token)
    for (const receiver of receivers.slice(0, 3)) {
      const [received] = await receiver.until(1)
      expect(received!.headers).toMatchObject({
        'x-service-event': 'memory.created',
        'content-type': 'application/json',
      })
      expect(Object.keys(received!.body)).toEqual(['id', 'type', 'created_at', 'data'])
      expect(received!.body.data).toEqual({
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
      expect(received!.raw).not.toContain('Tuesdays')
    }
    expect(new Set(receivers.slice(0, 3).map(({ all }) => all[0]!.body.id)).size).toBe(1)
    await drained(unrelated.portal, unrelated.subscription.id)
    expect(receivers[3]!.all.map(({ body }) => body.type)).toEqual(['webhook.test'])
    await Promise.all(receivers.map((receiver) => receiver.close()))
  })

  test('of signal.created are the user’s apps that declare its type, and its payload is not stored', async () => {
    const receivers = await Promise.all([1, 2, 3].map(() => openReceiver()))
    const [own, undeclared, foreign] = receivers.map(({ url }) => url) as [string, string, string]
    const sender = await subscribed(service, own)
    const silent = await alsoSubscribed(sender.person, undeclared, ['identity:read'], { eventTypes: ['sleep.logged'] })
    const otherUser = await alsoSubscribed(await service.newPerson(), foreign, SCOPES)
    const payload = { place: 'Xanadu', km: 10 }
    const body = { type: 'workout.completed', payload }
    const { event_id } = await service.ok('POST', '/v1/signals', { token: sender.token, body })
    const [received] = await receivers[0]!.until(1)
    expect(received!.body).toMatchObject({ id: event_id, type: 'signal.created' })
    expect(received!.body.data.signal).toEqual({ ...body, sourceApp: sender.app.slug })
    await sender.portal.when(idOf(received!), ({ status }) => status === 'succeeded')
    expect(await tablesWith('Xanadu')).toEqual([])
    for (const { portal, subscription } of [silent, otherUser]) await drained(portal, subscription.id)
    for (const { all } of receivers.slice(1)) expect(all.map(({ body }) => body.type)).toEqual(['webhook.test'])
    await Promise.all(receivers.map((receiver) => receiver.close()))
  })

  test('failed and cancelled deliveries of a signal leave no payload behind', async () => {
    const receiver = await openReceiver(({ body }) => (body.type === 'signal.created' ? 500 : 200))
    const { portal, subscription, token, person, app } = await subscribed(service, receiver.url)
    const emit = (place: string) =>
      service.ok('POST', '/v1/signals', { token, body: { type: 'workout.completed', payload: { place } } })
    await emit('Shangri-La')
    const [received] = await receiver.until(1)
    for (let attempt = 1; attempt < 10; attempt++) {
      const seen = await portal.when(idOf(received!), ({ attempts }) => attempts.length === attempt)
      expect(await tablesWith('Shangri-La')).toEqual(['deliveries'])
      clock.set(seen.next_attempt_at!)
      service.ports.deliveries.nudge()
    }
    await portal.when(idOf(received!), ({ status }) => status === 'failed')
    expect(await tablesWith('Shangri-La')).toEqual([])
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
      expect(await tablesWith('Atlantis')).toEqual([])
    }
    await receiver.close()
  })
})

describe('connection.revoked is delivered', () => {
  type Subscriber = { person: Person; app: App; token: string }
  const ends: [string, (subscriber: Subscriber) => Promise<unknown>][] = [
    ['the user revokes it', ({ person }) => revoke(person)],
    [
      'the app revokes it',
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
      'the user erases the account',
      ({ person }) =>
        service.ok('DELETE', '/v1/auth/account', { cookie: person.cookie, body: { password: service.password } }),
    ],
  ]
  test.each(ends)('once, when %s', async (_, end) => {
    const receiver = await openReceiver()
    const { person, app, token, portal, subscription } = await subscribed(service, receiver.url)
    const { id } = await service.get('/v1/connection', token)
    await end({ person, app, token })
    const [received] = await receiver.until(1)
    expect(received!.body).toMatchObject({ type: 'connection.revoked', data: { connection_id: id } })
    await drained(portal, subscription.id)
    expect(receiver.all.map(({ body }) => body.type)).toEqual(['connection.revoked', 'webhook.test'])
    await receiver.close()
  })
})

async function revoke(person: Person): Promise<void> {
  const id = await connectionOf(service, person)
  await service.ok('POST', `/v1/connections/${id}/revoke`, { cookie: person.cookie })
}

/** The tables that contain a word. */
async function tablesWith(word: string): Promise<string[]> {
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
