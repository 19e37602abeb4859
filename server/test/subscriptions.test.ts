import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql.ts'
import { DAY_MS, EVERY_EVENT, listening, openClock, portalOf, rememberOne } from './hooks.ts'
import { openReceiver } from './receiver.ts'
import { type Call, type TestService, testService } from './service.ts'

const DECADE_MS = 3_652 * DAY_MS

const clock = openClock()
// Ids of a process ascend whatever its clock does, and other files had clocks of their own: this one is ahead of all.
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
  test('is made, listed, changed and deleted; its secret is shown at birth and at a rotation alone', async () => {
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
    expect(await ask('PATCH', one, { description: 'Kept' })).toEqual({ ...disabled, description: 'Kept' })
    const rotated = await ask('POST', `${one}/rotate`)
    expect(rotated.secret).not.toBe(secret)
    const shown = JSON.stringify([await ask('GET', '/subscriptions'), await ask('GET', '/deliveries'), disabled])
    expect(shown).not.toContain('whsec_')
    const { kept } = await service.ports.db.one<{ kept: number }>(sql`
      select count(*) as kept from webhook_subscriptions where encode(secret, 'escape') like ${`%${secret.slice(6)}%`}`)
    expect(kept).toBe(0)
    await ask('DELETE', one)
    expect((await ask('GET', '/subscriptions')).items).toEqual([])
  })

  const wrong: [string, object][] = [
    ['no address', { events: EVERY_EVENT }],
    ['a relative address', { url: '/hooks', events: EVERY_EVENT }],
    ['another scheme', { url: 'ftp://hooks.example/', events: EVERY_EVENT }],
    ['a password in the address', { url: 'https://me:secret@hooks.example/', events: EVERY_EVENT }],
    ['a long address', { url: `https://hooks.example/${'a'.repeat(2_048)}`, events: EVERY_EVENT }],
    ['no events', { url: 'https://hooks.example/' }],
    ['an empty list of events', { url: 'https://hooks.example/', events: [] }],
    ['an unknown event', { url: 'https://hooks.example/', events: ['memory.deleted'] }],
    ['a long description', { url: 'https://hooks.example/', events: EVERY_EVENT, description: 'a'.repeat(501) }],
  ]
  test.each(wrong)('is refused with %s', async (_, body) => {
    const { path, developer } = await newPortal()
    const { body: refused } = await service.call('POST', `${path}/subscriptions`, { cookie: developer.cookie, body })
    expect(refused.error).toMatchObject({ code: 'validation_failed', details: [{ path: expect.any(String) }] })
  })

  test('an app has twenty at most, also when asked for at once', async () => {
    const { path, developer } = await newPortal()
    const body = { url: 'https://hooks.example/', events: EVERY_EVENT }
    const replies = await Promise.all(
      Array.from({ length: 23 }, () =>
        service.call('POST', `${path}/subscriptions`, { cookie: developer.cookie, body }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(20).fill(200), 402, 402, 402])
    const refused = replies.find(({ status }) => status === 402)
    expect(refused?.body.error.details).toMatchObject({ limit: 'subscriptions', used: 20, max: 20 })
  })

  test("and its deliveries are not there for another developer, nor under another of one's apps", async () => {
    const receiver = await openReceiver()
    const { portal, subscription, developer } = await listening(service, receiver.url)
    const { id: deliveryId } = await portal.ask('POST', `/subscriptions/${subscription.id}/test`)
    await receiver.until(1)
    await portal.when(deliveryId, ({ status }) => status === 'succeeded')
    const stranger = await service.newDeveloper()
    const second = await service.newApp(developer, [])
    const asked: [string, string, Call['body']?][] = [
      ['PATCH', `/subscriptions/${subscription.id}`, { status: 'disabled' }],
      ['DELETE', `/subscriptions/${subscription.id}`],
      ['POST', `/subscriptions/${subscription.id}/rotate`],
      ['POST', `/subscriptions/${subscription.id}/test`],
      ['GET', `/deliveries/${deliveryId}`],
      ['POST', `/deliveries/${deliveryId}/replay`],
    ]
    for (const [method, rest, body] of asked)
      for (const [base, { cookie }] of [
        [portal.path, stranger],
        [`/v1/dev/apps/${second.id}`, developer],
      ] as const)
        expect((await service.call(method, base + rest, { cookie, body })).status, `${method} ${rest}`).toBe(404)
    for (const list of ['/subscriptions', '/deliveries'])
      expect((await service.call('GET', portal.path + list, { cookie: stranger.cookie })).status).toBe(404)
    expect((await portal.ask('GET', '/subscriptions')).items).toMatchObject([{ status: 'active' }])
    expect(receiver.all).toHaveLength(1)
    await receiver.close()
  })
})

describe('the list of deliveries', () => {
  test('tells all of each, newest first, by subscription and status, page by page without a gap', async () => {
    const receiver = await openReceiver()
    const { portal, subscription, token } = await listening(service, receiver.url)
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
          response_excerpt: 'taken',
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
        // What comes in between shifts nothing.
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

  test('a trigger set long ago and fired now is the newest of all', async () => {
    const receiver = await openReceiver()
    const { portal, token } = await listening(service, receiver.url)
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

describe('WEBHOOK_ALLOW_PRIVATE=false', () => {
  const inside = [
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'https://localhost/',
    'http://1.1.1.1/',
  ]
  test.each(inside)('refuses %s when it is registered', async (url) => {
    const { path, developer, ask } = await newPortal(guarded)
    const body = { url, events: EVERY_EVENT }
    const refused = await guarded.call('POST', `${path}/subscriptions`, { cookie: developer.cookie, body })
    expect(refused.body.error).toMatchObject({ code: 'validation_failed', details: [{ path: 'url' }] })
    const good = { url: 'https://hooks.example/', events: EVERY_EVENT }
    const { subscription } = await ask('POST', '/subscriptions', good)
    const patched = await guarded.call('PATCH', `${path}/subscriptions/${subscription.id}`, {
      cookie: developer.cookie,
      body: { url },
    })
    expect(patched.body.error).toMatchObject({ code: 'validation_failed', details: [{ path: 'url' }] })
  })

  test('refuses one that was registered before, at each connection', async () => {
    const receiver = await openReceiver()
    const { ask, when } = await newPortal(guarded)
    const { subscription } = await ask('POST', '/subscriptions', { url: 'https://hooks.example/', events: EVERY_EVENT })
    const to = (url: string) =>
      guarded.ports.db.count(sql`update webhook_subscriptions set url = ${url} where id = ${subscription.id}`)
    for (const url of [receiver.url, receiver.url.replace('http:', 'https:'), 'https://localhost:1/']) {
      await to(url)
      const { id } = await ask('POST', `/subscriptions/${subscription.id}/test`)
      const { attempts } = await when(id, ({ attempts }) => attempts.length === 1)
      expect(attempts[0]).toMatchObject({ status_code: null, error: expect.stringMatching(/^the address takes a/) })
    }
    expect(receiver.all).toEqual([])
    await receiver.close()
  })
})
