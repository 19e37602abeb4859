import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from '../src/foundation/sql.ts'
import { type TestService, testService } from './service.ts'

/* What happens when two things meet in the database: one is held half way, and the other comes. */

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

/** Until a statement of the service waits for what the other connection holds. */
const untilSomebodyWaits = () =>
  vi.waitFor(async () => {
    const { rows } = await other.query(`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    if (!rows.length) throw new Error('nobody waits yet')
  })

test('reads that are written down while their person is being erased leave no entry behind', async () => {
  const { person, token } = await service.connected(['memory:read:*'])
  await service.ports.audit.flush()
  await service.get('/v1/memories', token)
  await other.query('begin')
  await other.query('select from users where id = $1 for key share', [person.id])
  const body = { password: service.password }
  const erased = service.ok('DELETE', '/v1/auth/account', { cookie: person.cookie, body })
  await untilSomebodyWaits()
  await service.ports.audit.flush()
  await other.query('commit')
  await erased
  const left = await service.ports.db.rows(sql`select from audit_entries where user_id = ${person.id}`)
  expect(left).toEqual([])
})

test.each([
  'user',
  'developer',
] as const)('a %s who signs in with a password that is just being changed gets no session', async (kind) => {
  const { id, email, cookie } = await (kind === 'user' ? service.newPerson() : service.newDeveloper())
  await other.query('begin')
  await other.query(`update ${kind}s set password_hash = 'another' where id = $1`, [id])
  await other.query('delete from sessions where holder_id = $1', [id])
  const body = { email, password: service.password }
  const path = kind === 'user' ? '/v1/auth' : '/v1/dev/auth'
  const signedIn = service.call('POST', `${path}/login`, { body })
  const first = await Promise.race([signedIn.then(() => 'signed in'), untilSomebodyWaits()])
  await other.query('commit')
  expect(first).toBeUndefined()
  expect((await signedIn).status).toBe(401)
  expect((await service.call('GET', kind === 'user' ? '/v1/auth/session' : '/v1/dev/auth/me', { cookie })).status).toBe(
    401,
  )
})
