import { once } from 'node:events'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/foundation/ids.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { LINES, linesOf, many, transfersOf, written } from './portable.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { type Person, type TestService, testService } from './service.ts'

/** Export and import of chats. */

const CHATS_MAX = 1_000
const MESSAGES_MAX = 100_000
const CONTENT_CHARS_MAX = 64_000
const AT = '2026-05-03T07:30:00.000Z'

let service: TestService
let model: ScriptedModel
let transfers: ReturnType<typeof transfersOf>
beforeAll(async () => {
  model = await scriptedModel()
  service = await testService({ model: { url: model.url, name: 'a-model', apiKey: undefined } })
  transfers = transfersOf(service)
})
afterAll(async () => {
  await service?.stop()
  await model?.close()
})

const as = ({ cookie }: Person, method: string, path: string, body?: object) =>
  service.ok(method, path, { cookie, ...(body ? { body } : {}) })
const chatLine = (more: object = {}) => {
  return { object: 'chat', id: newId('cht'), title: 'Plans', createdAt: AT, updatedAt: AT, ...more }
}
const messageLine = (chatId: string, more: object = {}) => {
  return { object: 'message', id: newId('msg'), chatId, role: 'user', content: 'Hello.', createdAt: AT, ...more }
}
const exported = async (person: Person) => (await transfers.exported(person)).memories

test('an export contains each chat with its messages after the memories', async () => {
  const ada = await service.newPerson()
  await as(ada, 'POST', '/v1/memories', { memories: [{ content: 'Likes rye bread.', scope: 'preference' }] })
  const { app: _app, extraction: _extraction, ...empty } = await as(ada, 'POST', '/v1/chats', { title: 'Nothing yet' })
  const { id } = await as(ada, 'POST', '/v1/chats', {})
  model.chat('Lovely.', 'See you then.')
  for (const content of ['We have a dog now.', 'Until tomorrow.'])
    await as(ada, 'POST', `/v1/chats/${id}/messages`, { content })
  const full = await as(ada, 'GET', `/v1/chats/${id}`)
  const { messages, app: _, canReply: __, extraction: ___, next_cursor: ____, ...chat } = full
  const { header, memories: lines } = await transfers.exported(ada)
  expect([header.version, header.count, lines[0].content]).toEqual([1, 1, 'Likes rye bread.'])
  expect(lines.slice(1)).toEqual([
    { object: 'chat', ...empty },
    { object: 'chat', ...chat },
    ...messages.map(({ candidates: _, ...message }: { candidates?: unknown }) => {
      return { object: 'message', chatId: id, ...message }
    }),
  ])

  // In another account it is the same chat and can be continued.
  const twin = await service.newPerson()
  expect(await transfers.imported(twin, (await transfers.exportStore(ada)).body)).toMatchObject({
    imported: 7,
    errorCount: 0,
  })
  model.chat('It is a Tuesday.')
  await as(twin, 'POST', `/v1/chats/${id}/messages`, { content: 'What day is it?' })
  const sent = model.requestsOf('chat').at(-1)?.body.messages as { content: string }[]
  expect(sent.map(({ content }) => content)).toEqual(expect.arrayContaining(['We have a dog now.', 'See you then.']))
  expect((await as(twin, 'GET', `/v1/chats/${id}`)).messages).toHaveLength(6)
  expect((await as(ada, 'GET', `/v1/chats/${id}`)).messages).toHaveLength(4)
})

test('import restores exported chats with any content and skips them when sent again', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 })
  const odd = fc.constantFrom('\u2028line\u2029', '"\\n', '𝒜🏃🏽‍♀️', '\u0001\u007f', ' kept ', 'النص')
  const message = fc.record({ role: fc.constantFrom('user', 'assistant'), content: fc.oneof(text, odd) })
  const title = fc.option(fc.constantFrom('Plans', '한국어', '{"object":"chat"}'))
  const chat = fc.record({ title, messages: fc.array(message, { maxLength: 60 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(chat, { minLength: 1, maxLength: 4 }), async (chats) => {
      const [ada, twin] = await Promise.all([service.newPerson(), service.newPerson()])
      const lines = chats.flatMap(({ title, messages }) => {
        const line = chatLine({ title })
        return [line, ...messages.map((message) => messageLine(line.id, message))]
      })
      const fresh = { imported: lines.length, skipped: 0, errors: [], errorCount: 0 }
      expect(await transfers.imported(ada, written(lines))).toEqual(fresh)
      const { body } = await transfers.exportStore(ada)
      expect(linesOf(body).slice(1)).toEqual(lines)
      expect(await transfers.imported(twin, body)).toEqual(fresh)
      expect(await exported(twin)).toEqual(lines)
      expect(await transfers.imported(twin, body)).toEqual({ ...fresh, imported: 0, skipped: lines.length })
    }),
    // More messages than one page.
    { numRuns: 15, examples: [[[{ title: null, messages: Array(120).fill({ role: 'user', content: 'Again.' }) }]]] },
  )
})

test('import keeps existing messages, adds missing ones and cannot reach another user’s chat', async () => {
  const [ada, bob] = await Promise.all([service.newPerson(), service.newPerson()])
  const chat = chatLine()
  const [first, second] = [messageLine(chat.id), messageLine(chat.id)]
  await transfers.imported(ada, written([chat, first]))
  await as(ada, 'PATCH', `/v1/chats/${chat.id}`, { title: 'Dogs' })
  const again = written([chat, { ...first, content: 'Changed.' }, second])
  expect(await transfers.imported(ada, again)).toMatchObject({ imported: 1, skipped: 2, errorCount: 0 })
  const { title, messages } = await as(ada, 'GET', `/v1/chats/${chat.id}`)
  expect([title, messages.map(({ content }: { content: string }) => content)]).toEqual(['Dogs', ['Hello.', 'Hello.']])
  expect(await transfers.imported(bob, written([messageLine(chat.id)]))).toMatchObject({ imported: 0, errorCount: 1 })
  expect(await exported(bob)).toEqual([])
})

test('import rejects invalid lines and messages without a chat, and stores the rest', async () => {
  const person = await service.newPerson()
  const chat = chatLine()
  const longest = messageLine(chat.id, { content: '\u0001'.repeat(CONTENT_CHARS_MAX) })
  const lines = [
    ...many(2),
    chat,
    messageLine(newId('cht')),
    chatLine({ id: newId('mem') }),
    chatLine({ title: '' }),
    chatLine({ createdAt: 'then' }),
    messageLine(chat.id, { role: 'system' }),
    messageLine(chat.id, { content: 'x'.repeat(CONTENT_CHARS_MAX + 1) }),
    messageLine(chat.id, { content: 'n\0l' }),
    { object: 'chat' },
    longest,
    ...many(1),
    chatLine({ object: 'another thing' }),
  ]
  const answer = await transfers.imported(person, written(lines))
  expect([answer.imported, answer.skipped]).toEqual([5, 0])
  const at = answer.errors.map(({ line }: { line: number }) => line)
  expect(at.sort((a: number, b: number) => a - b)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 14])
  expect(answer.errors.find(({ line }: { line: number }) => line === 4).message).toContain('must be the id of a chat')
  const exportedLines = await exported(person)
  expect(exportedLines.slice(-2)).toEqual([chat, longest])
})

test('concurrent imports and deletions leave a consistent store', async () => {
  const person = await service.newPerson()
  const chats = Array.from({ length: 40 }, () => chatLine())
  const body = written(chats.flatMap((chat) => [chat, messageLine(chat.id), messageLine(chat.id)]))
  await transfers.imported(person, body)
  const remove = ({ id }: { id: string }) => service.call('DELETE', `/v1/chats/${id}`, { cookie: person.cookie })
  const [, , ...deleted] = await Promise.all([
    transfers.imported(person, body),
    transfers.imported(person, body),
    ...chats.map(remove),
  ])
  for (const { status } of deleted) expect([200, 404]).toContain(status)
  // A later import restores everything.
  await transfers.imported(person, body)
  expect(await exported(person)).toHaveLength(120)
})

/** Adds messages, and changes the row of the store in the same transaction as every verb does that adds some. */
const addMessages = (person: Person, chatId: string, messages: number) =>
  service.ports.db.count(sql`
    with added as (
      insert into chat_messages (user_id, chat_id, id, role, content, created_at)
      select ${person.id}, ${chatId}, 'msg_' || n, 'user', 'Hello.', ${AT}::timestamptz
      from generate_series(1, ${messages}::int) as n returning octet_length(content) as bytes)
    update stores set chat_bytes = chat_bytes + (select sum(bytes) from added) where user_id = ${person.id}`)

test('import at the limit rejects the rest; 402 when nothing fits', async () => {
  const person = await service.newPerson()
  const chats = Array.from({ length: CHATS_MAX + 1 }, () => chatLine())
  const first = await transfers.imported(person, written(chats))
  expect(first).toMatchObject({ imported: CHATS_MAX, skipped: 0, errorCount: 1 })
  expect(first.errors).toEqual([{ line: CHATS_MAX + 1, message: `exceeds the limit of ${CHATS_MAX} chats` }])
  expect(await exported(person)).toEqual(chats.slice(0, CHATS_MAX))
  const again = await transfers.importLines(person, written(chats))
  expect([again.status, again.body.error.details]).toEqual([
    402,
    { limit: 'chats', used: CHATS_MAX, max: CHATS_MAX, plan: 'free' },
  ])

  const { id } = chats[0] as { id: string }
  await addMessages(person, id, MESSAGES_MAX - 1)
  const two = written([messageLine(id), messageLine(id)])
  expect(await transfers.imported(person, two)).toMatchObject({ imported: 1, errorCount: 1 })
  const full = await transfers.importLines(person, two)
  expect([full.status, full.body.error.details.limit]).toEqual([402, 'messages'])
})

test('an import counts the messages that another one stores between its batches', async () => {
  const person = await service.newPerson()
  const chat = chatLine() as { id: string }
  const lines = (count: number) => Array.from({ length: count }, () => messageLine(chat.id))
  const slow = request(`${service.url}/v1/import`, { method: 'POST', headers: { cookie: person.cookie, ...LINES } })
  const responded = once(slow, 'response')
  // The first batch.
  slow.write(written([chat, ...lines(99)]))
  const used = async () => (await as(person, 'GET', '/v1/imports')).capacity.messages.used
  await expect.poll(used).toBe(99)
  await addMessages(person, chat.id, MESSAGES_MAX - 109)
  await transfers.imported(person, written(lines(5)))
  slow.end(written(lines(50)))
  const [response] = await responded
  expect(await json(response)).toMatchObject({ imported: 105, errorCount: 45 })
  expect(await used()).toBe(MESSAGES_MAX)
})
