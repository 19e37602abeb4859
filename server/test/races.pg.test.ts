import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { operatorOk } from './operator.ts'
import { secondService, type TestService, testService } from './service.ts'

/* Races between transactions: one stays open while the other waits for its lock. */

const WAIT = { timeout: 30_000 }
// What a connection far below the limit of its developer holds until its transaction ends.
const SHARED_LOCK = 'select pg_advisory_xact_lock_shared(hashtextextended($1, 0))'

let service: TestService
let other: pg.Client
beforeAll(async () => {
  service = await testService()
  other = new pg.Client({ connectionString: service.databaseUrl })
  await other.connect()
})
afterAll(async () => {
  await other?.end()
  await service?.stop()
})

/** Waits until a statement of the service waits for a lock of the other connection. */
const untilBlocked = () =>
  vi.waitFor(async () => {
    const { rows } = await other.query(`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    if (!rows.length) throw new Error('no statement waits for a lock')
  }, WAIT)

test('audit entries of reads flushed during the erasure of an account are not stored', async () => {
  const { person, token } = await service.connected(['memory:read:*'])
  await service.ports.audit.flush()
  await service.get('/v1/memories', token)
  await other.query('begin')
  await other.query('select from users where id = $1 for key share', [person.id])
  const body = { password: service.password }
  const erased = service.ok('DELETE', '/v1/auth/account', { cookie: person.cookie, body })
  await untilBlocked()
  await service.ports.audit.flush()
  await other.query('commit')
  await erased
  const left = await service.ports.db.rows(sql`select from audit_entries where user_id = ${person.id}`)
  expect(left).toEqual([])
})

test.each([
  'user',
  'developer',
] as const)('a %s who signs in while the password is being changed gets no session', async (kind) => {
  const { id, email, cookie } = await (kind === 'user' ? service.newPerson() : service.newDeveloper())
  await other.query('begin')
  await other.query(`update ${kind}s set password_hash = 'another' where id = $1`, [id])
  await other.query('delete from sessions where holder_id = $1', [id])
  const body = { email, password: service.password }
  const path = kind === 'user' ? '/v1/auth' : '/v1/dev/auth'
  const signedIn = service.call('POST', `${path}/login`, { body })
  const first = await Promise.race([signedIn.then(() => 'signed in'), untilBlocked()])
  await other.query('commit')
  expect(first).toBeUndefined()
  expect((await signedIn).status).toBe(401)
  expect((await service.call('GET', kind === 'user' ? '/v1/auth/session' : '/v1/dev/auth/me', { cookie })).status).toBe(
    401,
  )
})

test.each([
  ['the user erases the account', 'DELETE', '/v1/auth/account', 'person'],
  ['the developer deletes the app', 'DELETE', '/v1/dev/apps/:app', 'developer'],
] as const)('calls of an app on another process just after %s cause no internal error', async (_what, method, path, who) => {
  const second = await secondService(service)
  const { person, developer, app, token } = await service.connected([
    'memory:read:*',
    'memory:write:*',
    'context:read:*',
    'identity:read',
    'signal:emit',
  ])
  const [id] = (await service.remember(token, [{ content: 'Likes rye.', scope: 'note' }])).memoryIds
  await second.get('/v1/connection', token)
  const { cookie } = who === 'person' ? person : developer
  await service.ok(method, path.replace(':app', app.id), { cookie, body: { password: service.password } })
  const calls = [
    ['GET', '/v1/connection'],
    ['GET', '/v1/quota'],
    ['GET', '/v1/scopes'],
    ['GET', '/v1/memories'],
    ['GET', '/v1/memories?query=rye'],
    ['GET', `/v1/memories/${id}`],
    ['GET', `/v1/memories/${id}/graph`],
    ['PATCH', `/v1/memories/${id}`, { content: 'Likes wheat.' }],
    ['DELETE', `/v1/memories/${id}`],
    ['POST', '/v1/memories', { memories: [{ content: 'Likes rye.', scope: 'note' }] }],
    ['POST', '/v1/context', { intent: 'assistant' }],
    ['GET', '/v1/context?intent=assistant'],
    ['GET', '/v1/identity/brief'],
    ['GET', '/v1/schedule'],
    ['POST', '/v1/schedule', { fireAt: '2029-01-01T00:00:00Z', kind: 'checkin' }],
    ['POST', '/v1/signals', { type: 'workout.completed' }],
  ] as const
  // `call` rejects on internal errors.
  const results = await Promise.allSettled(
    calls.map(([method, path, body]) => second.call(method, path, { token, body })),
  )
  expect(results.filter((each) => each.status === 'rejected')).toEqual([])
  await second.stop()
})

test('people connect an app far below the limit of its developer without waiting for one another', async () => {
  const developer = await service.newDeveloper()
  const app = await service.newApp(developer, ['memory:read:*'])
  await operatorOk(service, 'developers', 'plan', developer.email, 'growth')
  const person = await service.newPerson()
  await other.query('begin')
  await other.query('select from developers where id = $1 for update', [developer.id])
  await other.query(SHARED_LOCK, [`users of ${developer.id}`])
  const connected = service.connect(person, app, ['memory:read:*'])
  const first = await Promise.race([connected.then(() => 'connected'), untilBlocked()])
  await other.query('commit')
  expect(first).toBe('connected')
})

test('racing people fill the limit of a developer exactly, after those who were admitted far below it', async () => {
  const [max, racing] = [3, 8]
  const developer = await service.newDeveloper()
  const app = await service.newApp(developer, ['memory:read:*'])
  await operatorOk(service, 'limits', 'set', developer.email, 'connected_users', String(max))
  const people = await Promise.all(Array.from({ length: racing }, () => service.newPerson()))
  await other.query('begin')
  await other.query(SHARED_LOCK, [`users of ${developer.id}`])
  const attempts = Promise.allSettled(people.map((person) => service.connect(person, app, ['memory:read:*'])))
  expect(await Promise.race([attempts.then(() => 'connected'), untilBlocked()])).toBeUndefined()
  await other.query('commit')
  const results = await attempts
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(max)
  for (const result of results)
    if (result.status === 'rejected') expect(String(result.reason)).toContain('limit_exceeded')
  expect(
    await service.ports.db.one(
      sql`select count(*) as n from connections where app_id = ${app.id} and status = 'active'`,
    ),
  ).toEqual({ n: max })
})
