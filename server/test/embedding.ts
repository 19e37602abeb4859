import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Config } from '../src/foundation/config.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import type { TestService } from './service.ts'

/** Longer than any scripted outage; the time embedding may take to catch up. */
const WHOLE_MS = 30_000

const { sessions } = JSON.parse(readFileSync(new URL('../../examples/conversation.json', import.meta.url), 'utf8')) as {
  sessions: { turns: { text: string }[] }[]
}

type Client = Pick<TestService, 'ports' | 'get' | 'call'>

/** The configuration for an embedding server. The query timeout is long, so that a slow machine does not fall back. */
export function embeddingsAt(url: string, more: Partial<Config['embeddings']> = {}): Config['embeddings'] {
  return { ...NONE, kind: 'http', url, model: 'scripted', ...more }
}

/** The configuration for a model in a folder. */
export function embeddingsFrom(modelDir: string): Config['embeddings'] {
  return { ...NONE, kind: 'local', modelDir }
}

const NONE = {
  url: undefined,
  model: undefined,
  apiKey: undefined,
  modelDir: undefined,
  downloadUrl: 'http://127.0.0.1:9',
  timeoutMs: 5_000,
}

/** How many memories have no vector of the current model. */
async function unembedded({ ports }: Pick<TestService, 'ports'>): Promise<number> {
  const { model = '' } = ports.vectors.progress()
  const { missing } = await ports.db.one<{ missing: number }>(sql`
    select count(*) as missing from memories m where not exists (
      select from memory_vectors v where v.user_id = m.user_id and v.id = m.id
        and v.model = (select id from vector_models where name = ${model} order by used_at desc, id desc limit 1))`)
  return missing
}

/** Waits until every memory has a vector. */
export async function whole(service: Pick<TestService, 'ports'>): Promise<void> {
  await expect.poll(() => unembedded(service), { timeout: WHOLE_MS, interval: 50 }).toBe(0)
}

/** A recall, with `found`: the results that match by words or meaning. */
export async function recall({ get }: Pick<Client, 'get'>, token: string, query: string, limit = 20) {
  const { memories, retrieval } = await get(
    `/v1/memories?${new URLSearchParams({ query, limit: String(limit) })}`,
    token,
  )
  // biome-ignore lint/suspicious/noExplicitAny: responses are checked against their schemas elsewhere.
  return { memories: memories as any[], retrieval, found: contentsOf(memories.filter(({ score }: any) => score > 0)) }
}

/** Waits until recall is hybrid again; distinct queries avoid the cache. */
export async function hybridAgain(client: Pick<Client, 'get'>, token: string): Promise<void> {
  let tries = 0
  await expect
    .poll(async () => (await recall(client, token, `is it back ${tries++}`)).retrieval, {
      timeout: WHOLE_MS,
      interval: 200,
    })
    .toBe('hybrid')
}

/** The value of a metric without labels. */
export async function metric({ call }: Pick<Client, 'call'>, name: string): Promise<number> {
  const { body } = await call('GET', '/metrics')
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1])
}

export const contentsOf = (memories: { content: string }[]): string[] => memories.map(({ content }) => content)

/**
 * Writes the sample conversation and searches it for one word: a memory on the same topic without that word must be
 * among the first results. Requires a model that covers the conversation.
 */
export async function recallsByMeaning(service: TestService): Promise<void> {
  const { token } = await service.connected(['memory:read:*', 'memory:write:*'])
  for (const { turns } of sessions)
    await service.remember(
      token,
      turns.map(({ text }) => ({ scope: 'general', content: text })),
    )
  await whole(service)
  await expect.poll(() => service.ports.vectors.progress().model).toBeDefined()
  const { memories, retrieval } = await recall(service, token, 'celadon', 20)
  expect(retrieval).toBe('hybrid')
  const meant = memories.find(({ content }) => content === 'So, how did the first firing go?')
  expect(meant).toMatchObject({ match: { keyword: 0 } })
  expect(meant.match.vector).toBeGreaterThan(0.3)
}
