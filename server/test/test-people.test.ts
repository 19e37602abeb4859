import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobs } from '../src/app.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { type App, type Person, type TestService, testService } from './service.ts'

const SCOPES = ['identity:read', 'memory:read:fitness.*', 'memory:write:fitness.*']

let service: TestService
let developer: Person
let app: App
beforeAll(async () => {
  service = await testService()
  developer = await service.newDeveloper()
  app = await service.newApp(developer, SCOPES)
})
afterAll(() => service.stop())

const people = (of = app) => `/v1/dev/apps/${of.id}/test-people`
const asDeveloper = (method: string, path: string, body?: object) =>
  service.call(method, path, { cookie: developer.cookie, ...(body ? { body } : {}) })
const created = async (body: object = {}, of = app) => {
  const reply = await asDeveloper('POST', people(of), body)
  expect(reply.status).toBe(200)
  return reply.body
}
const storedFor = (id: string) =>
  service.ports.db.one<{ rows: number }>(sql`
    select (select count(*) from users where id = ${id}) + (select count(*) from memories where user_id = ${id})
      + (select count(*) from connections where user_id = ${id}) + (select count(*) from stores where user_id = ${id})
      + (select count(*) from app_accounts where account_id = ${id}) + (select count(*) from audit_entries where user_id = ${id})
      as rows`)

test('a test person has a marked connection that reads and writes like any other', async () => {
  const { person, connection_token: token, ai_id } = await created({ name: 'Ada' })
  expect(person).toEqual({
    id: person.id,
    name: 'Ada',
    test: true,
    connectionId: expect.stringMatching(/^con_/),
    scopes: SCOPES,
    memories: 0,
    createdAt: person.createdAt,
  })
  const connection = await service.get('/v1/connection', token)
  expect(connection).toMatchObject({ id: person.connectionId, userId: person.id, aiId: ai_id, test: true })
  await service.remember(token, [{ content: 'Runs on Sundays.', scope: 'fitness' }])
  const { memories } = await service.get('/v1/memories?query=sundays', token)
  expect(memories.map(({ content }: { content: string }) => content)).toEqual(['Runs on Sundays.'])
  expect((await service.get('/v1/identity/brief', token)).brief).toContain('Ada')
  const { items } = await service.ok('GET', `/v1/dev/apps/${app.id}/connections`, { cookie: developer.cookie })
  expect(items.find(({ id }: { id: string }) => id === person.connectionId)).toMatchObject({ test: true })
})

test('the requests and audit entries of a test person are marked', async () => {
  const { app: own, developer: maker, token } = await service.connected(SCOPES)
  await service.get('/v1/memories', token)
  const path = `/v1/dev/apps/${own.id}`
  const { connection_token } = await service.ok('POST', people(own), { cookie: maker.cookie, body: {} })
  await service.get('/v1/memories?query=sundays', connection_token)
  const requests = await service.ok('GET', `${path}/requests?route=/v1/memories`, { cookie: maker.cookie })
  expect(requests.items.map(({ test }: { test: boolean }) => test)).toEqual([true, false])
  const audit = await service.ok('GET', `${path}/audit`, { cookie: maker.cookie })
  expect(audit.items.map(({ action, test }: { action: string; test: boolean }) => `${action} ${test}`)).toEqual([
    'memories.recall true',
    'connection.create true',
    'memories.list false',
    'connection.create false',
  ])
})

test('the scopes of a test person lie within the manifest', async () => {
  const { person, connection_token } = await created({ scopes: ['memory:read:fitness.*'] })
  expect(person.scopes).toEqual(['memory:read:fitness.*'])
  const body = { memories: [{ content: 'Runs.', scope: 'fitness' }] }
  expect((await service.call('POST', '/v1/memories', { token: connection_token, body })).status).toBe(403)
  const reply = await asDeveloper('POST', people(), { scopes: ['memory:read:health'] })
  expect([reply.status, reply.body.error.code]).toEqual([400, 'invalid_scope'])
})

test('sample memories span namespaces, of which the app sees those that it was granted', async () => {
  const { person, connection_token: token } = await created({ sampleMemories: true })
  expect(person.memories).toBe(10)
  const { memories } = await service.get('/v1/memories', token)
  expect(memories.map(({ scope, sourceApp }: { scope: string; sourceApp: string }) => [scope, sourceApp])).toEqual([
    ['fitness', null],
    ['fitness', null],
  ])
})

test('test people count against no plan: calls, writes, connected people', async () => {
  const other = await service.newApp(developer, SCOPES)
  const { connection_token: token } = await created({}, other)
  await service.remember(token, [{ content: 'Runs.', scope: 'fitness' }])
  const quota = await service.get('/v1/quota', token)
  expect(quota.connected_users.used).toBe(0)
  const { totals } = await service.ok('GET', `/v1/dev/apps/${other.id}/usage`, { cookie: developer.cookie })
  expect(totals).toEqual({
    api_calls: 0,
    hosted_tokens_in: 0,
    hosted_tokens_out: 0,
    memory_writes: 0,
    context_requests: 0,
    connected_users: 0,
  })
})

test('a test person writes on after the quota of the month is used up', async () => {
  const busy = await service.newDeveloper()
  const spent = await service.newApp(busy, SCOPES)
  await service.ports.db.count(sql`update developers set limits = '{"api_calls": 0}' where id = ${busy.id}`)
  const body = { memories: [{ content: 'Runs.', scope: 'fitness' }] }
  const real = await service.connect(await service.newPerson(), spent, SCOPES)
  expect((await service.call('POST', '/v1/memories', { token: real, body })).status).toBe(402)
  const { connection_token: token } = await service.ok('POST', people(spent), { cookie: busy.cookie, body: {} })
  expect((await service.call('POST', '/v1/memories', { token, body })).status).toBe(200)
})

test('no one can sign in as a test person', async () => {
  const { person } = await created()
  const row = await service.ports.db.one(sql`
    select email, pending_email, password_set from users where id = ${person.id}`)
  expect(row).toEqual({ email: null, pending_email: null, password_set: false })
  const body = { email: person.id, password: 'none' }
  expect((await service.call('POST', '/v1/auth/login', { body })).status).toBe(401)
})

test('an app has at most 100 test people; another developer finds none of them', async () => {
  const full = await service.newApp(developer, SCOPES)
  await service.ports.db.count(sql`
    insert into users (id, password_hash, plan, created_at)
    select 'usr_filler' || n, 'none', 'free', now() from generate_series(1, 99) n`)
  await service.ports.db.count(sql`
    insert into app_accounts (account_id, app_id, kind, created_at, used_on)
    select 'usr_filler' || n, ${full.id}, 'test', now(), now() from generate_series(1, 99) n`)
  const { person } = await created({}, full)
  const reply = await asDeveloper('POST', people(full), {})
  expect([reply.status, reply.body.error.details]).toEqual([
    402,
    { limit: 'test_people', used: 100, max: 100, plan: 'sandbox' },
  ])
  const { cookie } = await service.newDeveloper()
  for (const [method, path] of [
    ['GET', people(full)],
    ['POST', people(full)],
    ['DELETE', people(full)],
    ['DELETE', `${people(full)}/${person.id}`],
  ] as const)
    expect((await service.call(method, path, { cookie, ...(method === 'POST' ? { body: {} } : {}) })).status).toBe(404)
  // A person of another app, and someone who is no test person, are not found either.
  expect((await asDeveloper('DELETE', `${people()}/${person.id}`)).status).toBe(404)
  expect((await asDeveloper('DELETE', `${people()}/${(await service.newPerson()).id}`)).status).toBe(404)
})

test('erasing one or all leaves nothing, and their tokens are refused', async () => {
  const own = await service.newApp(developer, SCOPES)
  const [one, two, three] = [
    await created({ sampleMemories: true }, own),
    await created({}, own),
    await created({}, own),
  ]
  expect((await asDeveloper('DELETE', `${people(own)}/${one.person.id}`)).body).toEqual({ ok: true })
  expect(await storedFor(one.person.id)).toEqual({ rows: 0 })
  const ids = async () => (await asDeveloper('GET', people(own))).body.items.map(({ id }: { id: string }) => id)
  expect(await ids()).toEqual([three.person.id, two.person.id])
  expect((await asDeveloper('DELETE', people(own))).body).toEqual({ erased: 2 })
  expect(await ids()).toEqual([])
  for (const { connection_token: token } of [one, two, three])
    expect((await service.call('GET', '/v1/connection', { token })).status).toBe(401)
})

test('the test people of a deleted app are erased', async () => {
  const short = await service.newApp(developer, SCOPES)
  const { person, connection_token: token } = await created({ sampleMemories: true }, short)
  expect((await asDeveloper('DELETE', `/v1/dev/apps/${short.id}`)).status).toBe(200)
  expect((await service.call('GET', '/v1/connection', { token })).body.error.code).toBe('connection_revoked')
  const job = jobs.find(({ name }) => name === 'erase accounts of deleted apps')
  await service.ports.db.transaction(async (db) => job?.run({ ...service.ports, db }))
  expect(await storedFor(person.id)).toEqual({ rows: 0 })
})
