import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openHttp } from '../src/edge/http/server.ts'
import { route } from '../src/foundation/route.ts'
import { type Sql, sql } from '../src/foundation/sql/sql.ts'
import { guardUserRows, newUserGuardRule } from '../src/foundation/sql/user-guard.ts'
import { type Person, type TestService, testService } from './service.ts'

const RULE = newUserGuardRule(['memories', 'candidates'])

let service: TestService
let me: Person
let other: Person
beforeAll(async () => {
  service = await testService()
  ;[me, other] = await Promise.all([service.newPerson(), service.newPerson()])
  for (const { cookie } of [me, other])
    await service.ok('POST', '/v1/memories', { cookie, body: { memories: [{ content: 'Sings.', scope: 'note' }] } })
})
afterAll(() => service.stop())

const send = (query: Sql, owner: string | undefined = me.id) => guardUserRows(service.ports.db, RULE, owner).rows(query)

describe('the user guard', () => {
  const forgotten: [string, () => Sql][] = [
    ['no condition', () => sql`select content from memories`],
    ['another condition', () => sql`select content from memories m where m.id = ${'mem_1'}`],
    ['a condition with a way around', () => sql`select content from memories m where m.user_id = ${me.id} or m.pinned`],
    ['its opposite', () => sql`select content from memories m where not m.user_id = ${me.id}`],
    [
      'one of two parts',
      () => sql`
      select content from memories m where m.user_id = ${me.id} union all select content from memories m where m.pinned`,
    ],
    [
      'one of two tables',
      () => sql`select 1 from candidates c join memories m on m.id = c.memory_id where c.user_id = ${me.id}`,
    ],
    [
      'on the wrong side of an outer join',
      () => sql`
      select m.content from memories m left join candidates c on c.user_id = ${me.id} and m.user_id = ${me.id}`,
    ],
    [
      'outside, for a name that is redefined inside',
      () => sql`
      select 1 from memories m where m.user_id = ${me.id} and exists (select 1 from memories m where m.pinned)`,
    ],
    ['several people', () => sql`select content from memories m where m.user_id = any(${[me.id]}::text[])`],
    ['in a comment', () => sql`select content from memories m -- where m.user_id = $1`],
    ['in a quoted name', () => sql`select content from "memories" m where m.pinned`],
    [
      'under a name of its own',
      () => sql`with memories as (select content from memories) select content from memories`,
    ],
    ['by another word', () => sql`table memories`],
    [
      'as what is merged into',
      () => sql`merge into memories m using candidates c on c.user_id = ${me.id} when matched then delete`,
    ],
    ['in a change', () => sql`update memories set pinned = true where scope = ${'note'}`],
    ['in a deletion', () => sql`delete from memories where scope = ${'note'}`],
  ]
  test.each(forgotten)('rejects a statement that lacks the user condition: %s', async (_, query) => {
    await expect(send(query())).rejects.toThrow(/not limited to one user|cannot determine|comment/)
  })

  test('rejects a statement limited to a user id from the request', async () => {
    const mine = sql`select content from memories m where m.user_id = ${me.id}`
    const theirs = sql`select content from memories m where m.user_id = ${other.id}`
    expect(await send(mine)).toEqual([{ content: 'Sings.' }])
    await expect(send(theirs)).rejects.toThrow("another user's rows")
    await expect(send(sql`select memory_count from stores where user_id = ${other.id}`)).rejects.toThrow('another user')
    await expect(
      send(
        sql`insert into candidates (user_id, id, status, created_at) values (${other.id}, 'cnd_1', 'recorded', now())`,
      ),
    ).rejects.toThrow("another user's rows")
  })

  test('applies inside transactions', async () => {
    const work = guardUserRows(service.ports.db, RULE, me.id).transaction((db) => db.count(sql`delete from memories`))
    await expect(work).rejects.toThrow('not limited to one user')
  })

  test('rejects statements on memories without a user', async () => {
    const query = sql`select content from memories m where m.user_id = ${me.id}`
    await expect(guardUserRows(service.ports.db, RULE, undefined).rows(query)).rejects.toThrow('without a user id')
  })
})

test('every request context contains the guard, for every kind of actor', async () => {
  const developer = await service.newDeveloper()
  const planted = (name: string, kind: 'user' | 'developer', query: Sql) =>
    route({
      name,
      method: 'GET',
      path: `/v1/${name}`,
      for: [kind],
      tag: 'Memories',
      summary: 'A bug.',
      output: z.object({ rows: z.array(z.object({ content: z.string() })) }),
      example: { output: { rows: [] } },
      run: async ({ db }) => ({ rows: await db.rows<{ content: string }>(query) }),
    })
  const metrics = { requestStarted() {}, responded() {}, requestEnded() {} } as never
  const http = await openHttp(
    service.ports,
    [
      planted('mine', 'user', sql`select content from memories m where m.user_id = ${me.id}`),
      planted('all', 'user', sql`select content from memories`),
      planted('theirs', 'user', sql`select content from memories m where m.user_id = ${other.id}`),
      planted('portal', 'developer', sql`select content from memories m where m.user_id = ${me.id}`),
    ],
    { metrics, open: () => true, draining: () => false, ready: async () => true },
  )
  const ask = async (url: string, { cookie }: Person) => {
    const { statusCode, body } = await http.inject({ url, headers: { cookie } })
    return [statusCode, body.includes('Sings')]
  }
  expect(await ask('/v1/mine', me)).toEqual([200, true])
  for (const url of ['/v1/all', '/v1/theirs']) expect(await ask(url, me)).toEqual([500, false])
  expect(await ask('/v1/portal', developer)).toEqual([500, false])
  await http.close()
})
