import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobs } from '../src/app.ts'
import { DELETE_BATCH_ROWS } from '../src/foundation/jobs.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { MINUTE_MS, openClock, rememberOne, subscribed } from './hooks.ts'
import { openReceiver } from './receiver.ts'
import { type TestService, testService } from './service.ts'

const MANY = DELETE_BATCH_ROWS + 1
const SETTLED_MS = 6 * MINUTE_MS

const clock = openClock()
let service: TestService
let receiver: Awaited<ReturnType<typeof openReceiver>>
beforeAll(async () => {
  ;[service, receiver] = await Promise.all([testService({}, { clock: clock.now }), openReceiver()])
})
afterAll(async () => {
  await service?.stop()
  await receiver?.close()
})

/** Inserts many deliveries of one subscription into the table, pending or delivered. */
async function fill(appId: string, subscriptionId: string, status: 'pending' | 'succeeded'): Promise<void> {
  const at = new Date(clock.now().getTime() + 60 * MINUTE_MS).toISOString()
  await service.ports.db.count(sql`
    insert into deliveries (user_id, id, app_id, subscription_id, event_id, event_type, data, status, due_at, created_at)
    select 'usr_' || n % 7, 'dlv_' || lpad(n::text, 8, '0') || ${subscriptionId}::text, ${appId}, ${subscriptionId},
      'evt_' || n, 'signal.created', '{}'::jsonb, ${status}, ${at}::timestamptz, ${at}::timestamptz
    from generate_series(1, ${MANY}::int) n`)
}

async function count(subscriptionId: string, status = 'any'): Promise<number> {
  const { rows } = await service.ports.db.one<{ rows: number }>(sql`
    select count(*) as rows from deliveries
    where subscription_id = ${subscriptionId} and ${status} in ('any', status)`)
  return rows
}

/** Runs a job once; returns whether it has more to do. */
function runJob(name: string) {
  const job = jobs.find((each) => each.name === name)!
  return service.ports.db.transaction(async (db) => job.run({ ...service.ports, db }))
}

test('deleting a subscription hides its deliveries at once; a job deletes the rows in batches', async () => {
  const { app, portal, subscription, token } = await subscribed(service, receiver.url)
  const other = await portal.subscribe(receiver.url, ['memory.created'])
  await fill(app.id, subscription.id, 'succeeded')
  await rememberOne(service, token)
  await expect.poll(() => count(other.subscription.id, 'succeeded')).toBe(1)
  const [ofOther] = await portal.deliveries(`?subscription_id=${other.subscription.id}`)
  const [ofDeleted] = await portal.deliveries(`?subscription_id=${subscription.id}`)
  await portal.ask('DELETE', `/subscriptions/${subscription.id}`)

  expect(await count(subscription.id)).toBeGreaterThan(MANY)
  expect(await portal.deliveries()).toEqual([ofOther])
  expect(await portal.deliveries(`?subscription_id=${subscription.id}`)).toEqual([])
  const cookie = await portal.session()
  for (const [method, rest] of [
    ['GET', ''],
    ['POST', '/replay'],
  ] as const)
    expect((await service.call(method, `${portal.path}/deliveries/${ofDeleted!.id}${rest}`, { cookie })).status).toBe(
      404,
    )

  expect(await runJob('delete orphaned deliveries')).toBe(false)
  clock.jump(SETTLED_MS)
  expect(await runJob('delete orphaned deliveries')).toBe(true)
  expect(await count(subscription.id)).toBeGreaterThan(0)
  while (await runJob('delete orphaned deliveries'));
  expect(await count(subscription.id)).toBe(0)
  expect(await portal.deliveries()).toEqual([ofOther])
})

test('pending deliveries of a deleted app are not sent, not counted as due, and deleted by the job', async () => {
  const { app, developer, subscription, token } = await subscribed(service, receiver.url)
  const before = receiver.all.length
  await fill(app.id, subscription.id, 'pending')
  await service.ok('DELETE', `/v1/dev/apps/${app.id}`, { cookie: developer.cookie })
  expect((await service.call('GET', '/v1/connection', { token })).status).toBe(401)
  clock.jump(120 * MINUTE_MS)
  const { token: other } = await subscribed(service, receiver.url)
  await rememberOne(service, other)
  await receiver.until(before + 1)
  expect(await count(subscription.id, 'pending')).toBe(MANY)
  expect(await (await fetch(`${service.url}/metrics`)).text()).toContain('webhook_deliveries_due 0\n')
  while (await runJob('delete orphaned deliveries'));
  expect(await count(subscription.id)).toBe(0)
  expect(receiver.all.slice(before).map(({ body }) => body.type)).toEqual(['memory.created'])
})

test('disabling a subscription cancels the first batch at once; a job cancels the rest', async () => {
  const { app, portal, subscription } = await subscribed(service, receiver.url)
  await fill(app.id, subscription.id, 'pending')
  await portal.ask('PATCH', `/subscriptions/${subscription.id}`, { status: 'disabled' })
  expect(await count(subscription.id, 'cancelled')).toBe(DELETE_BATCH_ROWS)
  expect(await runJob('cancel deliveries of disabled subscriptions')).toBe(false)
  expect(await count(subscription.id, 'cancelled')).toBe(MANY)
})
