import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobs } from '../src/app.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { DAY_MS, openClock, subscribed } from './hooks.ts'
import { operator, operatorOk } from './operator.ts'
import { openReceiver } from './receiver.ts'
import { type Call, isShared, type Person, secondService, type TestService, testService } from './service.ts'

/* Commands of the operator that change accounts and apps, and who sees what they did. */

const EVERYTHING = ['memory:read:*', 'memory:write:*']
const clock = openClock()

let service: TestService
let other: Pick<TestService, 'call'>
let receiver: Awaited<ReturnType<typeof openReceiver>>
let stops: (() => Promise<void>)[]
beforeAll(async () => {
  receiver = await openReceiver()
  service = await testService({ userPlan: 'plus' }, { clock: clock.now })
  const second = isShared() ? await secondService(service, { userPlan: 'plus' }, { clock: clock.now }) : undefined
  other = second ?? service
  stops = [...(second ? [second.stop] : []), service.stop, receiver.close]
})
afterAll(async () => {
  for (const stop of stops) await stop()
})

const codeOf = async (request: Promise<{ status: number; body: { error?: { code: string } } }>) => {
  const { status, body } = await request
  return body.error ? `${status} ${body.error.code}` : status
}
const read = (on: Pick<TestService, 'call'>, credential: Call) => codeOf(on.call('GET', '/v1/memories', credential))
const logIn = ({ email }: Person, kind: 'user' | 'developer' = 'user') =>
  codeOf(
    service.call('POST', kind === 'user' ? '/v1/auth/login' : '/v1/dev/auth/login', {
      body: { email, password: service.password },
    }),
  )

describe('a suspended person', () => {
  test('is signed out and refused everywhere, until restored; the apps’ tokens too', async () => {
    const { person, token } = await service.connected(EVERYTHING)
    const link = new URL((await service.ok('GET', '/v1/connectors', { cookie: person.cookie })).items[0].url)
    await service.get('/v1/memories', token)
    expect(await operatorOk(service, 'people', 'suspend', person.email)).toMatchObject({
      suspended: true,
      changed: true,
    })
    expect(await read(service, { token })).toBe('403 account_suspended')
    await expect.poll(() => read(other, { token })).toBe('403 account_suspended')
    expect(await read(service, { cookie: person.cookie })).toBe('401 unauthorized')
    expect(await logIn(person)).toBe('403 account_suspended')
    const wrong = { email: person.email, password: 'not the password' }
    expect(await codeOf(service.call('POST', '/v1/auth/login', { body: wrong }))).toBe('401 unauthorized')
    expect(await codeOf(service.call('POST', link.pathname + link.search, { body: {} }))).toBe('401 unauthorized')
    expect(await operatorOk(service, 'people', 'suspend', person.id)).toMatchObject({ changed: false })

    await operatorOk(service, 'people', 'restore', person.id)
    await expect.poll(() => read(other, { token })).toBe(200)
    expect(await read(service, { token })).toBe(200)
    expect(await logIn(person)).toBe(200)
  })

  test('cannot be written for by a write that was admitted before', async () => {
    const { person, token } = await service.connected(EVERYTHING)
    const { db } = service.ports
    const versions = () =>
      db.one<{ v: number }>(sql`select grants_version as v from stores where user_id = ${person.id}`)
    const before = await versions()
    await operatorOk(service, 'people', 'suspend', person.id)
    expect((await versions()).v).toBe(before.v + 1)
    const body = { memories: [{ content: 'Late.', scope: 'note' }] }
    expect(await codeOf(service.call('POST', '/v1/memories', { token, body }))).toBe('403 account_suspended')
  })

  test('causes no webhooks to apps', async () => {
    const { person, app, portal, token } = await subscribed(service, receiver.url)
    await operatorOk(service, 'people', 'suspend', person.id)
    const { db } = service.ports
    // An event that was queued just before.
    await db.count(sql`
      insert into deliveries (user_id, id, app_id, subscription_id, connection_id, event_id, event_type, scope, data,
        status, due_at, created_at)
      select c.user_id, 'dlv_01kb5dd9v2000m4h2n8y7tq3wz', c.app_id, s.id, c.id, 'evt_01kb5dd9v2000m4h2n8y7tq3wz',
        'memory.created', 'fitness', '{}', 'pending', now(), now()
      from connections c join webhook_subscriptions s on s.app_id = c.app_id where c.app_id = ${app.id}`)
    service.ports.deliveries.nudge()
    const { status, attempts } = await portal.when(
      'dlv_01kb5dd9v2000m4h2n8y7tq3wz',
      (each) => each.status !== 'pending',
    )
    expect([status, attempts]).toEqual(['cancelled', []])
    expect(token).toBeTruthy()
  })
})

describe('a suspended developer', () => {
  test('is signed out, and all apps stop', async () => {
    const { developer, app, token } = await service.connected(EVERYTHING)
    await operatorOk(service, 'developers', 'suspend', developer.email)
    expect(await codeOf(service.call('GET', '/v1/dev/apps', { cookie: developer.cookie }))).toBe('401 unauthorized')
    expect(await logIn(developer, 'developer')).toBe('403 account_suspended')
    expect(await read(service, { token })).toBe('403 app_suspended')
    expect((await service.ok('GET', `/v1/oauth/preview?slug=${app.slug}`)).app.suspended).toBe(true)
    await operatorOk(service, 'developers', 'restore', developer.id)
    await expect.poll(() => read(service, { token })).toBe(200)
    expect(await logIn(developer, 'developer')).toBe(200)
  })
})

describe('a stopped app', () => {
  test('is refused, gets no webhooks and cannot be connected, until it is started', async () => {
    const { person, developer, app, portal, subscription, token } = await subscribed(service, receiver.url)
    await service.get('/v1/connection', token)
    await operatorOk(service, 'apps', 'stop', app.slug)
    const self = (on: Pick<TestService, 'call'>) => codeOf(on.call('GET', '/v1/connection', { token }))
    expect(await self(service)).toBe('403 app_suspended')
    await expect.poll(() => self(other)).toBe('403 app_suspended')
    const { id } = await portal.ask('POST', `/subscriptions/${subscription.id}/test`)
    expect(await portal.when(id, ({ status }) => status !== 'pending')).toMatchObject({
      status: 'cancelled',
      attempts: [],
    })
    const consent = { slug: app.slug, scopes: ['memory:read:fitness.*'] }
    const { cookie } = person
    expect(await codeOf(service.call('POST', '/v1/oauth/authorize', { cookie, body: consent }))).toBe(
      '403 app_suspended',
    )
    expect((await service.ok('GET', `/v1/oauth/preview?slug=${app.slug}`)).app.suspended).toBe(true)
    expect((await service.ok('GET', `/v1/dev/apps/${app.id}`, { cookie: developer.cookie })).suspended).toBe(true)
    expect(await operatorOk(service, 'apps', 'list', '--stopped')).toMatchObject({ items: [{ slug: app.slug }] })

    await operatorOk(service, 'apps', 'start', app.id)
    await expect.poll(() => self(other)).toBe(200)
    const again = await portal.ask('POST', `/subscriptions/${subscription.id}/test`)
    expect((await portal.when(again.id, ({ status }) => status !== 'pending')).status).toBe('succeeded')
  })

  test('cannot exchange a code that was issued before', async () => {
    const { person, app } = await service.connected(EVERYTHING)
    const body = { slug: app.slug, scopes: EVERYTHING }
    await service.ok('POST', '/v1/auth/confirm', { cookie: person.cookie, body: { password: service.password } })
    const { code } = await service.ok('POST', '/v1/oauth/authorize', { cookie: person.cookie, body })
    await operatorOk(service, 'apps', 'stop', app.slug)
    const { client_id, client_secret } = app
    const exchange = { code, client_id, client_secret }
    expect(await codeOf(service.call('POST', '/v1/oauth/token', { body: exchange }))).toBe('403 app_suspended')
  })
})

describe('plans and limits', () => {
  test('of a person: a plan, a limit of its own, and back to that of the plan', async () => {
    const { person, token } = await service.connected(EVERYTHING)
    const usage = () => service.ok('GET', '/v1/usage', { cookie: person.cookie })
    await operatorOk(service, 'people', 'plan', person.email, 'free')
    expect(await usage()).toMatchObject({ plan: 'free', memories: { limit: 500 } })
    await operatorOk(service, 'limits', 'set', person.email, 'memories', '1')
    expect(await usage()).toMatchObject({ memories: { limit: 1 } })
    const write = (on: Pick<TestService, 'call'>, content: string) =>
      on.call('POST', '/v1/memories', { token, body: { memories: [{ content, scope: 'note' }] } })
    expect((await write(service, 'First.')).status).toBe(200)
    await expect.poll(async () => (await write(other, 'Second.')).status).toBe(402)
    await operatorOk(service, 'limits', 'set', person.id, 'memories', 'default')
    expect(await usage()).toMatchObject({ memories: { limit: 500 } })
    expect((await write(service, 'Third.')).status).toBe(200)
    await operatorOk(service, 'limits', 'set', person.id, 'connected_apps', '1')
    const app = await service.newApp(await service.newDeveloper(), ['memory:read:note'])
    await expect(service.connect(person, app, ['memory:read:note'])).rejects.toThrow('402')
  })

  test('of a developer: calls of the month and people', async () => {
    const { developer, app, token } = await service.connected(EVERYTHING)
    await operatorOk(service, 'limits', 'set', developer.email, 'api_calls', '0')
    await operatorOk(service, 'limits', 'set', developer.email, 'connected_users', 'unlimited')
    const body = { memories: [{ content: 'One more.', scope: 'note' }] }
    expect(await codeOf(service.call('POST', '/v1/memories', { token, body }))).toBe('402 limit_exceeded')
    expect(await service.get('/v1/quota', token)).toMatchObject({
      api_calls: { limit: 0 },
      connected_users: { limit: null },
    })
    const { limits } = await service.ok('GET', `/v1/dev/apps/${app.id}/usage`, { cookie: developer.cookie })
    expect(limits).toEqual({ api_calls: 0, connected_users: null })
    await operatorOk(service, 'developers', 'plan', developer.email, 'growth')
    expect(await service.get('/v1/quota', token)).toMatchObject({ plan: 'growth' })
  })
})

test('erasing a person or developer takes everything with it, and needs --yes', async () => {
  const { person, developer, app, token } = await service.connected(EVERYTHING)
  await service.remember(token, [{ content: 'Erase me, please.', scope: 'note' }])
  const refused = await operator(service, 'people', 'erase', person.email)
  expect([refused.status, refused.output]).toEqual([2, expect.stringContaining('Add --yes')])
  await operatorOk(service, 'people', 'suspend', person.email)
  await operatorOk(service, 'people', 'erase', person.email, '--yes')
  expect((await operator(service, 'people', 'show', person.email)).status).toBe(3)
  expect(await read(service, { token })).toBe('401 connection_revoked')
  const { db } = service.ports
  const left = await db.one<{ n: number }>(sql`
    select (select count(*) from stores where user_id = ${person.id}) + (select count(*) from audit_entries
      where user_id = ${person.id}) as n`)
  expect(left.n).toBe(0)
  await operatorOk(service, 'developers', 'erase', developer.id, '--yes')
  expect((await operator(service, 'apps', 'show', app.slug)).status).toBe(3)
})

test('paused changes are refused in all processes, and reads continue', async () => {
  const { token } = await service.connected(EVERYTHING)
  const body = { memories: [{ content: 'During maintenance.', scope: 'note' }] }
  const write = (on: Pick<TestService, 'call'>) => codeOf(on.call('POST', '/v1/memories', { token, body }))
  expect(await operatorOk(service, 'pause', 'changes', '--reason', 'moving')).toMatchObject({ changed: true })
  try {
    for (const on of [service, other]) {
      await expect.poll(() => write(on), { interval: 100 }).toBe('503 unavailable')
      expect(await read(on, { token })).toBe(200)
    }
    const refused = await service.call('POST', '/v1/memories', { token, body })
    expect(refused.body.error.message).toMatch(/Changes are paused for maintenance; reading works\.$/)
    expect((await operatorOk(service, 'pauses')).items).toMatchObject([{ name: 'changes', reason: 'moving' }])
    expect((await operator(service, 'pause', 'everything')).status).toBe(2)
  } finally {
    await operatorOk(service, 'resume', 'changes')
  }
  for (const on of [service, other]) await expect.poll(() => write(on)).toBe(200)
})

test('paused webhooks wait, and are sent after the pause', async () => {
  await operatorOk(service, 'pause', 'sending')
  const { portal, subscription } = await subscribed(service, receiver.url)
  const { id } = await portal.ask('POST', `/subscriptions/${subscription.id}/test`)
  service.ports.deliveries.nudge()
  expect((await portal.when(id, () => true)).status).toBe('pending')
  expect(await operatorOk(service, 'resume', 'sending')).toMatchObject({ changed: true })
  service.ports.deliveries.nudge()
  expect((await portal.when(id, ({ status }) => status !== 'pending')).status).toBe('succeeded')
})

test('usage names the largest people and the busiest developers, and no command shows content', async () => {
  const { person, developer, token } = await service.connected(EVERYTHING)
  const memories = Array.from({ length: 100 }, (_, i) => ({ content: `Violin ${i} is called Aurelia.`, scope: 'note' }))
  await service.remember(token, memories)
  for (let i = 0; i < 50; i++) await service.get('/v1/connection', token)
  await service.ports.meter.flush()
  const usage = await operatorOk(service, 'usage', '--top', '1')
  expect(usage.totals).toMatchObject({ people: expect.any(Number), memories: expect.any(Number) })
  expect(usage.people.byMemories).toEqual([expect.objectContaining({ id: person.id, memories: 100 })])
  expect(usage.people.byBytes).toEqual([expect.objectContaining({ id: person.id, bytes: expect.any(Number) })])
  // Another test of this file may have made more calls.
  const { byCalls } = (await operatorOk(service, 'usage', '--top', '100')).developers
  expect(byCalls).toContainEqual(expect.objectContaining({ id: developer.id, apiCalls: 51 }))
  expect(usage.developers.byCalls).toEqual([byCalls[0]])
  const { output } = await operator(service, 'people', 'show', person.email)
  expect(output).toMatch(/^memories +used 100, limit \d+$/m)
  for (const call of [['usage'], ['people', 'show', person.email], ['people', 'list'], ['log']])
    expect(await operator(service, ...call)).toEqual({ status: 0, output: expect.not.stringContaining('Aurelia') })
})

describe('what the operator did', () => {
  test('is in the audit log of the person, in its export, and in the operator’s own log', async () => {
    const person = await service.newPerson()
    await operatorOk(service, 'people', 'plan', person.email, 'pro')
    await operatorOk(service, 'limits', 'set', person.email, 'memories', '5')
    await operatorOk(service, 'people', 'suspend', person.email)
    await operatorOk(service, 'people', 'restore', person.email)
    const { headers } = await service.call('POST', '/v1/auth/login', {
      body: { email: person.email, password: service.password },
    })
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const { items } = await service.ok('GET', '/v1/audit', { cookie })
    const acts = items.filter(({ actor }: { actor: string }) => actor === 'operator')
    expect(acts).toMatchObject([
      { action: 'operator.restore', target: null },
      { action: 'operator.suspend', target: null },
      { action: 'operator.limit', target: 'memories: 5' },
      { action: 'operator.plan', target: 'plus to pro' },
    ])
    expect(await service.ok('GET', '/v1/audit/export', { cookie })).toContain('"operator.suspend"')
    const log = await operatorOk(service, 'log', '--person', person.email)
    expect(log.items.map(({ act }: { act: string }) => act)).toEqual([
      ...['people.restore', 'people.suspend', 'people.limit', 'people.plan'],
    ])
    clock.jump(3 * 366 * DAY_MS)
    await jobs.find(({ name }) => name === 'delete expired acts of the operator')!.run(service.ports)
    expect((await operatorOk(service, 'log')).items).toEqual([])
    clock.jump(-3 * 366 * DAY_MS)
  })

  test('is visible to the developer whose account or app it concerns, and to no other', async () => {
    const { developer, app } = await service.connected([])
    const stranger = await service.newDeveloper()
    await operatorOk(service, 'developers', 'plan', developer.email, 'starter')
    await operatorOk(service, 'apps', 'verify', app.slug)
    const acts = (cookie: string) => service.ok('GET', '/v1/dev/operator-acts?limit=1', { cookie })
    const { items, next_cursor } = await acts(developer.cookie)
    expect(items).toMatchObject([{ act: 'apps.verify', app: app.slug, detail: null }])
    const rest = await service.ok('GET', `/v1/dev/operator-acts?cursor=${next_cursor}`, { cookie: developer.cookie })
    expect(rest.items).toMatchObject([{ act: 'developers.plan', app: null, detail: 'sandbox to starter' }])
    expect((await acts(stranger.cookie)).items).toEqual([])
  })
})
