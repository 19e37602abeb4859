import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { openEverywhere, walked } from './everywhere.ts'
import type { Person } from './service.ts'

/* SQL in any field of any route is treated as text. The harness checks each response against its route. */

const STATEMENTS = [`' or '1'='1'; delete from users; --`, `$1; drop table memories`, `\\'); select pg_sleep(60); --`]
const MARKER = 'zyzzyva'
// Words of database error messages; none of them occurs in the inputs.
const DATABASE_SAYS =
  /syntax error|SQLSTATE|PostgreSQL|unterminated|does not exist|relation \\?"|operator (?:does|is) not/

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
afterAll(() => everywhere.stop())

/** The data of an uninvolved user. */
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

test.each(walked)('$method $path treats SQL as text', async (route) => {
  for (const { status, body } of await everywhere.repliesTo(route, STATEMENTS)) {
    const text = JSON.stringify(body)
    expect(text).not.toContain(MARKER)
    if (status >= 400) expect(text).not.toMatch(DATABASE_SAYS)
  }
  expect(await state()).toEqual(known)
})

test('a memory that contains SQL is listed and found unchanged', async () => {
  const { service } = everywhere
  const memories = STATEMENTS.map((content) => ({ content, scope: 'note' }))
  const { token } = await service.connected(['memory:read:note', 'memory:write:note'])
  await service.remember(token, memories)
  const listed = await service.get('/v1/memories?scope=note', token)
  expect(listed.memories.map(({ content }: { content: string }) => content)).toEqual([...STATEMENTS].reverse())
  const found = await service.get(`/v1/memories?query=${encodeURIComponent(STATEMENTS[0]!)}`, token)
  expect(found.memories[0].content).toBe(STATEMENTS[0])
})
