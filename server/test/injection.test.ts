import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql.ts'
import { openEverywhere, walked } from './everywhere.ts'
import type { Person } from './service.ts'

/* A statement is data, in whichever field of whichever route. Each reply is held against its route by `service.ts`. */

const STATEMENTS = [`' or '1'='1'; delete from users; --`, `$1; drop table memories`, `\\'); select pg_sleep(60); --`]
const MARKER = 'zyzzyva'
// What a database says of a statement that it cannot read; none of it stands in what is sent.
const DATABASE_SAYS = /syntax error|SQLSTATE|PostgreSQL|unterminated|does not exist|relation \\?"|operator/

let everywhere: Awaited<ReturnType<typeof openEverywhere>>
let witness: Person
let known: Awaited<ReturnType<typeof state>>
beforeAll(async () => {
  everywhere = await openEverywhere()
  const { service } = everywhere
  witness = await service.newPerson()
  const memories = [{ content: `The ${MARKER} sleeps.`, scope: 'fitness' }]
  await service.ok('POST', '/v1/memories', { cookie: witness.cookie, body: { memories } })
  known = await state()
})
afterAll(() => everywhere.service.stop())

/** What somebody has who takes no part in any of it. */
async function state() {
  const { service } = everywhere
  const { cookie } = witness
  const [memories, session, held] = await Promise.all([
    service.ok('GET', '/v1/memories', { cookie }),
    service.ok('GET', '/v1/auth/session', { cookie }),
    service.ports.db.one(sql`select count(*) as tables from pg_tables where schemaname = 'public'`),
  ])
  return { memories, session, held }
}

test.each(walked)('$method $path takes statements for the text they are', async (route) => {
  for (const { status, body } of await everywhere.repliesTo(route, STATEMENTS)) {
    const told = JSON.stringify(body)
    expect(told).not.toContain(MARKER)
    if (status >= 400) expect(told).not.toMatch(DATABASE_SAYS)
  }
  expect(await state()).toEqual(known)
})

test('a statement that is remembered comes back to the letter, by list and by search', async () => {
  const { service } = everywhere
  const memories = STATEMENTS.map((content) => ({ content, scope: 'note' }))
  const { token } = await service.connected(['memory:read:note', 'memory:write:note'])
  await service.remember(token, memories)
  const listed = await service.get('/v1/memories?scope=note', token)
  expect(listed.memories.map(({ content }: { content: string }) => content)).toEqual([...STATEMENTS].reverse())
  const found = await service.get(`/v1/memories?query=${encodeURIComponent(STATEMENTS[0]!)}`, token)
  expect(found.memories[0].content).toBe(STATEMENTS[0])
})
