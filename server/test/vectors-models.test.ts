import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeStaticModel } from '../../packages/local-models/test/tiny-models.mjs'
import { deleteUnusedVectors } from '../src/domain/derived/vectors/store.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { newDataDirectory } from './data-directory.ts'
import { embeddingsAt, embeddingsFrom, hybridAgain, metric, recall, recallsByMeaning, whole } from './embedding.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { isShared, secondService, testService } from './service.ts'

const SCOPES = ['memory:read:*', 'memory:write:*']
const MEMORIES = 60
const PROBE = 'memory'
/** For three starts on disk and progress logged every ten seconds. */
const PATIENT = { timeout: 120_000 }
const [OLD_DIMENSION, NEW_DIMENSION] = [256, 64]

let model: ScriptedModel
let dataDir: string
beforeEach(async () => {
  model = await scriptedModel({ synonyms: [['violin', 'instrument']], dimension: OLD_DIMENSION })
  dataDir = await newDataDirectory()
})
afterEach(async () => {
  await model.close()
  await rm(dataDir, { recursive: true, force: true })
})

const under = (name: string) => ({ embeddings: embeddingsAt(model.url, { model: name }) })
const texts = () => model.texts().filter((text) => text !== PROBE)
const written = Array.from(
  { length: MEMORIES },
  (_, i) => `Wrote letter number ${i} about the ${i % 7 ? 'garden' : 'violin'}`,
)

test(
  'a change of the model loses no recall, tells its progress, and going back costs only what has changed',
  PATIENT,
  async () => {
    const first = await testService({ dataDir, ...under('old') })
    const { token } = await first.connected(SCOPES)
    const { memoryIds } = await first.remember(
      token,
      written.map((content) => ({ scope: 'home', content })),
    )
    await whole(first)
    await first.stop()
    expect(texts().sort()).toEqual([...written].sort())

    model.switchEmbeddings(NEW_DIMENSION)
    let open = () => {}
    const opened = new Promise<void>((resolve) => (open = resolve))
    // Queries respond at once; background embedding is paused.
    model.always('embed', ({ body }) => (body.input[0].startsWith('Wrote') ? { pace: () => opened } : {}))
    const second = await first.again(under('new'))
    for (let i = 0; i < 5; i++) {
      const { memories, retrieval } = await recall(second, token, `letters ${i}`, MEMORIES)
      expect(retrieval).toBe('keyword')
      expect(memories).toHaveLength(MEMORIES)
    }
    await expect.poll(() => metric(second, 'vectors_backlog')).toBe(MEMORIES)
    open()
    await whole(second)
    await hybridAgain(second, token)
    expect((await recall(second, token, 'letters about an instrument', MEMORIES)).memories).toHaveLength(MEMORIES)
    await expect.poll(() => metric(second, 'vectors_backlog'), { timeout: 30_000 }).toBe(0)
    const counts = sql`
    select m.dimension, count(*) as count from memory_vectors v join vector_models m on m.id = v.model group by 1 order by 1`
    expect(await second.ports.db.rows(counts)).toEqual([
      { dimension: NEW_DIMENSION, count: MEMORIES },
      { dimension: OLD_DIMENSION, count: MEMORIES },
    ])
    await second.ok('PATCH', `/v1/memories/${memoryIds[0]}`, { token, body: { content: 'Plays the violin' } })
    await whole(second)
    await second.stop()

    model.switchEmbeddings(OLD_DIMENSION)
    model.always('embed', {})
    const asked = texts().length
    const third = await first.again(under('old'))
    await whole(third)
    expect(texts().slice(asked)).toEqual(['Plays the violin'])
    const found = await recall(third, token, 'instrument', MEMORIES)
    expect(found.retrieval).toBe('hybrid')
    expect(found.memories.every(({ match }) => 'vector' in match)).toBe(true)
    await third.stop()
  },
)

test('deletes vectors of a model unused for a day and keeps those in use', PATIENT, async () => {
  const first = await testService({ dataDir, ...under('old') })
  const { token } = await first.connected(SCOPES)
  await first.remember(token, [{ scope: 'home', content: 'Plays the violin' }])
  await whole(first)
  await first.stop()
  const second = await first.again(under('new'))
  await whole(second)
  const { db } = second.ports
  const models = () => db.rows(sql`select name from vector_models order by name`)
  await deleteUnusedVectors(second.ports)
  expect(await models()).toEqual([{ name: 'http:new' }, { name: 'http:old' }])
  await db.count(sql`update vector_models set used_at = now() - interval '25 hours' where name = 'http:old'`)
  const left = sql`
    select (select count(*) from memory_vectors) as vectors, (select count(*) from vector_marks) as marks,
      (select count(*) from vector_models) as models`
  await db.transaction((db) => deleteUnusedVectors({ db }))
  expect(await db.one(left)).toEqual({ vectors: 1, marks: 1, models: 2 })
  await db.transaction((db) => deleteUnusedVectors({ db }))
  expect(await db.one(left)).toEqual({ vectors: 1, marks: 1, models: 1 })
  expect(await models()).toEqual([{ name: 'http:new' }])
  await second.stop()
  const third = await first.again(under('old'))
  await whole(third)
  expect(await third.ports.db.one(left)).toEqual({ vectors: 2, marks: 2, models: 2 })
  // Model numbers are scarce: each vector space takes one, however often processes start.
  const ids = await third.ports.db.rows(sql`select id from vector_models order by id`)
  expect(ids).toEqual([{ id: 2 }, { id: 3 }])
  await third.stop()
})

if (isShared())
  test('either of two processes embeds a write once, and both recall by meaning', async () => {
    const one = await testService(under('same'))
    const other = await secondService(one, under('same'))
    const people = await Promise.all(Array.from({ length: 8 }, () => one.connected(SCOPES)))
    await Promise.all(
      people.map(async ({ token }, who) => {
        for (let i = 0; i < 20; i++)
          await [one, other][i % 2]!.remember(token, [{ scope: 'home', content: `Letter ${i} of person ${who}` }])
        await one.remember(token, [{ scope: 'home', content: `Plays the violin of ${who}` }])
      }),
    )
    await whole(one)
    for (const service of [one, other]) {
      await expect.poll(() => service.ports.vectors.progress().model).toBe('http:same')
      for (const [who, { token }] of people.entries()) {
        const { memories, retrieval } = await recall(service, token, `instrument ${service === one}`)
        expect(retrieval).toBe('hybrid')
        expect(memories[0].content).toBe(`Plays the violin of ${who}`)
      }
    }
    const memories = texts().filter((text) => text.includes('person') || text.includes('violin'))
    expect(memories.length).toBe(8 * 21)
    expect(new Set(memories).size).toBe(8 * 21)
    await other.stop()
    await one.stop()
  })

test('a static model in EMBEDDINGS_MODEL_DIR enables recall by meaning', async () => {
  const modelDir = join(dataDir, 'tiny')
  await makeStaticModel(modelDir)
  const service = await testService({ embeddings: embeddingsFrom(modelDir) })
  await recallsByMeaning(service)
  await service.stop()
})
