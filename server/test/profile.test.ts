import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobs } from '../src/app.ts'
import { raw, sql } from '../src/foundation/sql/sql.ts'
import { type TestService, testService } from './service.ts'

/** The person's name and time zone, the assistant's own name, and what the name changes. */

const DAY_MS = 86_400_000

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

async function signUp(more: object) {
  const body = { email: `${randomUUID()}@example.com`, password: service.password, ...more }
  const reply = await service.call('POST', '/v1/auth/signup', { body })
  return { reply, cookie: reply.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}
const assistantOf = async (cookie: string) => (await service.ok('GET', '/v1/identities', { cookie })).items[0].name

describe('a profile', () => {
  test('holds a name and a time zone, which change independently', async () => {
    const { reply, cookie } = await signUp({ name: 'Ada' })
    expect(reply.body.user).toMatchObject({ name: 'Ada', timezone: null })
    const patch = (body: object) => service.ok('PATCH', '/v1/auth/profile', { cookie, body })
    expect((await patch({ timezone: 'Australia/Sydney' })).user).toMatchObject({
      name: 'Ada',
      timezone: 'Australia/Sydney',
    })
    expect((await patch({ name: '  Grace ' })).user).toMatchObject({ name: 'Grace', timezone: 'Australia/Sydney' })
    expect((await patch({ name: null, timezone: null })).user).toMatchObject({ name: null, timezone: null })
    const { user } = await patch({ timezone: 'europe/berlin' })
    expect(user.timezone).toBe('Europe/Berlin')
    expect((await patch({})).user).toEqual(user)
    expect((await service.ok('GET', '/v1/auth/session', { cookie })).user).toEqual(user)
  })

  test('takes the time zone at sign-up', async () => {
    const { reply } = await signUp({ timezone: 'America/New_York' })
    expect(reply.body.user.timezone).toBe('America/New_York')
    expect((await signUp({ timezone: 'Mars/Olympus' })).reply.status).toBe(400)
  })

  test('rejects a name that is empty or too long and a time zone that is unknown, by field', async () => {
    const { cookie } = await signUp({})
    for (const [field, value] of [
      ['name', ''],
      ['name', 'x'.repeat(101)],
      ['timezone', 'Mars/Olympus'],
      ['timezone', '+02:00'],
      ['timezone', ''],
      ['timezone', `Europe/${'x'.repeat(100)}`],
      ['timezone', 2],
    ] as const) {
      const { status, body } = await service.call('PATCH', '/v1/auth/profile', { cookie, body: { [field]: value } })
      expect([status, body.error.details[0].path], `${field} ${value}`).toEqual([400, field])
    }
  })

  test('requires the session of a user', async () => {
    const { token } = await service.connected(['identity:read'])
    expect((await service.call('PATCH', '/v1/auth/profile', { token, body: { name: 'Eve' } })).status).toBe(403)
    expect((await service.call('PATCH', '/v1/auth/profile', { body: { name: 'Eve' } })).status).toBe(401)
  })
})

test('the assistant is called Assistant until it gets a name of its own', async () => {
  const { cookie } = await signUp({ name: 'Ada' })
  expect(await assistantOf(cookie)).toBe('Assistant')
  await service.ok('PATCH', '/v1/auth/profile', { cookie, body: { name: 'Grace' } })
  expect(await assistantOf(cookie)).toBe('Assistant')
  await service.ok('POST', '/v1/identities', { cookie, body: { name: 'Marlowe' } })
  expect(await assistantOf(cookie)).toBe('Marlowe')
})

test('the migration renames assistants that have the name of their person', async () => {
  const [named, other] = [await signUp({ name: 'Ada' }), await signUp({ name: 'Grace' })]
  for (const [{ reply }, name] of [
    [named, 'Ada'],
    [other, 'Juno'],
  ] as const)
    await service.ports.db.count(sql`update identities set name = ${name} where user_id = ${reply.body.user.id}`)
  const migration = await readFile(new URL('../migrations/0014_profiles.sql', import.meta.url), 'utf8')
  const update = migration.split(';').find((statement) => /^\s*update identities/m.test(statement))
  await service.ports.db.count(raw(update!.replace(/--.*$/gm, '')))
  expect([await assistantOf(named.cookie), await assistantOf(other.cookie)]).toEqual(['Assistant', 'Juno'])
})

describe('slots that are made in the background', () => {
  const job = jobs.find(({ name }) => name === 'make missing slots of memories')!
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
  const home = () => service.connected(['memory:read:*', 'memory:write:*'])
  const write = async (token: string, content: string, more: object = {}): Promise<string> =>
    (await service.remember(token, [{ content, scope: 'note', ...more }])).memoryIds[0]
  const read = (token: string, id: string) => service.get(`/v1/memories/${id}`, token)
  const runToEnd = async () => {
    while (await job.run(service.ports));
  }

  test('let new statements replace those of an earlier release', async () => {
    const { person, token } = await home()
    const texts = Array.from({ length: 120 }, (_, at) => `Sold bicycle number ${at}.`)
    const old = await write(token, 'Lives in Boulder.', { occurredAt: ago(300) })
    await service.remember(token, texts.slice(0, 60).map((content) => ({ content, scope: 'note' })) as never)
    await service.remember(token, texts.slice(60).map((content) => ({ content, scope: 'note' })) as never)
    const superseded = await write(token, 'Phone number: 5550100.', { occurredAt: ago(300) })
    await write(token, 'Phone number: 5550101.', { occurredAt: ago(200) })
    const { db } = service.ports
    await db.count(sql`delete from memory_slots where user_id = ${person.id}`)
    await db.count(sql`update stores set slots_rules = 0 where user_id = ${person.id}`)
    await runToEnd()
    const slots = await db.rows<{ id: string }>(sql`select distinct id from memory_slots where user_id = ${person.id}`)
    expect(slots.map(({ id }) => id)).not.toContain(superseded)
    const id = await write(token, 'Lives in Boston.', { occurredAt: ago(20) })
    expect((await read(token, old)).supersededBy).toBe(id)
    expect(await job.run(service.ports)).toBe(false)
  })

  test('follow a change of the name of the person', async () => {
    const { person, token } = await home()
    const { cookie } = person
    // As the person, whose name is read with each request. Of an app it is cached for a moment.
    const state = async (content: string, occurredAt: string): Promise<string> => {
      const body = { memories: [{ content, scope: 'note', occurredAt }] }
      return (await service.ok('POST', '/v1/memories', { cookie, body })).memoryIds[0]
    }
    const rename = (name: string) => service.ok('PATCH', '/v1/auth/profile', { cookie, body: { name } })
    await rename('Tom Vance')
    const old = await state('Ada lives in Boulder.', ago(300))
    await rename('Ada Vance')
    await runToEnd()
    const id = await state('Lives in Boston.', ago(20))
    expect((await read(token, old)).supersededBy).toBe(id)
    // Statements about the former name are about another person.
    await rename('Eva Vance')
    await runToEnd()
    await state('Ada lives in Denver.', ago(10))
    expect((await read(token, id)).supersededBy).toBeNull()
    const { memories } = await service.get('/v1/memories', token)
    expect(memories.map(({ content }: { content: string }) => content)).toContain('Ada lives in Denver.')
  })
})
