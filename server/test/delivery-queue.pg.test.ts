import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { subscribed } from './hooks.ts'
import { freshDatabase } from './postgres.ts'
import { explainAll } from './query-plans.ts'
import { openReceiver } from './receiver.ts'
import { type TestService, testService } from './service.ts'

/* What the delivery loop reads to find due deliveries, in pages: it must not depend on how many wait for a later attempt. */

const ENDPOINTS = 2_000
const WAITING = 200_000
const PAGES_MAX = 300
/** Endpoints of one look, each with a few index pages for the walk, for its rows and for their update. */
const PAGES_OF_A_LOOK_MAX = 500 * 24

let databaseUrl: string
let receiver: Awaited<ReturnType<typeof openReceiver>>
let service: TestService
let read: Awaited<ReturnType<typeof explainAll>>
beforeAll(async () => {
  const engine = inject('engine')
  if (engine.kind !== 'postgres') throw new Error('this is about PostgreSQL')
  databaseUrl = await freshDatabase(engine.url, engine.template)
  read = await explainAll(databaseUrl, { pages: true })
  receiver = await openReceiver()
  service = await testService({ databaseUrl })
})
afterAll(async () => {
  await service.stop()
  await receiver.close()
})

/** Adds pending deliveries in turn to endpoints that nothing answers at, due after some seconds from now. */
async function addWaiting(name: string, rows: number, dueAfterSeconds: number): Promise<void> {
  const { db } = service.ports
  const { app } = await service.connected([])
  await db.count(sql`
    insert into webhook_subscriptions (id, app_id, url, events, secret, status, failing_since, created_at)
    select ${name} || n, ${app.id}, 'http://127.0.0.1:9/' || n, '{}', '', 'active', now(), now()
    from generate_series(1, ${ENDPOINTS}::int) n`)
  await db.count(sql`
    insert into deliveries (user_id, id, app_id, subscription_id, event_id, event_type, data, status, due_at, created_at)
    select 'usr_' || n % 1000, ${name} || n, ${app.id}, ${name} || (1 + n % ${ENDPOINTS}::int), 'evt_' || n,
      'memory.created', '{}', 'pending', now() + ${dueAfterSeconds}::int * interval '1 second', now()
    from generate_series(1, ${rows}::int) n`)
}

/** The most pages that one statement of the queue read since the last call. */
async function pagesRead(statement: RegExp): Promise<number> {
  return Math.max(...(await read()).filter(({ text }) => statement.test(text)).map(({ pages }) => pages))
}

const MARK = /^with due as \( select d\.user_id, d\.id from deliveries/
const LEASE = /^with recursive waiting \(subscription_id, position\)/

describe('with 200,000 deliveries of 2,000 endpoints waiting for a later attempt', () => {
  test('finding due ones reads a few pages, and a new one is sent', async () => {
    const { token, portal } = await subscribed(service, receiver.url)
    await addWaiting('later', WAITING, 3_600)
    await service.ports.db.count(sql`analyze deliveries`)
    read = await explainAll(databaseUrl, { pages: true })
    await service.remember(token, [{ content: 'Runs on Tuesdays.', scope: 'fitness' }])
    await receiver.until(1)
    await expect.poll(() => pagesRead(LEASE)).toBeGreaterThan(0)
    console.log(`pages: mark ${await pagesRead(MARK)}, lease ${await pagesRead(LEASE)}`)
    expect(await pagesRead(MARK)).toBeLessThan(PAGES_MAX)
    expect(await pagesRead(LEASE)).toBeLessThan(PAGES_MAX)
    expect((await portal.deliveries()).length).toBe(1)
  })

  test('one look reads a bounded number of pages when all endpoints have due ones, and all get their turn', async () => {
    await addWaiting('due', ENDPOINTS, -1)
    read = await explainAll(databaseUrl, { pages: true })
    const attempted = () =>
      service.ports.db.one<{ n: number }>(sql`
        select count(*)::int as n from deliveries where id like 'due%' and jsonb_array_length(attempts) > 0`)
    await expect.poll(async () => (await attempted()).n, { timeout: 60_000, interval: 500 }).toBe(ENDPOINTS)
    console.log(`pages: lease ${await pagesRead(LEASE)}`)
    expect(await pagesRead(LEASE)).toBeLessThan(PAGES_OF_A_LOOK_MAX)
  })
})
