import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobs } from '../src/app.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { DAY_MS, openClock } from './hooks.ts'
import { type TestService, testService } from './service.ts'

const CHAT_BYTES_MAX = 128 * 1024 * 1024
const AT = '2026-05-03T07:31:12.000Z'

const clock = openClock()
let service: TestService
beforeAll(async () => {
  service = await testService({}, { clock: clock.now })
})
afterAll(() => service.stop())

const runJob = (name: string) => jobs.find((job) => job.name === name)!.run(service.ports)

test('imported chats are limited by their bytes, and deleting a chat frees them', async () => {
  const { id, cookie } = await service.newPerson()
  const { db } = service.ports
  const chat = { object: 'chat', id: 'cht_01kb5dd9v2000m4h2n8y7tq3wz', title: 'Long', createdAt: AT, updatedAt: AT }
  const message = (n: number, content: string) => ({
    ...{ object: 'message', id: `msg_01kb5dd9v2000m4h2n8y7tq3w${n}`, chatId: chat.id, role: 'user', createdAt: AT },
    content,
  })
  const send = (...lines: object[]) =>
    service.ok('POST', '/v1/import', {
      cookie,
      body: lines.map((line) => JSON.stringify(line)).join('\n'),
      headers: { 'content-type': 'application/x-ndjson' },
    })
  const bytes = async () =>
    (await db.one<{ n: number }>(sql`select chat_bytes as n from stores where user_id = ${id}`)).n
  await send(chat, message(1, 'é'.repeat(50)))
  expect(await bytes()).toBe(100)
  await db.count(sql`update stores set chat_bytes = ${CHAT_BYTES_MAX - 10}::bigint where user_id = ${id}`)
  expect(await send(message(2, 'x'.repeat(11)), message(3, 'x'.repeat(10)))).toMatchObject({
    imported: 1,
    errorCount: 1,
  })
  expect(await bytes()).toBe(CHAT_BYTES_MAX)
  await service.ok('DELETE', `/v1/chats/${chat.id}`, { cookie })
  expect(await bytes()).toBe(CHAT_BYTES_MAX - 110)
})

test('ended triggers are limited for each connection and deleted after 90 days', async () => {
  const { person, token } = await service.connected([])
  const { db } = service.ports
  const { id, appId } = await service.get('/v1/connection', token)
  await db.count(sql`
    insert into triggers (user_id, id, connection_id, app_id, fire_at, kind, status, created_at)
    select ${person.id}, 'trg_0' || lpad(n::text, 8, '0'), ${id}, ${appId}, now() + interval '1 year', 'x', 'cancelled', now()
    from generate_series(1, 20000) n`)
  const stored = async () =>
    (await db.one<{ n: number }>(sql`select count(*) as n from triggers where user_id = ${person.id}`)).n
  const fireAt = new Date(clock.now().getTime() + 200 * DAY_MS).toISOString()
  await service.ok('POST', '/v1/schedule', { token, body: { fireAt, kind: 'checkin' } })
  expect(await stored()).toBe(19_001)
  clock.jump(91 * DAY_MS)
  await expect
    .poll(async () => {
      await runJob('delete ended triggers')
      return stored()
    })
    .toBe(1)
  clock.set(new Date())
})

test('stored responses of one user are trimmed', async () => {
  const { person } = await service.connected([])
  const { db } = service.ports
  await db.count(sql`
    insert into idempotency_keys (user_id, credential, route, key, body_hash, status, reply, created_at)
    select ${person.id}, 'c', 'r', n::text, ''::bytea, 200, ''::bytea, now() - interval '1 hour' + n * interval '1 ms'
    from generate_series(1, 100010) n`)
  await runJob('trim idempotency records')
  const left = await db.one<{ n: number; oldest: number }>(sql`
    select count(*) as n, min(key::int) as oldest from idempotency_keys where user_id = ${person.id}`)
  expect(left).toEqual({ n: 100_000, oldest: 11 })
})
