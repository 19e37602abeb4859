import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { DAY_MS, EVERY_EVENT, openClock, portalOf, rememberOne, subscribed } from './hooks.ts'
import { openReceiver } from './receiver.ts'
import { type Call, type TestService, testService } from './service.ts'

const DECADE_MS = 3_652 * DAY_MS

const clock = openClock()
// Ids always ascend within a process, and other test files moved the clock forward: this clock is ahead of theirs.
clock.jump(DECADE_MS)
let service: TestService
let guarded: TestService
beforeAll(async () => {
  service = await testService({}, { clock: clock.now })
  guarded = await testService({ webhookAllowPrivate: false })
})
afterAll(() => Promise.all([service.stop(), guarded.stop()]))

async function newPortal(on = service) {
  const developer = await on.newDeveloper()
  const app = await on.newApp(developer, [])
  return { ...portalOf(on, developer, app), developer, app }
}

describe('a subscription', () => {
  test('is created, listed, edited and deleted; its secret is shown only on creation and rotation', async () => {
    const { path, ask, developer } = await newPortal()
    const body = { url: 'https://hooks.example/a', events: ['memory.created', 'memory.created'], description: ' Ours ' }
    const { subscription, secret } = await service.ok('POST', `${path}/subscriptions`, {
      cookie: developer.cookie,
      body,
    })
    expect(subscription).toEqual({
      id: expect.stringMatching(/^sub_/),
      url: body.url,
      events: ['memory.created'],
      description: 'Ours',
      status: 'active',
      disabled_at: null,
      disabled_reason: null,
      failing_since: null,
      created_at: expect.stringMatching(/Z$/),
    })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const one = `/subscriptions/${subscription.id}`
    const patch = { url: 'https://hooks.example/b', events: EVERY_EVENT, description: null }
    expect(await ask('PATCH', one, patch)).toEqual({ ...subscription, ...patch })
    expect(await ask('PATCH', one, {})).toEqual({ ...subscription, ...patch })
    const disabled = await ask('PATCH', one, { status: 'disabled' })
    expect(disabled).toMatchObject({ status: 'disabled', disabled_reason: 'disabled by the developer' })
    expect(await ask('PATCH', one, { description: 'New' })).toEqual({ ...disabled, description: 'New' })
    const rotated = await ask('POST', `${one}/rotate`)
    expect(rotated.secret).not.toBe(secret)
    const shown = JSON.stringify([await ask('GET', '/subscriptions'), await ask('GET', '/deliveries'), disabled])
    expect(shown).not.toContain('whsec_')
    const { plain } = await service.ports.db.one<{ plain: number }>(sql`
      select count(*) as plain from webhook_subscriptions where encode(secret, 'escape') like ${`%${secret.slice(6)}%`}`)
    expect(plain).toBe(0)
    await ask('DELETE', one)
    expect((await ask('GET', '/subscriptions')).items).toEqual([])
  })

  const invalid: [string, object][] = [
    ['no URL', { events: EVERY_EVENT }],
    ['a relative URL', { url: '/hooks', events: EVERY_EVENT }],
    ['another scheme', { url: 'ftp://hooks.example/', events: EVERY_EVENT }],
    ['a password in the URL', { url: 'https://me:secret@hooks.example/', events: EVERY_EVENT }],
    ['a URL that is too long', { url: `https://hooks.example/${'a'.repeat(2_048)}`, events: EVERY_EVENT }],
    ['no events', { url: 'https://hooks.example/' }],
    ['an empty list of events', { url: 'https://hooks.example/', events: [] }],
    ['an unknown event', { url: 'https://hooks.example/', events: ['memory.unknown'] }],
    [
      'a description that is too long',
      { url: 'https://hooks.example/', events: EVERY_EVENT, description: 'a'.repeat(501) },
    ],
  ]
  test.each(invalid)('is rejected with %s', async (_, body) => {
    const { path, developer } = await newPortal()
    const { body: rejected } = await service.call('POST', `${path}/subscriptions`, { cookie: developer.cookie, body })
    expect(rejected.error).toMatchObject({ code: 'validation_failed', details: [{ path: expect.any(String) }] })
  })

  test('is rejected beyond 20 per app, also when requests race', async () => {
    const { path, developer } = await newPortal()
    const body = { url: 'https://hooks.example/', events: EVERY_EVENT }
    const replies = await Promise.all(
      Array.from({ length: 23 }, () =>
        service.call('POST', `${path}/subscriptions`, { cookie: developer.cookie, body }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(20).fill(200), 402, 402, 402])
    const rejected = replies.find(({ status }) => status === 402)
    expect(rejected?.body.error.details).toMatchObject({ limit: 'subscriptions', used: 20, max: 20 })
  })

  test('returns 404 to other developers and under other apps, as do its deliveries', async () => {
    const receiver = await openReceiver()
    const { portal, subscription, developer } = await subscribed(service, receiver.url)
    const { id: deliveryId } = await portal.ask('POST', `/subscriptions/${subscription.id}/test`)
    await receiver.until(1)
    await portal.when(deliveryId, ({ status }) => status === 'succeeded')
    const otherDeveloper = await service.newDeveloper()
    const second = await service.newApp(developer, [])
    const requests: [string, string, Call['body']?][] = [
      ['PATCH', `/subscriptions/${subscription.id}`, { status: 'disabled' }],
      ['DELETE', `/subscriptions/${subscription.id}`],
      ['POST', `/subscriptions/${subscription.id}/rotate`],
      ['POST', `/subscriptions/${subscription.id}/test`],
      ['GET', `/deliveries/${deliveryId}`],
      ['POST', `/deliveries/${deliveryId}/replay`],
    ]
    for (const [method, rest, body] of requests)
      for (const [base, { cookie }] of [
        [portal.path, otherDeveloper],
        [`/v1/dev/apps/${second.id}`, developer],
      ] as const)
        expect((await service.call(method, base + rest, { cookie, body })).status, `${method} ${rest}`).toBe(404)
    for (const list of ['/subscriptions', '/deliveries'])
      expect((await service.call('GET', portal.path + list, { cookie: otherDeveloper.cookie })).status).toBe(404)
    expect((await portal.ask('GET', '/subscriptions')).items).toMatchObject([{ status: 'active' }])
    expect(receiver.all).toHaveLength(1)
    await receiver.close()
  })
})

describe('the list of deliveries', () => {
  test('lists every attempt, newest first, with filters by subscription and status, in stable pages', async () => {
    const receiver = await openReceiver()
    const { portal, subscription, token } = await subscribed(service, receiver.url)
    const second = await portal.subscribe(receiver.url, ['memory.created'])
    for (let n = 0; n < 5; n++) await rememberOne(service, token)
    await receiver.until(10)
    await expect.poll(async () => (await portal.deliveries('?status=succeeded')).length).toBe(10)
    const all = await portal.deliveries()
    expect(all.map(({ id }) => id)).toEqual(
      all
        .map(({ id }) => id)
        .sort()
        .reverse(),
    )
    expect(all[0]).toEqual({
      id: expect.stringMatching(/^dlv_/),
      subscription_id: expect.stringMatching(/^sub_/),
      event_id: expect.stringMatching(/^evt_/),
      event_type: 'memory.created',
      status: 'succeeded',
      attempt_count: 1,
      next_attempt_at: null,
      created_at: expect.stringMatching(/Z$/),
      attempts: [
        {
          at: expect.stringMatching(/Z$/),
          status_code: 200,
          duration_ms: expect.any(Number),
          error: null,
          // The receiver has a private address.
          response_excerpt: null,
          signature: expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}$/),
        },
      ],
    })
    for (const { id } of [subscription, second.subscription]) {
      const query = `?subscription_id=${id}&limit=2`
      const pages: string[][] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page = await portal.ask('GET', `/deliveries${query}${cursor && `&cursor=${cursor}`}`)
        pages.push(page.items.map((delivery: { id: string }) => delivery.id))
        cursor = page.next_cursor
        // A new delivery does not shift the following pages.
        if (pages.length === 1) await rememberOne(service, token)
      }
      expect(pages.map(({ length }) => length)).toEqual(id === subscription.id ? [2, 2, 1] : [2, 2, 2])
      const own = (await portal.deliveries(`?subscription_id=${id}`)).map((delivery) => delivery.id)
      expect(pages.flat()).toEqual(own.slice(1))
    }
    expect(await portal.deliveries('?status=failed')).toEqual([])
    const { cookie } = { cookie: await portal.session() }
    for (const query of ['?status=lost', '?limit=0', '?cursor=nothing'])
      expect((await service.call('GET', `${portal.path}/deliveries${query}`, { cookie })).status).toBe(400)
    await receiver.close()
  })

  test('lists a trigger that was scheduled long ago and fired now first', async () => {
    const receiver = await openReceiver()
    const { portal, token } = await subscribed(service, receiver.url)
    const fireAt = new Date(clock.now().getTime() + DAY_MS).toISOString()
    await service.ok('POST', '/v1/schedule', { token, body: { fireAt, kind: 'checkin' } })
    await rememberOne(service, token)
    await receiver.until(1)
    await expect.poll(async () => (await portal.deliveries('?status=succeeded')).length).toBe(1)
    clock.jump(DAY_MS)
    await receiver.until(2)
    expect((await portal.deliveries()).map(({ event_type }) => event_type)).toEqual([
      'schedule.fired',
      'memory.created',
    ])
    await receiver.close()
  })
})

describe('test events', () => {
  test('are limited for each subscription and for each developer', async () => {
    const limited = await testService({ rateLimit: 600 })
    const receiver = await openReceiver()
    const { path, developer } = await newPortal(limited)
    const { cookie } = developer
    const ids: string[] = []
    for (let i = 0; i < 11; i++) {
      const body = { url: receiver.url, events: EVERY_EVENT }
      ids.push((await limited.ok('POST', `${path}/subscriptions`, { cookie, body })).subscription.id)
    }
    const statusOf = async (id: string) =>
      (await limited.call('POST', `${path}/subscriptions/${id}/test`, { cookie })).status
    const testTen = async (id: string) => {
      for (let i = 0; i < 10; i++) expect(await statusOf(id)).toBe(200)
    }
    await testTen(ids[0]!)
    // The eleventh of a subscription, which does not count for the developer.
    expect(await statusOf(ids[0]!)).toBe(429)
    for (const id of ids.slice(1, 10)) await testTen(id)
    // The hundred and first of the developer.
    expect(await statusOf(ids[10]!)).toBe(429)
    const other = await newPortal(limited)
    const { subscription } = await other.ask('POST', '/subscriptions', { url: receiver.url, events: EVERY_EVENT })
    const { status } = await limited.call('POST', `${other.path}/subscriptions/${subscription.id}/test`, {
      cookie: other.developer.cookie,
    })
    expect(status).toBe(200)
    await limited.stop()
    await receiver.close()
  })
})

describe('WEBHOOK_ALLOW_PRIVATE=false', () => {
  const privateUrls = [
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'https://localhost/',
    'http://1.1.1.1/',
  ]
  test.each(privateUrls)('rejects %s as the URL of a subscription', async (url) => {
    const { path, developer, ask } = await newPortal(guarded)
    const body = { url, events: EVERY_EVENT }
    const rejected = await guarded.call('POST', `${path}/subscriptions`, { cookie: developer.cookie, body })
    expect(rejected.body.error).toMatchObject({ code: 'validation_failed', details: [{ path: 'url' }] })
    const good = { url: 'https://hooks.example/', events: EVERY_EVENT }
    const { subscription } = await ask('POST', '/subscriptions', good)
    const patched = await guarded.call('PATCH', `${path}/subscriptions/${subscription.id}`, {
      cookie: developer.cookie,
      body: { url },
    })
    expect(patched.body.error).toMatchObject({ code: 'validation_failed', details: [{ path: 'url' }] })
  })

  test('blocks connections to private addresses of existing subscriptions', async () => {
    const receiver = await openReceiver()
    const { ask, when } = await newPortal(guarded)
    const { subscription } = await ask('POST', '/subscriptions', { url: 'https://hooks.example/', events: EVERY_EVENT })
    const setUrl = (url: string) =>
      guarded.ports.db.count(sql`update webhook_subscriptions set url = ${url} where id = ${subscription.id}`)
    for (const url of [receiver.url, receiver.url.replace('http:', 'https:'), 'https://localhost:1/']) {
      await setUrl(url)
      const { id } = await ask('POST', `/subscriptions/${subscription.id}/test`)
      const { attempts } = await when(id, ({ attempts }) => attempts.length === 1)
      expect(attempts[0]).toMatchObject({ status_code: null, error: expect.stringMatching(/^the URL must/) })
    }
    expect(receiver.all).toEqual([])
    await receiver.close()
  })
})
