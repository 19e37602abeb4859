import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseUndone } from '../src/domain/chats/undone.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { afterLastId } from './after-last-id.ts'
import { type TestService, testService } from './service.ts'
import { ANSWER, connectedTo, contentsOf, QUESTION } from './turns.ts'

/** Taking back conversations that an app sent. */

const DAY_MS = 86_400_000

let now = afterLastId()
let service: TestService
beforeAll(async () => {
  service = await testService({}, { clock: () => new Date(now) })
})
afterAll(() => service.stop())

const at = () => new Date(now).toISOString()
const later = () => {
  now += 1_000
  return at()
}

async function sending(person?: Parameters<typeof connectedTo>[2]) {
  const app = await connectedTo(service, undefined, person)
  const { id } = await service.get('/v1/connection', app.token)
  const hub = (method: string, path: string, body?: object) =>
    service.ok(method, path, { cookie: app.person.cookie, ...(body ? { body } : {}) })
  return {
    ...app,
    hub,
    send: (messages: object[], conversationId = 'thread-1', more: object = {}) =>
      app.as('POST', '/v1/turns', { messages, conversationId, ...more }),
    stored: async () => contentsOf(await app.as('GET', '/v1/turns')),
    undo: (body: object) => hub('POST', `/v1/connections/${id}/undo`, body),
    revert: (undo: string) => hub('POST', `/v1/connections/${id}/undo/revert`, { undo }),
    bytes: async () =>
      (
        await service.ports.db.one<{ bytes: number }>(
          sql`select chat_bytes as bytes from stores where user_id = ${app.person.id}`,
        )
      ).bytes,
  }
}

test('an undo deletes what an app has sent since, and can be reverted', async () => {
  const { person, hub, send, stored, undo, revert, bytes } = await sending()
  const other = await sending(person)
  await other.send([ANSWER])
  await send([QUESTION])
  const since = later()
  await send([ANSWER])
  await send([{ role: 'user', content: 'I own two kayaks.' }], 'thread-2', { occurredAt: '2026-01-01T00:00:00Z' })
  const [chats, all, size] = [await hub('GET', '/v1/chats'), await stored(), await bytes()]
  const none = { created: 0, edited: 0, deleted: 0, skipped: 0 }
  expect(await undo({ since, preview: true })).toEqual({ ...none, messages: 2, undo: null, examples: [] })
  expect(await stored()).toEqual(all)
  const { undo: id, ...counts } = await undo({ since })
  expect(counts).toEqual({ ...none, messages: 2 })
  expect([await stored(), await other.stored()]).toEqual([[QUESTION.content], [ANSWER.content]])
  expect(await bytes()).toBe(Buffer.byteLength(QUESTION.content) + Buffer.byteLength(ANSWER.content))
  expect((await undo({ since })).messages).toBe(0)
  expect((await hub('GET', '/v1/audit?action=memories.undo')).items).toHaveLength(2)
  expect(await revert(id)).toEqual({ reverted: 0, skipped: 0, messages: 2 })
  expect([await stored(), await bytes(), await hub('GET', '/v1/chats')]).toEqual([all, size, chats])
  expect((await revert(id)).messages).toBe(0)
})

test('of transcripts alone, an undo leaves memories as they are', async () => {
  const { as, hub, send, stored, undo } = await sending()
  await as('POST', '/v1/memories', { memories: [{ content: 'Runs on Tuesdays.', scope: 'fitness' }] })
  await send([QUESTION, ANSWER])
  expect(await undo({ since: new Date(0).toISOString(), only: 'transcripts' })).toMatchObject({
    created: 0,
    messages: 2,
  })
  expect([await stored(), (await hub('GET', '/v1/chats')).items]).toEqual([[], []])
  expect((await as('GET', '/v1/memories')).memories).toHaveLength(1)
})

test('what was taken back joins the conversation that its app began again, unless its scope is another', async () => {
  const { as, send, stored, undo, revert } = await sending()
  for (const conversation of ['thread-1', 'thread-2']) await send([QUESTION], conversation)
  const { undo: id } = await undo({ since: new Date(0).toISOString() })
  await send([ANSWER], 'thread-1')
  await send([ANSWER], 'thread-2', { scope: 'fitness.run' })
  expect(await revert(id)).toEqual({ reverted: 0, skipped: 1, messages: 1 })
  expect(await stored()).toEqual([ANSWER.content, ANSWER.content, QUESTION.content])
  expect(contentsOf(await as('GET', '/v1/turns?conversationId=thread-1'))).toHaveLength(2)
})

test('what was taken back is erased with the trash', async () => {
  const { send, undo } = await sending()
  await send([QUESTION])
  const { undo: id } = await undo({ since: new Date(0).toISOString() })
  now += 31 * DAY_MS
  while (await eraseUndone(service.ports));
  const left = await service.ports.db.rows(sql`select id from undone_messages where undo = ${id}`)
  expect(left).toEqual([])
})
