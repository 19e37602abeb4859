import { afterAll, beforeAll, expect, test } from 'vitest'
import { events } from '../src/app.ts'
import { openMeter } from '../src/domain/plans/meter.ts'
import { openDeliveries } from '../src/domain/webhooks/deliver.ts'
import { openSender } from '../src/domain/webhooks/send.ts'
import type { AppActor } from '../src/foundation/actor.ts'
import { Failure } from '../src/foundation/errors.ts'
import type { Database } from '../src/foundation/sql/db.ts'
import { compile, sql } from '../src/foundation/sql/sql.ts'
import { subscribed } from './hooks.ts'
import { openReceiver } from './receiver.ts'
import { type TestService, testService } from './service.ts'

/* One response of the database is lost: completed work is not repeated, and leased deliveries are released. */

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service?.stop())

/** A database that loses one response: that of the next commit, of the next transaction, or of a matching statement. */
function losing(what: 'the commit' | 'the transaction' | RegExp): Database {
  const db = service.ports.db as Database
  let left = 1
  const lose = () => {
    if (left-- > 0) throw new Failure('unavailable')
  }
  return {
    ...db,
    async transaction(work) {
      if (what instanceof RegExp) return db.transaction(work)
      const done = await db.transaction(async (inner) => {
        const result = await work(inner)
        if (what === 'the transaction') lose()
        return result
      })
      lose()
      return done
    },
    async rows(query) {
      if (what instanceof RegExp && what.test(compile(query).text)) lose()
      return db.rows(query)
    },
  }
}

test.each([
  'the commit',
  'the transaction',
] as const)('usage is counted once when the response to %s is lost', async (what) => {
  const { app, token } = await service.connected(['memory:read:*'])
  const { clock, log, tokens } = service.ports
  const meter = openMeter({ db: losing(what), clock, log, rateLimit: null, shared: false })
  const actor = (await tokens.actorOf(token)) as AppActor
  meter.count(actor, 'context_requests', 3)
  meter.admit(actor)
  await expect(meter.flush()).rejects.toThrow(Failure)
  meter.count(actor, 'context_requests', 4)
  await meter.close()
  expect(
    await service.ports.db.one(sql`
      select (select sum(context_requests)::int from usage_days where app_id = ${app.id}) as counted, (
        select sum(a.calls)::int from connection_activity a join connections c on c.id = a.connection_id
        where c.app_id = ${app.id}) as calls`),
  ).toEqual({ counted: 7, calls: 1 })
})

test('deliveries leased while grants cannot be read are released and sent before their lease expires', async () => {
  const receiver = await openReceiver()
  const { app, subscription } = await subscribed(service, receiver.url)
  // A frozen clock: leases never expire.
  const now = new Date(Date.now() + 60_000)
  const { log, vault, trace, measures } = service.ports
  const db = losing(/^select c\.id, c\.scopes/)
  const sender = openSender({ allowPrivate: true })
  const deliveries = openDeliveries({
    events,
    db,
    clock: () => now,
    log,
    vault,
    sender,
    trace,
    measures,
    notices: service.ports,
  })
  await service.ports.db.count(sql`
    insert into deliveries (user_id, id, app_id, subscription_id, event_id, event_type, data, status, due_at, created_at)
    values ('usr_nobody', 'dlv_released', ${app.id}, ${subscription.id}, 'evt_1', 'webhook.test',
      ${JSON.stringify({ subscription_id: subscription.id, message: 'Hello.' })}::jsonb, 'pending',
      ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz)`)
  deliveries.start()
  await receiver.until(1)
  await deliveries.close()
  expect(receiver.all).toHaveLength(1)
  expect(
    await service.ports.db.one(sql`select status, attempt_count from deliveries where id = 'dlv_released'`),
  ).toEqual({ status: 'succeeded', attempt_count: 1 })
  await receiver.close()
})
