import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { openClock, rememberOne, SECOND_MS, subscribed } from './hooks.ts'
import { idOf, openReceiver } from './receiver.ts'
import { isShared, secondService, type TestService, testService } from './service.ts'

const clock = openClock()
let service: TestService
beforeAll(async () => {
  service = await testService({}, { clock: clock.now })
})
afterAll(() => service.stop())

const never = () => new Promise<number>(() => {})

/** Inserts deliveries that have been due for an hour. */
async function queue(appId: string, subscriptionId: string, count: number): Promise<void> {
  const due = new Date(clock.now().getTime() - 3600 * SECOND_MS).toISOString()
  const data = JSON.stringify({ subscription_id: subscriptionId, message: 'One of many.' })
  await service.ports.db.count(sql`
    insert into deliveries (user_id, id, app_id, subscription_id, event_id, event_type, data, status, due_at, created_at)
    select 'usr_nobody', 'dlv_' || ${subscriptionId}::text || n, ${appId}, ${subscriptionId}, 'evt_' || n, 'webhook.test',
      ${data}::jsonb, 'pending', ${due}::timestamptz, ${due}::timestamptz
    from generate_series(1, ${count}::int) n`)
}

function waiting(subscriptionIds: string[]): Promise<{ left: number }> {
  return service.ports.db.one(sql`
    select count(*) as left from deliveries
    where subscription_id = any(${subscriptionIds}::text[]) and status = 'pending'`)
}

test('an unresponsive endpoint with 10,000 queued deliveries does not delay the others', async () => {
  const [dead, alive] = [await openReceiver(never), await openReceiver()]
  const queued = await subscribed(service, dead.url)
  const other = await subscribed(service, alive.url)
  await queue(queued.app.id, queued.subscription.id, 10_000)
  service.ports.deliveries.nudge()
  await dead.until(32)
  await rememberOne(service, other.token)
  await alive.until(1)
  // The other endpoint received its delivery while the first attempts were still in progress.
  expect(dead.all).toHaveLength(32)
  expect(await waiting([queued.subscription.id])).toEqual({ left: 10_000 })
  await queued.portal.ask('DELETE', `/subscriptions/${queued.subscription.id}`)
  await Promise.all([dead.close(), alive.close()])
})

test('failing endpoints do not use up the capacity for others, even on the same host', async () => {
  // One host on which all paths but one never respond.
  const host = await openReceiver((received) => (received.path === '/alive' ? 200 : never()))
  const [alive, dead] = [new URL('/alive', host.url).href, new URL('/dead', host.url).href]
  const { app, token } = await subscribed(service, alive)
  const failing = await service.newDeveloper().then((developer) => service.newApp(developer, []))
  const ids = Array.from({ length: 80 }, (_, n) => `sub_failing${n}_`)
  const now = clock.now().toISOString()
  await service.ports.db.count(sql`
    insert into webhook_subscriptions (id, app_id, url, events, status, failing_since, secret, created_at)
    select id, ${failing.id}, ${dead}, '{memory.created}', 'active', ${now}::timestamptz, secret, ${now}::timestamptz
    from unnest(${ids}::text[], ${ids.map((id) => service.ports.vault.seal('whsec_', `webhook ${id}`))}::bytea[])
      as t (id, secret)`)
  for (const id of ids) await queue(failing.id, id, 20)
  service.ports.deliveries.nudge()
  // Half of the lane is for the endpoints of one developer.
  await host.until(64, ({ path }) => path === '/dead')
  await rememberOne(service, token)
  await host.until(1, ({ path }) => path === '/alive')
  expect(host.all.filter(({ path }) => path === '/dead')).toHaveLength(64)
  expect(await waiting(ids)).toEqual({ left: 1_600 })
  // Slots are assigned in rounds, so no endpoint gets all of them.
  const called = new Map<string, number>()
  for (const { headers } of host.all) {
    const id = /sub_failing\d+_/.exec(headers['x-service-delivery'] as string)?.[0]
    if (id) called.set(id, (called.get(id) ?? 0) + 1)
  }
  expect(Math.max(...called.values())).toBeLessThanOrEqual(4)
  expect(app.id).not.toBe(failing.id)
  await service.ports.db.count(sql`delete from webhook_subscriptions where id = any(${ids}::text[])`)
  await host.close()
})

test('many unresponsive endpoints of one developer leave half of the capacity to others', async () => {
  const [dead, alive] = [await openReceiver(never), await openReceiver()]
  const { token } = await subscribed(service, alive.url)
  const developer = await service.newDeveloper()
  const now = clock.now().toISOString()
  for (const of of ['one', 'two']) {
    const app = await service.newApp(developer, [])
    const ids = Array.from({ length: 10 }, (_, n) => `sub_held${of}${n}_`)
    await service.ports.db.count(sql`
      insert into webhook_subscriptions (id, app_id, url, events, status, secret, created_at)
      select id, ${app.id}, ${dead.url}, '{memory.created}', 'active', secret, ${now}::timestamptz
      from unnest(${ids}::text[], ${ids.map((id) => service.ports.vault.seal('whsec_', `webhook ${id}`))}::bytea[])
        as t (id, secret)`)
    for (const id of ids) await queue(app.id, id, 32)
  }
  service.ports.deliveries.nudge()
  await dead.until(128)
  await rememberOne(service, token)
  await alive.until(1)
  expect(dead.all).toHaveLength(128)
  await service.ports.db.count(sql`delete from webhook_subscriptions where id like 'sub_held%'`)
  await Promise.all([dead.close(), alive.close()])
})

test('two processes on one database attempt each delivery once', async () => {
  if (!isShared()) return
  const second = await secondService(service, {}, { clock: clock.now })
  const receiver = await openReceiver()
  const { app, subscription } = await subscribed(service, receiver.url)
  await queue(app.id, subscription.id, 500)
  service.ports.deliveries.nudge()
  second.ports.deliveries.nudge()
  await receiver.until(500)
  // Stopping finishes the attempts in progress, so a second attempt would be received by now.
  await second.stop()
  await expect.poll(async () => (await waiting([subscription.id])).left).toBe(0)
  expect(receiver.all).toHaveLength(500)
  expect(new Set(receiver.all.map(idOf)).size).toBe(500)
  await receiver.close()
})

test('another process attempts the deliveries of a crashed one when their lease expires', async () => {
  if (!isShared()) return
  // The first process never finishes its attempt, as if it had crashed.
  const responses = [never, () => 200]
  const receiver = await openReceiver(() => responses.shift()!())
  const { portal, token } = await subscribed(service, receiver.url)
  await rememberOne(service, token)
  const [first] = await receiver.until(1)
  const { next_attempt_at } = await portal.when(idOf(first!), ({ attempt_count }) => attempt_count === 1)
  expect(Date.parse(next_attempt_at!) - clock.now().getTime()).toBeLessThanOrEqual(30 * SECOND_MS)
  const later = () => new Date(next_attempt_at!)
  const second = await secondService(service, {}, { clock: later })
  const [, again] = await receiver.until(2)
  expect(idOf(again!)).toBe(idOf(first!))
  expect(await portal.when(idOf(first!), ({ status }) => status === 'succeeded')).toMatchObject({ attempt_count: 2 })
  await Promise.all([second.stop(), receiver.close()])
})
