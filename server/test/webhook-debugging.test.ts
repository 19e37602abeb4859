import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { DAY_MS, openClock, rememberOne, subscribed } from './hooks.ts'
import { idOf, openReceiver } from './receiver.ts'
import { type TestService, testService } from './service.ts'

const clock = openClock()
let service: TestService
beforeAll(async () => {
  service = await testService({}, { clock: clock.now })
})
afterAll(() => service.stop())

const SENT = [
  ...['content-type', 'user-agent', 'x-service-event', 'x-service-delivery', 'x-service-signature'],
  ...['webhook-id', 'webhook-timestamp', 'webhook-signature'],
]

describe('the request of a delivery', () => {
  test('is shown as it was sent, and signed again for a replay to another address', async () => {
    const receiver = await openReceiver()
    const { token, portal, secret } = await subscribed(service, receiver.url, ['memory.created'])
    await rememberOne(service, token)
    const [received] = await receiver.until(1)
    await portal.when(idOf(received!), ({ status }) => status === 'succeeded')
    await portal.ask('POST', `/subscriptions/${(await portal.deliveries())[0]!.subscription_id}/rotate`)
    const { request, request_hidden } = await portal.ask('GET', `/deliveries/${idOf(received!)}`)
    expect(request_hidden).toBeNull()
    expect(request).toMatchObject({ url: receiver.url, body: received!.raw })
    const sent = Object.fromEntries(SENT.map((name) => [name, received!.headers[name]]))
    expect(request.headers).toEqual(sent)
    expect(Object.keys(request.fresh_headers).sort()).toEqual([...SENT].sort())
    new Webhook(secret).verify(request.body, request.fresh_headers)
    expect(JSON.stringify(request)).not.toContain('Runs')
    await receiver.close()
  })

  test('is hidden after seven days, and if its data may come from a person', async () => {
    const receiver = await openReceiver(({ body }) => (body.type === 'signal.created' ? 500 : 200))
    const { token, portal } = await subscribed(service, receiver.url, [
      'memory.created',
      'signal.created',
      'schedule.fired',
    ])
    await service.ok('POST', '/v1/signals', { token, body: { type: 'workout.completed', payload: { felt: 'awful' } } })
    const trigger = { fireAt: clock.now().toISOString(), kind: 'checkin', payload: { felt: 'awful' } }
    await service.ok('POST', '/v1/schedule', { token, body: trigger })
    await rememberOne(service, token)
    const received = await receiver.until(3)
    for (const one of received) {
      const seen = await portal.when(idOf(one), ({ attempts }) => attempts.length === 1)
      expect(JSON.stringify(seen)).not.toContain('awful')
      if (one.body.type === 'memory.created') expect(seen).toMatchObject({ request_hidden: null })
      else expect(seen).toMatchObject({ request: null, request_hidden: 'personal' })
    }
    clock.jump(7 * DAY_MS + 60_000)
    const memory = received.find(({ body }) => body.type === 'memory.created')!
    expect(await portal.ask('GET', `/deliveries/${idOf(memory)}`)).toMatchObject({
      request: null,
      request_hidden: 'expired',
    })
    await receiver.close()
  })
})

describe('sending again', () => {
  test('makes the next attempt of a delivery that waits for it at once', async () => {
    let status = 500
    const receiver = await openReceiver(() => status)
    const { token, portal } = await subscribed(service, receiver.url, ['memory.created'])
    await rememberOne(service, token)
    const [received] = await receiver.until(1)
    const id = idOf(received!)
    await portal.when(id, ({ attempts }) => attempts.length === 1)
    // Out of reach of the first retry, which follows after five seconds.
    await service.ports.db.count(sql`update deliveries set due_at = due_at + interval '1 day' where id = ${id}`)
    status = 200
    await portal.ask('POST', `/deliveries/${id}/replay`)
    const done = await portal.when(id, ({ status }) => status === 'succeeded')
    expect(done.attempts.map(({ status_code }) => status_code)).toEqual([500, 200])
    await receiver.close()
  })

  test('all failed since a time leaves out others, and those of disabled endpoints', async () => {
    let status = 500
    const receiver = await openReceiver(() => status)
    const own = await subscribed(service, receiver.url, ['memory.created'])
    const { token, portal, subscription } = own
    const ids: string[] = []
    for (let i = 0; i < 3; i++) {
      await rememberOne(service, token)
      const received = await receiver.until(i + 1)
      ids.push(idOf(received[i]!))
      await portal.when(ids[i]!, ({ attempts }) => attempts.length === 1)
    }
    const { db } = service.ports
    await db.count(sql`update deliveries set status = 'failed' where id = any(${ids}::text[])`)
    await db.count(sql`update deliveries set created_at = created_at - interval '2 days' where id = ${ids[0]}`)
    status = 200
    const since = new Date(clock.now().getTime() - DAY_MS).toISOString()
    const replay = (more = {}) => portal.ask('POST', '/deliveries/replay', { since, ...more })
    expect(await replay({ subscription_id: 'sub_other' })).toEqual({ queued: 0, more: false })
    await portal.ask('PATCH', `/subscriptions/${subscription.id}`, { status: 'disabled' })
    expect(await replay()).toEqual({ queued: 0, more: false })
    await portal.ask('PATCH', `/subscriptions/${subscription.id}`, { status: 'active' })
    const count = (more = '') => portal.ask('GET', `/deliveries/failed?since=${since}${more}`)
    expect(await count()).toEqual({ failed: 2, more: false })
    expect(await count('&subscription_id=sub_other')).toEqual({ failed: 0, more: false })
    expect(await replay({ subscription_id: subscription.id })).toEqual({ queued: 2, more: false })
    for (const id of ids.slice(1)) await portal.when(id, ({ status }) => status === 'succeeded')
    expect((await portal.when(ids[0]!, () => true)).status).toBe('failed')
    const other = await service.newDeveloper()
    const foreign = await service.call('POST', `${portal.path}/deliveries/replay`, {
      cookie: other.cookie,
      body: { since },
    })
    expect(foreign.status).toBe(404)
    const wrong = await service.call('POST', `${portal.path}/deliveries/replay`, {
      cookie: await portal.session(),
      body: { since: 'yesterday' },
    })
    expect(wrong.body.error.details[0].path).toBe('since')
    await receiver.close()
  })
})
