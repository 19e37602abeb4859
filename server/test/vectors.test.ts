import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { contentsOf, embeddingsAt, recall, whole } from './embedding.ts'
import { scriptedModel } from './scripted-model.ts'
import { type TestService, testService } from './service.ts'

const SCOPES = ['memory:read:*', 'memory:write:*', 'context:read:*']
const OLD = 'Plays the violin'
const NEW = 'Collects stamps'
const BY_OLD = 'which instrument'
const BY_NEW = 'philately'

let model: Awaited<ReturnType<typeof scriptedModel>>
let service: TestService

beforeAll(async () => {
  const synonyms = [
    ['violin', 'instrument'],
    ['stamps', 'philately'],
  ]
  model = await scriptedModel({ synonyms })
  service = await testService({ embeddings: embeddingsAt(model.url) })
})
afterAll(async () => {
  await service.stop()
  await model.close()
})

/** A store of a few embedded memories, with helpers to change the last one. */
async function store() {
  const { person, token } = await service.connected(SCOPES)
  const others = ['Jogs along the canal', 'Repainted the kitchen', 'Hung the curtains', 'Hates early meetings']
  const written = await service.remember(
    token,
    [...others, OLD].map((content) => ({ scope: 'media', content })),
  )
  await whole(service)
  const id: string = written.memoryIds.at(-1)
  const patch = (body: object) => service.ok('PATCH', `/v1/memories/${id}`, { token, body })
  return { person, token, id, patch }
}

const vectorsOf = (id: string) => service.ports.db.rows(sql`select model, codes from memory_vectors where id = ${id}`)

async function rowsOf(userId: string) {
  const { db } = service.ports
  return [
    await db.rows(sql`select id from memory_vectors where user_id = ${userId}`),
    await db.rows(sql`select model from vector_marks where user_id = ${userId}`),
  ]
}

/** Pauses the model's next call and signals when it has started. */
function holdNextCall() {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const before = model.requests.length
  model.embed({ pace: () => held })
  return { underWay: () => model.until(() => model.requests.length > before), release }
}

test('finds a memory by meaning without shared words, with retrieval hybrid', async () => {
  const { token } = await store()
  const { memories, retrieval } = await recall(service, token, BY_OLD)
  expect(retrieval).toBe('hybrid')
  expect(memories[0]).toMatchObject({ content: OLD })
  expect(memories[0].match.vector).toBeGreaterThan(0.5)
})

test('a context bundle finds by meaning', async () => {
  const { token } = await service.connected(SCOPES)
  const others = Array.from(
    { length: 30 },
    (_, i) => `Wrote letter ${String.fromCharCode(97 + (i % 26)).repeat(3 + (i > 25 ? 1 : 0))} to the landlord`,
  )
  // More important, so that without an answer to the query they come first.
  const rest = others.map((content) => ({ scope: 'media', content, importance: 60 }))
  await service.remember(token, [{ scope: 'media', content: OLD }, ...rest])
  await whole(service)
  const bundle = await service.get(`/v1/context?intent=assistant&limit=3&query=${encodeURIComponent(BY_OLD)}`, token)
  expect(contentsOf(bundle.memories)[0]).toBe(OLD)
  const without = await service.get('/v1/context?intent=assistant&limit=3&query=qwertz', token)
  expect(contentsOf(without.memories)[0]).not.toBe(OLD)
})

test('an edited memory is no longer found by its old meaning and soon by the new one', async () => {
  const { token, id, patch } = await store()
  const hold = holdNextCall()
  await patch({ content: NEW })
  await hold.underWay()
  const { memories, found } = await recall(service, token, BY_OLD)
  expect(found).toEqual([])
  expect(memories.find((memory) => memory.id === id)?.match ?? {}).not.toHaveProperty('vector')
  hold.release()
  await whole(service)
  expect((await recall(service, token, BY_NEW)).found).toEqual([NEW])
  expect((await recall(service, token, BY_OLD)).found).toEqual([])
})

test('an edit during embedding discards the old vector', async () => {
  const { token } = await service.connected(SCOPES)
  const others = ['Jogs along the canal', 'Repainted the kitchen', 'Hung the curtains']
  await service.remember(
    token,
    others.map((content) => ({ scope: 'home', content })),
  )
  await whole(service)
  const hold = holdNextCall()
  const { memoryIds } = await service.remember(token, [{ scope: 'media', content: OLD }])
  await hold.underWay()
  await service.ok('PATCH', `/v1/memories/${memoryIds[0]}`, { token, body: { content: NEW } })
  expect((await recall(service, token, BY_OLD)).found).toEqual([])
  hold.release()
  await whole(service)
  expect((await recall(service, token, BY_OLD)).found).toEqual([])
  expect((await recall(service, token, BY_NEW)).found).toEqual([NEW])
})

test('editing importance or pin keeps the vector, even during embedding', async () => {
  const { token, id, patch } = await store()
  const [before, asked] = [await vectorsOf(id), model.texts().length]
  await patch({ importance: 90 })
  await patch({ pinned: true })
  expect(await vectorsOf(id)).toEqual(before)
  expect((await recall(service, token, BY_OLD)).memories[0]).toMatchObject({ id, importance: 90, pinned: true })
  // Only the query was embedded.
  expect(model.texts().slice(asked)).toEqual([BY_OLD])
  const hold = holdNextCall()
  await patch({ content: NEW })
  await hold.underWay()
  await patch({ importance: 10 })
  hold.release()
  await whole(service)
  expect((await recall(service, token, BY_NEW)).found[0]).toBe(NEW)
})

test('deleting a memory leaves no vector, even during embedding', async () => {
  const { token, id } = await store()
  await service.ok('DELETE', `/v1/memories/${id}`, { token })
  expect(await vectorsOf(id)).toEqual([])
  const hold = holdNextCall()
  const { memoryIds } = await service.remember(token, [{ scope: 'media', content: OLD }])
  await hold.underWay()
  await service.ok('POST', '/v1/memories/delete', { token, body: { ids: memoryIds } })
  hold.release()
  await service.remember(token, [{ scope: 'media', content: NEW }])
  await whole(service)
  expect(await vectorsOf(memoryIds[0])).toEqual([])
  expect((await recall(service, token, BY_OLD)).found).toEqual([])
})

test('erasing an account leaves neither vectors nor watermarks, even during embedding', async () => {
  const { person, token } = await store()
  expect((await rowsOf(person.id)).map(({ length }) => length)).toEqual([5, 1])
  const hold = holdNextCall()
  await service.remember(token, [{ scope: 'media', content: NEW }])
  await hold.underWay()
  await service.ok('DELETE', '/v1/auth/account', { cookie: person.cookie, body: { password: service.password } })
  hold.release()
  // The interrupted call is finished once another user's memory is embedded.
  await store()
  expect(await rowsOf(person.id)).toEqual([[], []])
})
