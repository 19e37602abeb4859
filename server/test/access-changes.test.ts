import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Failure } from '../src/foundation/errors.ts'
import { type Sql, sql } from '../src/foundation/sql/sql.ts'
import { type App, isShared, type Person, type TestService, testService } from './service.ts'

/* Access that is changed past the service: by the operator's own statements, or by processes of an earlier release. */

const SCOPES = ['memory:read:note', 'memory:write:note', 'identity:read']

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

interface Victim {
  person: Person
  developer: Person
  app: App
  token: string
}

/** What a token is good for: the actor's changeable fields, or why it is refused. */
async function outcomeOf(token: string) {
  const actor = await service.ports.tokens.actorOf(token).catch(({ code }: Failure) => code)
  if (typeof actor !== 'object') return actor ?? 'unauthorized'
  const { scopes, muted, ownName, userPlan, developerPlan, isShareLimited } = actor
  return { scopes, muted, ownName, userPlan, developerPlan, isShareLimited }
}

const READ_ONLY = ['memory:read:note']
const connection = (change: Sql) => (victim: Victim) =>
  sql`update connections set ${change} where user_id = ${victim.person.id}`
const person = (change: Sql) => (victim: Victim) => sql`update users set ${change} where id = ${victim.person.id}`
const developer = (change: Sql) => (victim: Victim) =>
  sql`update developers set ${change} where id = ${victim.developer.id}`
const app = (change: Sql) => (victim: Victim) => sql`update apps set ${change} where id = ${victim.app.id}`

const CHANGES: [string, (victim: Victim) => Sql, unknown][] = [
  ['a connection is paused', connection(sql`paused_at = now()`), 'connection_paused'],
  ['a connection expires', connection(sql`expires_at = '2020-01-01Z'`), 'connection_revoked'],
  ['a connection ends', connection(sql`status = 'revoked', revoked_at = now()`), 'connection_revoked'],
  ['scopes are taken away', connection(sql`scopes = ${READ_ONLY}`), { scopes: READ_ONLY }],
  [
    'a token is deleted',
    (victim) => sql`delete from connection_tokens where user_id = ${victim.person.id}`,
    'unauthorized',
  ],
  [
    'a source is muted',
    (victim) => sql`insert into muted_sources (user_id, app, muted_at) values (${victim.person.id}, 'other', now())`,
    { muted: ['other'] },
  ],
  ['a person is suspended', person(sql`suspended_at = now()`), 'account_suspended'],
  ['a person has another plan', person(sql`plan = 'pro'`), { userPlan: 'pro' }],
  ['a person has another name', person(sql`name = 'Ada'`), { ownName: 'Ada' }],
  ['a developer is suspended', developer(sql`suspended_at = now()`), 'app_suspended'],
  ['a developer has another plan', developer(sql`plan = 'growth'`), { developerPlan: 'growth' }],
  ['an app is stopped', app(sql`stopped_at = now()`), 'app_suspended'],
  ['an app is deleted', app(sql`deleted_at = now(), developer_id = null`), 'connection_revoked'],
]

test.each(CHANGES)('once %s, a remembered token is good for that', async (_, change, expected) => {
  const victim = await service.connected(SCOPES)
  const { token } = victim
  const before = await outcomeOf(token)
  await expect.poll(() => outcomeOf(token).then(() => service.ports.tokens.isNotified())).toBe(true)
  await service.ports.db.count(change(victim))
  const after = typeof expected === 'object' ? { ...(before as object), ...expected } : expected
  // The embedded engine notifies with its response.
  if (isShared()) await expect.poll(() => outcomeOf(token)).toEqual(after)
  else expect(await outcomeOf(token)).toEqual(after)
})

test('once the scopes of an installation are taken away, its remembered token is good for that', async () => {
  const { person, token } = await service.connected(SCOPES)
  const { db } = service.ports
  await db.count(sql`
    with family as (
      insert into token_families (user_id, id, connection_id, scopes, created_at, expires_at)
      select user_id, 'fam_one', id, scopes, now(), now() + interval '1 day' from connections where user_id = ${person.id}
      returning user_id, id)
    select from family`)
  await db.count(sql`update connection_tokens set family_id = 'fam_one' where user_id = ${person.id}`)
  await expect.poll(() => outcomeOf(token)).toMatchObject({ scopes: SCOPES })
  await db.count(sql`update token_families set scopes = ${READ_ONLY} where user_id = ${person.id}`)
  await expect.poll(() => outcomeOf(token)).toMatchObject({ scopes: READ_ONLY })
})
