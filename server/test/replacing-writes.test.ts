import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { type Frame, type TestService, testService } from './service.ts'

/** Writes of statements that replace others: the new memory and the end of the old one are one statement. */

const EVERYTHING = ['memory:read:*', 'memory:write:*', 'context:read:*', 'identity:read']

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

const write = async (token: string, content: string): Promise<string> =>
  (await service.remember(token, [{ content, scope: 'home' }])).memoryIds[0]
const contentsOf = async (token: string, query = '') =>
  (await service.get(`/v1/memories?limit=100${query}`, token)).memories.map(({ content }: Frame) => content)
const storeOf = (userId: string) =>
  service.ports.db.one<{ version: number; count: number }>(sql`
    select version, memory_count as count from stores where user_id = ${userId}`)

test('raise the version of the store once, and warm indexes notice both changes', async () => {
  const { token, person } = await service.connected(EVERYTHING)
  await write(token, 'I live in Rome.')
  expect(await contentsOf(token, '&query=where do I live')).toEqual(['I live in Rome.'])
  const before = await storeOf(person.id)
  const id = await write(token, 'I live in Oslo.')
  expect(await storeOf(person.id)).toEqual({ version: before.version + 1, count: before.count + 1 })
  expect(await contentsOf(token, '&query=where do I live')).toEqual(['I live in Oslo.'])
  const [old] = (await service.get('/v1/memories?state=superseded', token)).memories
  expect(old).toMatchObject({ content: 'I live in Rome.', supersededBy: id, revision: 2 })
  expect(await service.get(`/v1/memories/${id}`, token)).toMatchObject({ supersedes: [old.id], revision: 1 })
  const { items } = await service.ok('GET', '/v1/audit?action=memory.supersede', { cookie: person.cookie })
  expect(items).toHaveLength(1)
})

test('mark what they likely replace, with the version of the new memory', async () => {
  const { token, person } = await service.connected(EVERYTHING)
  const old = await write(token, 'The newsletter goes out monthly. Printing is cheap.')
  const before = await storeOf(person.id)
  const id = await write(token, 'The newsletter is quarterly now, monthly was too much.')
  expect((await storeOf(person.id)).version).toBe(before.version + 1)
  expect(await service.get(`/v1/memories/${old}`, token)).toMatchObject({ supersededBy: null, maybeSupersededBy: id })
  expect(await contentsOf(token, '&query=newsletter')).toHaveLength(2)
})

test('leave one statement current when they are written at the same time', async () => {
  const { token } = await service.connected(EVERYTHING)
  const cities = ['Rome', 'Oslo', 'Paris', 'Vienna', 'Madrid', 'Lisbon']
  await Promise.all(cities.map((city) => write(token, `I live in ${city}.`)))
  expect(await contentsOf(token)).toHaveLength(1)
  expect(await contentsOf(token, '&state=all')).toHaveLength(cities.length)
})

test('leave every entry of a log current and unquestioned', async () => {
  const { token } = await service.connected(EVERYTHING)
  const entries = [4, 7, 11, 8, 6].flatMap((n) => [
    `Ran ${n} km in ${n * 6} minutes along the river.`,
    `Dinner with Mia at Luigi's cost ${n * 9} euros.`,
    `Entry ${n} of the diary: rain all day.`,
  ])
  for (const entry of entries) await write(token, entry)
  const { memories } = await service.get('/v1/memories?limit=100', token)
  expect(memories).toHaveLength(entries.length)
  expect(memories.filter(({ maybeSupersededBy }: Frame) => maybeSupersededBy)).toEqual([])
})

test('leave one of many readings of one request current, also with external ids', async () => {
  const { token } = await service.connected(EVERYTHING)
  const memories = Array.from({ length: 100 }, (_, n) => ({
    content: `Weighs ${(90 - n / 10).toFixed(1)} kg.`,
    scope: 'health',
    externalId: `reading ${n}`,
  }))
  await service.remember(token, memories)
  expect(await contentsOf(token)).toEqual([memories.at(-1)!.content])
  await service.remember(token, [{ ...memories[0], content: 'Weighs 99 kg.' }])
  expect(await contentsOf(token)).toEqual(['Weighs 99 kg.'])
})

test('end nothing when the store is full, or when their idempotency key was used', async () => {
  const { token, person } = await service.connected(EVERYTHING)
  await write(token, 'I live in Rome.')
  const request = {
    token,
    headers: { 'idempotency-key': 'move' },
    body: { memories: [{ content: 'I live in Oslo.', scope: 'home' }] },
  }
  const first = await service.ok('POST', '/v1/memories', request)
  expect(await service.ok('POST', '/v1/memories', request)).toEqual(first)
  expect(await contentsOf(token, '&state=all')).toHaveLength(2)
  await service.ports.db.count(sql`update stores set memory_count = 1000000 where user_id = ${person.id}`)
  const full = await service.call('POST', '/v1/memories', {
    token,
    body: { memories: [{ content: 'I live in Paris.', scope: 'home' }] },
  })
  expect(full.body.error.code).toBe('limit_exceeded')
  expect(await contentsOf(token)).toEqual(['I live in Oslo.'])
})

test('end a memory that has all the revisions that are stored', async () => {
  const { token, person } = await service.connected(EVERYTHING)
  const old = await write(token, 'I live in Rome.')
  await service.ports.db.count(sql`update memories set revision = 100 where user_id = ${person.id} and id = ${old}`)
  const id = await write(token, 'I live in Oslo.')
  expect(await service.get(`/v1/memories/${old}`, token)).toMatchObject({ supersededBy: id, revision: 101 })
})
