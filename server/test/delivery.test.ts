import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, openClock, rememberOne, SECOND_MS, subscribed } from './hooks.ts'
import { idOf, openReceiver, type Received } from './receiver.ts'
import { type TestService, testService } from './service.ts'

const clock = openClock()
let service: TestService
beforeAll(async () => {
  service = await testService({}, { clock: clock.now })
})
afterAll(() => service.stop())

const WAITS_MS = [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, ...[2, 5, 10, 14, 20, 24].map((h) => h * HOUR_MS)]

const isOf = (id: string) => (received: Received) => idOf(received) === id

/** Sets the clock to the time of the next attempt and nudges the delivery loop. */
function goTo(at: string | null): void {
  clock.set(at!)
  service.ports.deliveries.nudge()
}

/** The number of signatures made with a secret. The library verifies against the real clock, so this signs and compares. */
function signedBy(secret: string, { raw, headers }: Received): number {
  const { id, timestamp, signature } = Object.fromEntries(
    ['id', 'timestamp', 'signature'].map((name) => [name, headers[`webhook-${name}`] as string]),
  )
  const expected = new Webhook(secret).sign(id!, new Date(Number(timestamp) * 1000), raw)
  return signature!.split(' ').filter((one) => one === expected).length
}

describe('retries', () => {
  test('happen on schedule under the same id with a new signature, and end after ten attempts', async () => {
    const receiver = await openReceiver(() => 500)
    const { token, portal, secret } = await subscribed(service, receiver.url)
    await rememberOne(service, token)
    const [received] = await receiver.until(1)
    const id = idOf(received!)
    for (const [n, wait] of WAITS_MS.entries()) {
      const seen = await portal.when(id, ({ attempts }) => attempts.length === n + 1)
      expect(seen).toMatchObject({ status: 'pending', attempt_count: n + 1 })
      const waits = Date.parse(seen.next_attempt_at!) - Date.parse(seen.attempts[n]!.at)
      expect(waits).toBeGreaterThanOrEqual(0.8 * wait)
      expect(waits).toBeLessThan(1.2 * wait + MINUTE_MS)
      goTo(seen.next_attempt_at)
      await receiver.until(n + 2)
    }
    const failed = await portal.when(id, ({ status }) => status === 'failed')
    expect(failed).toMatchObject({ attempt_count: 10, next_attempt_at: null })
    expect(failed.attempts.map(({ error }) => error)).toEqual(Array.from({ length: 10 }, () => 'HTTP 500'))
    expect(new Set(receiver.all.map(idOf))).toEqual(new Set([id]))
    expect(new Set(receiver.all.map(({ raw }) => raw)).size).toBe(1)
    expect(new Set(receiver.all.map(({ headers }) => headers['x-service-signature'])).size).toBe(10)
    for (const received of receiver.all) expect(signedBy(secret, received)).toBe(1)
    await receiver.close()
  })

  test('end after a success, which clears failing_since', async () => {
    const answers = [503, 302, 204]
    const receiver = await openReceiver(() => answers.shift()!)
    const { token, portal } = await subscribed(service, receiver.url)
    await rememberOne(service, token)
    const [received] = await receiver.until(1)
    const id = idOf(received!)
    goTo((await portal.when(id, ({ attempts }) => attempts.length === 1)).next_attempt_at)
    const twice = await portal.when(id, ({ attempts }) => attempts.length === 2)
    const [failing] = (await portal.ask('GET', '/subscriptions')).items
    expect(failing.failing_since).not.toBeNull()
    goTo(twice.next_attempt_at)
    const { attempts, next_attempt_at } = await portal.when(id, ({ status }) => status === 'succeeded')
    expect(next_attempt_at).toBeNull()
    expect(attempts.map(({ status_code, error }) => [status_code, error])).toEqual([
      [503, 'HTTP 503'],
      [302, 'redirects are not followed'],
      [204, null],
    ])
    // The receiver has a private address.
    expect(attempts[0]!.response_excerpt).toBeNull()
    expect((await portal.ask('GET', '/subscriptions')).items[0].failing_since).toBeNull()
    await receiver.close()
  })
})

describe('a subscription is disabled', () => {
  test('at once by a 410 response, which cancels pending deliveries', async () => {
    const answers = [500, 410]
    const receiver = await openReceiver(() => answers.shift() ?? 200)
    const { token, portal, subscription } = await subscribed(service, receiver.url)
    await rememberOne(service, token)
    const [waiting] = await receiver.until(1)
    await portal.when(idOf(waiting!), ({ attempts }) => attempts.length === 1)
    await rememberOne(service, token)
    const [rejected] = await receiver.until(1, (received) => idOf(received) !== idOf(waiting!))
    for (const received of [waiting!, rejected!])
      await portal.when(idOf(received), ({ status }) => status === 'cancelled')
    const [disabled] = (await portal.ask('GET', '/subscriptions')).items
    expect(disabled).toMatchObject({ id: subscription.id, status: 'disabled' })
    expect(disabled.disabled_reason).toBe('the endpoint answered 410 Gone')
    expect(Date.parse(disabled.disabled_at)).toBeGreaterThan(0)

    // While it is disabled, nothing is queued, tested or replayed. Enabling it resets its state.
    await rememberOne(service, token)
    expect(await portal.deliveries()).toHaveLength(2)
    for (const path of [`/subscriptions/${subscription.id}/test`, `/deliveries/${idOf(rejected!)}/replay`]) {
      const response = await service.call('POST', portal.path + path, { cookie: await portal.session() })
      expect(response.body.error).toMatchObject({
        code: 'conflict',
        details: { reason: 'The subscription is disabled.' },
      })
    }
    const active = await portal.ask('PATCH', `/subscriptions/${subscription.id}`, { status: 'active' })
    expect(active).toMatchObject({ status: 'active', disabled_at: null, disabled_reason: null, failing_since: null })
    const replayed = await portal.ask('POST', `/deliveries/${idOf(rejected!)}/replay`)
    expect(replayed).toMatchObject({ id: idOf(rejected!), status: 'pending' })
    await portal.when(idOf(rejected!), ({ status }) => status === 'succeeded')
    await receiver.close()
  })

  test('not by a response from a URL it no longer has', async () => {
    const answers = new Map<string, (status: number) => void>()
    const old = await openReceiver((received) => new Promise((resolve) => answers.set(idOf(received), resolve)))
    const { token, portal, subscription } = await subscribed(service, old.url)
    await rememberOne(service, token)
    const [failed] = await old.until(1)
    answers.get(idOf(failed!))!(500)
    await portal.when(idOf(failed!), ({ attempts }) => attempts.length === 1)
    await rememberOne(service, token)
    const [second] = await old.until(1, (received) => idOf(received) !== idOf(failed!))
    const receiver = await openReceiver()
    const changed = await portal.ask('PATCH', `/subscriptions/${subscription.id}`, { url: receiver.url })
    expect(changed.failing_since).toBe(null)
    answers.get(idOf(second!))!(410)
    await portal.when(idOf(second!), ({ attempts }) => attempts[0]?.status_code === 410)
    const after = { status: 'active', url: receiver.url, failing_since: null }
    expect((await portal.ask('GET', '/subscriptions')).items[0]).toMatchObject(after)
    await rememberOne(service, token)
    await receiver.until(1)
    await Promise.all([old.close(), receiver.close()])
  })

  test('after five days without a success, with the reason shown to the developer', async () => {
    const receiver = await openReceiver(() => 500)
    const { token, portal } = await subscribed(service, receiver.url)
    await rememberOne(service, token)
    const [early] = await receiver.until(1)
    const begun = await portal.when(idOf(early!), ({ attempts }) => attempts.length === 1)
    const fifthDay = Date.parse(begun.attempts[0]!.at) + 5 * DAY_MS
    goTo(new Date(fifthDay - 2 * MINUTE_MS).toISOString())
    await portal.when(idOf(early!), ({ attempts }) => attempts.length === 2)
    expect((await portal.ask('GET', '/subscriptions')).items[0].status).toBe('active')
    await rememberOne(service, token)
    const [late] = await receiver.until(1, (received) => idOf(received) !== idOf(early!))
    await portal.when(idOf(late!), ({ attempts }) => attempts.length === 1)
    goTo(new Date(fifthDay + 30 * SECOND_MS).toISOString())
    // The later delivery is attempted again; the earlier one is not due and is cancelled.
    await portal.when(idOf(late!), ({ status }) => status === 'cancelled')
    const cancelled = await portal.when(idOf(early!), ({ status }) => status === 'cancelled')
    expect(cancelled.attempts).toHaveLength(2)
    const [disabled] = (await portal.ask('GET', '/subscriptions')).items
    expect(disabled).toMatchObject({ status: 'disabled', disabled_reason: 'no delivery succeeded for five days' })
    await receiver.close()
  })
})

describe('the signing secret', () => {
  test('is used together with the previous one for a day after a rotation, then alone', async () => {
    const receiver = await openReceiver()
    const { token, portal, subscription, secret } = await subscribed(service, receiver.url)
    const rotated = await portal.ask('POST', `/subscriptions/${subscription.id}/rotate`)
    expect(rotated.secret).not.toBe(secret)
    await rememberOne(service, token)
    const [both] = await receiver.until(1)
    expect(both!.headers['x-service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/)
    expect([signedBy(secret, both!), signedBy(rotated.secret, both!)]).toEqual([1, 1])
    clock.jump(DAY_MS + SECOND_MS)
    await rememberOne(service, token)
    const [, one] = await receiver.until(2)
    expect(one!.headers['x-service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)
    expect([signedBy(secret, one!), signedBy(rotated.secret, one!)]).toEqual([0, 1])
    await receiver.close()
  })
})

describe('on request', () => {
  test('a test event goes to one subscription, and a finished delivery is replayed under the same id', async () => {
    const [receiver, other] = [await openReceiver(), await openReceiver()]
    const { portal, subscription, secret } = await subscribed(service, receiver.url, ['signal.created'])
    await portal.subscribe(other.url)
    const queued = await portal.ask('POST', `/subscriptions/${subscription.id}/test`)
    expect(queued).toMatchObject({ event_type: 'webhook.test', status: 'pending', attempt_count: 0 })
    const [received] = await receiver.until(1, isOf(queued.id))
    expect(received!.body).toMatchObject({
      id: queued.event_id,
      type: 'webhook.test',
      data: { subscription_id: subscription.id },
    })
    await portal.when(queued.id, ({ status }) => status === 'succeeded')
    await portal.ask('POST', `/deliveries/${queued.id}/replay`)
    const [, again] = await receiver.until(2, isOf(queued.id))
    expect(again!.raw).toBe(received!.raw)
    expect(signedBy(secret, again!)).toBe(1)
    const done = await portal.when(queued.id, ({ attempts }) => attempts.length === 2)
    expect(done).toMatchObject({ status: 'succeeded', attempt_count: 2 })
    const many = sql`select jsonb_agg(n) from generate_series(1, 50) n`
    await service.ports.db.count(sql`update deliveries set attempts = (${many}) where id = ${queued.id}`)
    const call = { cookie: await portal.session() }
    const response = await service.call('POST', `${portal.path}/deliveries/${queued.id}/replay`, call)
    expect(response.body.error.details).toEqual({ reason: 'It has been attempted 50 times.' })
    expect(other.all).toEqual([])
    await Promise.all([receiver.close(), other.close()])
  })

  test.each([
    ['signal', '/v1/signals', () => ({ type: 'workout.completed', payload: { km: 10 } })],
    [
      'trigger',
      '/v1/schedule',
      () => ({ fireAt: clock.now().toISOString(), kind: 'reminder', payload: { at: 'six' } }),
    ],
  ])('a delivered %s cannot be replayed, because its data has been deleted', async (_, cause, body) => {
    const receiver = await openReceiver()
    const { token, portal } = await subscribed(service, receiver.url)
    await service.ok('POST', cause, { token, body: body() })
    const [received] = await receiver.until(1)
    await portal.when(idOf(received!), ({ status }) => status === 'succeeded')
    const path = `${portal.path}/deliveries/${idOf(received!)}/replay`
    const response = await service.call('POST', path, { cookie: await portal.session() })
    expect(response.body.error).toMatchObject({ code: 'conflict' })
    expect(response.body.error.details.reason).toMatch(/deleted/)
    await receiver.close()
  })
})
