import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql.ts'
import { scriptedModel } from './scripted-model.ts'
import { type TestService, testService } from './service.ts'

const SCOPES = ['memory:read:*', 'memory:write:*']
const synonyms = [
  ['jogs', 'runs', 'running'],
  ['violin', 'instrument'],
]

let model: Awaited<ReturnType<typeof scriptedModel>>
let service: TestService

beforeAll(async () => {
  model = await scriptedModel({ synonyms })
  service = await testService({ embeddings: embeddingsAt(model.url) })
})
afterAll(async () => {
  await service.stop()
  await model.close()
})

function embeddingsAt(url: string, more: { model?: string; timeoutMs?: number } = {}) {
  return {
    kind: 'http' as const,
    url,
    model: more.model ?? 'scripted',
    apiKey: undefined,
    modelDir: undefined,
    downloadUrl: 'http://127.0.0.1:9',
    timeoutMs: more.timeoutMs ?? 5_000,
  }
}

const unembedded = sql`
  select count(*) as missing from memories m where not exists (
    select from memory_vectors v where v.user_id = m.user_id and v.id = m.id)`

/** Waits until every memory of the service has its vector. */
async function embedded({ ports }: TestService) {
  await expect.poll(() => ports.db.one(unembedded), { timeout: 30_000, interval: 50 }).toEqual({ missing: 0 })
}

test('a memory that shares no word with the question is found by its meaning, and the answer says hybrid', async () => {
  const { token } = await service.connected(SCOPES)
  await service.remember(token, [
    { scope: 'fitness', content: 'Jogs along the canal' },
    { scope: 'media', content: 'Plays the violin' },
    { scope: 'home', content: 'Repainted the kitchen' },
  ])
  await embedded(service)
  const { memories, retrieval } = await service.get('/v1/memories?query=which%20instrument', token)
  expect(retrieval).toBe('hybrid')
  expect(memories[0]).toMatchObject({ content: 'Plays the violin' })
  expect(memories[0].match.vector).toBeGreaterThan(0.5)
})
