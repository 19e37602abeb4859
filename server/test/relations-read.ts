import { expect } from 'vitest'
import type { Config } from '../src/foundation/config.ts'
import type { ChatModel } from '../src/foundation/models/chat.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { FAKE_USAGE, fakeChat } from './fake-chat.ts'
import { type ModelRequest, type ScriptedModel, scriptedModel } from './scripted-model.ts'
import type { TestService } from './service.ts'

/* A scripted chat model that extracts relations, and helpers that wait for its results. */

/** Longer than any scripted outage; the time extraction may take to catch up. */
const READ_MS = 30_000
/** The text of the background loop's probe. */
const PROBE = 'Ada lives in Leeds.'

/** A model's output for a text: subject, relation and object. */
export type Triple = readonly [string, string, string]

/** The configuration of a chat model that extracts relations. */
export function readBy({ url }: ScriptedModel): Partial<Config> {
  return { model: { url, name: 'scripted', apiKey: undefined }, relations: true }
}

/** A model with a fixed output for each of these texts, and no relation for any other. */
export async function readingModel(says: Record<string, readonly Triple[]> = {}) {
  const model = await scriptedModel()
  model.always('structured', (request) => answerWith(says[noteOf(request)] ?? []))
  return model
}

export function answerWith(triples: readonly Triple[]) {
  return { json: { relations: triples.map(([subject, relation, object]) => ({ subject, relation, object })) } }
}

/** The memory text of a request. */
export function noteOf({ body }: Pick<ModelRequest, 'body'>): string {
  return JSON.parse(/^<note \w+>\n(.*)\n<\/note \w+>$/.exec(body.messages.at(-1).content)?.[1] ?? '""')
}

/** An in-process model, for tests that need no HTTP server. */
export function readingChat(says: (text: string) => Triple[]): ChatModel {
  return {
    ...fakeChat,
    async structuredOutput(messages, { schema }) {
      return { value: schema.parse(answerWith(says(noteOf({ body: { messages } }))).json) as never, usage: FAKE_USAGE }
    },
  }
}

/** The memory texts of all requests, in order, without probes. */
export function notes(model: ScriptedModel): string[] {
  return model
    .requestsOf('structured')
    .map(noteOf)
    .filter((note) => note !== PROBE)
}

/** Waits until every memory has been read. An edit of other fields is only noticed at the next write. */
export async function allRead({ ports }: Pick<TestService, 'ports'>): Promise<void> {
  const unread = sql`
    select m.id from memories m left join relation_marks k on k.user_id = m.user_id
    where (m.version, m.id) > (coalesce(k.done_version, 0), coalesce(k.done_id, '')) or k.leased_until is not null`
  await expect.poll(() => ports.db.rows(unread), { timeout: READ_MS, interval: 50 }).toEqual([])
}

/** Relationships in the form of the model's output. */
export function triples({ relationships }: { relationships: Record<string, string>[] }) {
  return relationships.map(({ subject, relation, object }) => [subject, relation, object])
}
