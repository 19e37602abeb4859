import { expect } from 'vitest'
import type { Config } from '../src/foundation/config.ts'
import type { ChatModel } from '../src/foundation/models/chat.ts'
import { sql } from '../src/foundation/sql.ts'
import { FAKE_USAGE, fakeChat } from './fake-chat.ts'
import { type ModelRequest, type ScriptedModel, scriptedModel } from './scripted-model.ts'
import type { TestService } from './service.ts'

/* A scripted chat model that reads memories for relations, and how tests wait for what it has read. */

/** Longer than any model here is away, and no longer than reading may take from when it is back. */
const READ_MS = 30_000
/** What the background asks to see whether the model is there. */
const PROBE = 'Ada lives in Leeds.'

/** What a model says of a text: subject, relation and object. */
export type Triple = readonly [string, string, string]

/** The configuration of a chat model that reads memories for relations. */
export function readBy({ url }: ScriptedModel): Partial<Config> {
  return { model: { url, name: 'scripted', apiKey: undefined }, relations: true }
}

/** A model that says of each of these texts what stands beside it, and of any other that it states nothing. */
export async function readingModel(says: Record<string, readonly Triple[]> = {}) {
  const model = await scriptedModel()
  model.always('answer', (request) => answerWith(says[noteOf(request)] ?? []))
  return model
}

export function answerWith(triples: readonly Triple[]) {
  return { json: { relations: triples.map(([subject, relation, object]) => ({ subject, relation, object })) } }
}

/** The memory a request asks about. */
export function noteOf({ body }: Pick<ModelRequest, 'body'>): string {
  return JSON.parse(/^<note \w+>\n(.*)\n<\/note \w+>$/.exec(body.messages.at(-1).content)?.[1] ?? '""')
}

/** A model in this process that reads, for tests that have no time for another server. */
export function readingChat(says: (text: string) => Triple[]): ChatModel {
  return {
    ...fakeChat,
    async answer(messages, { schema }) {
      return { value: schema.parse(answerWith(says(noteOf({ body: { messages } }))).json) as never, usage: FAKE_USAGE }
    },
  }
}

/** Every memory the model was asked about, in order, without probes. */
export function notes(model: ScriptedModel): string[] {
  return model
    .asked('answer')
    .map(noteOf)
    .filter((note) => note !== PROBE)
}

/** Waits until every memory has been read. One that was edited without a word is looked at when somebody writes next. */
export async function allRead({ ports }: Pick<TestService, 'ports'>): Promise<void> {
  const unread = sql`
    select m.id from memories m left join relation_marks k on k.user_id = m.user_id
    where (m.version, m.id) > (coalesce(k.done_version, 0), coalesce(k.done_id, '')) or k.leased_until is not null`
  await expect.poll(() => ports.db.rows(unread), { timeout: READ_MS, interval: 50 }).toEqual([])
}

/** Relationships as the model said them. */
export function triples({ relationships }: { relationships: Record<string, string>[] }) {
  return relationships.map(({ subject, relation, object }) => [subject, relation, object])
}
