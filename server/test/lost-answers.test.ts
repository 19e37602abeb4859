import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMeter } from '../src/domain/plans/meter.ts'
import { openDeliveries } from '../src/domain/webhooks/deliver.ts'
import { openSender } from '../src/domain/webhooks/send.ts'
import type { AppActor } from '../src/foundation/actor.ts'
import type { Database } from '../src/foundation/db.ts'
import { Failure } from '../src/foundation/errors.ts'
import { compile, sql } from '../src/foundation/sql.ts'
import { listening } from './hooks.ts'
import { openReceiver } from './receiver.ts'
import { type TestService, testService } from './service.ts'

/* The database answers once too few: what was done is not done twice, and what was not begun waits for nobody. */

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service?.stop())

/** A database of which one answer is lost: that of the next transaction, done or undone, or of a statement. */
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
] as const)('what was counted is counted once when the answer to %s is lost', async (what) => {
  const { app, token } = await service.connected(['memory:read:*'])
  const { clock, log, tokens } = service.ports
  const meter = openMeter({ db: losing(what), clock, log, rateLimit: null })
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

test('what was taken while grants cannot be read is given back, and told before its lease has run out', async () => {
  const receiver = await openReceiver()
  const { app, subscription } = await listening(service, receiver.url)
  // A clock that stands still: no lease ever runs out.
  const now = new Date(Date.now() + 60_000)
  const { log, vault, trace, measures } = service.ports
  const db = losing(/^select c\.id, c\.scopes/)
  const sender = openSender({ allowPrivate: true })
  const deliveries = openDeliveries({ db, clock: () => now, log, vault, sender, trace, measures })
  await service.ports.db.count(sql`
    insert into deliveries (user_id, id, app_id, subscription_id, event_id, event_type, data, status, due_at, created_at)
    values ('usr_nobody', 'dlv_given_back', ${app.id}, ${subscription.id}, 'evt_1', 'webhook.test',
      ${JSON.stringify({ subscription_id: subscription.id, message: 'Hello.' })}::jsonb, 'pending',
      ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz)`)
  deliveries.start()
  await receiver.until(1)
  await deliveries.close()
  expect(receiver.all).toHaveLength(1)
  expect(
    await service.ports.db.one(sql`select status, attempt_count from deliveries where id = 'dlv_given_back'`),
  ).toEqual({ status: 'succeeded', attempt_count: 1 })
  await receiver.close()
})
