import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobs } from '../src/app.ts'
import type { AppActor } from '../src/foundation/actor.ts'
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

test('stored responses of one user are trimmed, those of the credential that holds most', async () => {
  const { person } = await service.connected([])
  const { db } = service.ports
  await db.count(sql`
    insert into idempotency_keys (user_id, credential, route, key, body_hash, status, reply, created_at)
    select ${person.id}, 'c', 'r', n::text, ''::bytea, 200, ''::bytea, now() - interval '1 hour' + n * interval '1 ms'
    from generate_series(1, 100010) n`)
  await db.count(sql`
    insert into idempotency_keys (user_id, credential, route, key, body_hash, status, reply, created_at)
    select ${person.id}, 'other', 'r', n::text, ''::bytea, 200, ''::bytea, now() - interval '2 hours'
    from generate_series(1, 5) n`)
  await runJob('trim idempotency records')
  const left = await db.one<{ n: number; oldest: number; others: number }>(sql`
    select count(*) as n, min(key::int) filter (where credential = 'c') as oldest,
      count(*) filter (where credential = 'other') as others
    from idempotency_keys where user_id = ${person.id}`)
  expect(left).toEqual({ n: 100_000, oldest: 16, others: 5 })
})

test('stored responses of one user are limited in bytes, by the oldest of the credential that holds most', async () => {
  const { person, token } = await service.connected(['memory:write:note'])
  const { id, cookie } = person
  const { db } = service.ports
  const contents = ['漢'.repeat(8_000), '字'.repeat(8_000)]
  const memories = contents.map((content) => ({ content, scope: 'note' }))
  const [memoryId, by] = (await service.ok('POST', '/v1/memories', { cookie, body: { memories } })).memoryIds
  const supersede = (key: string) =>
    service.call('POST', `/v1/memories/${memoryId}/supersede`, {
      cookie,
      body: { by },
      headers: { 'idempotency-key': key },
    })
  const write = () =>
    service.call('POST', '/v1/memories', {
      token,
      body: { memories: [{ content: 'Likes rye.', scope: 'note' }] },
      headers: { 'idempotency-key': 'of another app' },
    })
  expect((await write()).status).toBe(200)
  await db.count(sql`
    insert into idempotency_keys (user_id, credential, route, key, body_hash, status, reply, created_at)
    select ${id}, 'c', 'r', n::text, ''::bytea, 200, convert_to(repeat('x', 1048576), 'UTF8'),
      now() + n * interval '1 ms'
    from generate_series(1, 64) n`)
  const stored = () =>
    db.one<{ bytes: number; oldest: number }>(sql`
      select sum(octet_length(reply))::int as bytes, min(key::int) filter (where credential = 'c') as oldest
      from idempotency_keys where user_id = ${id}`)
  const MIB = 1024 * 1024
  // Some 24 kB each.
  for (let n = 0; n < 180; n++) expect((await supersede(`key ${n}`)).status).toBe(200)
  const { bytes, oldest } = await stored()
  expect(bytes).toBeLessThan(65 * MIB)
  expect(oldest).toBe(6)
  for (const key of ['key 0', 'key 179']) expect((await supersede(key)).headers.get('idempotent-replayed')).toBe('true')
  expect((await write()).headers.get('idempotent-replayed')).toBe('true')
})

test('which memories were read is kept for the newest reads of each app, and the entry of older ones stays', async () => {
  const { person, app, token } = await service.connected(['memory:read:note'])
  const { db } = service.ports
  const { id: connectionId } = await service.get('/v1/connection', token)
  const other = await service.newApp(await service.newDeveloper(), ['memory:read:note'])
  const old = (appId: string, count: number) => sql`
    select ${person.id}, 'aud_0' || ${appId} || n, now(), ${appId} from generate_series(1, ${count}::int) n`
  for (const select of [old(app.id, 5_000), old(other.id, 10)]) {
    await db.count(sql`
      insert into audit_entries (user_id, id, at, app_id, actor, action, scope, count, request_id)
      select r.*, 'app', 'memories.list', 'note', 1, 'x' from (${select}) r`)
    await db.count(sql`
      insert into audit_reads (user_id, id, at, memory_ids)
      select r.user_id, r.id, r.at, array['mem_1'] from (${select}) r (user_id, id, at, app_id)`)
  }
  const stored = async (appId: string) =>
    (
      await db.one<{ n: number }>(sql`
        select count(*) as n from audit_reads r join audit_entries e on e.user_id = r.user_id and e.id = r.id
        where r.user_id = ${person.id} and e.app_id = ${appId}`)
    ).n
  const actor = { kind: 'app', userId: person.id, appId: app.id, app: app.slug, connectionId } as unknown as AppActor
  const read = async (times: number) => {
    for (let n = 0; n < times; n++)
      service.ports.audit.noteRead({ actor, clock: () => new Date(), requestId: 'x' }, 'memories.list', [
        { id: 'mem_2', scope: 'note' },
      ])
    await service.ports.audit.flush()
  }
  await read(499)
  expect(await stored(app.id)).toBe(5_499)
  await read(1)
  expect(await stored(app.id)).toBe(5_000)
  expect(await stored(other.id)).toBe(10)
  const entries = await db.one<{ n: number }>(sql`
    select count(*) as n from audit_entries where user_id = ${person.id} and app_id = ${app.id} and action = 'memories.list'`)
  expect(entries.n).toBe(5_500)
})
