import { setTimeout as sleep } from 'node:timers/promises'
import { quantise } from '@memory-service/recall/quantise'
import { expect, test } from 'vitest'
import { openHttpEmbedder } from '../src/foundation/models/http-embedder.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { embeddingsAt, whole } from './embedding.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { type TestService, testService } from './service.ts'

/*
 * A thousand writes with a model outage in the middle. `npm run test:long` extends the outage to a minute and prints
 * measurements.
 */

const WRITES = 1_000
const PEOPLE = 10
const OUTAGE_MS = Number(process.env.OUTAGE_MS ?? 2_000)
const SCOPES = ['memory:read:*', 'memory:write:*']
const WORDS = 'river bread violin harbour letter garden winter cousin engine silver market bicycle'.split(' ')

/** Acknowledged state: the current content of each memory, `undefined` when deleted. */
type Acknowledged = Map<string, string | undefined>

/** Writes memories one by one, edits every tenth and deletes every twentieth. */
async function writeAs(service: TestService, token: string, who: number, acknowledged: Acknowledged, restMs: number) {
  for (let i = 0; i < WRITES / PEOPLE; i++) {
    const content = `${WORDS[i % 12]} ${WORDS[(i * 5 + who) % 12]} number ${who * WRITES + i}`
    const { memoryIds } = await service.remember(token, [{ scope: 'home', content }])
    const id: string = memoryIds[0]
    acknowledged.set(id, content)
    if (i % 10 === 3) {
      await service.ok('PATCH', `/v1/memories/${id}`, { token, body: { content: `${content}, corrected` } })
      acknowledged.set(id, `${content}, corrected`)
    }
    if (i % 20 === 7) {
      await service.ok('DELETE', `/v1/memories/${id}`, { token })
      acknowledged.set(id, undefined)
    }
    await sleep(restMs)
  }
}

/** Content and vectors of each memory. */
async function held({ ports }: TestService) {
  const rows = await ports.db.rows<{ id: string; content: string; codes: Buffer | null }>(sql`
    select m.id, m.content, v.codes from memories m
    left join memory_vectors v on v.user_id = m.user_id and v.id = m.id`)
  const orphans = sql`select id from memory_vectors v where not exists (select from memories m where m.id = v.id)`
  expect(await ports.db.rows(orphans)).toEqual([])
  return rows
}

/** The model's vectors for texts, as stored. */
async function codesOf(model: ScriptedModel, texts: string[]): Promise<Buffer[]> {
  const embedder = openHttpEmbedder({ url: model.url })
  const vectors = await embedder.embed(texts, new AbortController().signal)
  await embedder.close()
  return vectors.map((vector) => Buffer.from(quantise(vector).buffer))
}

test(
  `of ${WRITES} writes with the model away for ${OUTAGE_MS} ms in the middle, nothing is lost and all get the vector of what they say`,
  { timeout: 120_000 + 3 * OUTAGE_MS },
  async () => {
    const model = await scriptedModel()
    const service = await testService({ embeddings: embeddingsAt(model.url) })
    const acknowledged: Acknowledged = new Map()
    const tokens = await Promise.all(
      Array.from({ length: PEOPLE }, async () => (await service.connected(SCOPES)).token),
    )
    // The outage covers the middle half of the writes.
    const restMs = (2 * OUTAGE_MS) / (WRITES / PEOPLE)
    const writing = tokens.map((token, who) => writeAs(service, token, who, acknowledged, restMs))
    await sleep(OUTAGE_MS / 2)
    const before = acknowledged.size
    await model.goOffline()
    await sleep(OUTAGE_MS)
    await expect.poll(() => acknowledged.size).toBeGreaterThan(before)
    const during = acknowledged.size - before
    await model.goOnline()
    const backAt = Date.now()
    const behind = new Set(acknowledged.keys())
    await expect
      .poll(async () => (await held(service)).filter(({ id, codes }) => !codes && behind.has(id)).length, {
        timeout: 30_000,
        interval: 100,
      })
      .toBe(0)
    const wholeAfterMs = Date.now() - backAt
    await Promise.all(writing)
    await whole(service)

    const rows = await held(service)
    const there = new Map(rows.map(({ id, content }) => [id, content]))
    const owed = [...acknowledged].filter(([, content]) => content !== undefined)
    const lost = owed.filter(([id, content]) => there.get(id) !== content)
    expect(lost).toEqual([])
    expect(rows.length).toBe(owed.length)
    const codes = await codesOf(
      model,
      rows.map(({ content }) => content),
    )
    for (const [at, row] of rows.entries()) expect(codes[at]!.equals(row.codes!), row.content).toBe(true)
    if (process.env.OUTAGE_MS)
      console.log(
        `${acknowledged.size} writes, ${during} of them in an outage of ${OUTAGE_MS / 1_000} s, ${lost.length} lost, ` +
          `${rows.length} vectors for ${owed.length} memories, whole ${(wholeAfterMs / 1_000).toFixed(1)} s after its end`,
      )
    await service.stop()
    await model.close()
  },
)
