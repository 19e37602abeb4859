import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobs } from '../src/app.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { type App, basicOf, type Person, type TestService, testService } from './service.ts'

const DAY_MS = 24 * 60 * 60_000
const SCOPES = ['memory:read:*', 'memory:write:*']

let service: TestService
let developer: Person
let app: App
let now = () => new Date()
beforeAll(async () => {
  service = await testService({}, { clock: () => now() })
  developer = await service.newDeveloper()
  app = await service.newApp(developer, SCOPES)
})
afterAll(() => service.stop())

const basic = (client_id: string, client_secret: string) => ({
  authorization: basicOf({ ...app, client_id, client_secret }),
})
const call = (method: string, path: string, body?: object, of = app, more: Record<string, string> = {}) =>
  service.call(method, `/v1/held/${path}`, {
    headers: { ...basic(of.client_id, of.client_secret), ...more },
    ...(body ? { body } : {}),
  })
const memory = (content: string, scope = 'fitness', more: object = {}) => ({ memories: [{ content, scope, ...more }] })
const contents = ({ body }: { body: { memories: { content: string }[] } }) =>
  body.memories.map(({ content }) => content)
const heldOf = (externalId: string, of = app) =>
  service.ports.db.maybe<{ id: string }>(sql`
    select account_id as id from app_accounts where app_id = ${of.id} and external_id = ${externalId}`)
const run = (name: string) =>
  service.ports.db.transaction(async (db) => jobs.find((job) => job.name === name)?.run({ ...service.ports, db }))
const newUser = () => `user-${randomUUID()}`

test('an app writes, lists, recalls and erases under its own user id', async () => {
  const user = newUser()
  const written = await call('POST', `${user}/memories`, memory('Runs along the river on Sundays.'))
  expect([written.status, written.body.accepted]).toEqual([200, true])
  await call('POST', `${user}/memories`, memory('Drinks tea.', 'nutrition'))
  expect(contents(await call('GET', `${user}/memories`))).toEqual(['Drinks tea.', 'Runs along the river on Sundays.'])
  expect(contents(await call('POST', `${user}/recall`, { query: 'where does she run' }))).toEqual([
    'Runs along the river on Sundays.',
  ])
  expect(contents(await call('GET', `${user}/memories?scope=nutrition`))).toEqual(['Drinks tea.'])
  const { id } = (await heldOf(user))!
  expect((await call('DELETE', user)).body).toEqual({ ok: true })
  expect(contents(await call('GET', `${user}/memories`))).toEqual([])
  expect(
    await service.ports.db.one(sql`
      select (select count(*) from users where id = ${id}) as users, (select count(*) from memories where user_id = ${id}) as rows,
        (select count(*) from stores where user_id = ${id}) as stores`),
  ).toEqual({ users: 0, rows: 0, stores: 0 })
  expect((await call('DELETE', user)).status).toBe(200)
})

test('reads of an unknown user are empty and hold nothing', async () => {
  const user = newUser()
  expect((await call('GET', `${user}/memories`)).body).toEqual({ memories: [], next_cursor: null })
  expect((await call('POST', `${user}/recall`, { query: 'tea' })).body).toMatchObject({ memories: [], relevance: 0 })
  expect((await call('POST', `${user}/claim-link`)).status).toBe(404)
  expect(await heldOf(user)).toBeUndefined()
})

test('what an app holds is sealed from other apps, people and connections', async () => {
  const user = newUser()
  const { body } = await call('POST', `${user}/memories`, memory('Hides a zyzzyva.'))
  const other = await service.newApp(developer, SCOPES)
  expect(contents(await call('GET', `${user}/memories`, undefined, other))).toEqual([])
  await call('DELETE', user, undefined, other)
  expect(contents(await call('GET', `${user}/memories`))).toEqual(['Hides a zyzzyva.'])
  const person = await service.newPerson()
  const token = await service.connect(person, app, SCOPES)
  expect((await service.get('/v1/memories?query=zyzzyva', token)).memories).toEqual([])
  expect((await service.call('GET', `/v1/memories/${body.memoryIds[0]}`, { token })).status).toBe(404)
  const asToken = await service.call('GET', `/v1/held/${user}/memories`, { token })
  expect([asToken.status, asToken.body.error.code]).toEqual([403, 'forbidden'])
})

test.each([
  ['a wrong secret', () => basic(app.client_id, `${app.client_secret}x`)],
  [
    'the secret of another app',
    async () => basic(app.client_id, (await service.newApp(developer, SCOPES)).client_secret),
  ],
  ['no credential', () => ({})],
])('rejects %s', async (_, headers) => {
  const reply = await service.call('GET', `/v1/held/${newUser()}/memories`, { headers: await headers() })
  expect([reply.status, reply.body.error.code]).toEqual([401, 'unauthorized'])
})

test('a repeated request with the same key stores once', async () => {
  const user = newUser()
  const key = { 'idempotency-key': randomUUID() }
  const first = await call('POST', `${user}/memories`, memory('Sleeps late.'), app, key)
  const second = await call('POST', `${user}/memories`, memory('Sleeps late.'), app, key)
  expect([second.headers.get('idempotent-replayed'), second.body]).toEqual(['true', first.body])
  expect(contents(await call('GET', `${user}/memories`))).toEqual(['Sleeps late.'])
})

test('concurrent first writes of one user create one held user', async () => {
  const user = newUser()
  const replies = await Promise.all([1, 2, 3].map((n) => call('POST', `${user}/memories`, memory(`Has ${n} cats.`))))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(contents(await call('GET', `${user}/memories?state=all`)).sort()).toEqual([
    'Has 1 cats.',
    'Has 2 cats.',
    'Has 3 cats.',
  ])
})

test('held users of an app, and the bytes of each, are limited', async () => {
  const full = await service.newApp(developer, SCOPES)
  await service.ports.db.count(sql`
    insert into users (id, password_hash, plan, created_at)
    select 'usr_heldfiller' || n, 'none', 'free', now() from generate_series(1, 99) n`)
  await service.ports.db.count(sql`
    insert into app_accounts (account_id, app_id, kind, external_id, created_at, used_on)
    select 'usr_heldfiller' || n, ${full.id}, 'held', n::text, now(), now() from generate_series(1, 99) n`)
  // No random letters: some of them look like a secret, which is refused.
  const long = {
    memories: Array.from({ length: 100 }, (_, n) => ({
      content: `Walked route ${n}, and so on. `.repeat(400).slice(0, 8_000),
      scope: 'note',
    })),
  }
  expect((await call('POST', 'last/memories', long, full)).status).toBe(200)
  const bytes = await call('POST', 'last/memories', long, full)
  expect([bytes.status, bytes.body.error.details.limit]).toEqual([402, 'held_bytes'])
  const users = await call('POST', 'one-more/memories', memory('Runs.'), full)
  expect([users.status, users.body.error.details]).toEqual([
    402,
    { limit: 'held_users', used: 100, max: 100, plan: 'sandbox' },
  ])
  expect(await heldOf('one-more', full)).toBeUndefined()
})

test('calls count for the plan of the developer, whose audit shows them without a connection', async () => {
  const counted = await service.newApp(developer, SCOPES)
  await call('POST', 'a/memories', memory('Runs.'), counted)
  await call('GET', 'a/memories', undefined, counted)
  const { cookie } = developer
  const { totals } = await service.ok('GET', `/v1/dev/apps/${counted.id}/usage`, { cookie })
  expect(totals).toMatchObject({ api_calls: 2, memory_writes: 1, connected_users: 0 })
  const { items } = await service.ok('GET', `/v1/dev/apps/${counted.id}/audit?action=memories.write`, { cookie })
  expect(items).toMatchObject([{ action: 'memories.write', count: 1, connection_id: null }])
})

test('what was not used for 90 days is erased', async () => {
  const [idle, used] = [newUser(), newUser()]
  for (const user of [idle, used]) await call('POST', `${user}/memories`, memory('Runs.'))
  const start = Date.now()
  now = () => new Date(start + 89 * DAY_MS)
  await call('GET', `${used}/memories`)
  await run('erase idle held users')
  expect(await heldOf(idle)).toBeDefined()
  now = () => new Date(start + 92 * DAY_MS)
  await run('erase idle held users')
  expect([await heldOf(idle), await heldOf(used)]).toEqual([undefined, expect.anything()])
  now = () => new Date()
})

test('what an app holds is erased with the app', async () => {
  const short = await service.newApp(developer, SCOPES)
  await call('POST', 'a/memories', memory('Runs.'), short)
  await service.ok('DELETE', `/v1/dev/apps/${short.id}`, { cookie: developer.cookie })
  expect((await call('GET', 'a/memories', undefined, short)).status).toBe(401)
  await run('erase accounts of deleted apps')
  expect(await heldOf('a', short)).toBeUndefined()
})

test('a person claims the topics they choose at consent, and the rest is erased', async () => {
  const user = newUser()
  await call('POST', `${user}/memories`, {
    memories: [
      { content: 'Ran 10 km.', scope: 'fitness.trail', externalId: 'run-1', occurredAt: '2026-01-02T08:00:00Z' },
      { content: 'Wants to run a marathon.', scope: 'fitness', kind: 'goal' },
      { content: 'Takes a pill at noon.', scope: 'health' },
    ],
  })
  const { claim, expires_at } = (await call('POST', `${user}/claim-link`)).body
  expect(Date.parse(expires_at)).toBeGreaterThan(Date.now())
  const { cookie, ...person } = await service.newPerson()
  const preview = `/v1/oauth/preview?slug=${app.slug}&claim=${claim}`
  expect((await service.ok('GET', preview, {})).held).toBeNull()
  expect((await service.ok('GET', preview, { cookie })).held).toMatchObject({
    memories: 3,
    topics: [
      { topic: 'fitness', memories: 2 },
      { topic: 'health', memories: 1 },
    ],
  })
  const consent = { slug: app.slug, scopes: SCOPES, claim: { ticket: claim, topics: ['fitness'] } }
  const approved = await service.ok('POST', '/v1/oauth/authorize', { cookie, body: consent })
  const { connection_token: token } = await service.exchange(app, approved.code)
  const { memories } = await service.get('/v1/memories', token)
  expect(memories.map(({ content }: { content: string }) => content).sort()).toEqual([
    'Ran 10 km.',
    'Wants to run a marathon.',
  ])
  expect(memories.find(({ content }: { content: string }) => content === 'Ran 10 km.')).toMatchObject({
    ...{ origin: 'app', sourceApp: app.slug, externalId: 'run-1', occurredAt: '2026-01-02T08:00:00.000Z' },
    scope: 'fitness.trail',
  })
  expect(await heldOf(user)).toBeUndefined()
  const { items } = await service.ok('GET', '/v1/audit?action=memories.write', { cookie })
  expect(items).toMatchObject([{ actor: 'app', app: app.slug, count: 2 }])
  const again = await service.call('POST', '/v1/oauth/authorize', { cookie, body: consent })
  expect([again.status, again.body.error.details[0].path]).toEqual([400, 'claim.ticket'])
  expect(person.id).toMatch(/^usr_/)
})

test('what is claimed replaces nothing under topics that the person did not choose', async () => {
  const { cookie } = await service.newPerson()
  const own = async (content: string, scope: string) =>
    (await service.ok('POST', '/v1/memories', { cookie, body: memory(content, scope) })).memoryIds[0]
  const [home, note] = [await own('I live in Bergen.', 'home'), await own('I live in Bergen.', 'note')]
  const user = newUser()
  await call('POST', `${user}/memories`, memory('I moved to Oslo.', 'note', { occurredAt: new Date().toISOString() }))
  const { claim } = (await call('POST', `${user}/claim-link`)).body
  const body = { slug: app.slug, scopes: ['memory:read:fitness'], claim: { ticket: claim, topics: ['note'] } }
  await service.ok('POST', '/v1/oauth/authorize', { cookie, body })
  const isSuperseded = async (id: string) =>
    (await service.ok('GET', `/v1/memories/${id}`, { cookie })).supersededBy !== null
  expect([await isSuperseded(home), await isSuperseded(note)]).toEqual([false, true])
})

test('a ticket is for its app, for an hour, and a later one replaces it', async () => {
  const user = newUser()
  await call('POST', `${user}/memories`, memory('Runs.'))
  const first = (await call('POST', `${user}/claim-link`)).body.claim
  const second = (await call('POST', `${user}/claim-link`)).body.claim
  const other = await service.newApp(developer, SCOPES)
  const { cookie } = await service.newPerson()
  const heldIn = async (slug: string, claim: string) =>
    (await service.ok('GET', `/v1/oauth/preview?slug=${slug}&claim=${claim}`, { cookie })).held
  expect(await heldIn(app.slug, first)).toBeNull()
  expect(await heldIn(other.slug, second)).toBeNull()
  expect(await heldIn(app.slug, second)).toMatchObject({ memories: 1 })
  await service.ports.db.count(sql`
    update app_accounts set claim_until = now() - interval '1 second' where external_id = ${user}`)
  expect(await heldIn(app.slug, second)).toBeNull()
})

test('a claim beyond the plan of the person changes nothing', async () => {
  const user = newUser()
  await call('POST', `${user}/memories`, memory('Runs.'))
  const { claim } = (await call('POST', `${user}/claim-link`)).body
  const { id, cookie } = await service.newPerson()
  await service.ports.db.count(sql`update users set limits = '{"memories": 0}' where id = ${id}`)
  const body = { slug: app.slug, scopes: SCOPES, claim: { ticket: claim, topics: ['fitness'] } }
  const reply = await service.call('POST', '/v1/oauth/authorize', { cookie, body })
  expect([reply.status, reply.body.error.code]).toEqual([402, 'limit_exceeded'])
  expect(contents(await call('GET', `${user}/memories`))).toEqual(['Runs.'])
  expect(await service.ports.db.rows(sql`select 1 from authorization_codes where user_id = ${id}`)).toEqual([])
  const none = await service.ok('POST', '/v1/oauth/authorize', {
    cookie,
    body: { ...body, claim: { ticket: claim, topics: [] } },
  })
  expect(none.code).toMatch(/^cod_/)
  expect(await heldOf(user)).toBeUndefined()
})
