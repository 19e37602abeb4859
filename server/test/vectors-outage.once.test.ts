import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { contentsOf, embeddingsAt, hybridAgain, recall, whole } from './embedding.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { type TestService, testService } from './service.ts'

const SCOPES = ['memory:read:*', 'memory:write:*']
/** The text of the background loop's probe. */
const PROBE = ['memory']

let model: ScriptedModel
let service: TestService
let token: string

beforeEach(async () => {
  model = await scriptedModel({ synonyms: [['violin', 'instrument']] })
  service = await testService({ embeddings: embeddingsAt(model.url, { timeoutMs: 1_000 }) })
  token = (await service.connected(SCOPES)).token
  await write('Plays the violin', 'Jogs along the canal', 'Repainted the kitchen', 'Grows tomatoes')
  await whole(service)
})
afterEach(async () => {
  await service.stop()
  await model.close()
})

async function write(...contents: string[]): Promise<string[]> {
  const { memoryIds } = await service.remember(
    token,
    contents.map((content) => ({ scope: 'home', content })),
  )
  return memoryIds
}

/** The top two results that mention a violin; memories of one batch raise each other's score, so there are more. */
const violins = (found: string[]) => found.slice(0, 2).filter((content) => content.includes('violin'))

test('keeps writing and recalling by keyword during a model outage, and catches up afterwards', async () => {
  await model.goOffline()
  await write('Tunes the violin on Sundays')
  const away = await recall(service, token, 'violin')
  expect(away.retrieval).toBe('keyword')
  expect(violins(away.found)).toHaveLength(2)
  await model.goOnline()
  await whole(service)
  await hybridAgain(service, token)
  expect(violins((await recall(service, token, 'some instrument')).found)).toHaveLength(2)
})

test('a hanging model delays neither writes nor recall', async () => {
  model.always('embed', { hang: true })
  await write('Tunes the violin on Sundays')
  expect(await recall(service, token, 'violin')).toMatchObject({ retrieval: 'keyword' })
  model.always('embed', {})
  await whole(service)
  await hybridAgain(service, token)
})

test('honours Retry-After of the model and retries', async () => {
  const before = model.requestsOf('embed').length
  model.embed({ status: 429, headers: { 'retry-after': '2' } })
  await write('Tunes the violin on Sundays')
  await whole(service)
  const asked = model.requestsOf('embed').slice(before)
  const text = ['Tunes the violin on Sundays']
  expect(asked.map(({ body }) => body.input)).toEqual([text, PROBE, text])
})

test('discards a malformed response and retries', async () => {
  const vector = (length: number) => Array.from({ length }, (_, i) => i)
  model.embed({ raw: '<html>' }, { vectors: [['a', 'b']] }, { vectors: [vector(256)] }, { cut: 'break' })
  await write('Tunes the violin', 'Has a cat', 'Has a dog')
  await whole(service)
  await hybridAgain(service, token)
  expect(violins((await recall(service, token, 'which instrument')).found)).toHaveLength(2)
})

test('a text the model rejects has no vector, is found by keyword and blocks no other', async () => {
  model.always('embed', ({ body }) => (body.input.join().includes('unspeakable') ? { status: 400 } : {}))
  const lines = Array.from({ length: 40 }, (_, i) => `Wrote letter number ${i}`)
  const [refused] = await write('The unspeakable violin', ...lines)
  const other = await service.connected(SCOPES)
  await service.remember(other.token, [{ scope: 'home', content: 'Plays the violin' }])
  await whole(service)
  const empty = sql`select id from memory_vectors where length(codes) = 0`
  expect(await service.ports.db.rows(empty)).toEqual([{ id: refused }])
  const { memories, retrieval } = await recall(service, token, 'the violin')
  expect(retrieval).toBe('hybrid')
  expect(contentsOf(memories)).toContain('The unspeakable violin')
  expect(memories.find(({ id }) => id === refused).match).not.toHaveProperty('vector')
  await service.ok('PATCH', `/v1/memories/${refused}`, { token, body: { content: 'The loud violin' } })
  await whole(service)
  expect(await service.ports.db.rows(empty)).toEqual([])
})

test('retries rarely while the model rejects the API key', async () => {
  model.always('embed', { status: 401 })
  const before = model.requestsOf('embed').length
  await write('Tunes the violin', 'Has a cat', 'Has a dog')
  await expect.poll(() => service.ports.vectors.progress().breaker).toBe('open')
  // Each of three iterations: three texts, one of them, the probe.
  expect(model.requestsOf('embed').length - before).toBe(3 * 3)
  model.always('embed', {})
  await whole(service)
})

test('detects another model behind the same name by its dimension and embeds everything again', async () => {
  await recall(service, token, 'which instrument')
  model.switchEmbeddings(64)
  await write('Tunes the violin')
  const short = sql`select count(*) as count from memory_vectors where length(codes) = 64`
  await expect.poll(() => service.ports.db.one(short), { timeout: 30_000 }).toEqual({ count: 5 })
  await hybridAgain(service, token)
  expect(violins((await recall(service, token, 'an instrument')).found)).toHaveLength(2)
})
