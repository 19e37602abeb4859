import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobs } from '../src/app.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { embeddingsAt, recall, whole } from './embedding.ts'
import { DAY_MS, rememberOne, subscribed } from './hooks.ts'
import { openReceiver } from './receiver.ts'
import { allRead, answerWith, noteOf, readBy } from './relations-read.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { type TestService, testService } from './service.ts'
import { distributeFile, standIn } from './stand-in-cluster.ts'

/*
 * The service with the statements of a Citus cluster: those of one user run by way of `run_on_shard`. They run on stand-ins;
 * with `CITUS_URL`, a database that `deploy/citus/distribute.sql` has distributed, on a cluster.
 */

const SCOPES = ['memory:read:*', 'memory:write:*']

let model: ScriptedModel
let receiver: Awaited<ReturnType<typeof openReceiver>>
let service: TestService
beforeAll(async () => {
  ;[model, receiver] = await Promise.all([scriptedModel(), openReceiver()])
  model.always('structured', (request) =>
    answerWith(noteOf(request).includes('Porto') ? [['user', 'owns', 'a flat in Porto']] : []),
  )
  const databaseUrl = process.env.CITUS_URL ?? (await distributed())
  service = await testService({ databaseUrl, embeddings: embeddingsAt(model.url), ...readBy(model) })
})
afterAll(async () => {
  await service.stop()
  await Promise.all([model.close(), receiver.close()])
})

async function distributed(): Promise<string> {
  const client = await standIn()
  await client.query(await distributeFile())
  await client.query(`alter database ${pg.escapeIdentifier(client.database!)} set search_path = public, stand_in`)
  await client.end()
  return client.url
}

test('finds out that users are spread', () => {
  expect(service.ports.db.layout).toEqual({ isSpread: true })
})

test('writes, changes and deletes memories, and repeats a stored response', async () => {
  const { token } = await service.connected(SCOPES)
  const keyed = {
    token,
    headers: { 'idempotency-key': 'once' },
    body: { memories: [{ content: `It's "quoted" \\ and … über.`, scope: 'media', metadata: { a: 1 } }] },
  }
  const written = await service.ok('POST', '/v1/memories', keyed)
  expect(await service.ok('POST', '/v1/memories', keyed)).toEqual(written)
  const [id] = written.memoryIds
  expect(await service.get(`/v1/memories/${id}`, token)).toMatchObject(keyed.body.memories[0]!)
  const edited = await service.ok('PATCH', `/v1/memories/${id}`, { token, body: { content: 'Something else.' } })
  expect(edited.updatedAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/)
  await service.ok('DELETE', `/v1/memories/${id}`, { token })
  expect((await service.get('/v1/memories', token)).memories).toEqual([])
})

test('stores all of many concurrent writes of several users', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => service.connected(SCOPES)))
  await Promise.all(
    people.flatMap(({ token }) =>
      Array.from({ length: 10 }, (_, at) => service.remember(token, [{ content: `Song ${at}.`, scope: 'media' }])),
    ),
  )
  for (const { token } of people) expect((await service.get('/v1/memories?limit=50', token)).memories).toHaveLength(10)
})

test('supersedes what a statement replaces', async () => {
  const { token } = await service.connected(SCOPES)
  await service.remember(token, [{ content: 'My favourite colour is blue.', scope: 'home' }])
  await service.remember(token, [{ content: 'My favourite colour is green.', scope: 'home' }])
  const { memories } = await service.get('/v1/memories', token)
  expect(memories.map(({ content }: { content: string }) => content)).toEqual(['My favourite colour is green.'])
})

test('embeds the memories of several users, and reads them for relations', async () => {
  const people = await Promise.all([service.connected(SCOPES), service.connected(SCOPES)])
  for (const { token } of people) await service.remember(token, [{ content: 'Owns a flat in Porto.', scope: 'home' }])
  await Promise.all([whole(service), allRead(service)])
  const { token } = people[0]!
  await expect.poll(async () => (await recall(service, token, `river ${performance.now()}`)).retrieval).toBe('hybrid')
  const { rows } = await service.ports.db
    .rows(sql`select user_id from memory_relations where relations::text like '%Porto%'`)
    .then((rows) => ({ rows }))
  expect(rows.length).toBeGreaterThanOrEqual(2)
  // A run that still looks for work may hold a lease.
  const leased = () =>
    service.ports.db.rows(sql`
      select user_id from vector_marks where leased_until is not null
      union all select user_id from relation_marks where leased_until is not null`)
  await expect.poll(leased).toEqual([])
})

test('makes missing slots and erases the trash of several users', async () => {
  const { db } = service.ports
  const people = await Promise.all([service.connected(SCOPES), service.connected(SCOPES)])
  for (const { token } of people) {
    const [id] = (await service.remember(token, [{ content: 'My favourite tea is green.', scope: 'home' }])).memoryIds
    await service.remember(token, [{ content: 'My dog is called Rex.', scope: 'home' }])
    await service.ok('DELETE', `/v1/memories/${id}`, { token })
  }
  const users = people.map(({ person }) => person.id)
  await db.count(sql`update stores set slots_rules = 0 where user_id = any(${users}::text[])`)
  await db.count(sql`delete from memory_slots where user_id = any(${users}::text[])`)
  const later = () => new Date(Date.now() + 400 * DAY_MS)
  const run = async (name: string) => {
    const job = jobs.find((job) => job.name === name)!
    for (let more = true; more; )
      more = (await db.transaction(async (db) => job.run({ ...service.ports, db, clock: later }))) === true
  }
  // The job leaves a store out that something else has locked, such as the computation of vectors.
  const filled = async () => {
    await run('make missing slots of memories')
    return db.rows(sql`select distinct user_id from memory_slots where user_id = any(${users}::text[])`)
  }
  await expect.poll(filled).toHaveLength(2)
  await run('erase old trash')
  expect(await db.rows(sql`select id from memory_revisions where user_id = any(${users}::text[])`)).toEqual([])
})

test('delivers the events of several users, and retries', async () => {
  const one = await subscribed(service, receiver.url)
  const other = await subscribed(service, receiver.url)
  const before = receiver.all.length
  const ids = [await rememberOne(service, one.token), await rememberOne(service, other.token)]
  await receiver.until(before + 2)
  expect(
    receiver.all
      .slice(before)
      .map(({ body }) => body.data.memory.id)
      .sort(),
  ).toEqual(ids.sort())
  for (const { portal } of [one, other]) {
    const [delivery] = await portal.deliveries()
    await portal.when(delivery!.id, ({ status }) => status === 'succeeded')
  }
  const { id } = await one.portal.ask('POST', `/subscriptions/${one.subscription.id}/test`)
  await one.portal.when(id, ({ status }) => status === 'succeeded')
})
