import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { type Frame, type Person, type TestService, testService } from './service.ts'

/** Users review what a model proposed, in an app or in the Hub. */

const SCOPES = ['memory:read:*', 'memory:write:*', 'ai:host:chat']
const DOG = { type: 'fact', scope: 'home', content: 'Has a dog called Bo.', importance: 60 }

let service: TestService
let model: ScriptedModel
beforeAll(async () => {
  model = await scriptedModel()
  service = await testService({ model: { url: model.url, name: 'a-model', apiKey: undefined } })
})
afterAll(async () => {
  await service?.stop()
  await model?.close()
})

const as = (person: Person, method: string, path: string, body?: object) =>
  service.ok(method, path, { cookie: person.cookie, ...(body ? { body } : {}) })
const call = (person: Person, path: string, body: object = {}, headers = {}) =>
  service.call('POST', path, { cookie: person.cookie, body, headers })
const listOf = async (person: Person, query = '') => (await as(person, 'GET', `/v1/candidates${query}`)).items
const memoriesOf = async (person: Person) => (await as(person, 'GET', '/v1/memories')).memories
const brings = (...memoryCandidates: object[]) => model.structured({ json: { toneTags: [], memoryCandidates } })

/** An app's turn that recorded a candidate. */
async function recorded(candidate: object = DOG) {
  const connected = await service.connected(SCOPES)
  brings(candidate)
  const body = { intent: 'assistant', userMessage: 'I have a dog.', awaitCandidates: true }
  await service.ok('POST', '/v1/gateway/chat', { token: connected.token, body })
  const [item] = await listOf(connected.person)
  return { ...connected, item }
}

/** A Hub chat turn that left a candidate pending. */
async function waiting(candidate: object = DOG) {
  const person = await service.newPerson()
  const chat = await as(person, 'POST', '/v1/chats', {})
  brings(candidate)
  await as(person, 'POST', `/v1/chats/${chat.id}/messages`, { content: 'I have a dog.' })
  await service.ports.background.idle()
  const message = (await as(person, 'GET', `/v1/chats/${chat.id}`)).messages[1]
  return { person, chat, message, item: message.candidates[0] }
}

describe('a candidate an app recorded', () => {
  test('is listed with the app and the current memory', async () => {
    const { person, app, item } = await recorded()
    const [memory] = await memoriesOf(person)
    expect(item).toEqual({
      id: expect.stringMatching(/^cnd_/),
      status: 'recorded',
      app: { slug: app.slug, name: expect.stringMatching(/^App /) },
      chatId: null,
      source: null,
      replaces: null,
      candidate: { ...DOG, occurredAt: memory.occurredAt },
      memoryId: memory.id,
      at: expect.any(String),
    })
    await as(person, 'PATCH', `/v1/memories/${memory.id}`, { content: 'Has a dog.', scope: 'note' })
    expect((await listOf(person))[0].candidate).toMatchObject({ ...DOG, content: 'Has a dog.', scope: 'note' })
    const accepted = await call(person, `/v1/candidates/${item.id}/accept`)
    expect(accepted.body.status).toBe('recorded')
  })

  test('is undone by declining, which deletes the memory and its content', async () => {
    const { person, item } = await recorded()
    for (let i = 0; i < 2; i++) {
      const { status, body } = await call(person, `/v1/candidates/${item.id}/decline`)
      expect([status, body.status, body.candidate, body.memoryId]).toEqual([200, 'undone', null, null])
    }
    expect(await memoriesOf(person)).toEqual([])
    expect((await as(person, 'GET', '/v1/memories?query=dog')).memories).toEqual([])
    const { status, body } = await call(person, `/v1/candidates/${item.id}/accept`)
    expect([status, body.error.code]).toEqual([409, 'conflict'])
    const rows = await service.ports.db.rows(sql`select * from candidates where user_id = ${person.id}`)
    expect(JSON.stringify(rows)).not.toContain('dog')
  })

  test('is deleted with its memory', async () => {
    const { person, token, item } = await recorded()
    await service.ok('DELETE', `/v1/memories/${item.memoryId}`, { token })
    expect(await listOf(person)).toEqual([])
    expect((await call(person, `/v1/candidates/${item.id}/decline`)).status).toBe(404)
  })
})

describe('a pending candidate of a chat', () => {
  test('becomes one memory of the user when accepted', async () => {
    const { person, chat, item } = await waiting()
    expect(item).toMatchObject({ status: 'pending', app: null, chatId: chat.id, candidate: DOG, memoryId: null })
    expect(await memoriesOf(person)).toEqual([])
    const first = (await call(person, `/v1/candidates/${item.id}/accept`)).body
    expect(first).toMatchObject({ status: 'accepted', candidate: DOG })
    expect((await call(person, `/v1/candidates/${item.id}/accept`)).body).toEqual(first)
    const memories = await memoriesOf(person)
    expect(memories).toMatchObject([
      { id: first.memoryId, ...DOG, sourceApp: null, occurredAt: item.candidate.occurredAt },
    ])
    const { messages } = await as(person, 'GET', `/v1/chats/${chat.id}`)
    expect(messages[1].candidates).toEqual([first])
    expect((await as(person, 'GET', '/v1/memories?query=dog')).memories).toHaveLength(1)
  })

  test('is accepted with the user’s content, scope and importance', async () => {
    const { person, item } = await waiting()
    const occurredAt = '2026-05-03T07:30:00.000Z'
    const edits = { content: ' Has a dog. ', scope: 'note', type: 'note', importance: 90, occurredAt }
    const { body } = await call(person, `/v1/candidates/${item.id}/accept`, edits)
    expect(body.candidate).toEqual({ ...edits, content: 'Has a dog.' })
    const other = await waiting()
    const wrong = await call(other.person, `/v1/candidates/${other.item.id}/accept`, { scope: 'gossip' })
    expect(wrong.body.error.code).toBe('unknown_scope')
  })

  test('is stored once when accepted concurrently', async () => {
    const { person, item } = await waiting()
    const replies = await Promise.all([1, 2, 3].map(() => call(person, `/v1/candidates/${item.id}/accept`)))
    expect(new Set(replies.map(({ body }) => body.memoryId)).size).toBe(1)
    expect(await memoriesOf(person)).toHaveLength(1)
  })

  test('can be declined, also after it was accepted', async () => {
    const { person, item } = await waiting()
    for (let i = 0; i < 2; i++)
      expect((await call(person, `/v1/candidates/${item.id}/decline`)).body).toMatchObject({
        status: 'declined',
        candidate: null,
      })
    expect((await call(person, `/v1/candidates/${item.id}/accept`)).status).toBe(409)
    const other = await waiting()
    await call(other.person, `/v1/candidates/${other.item.id}/accept`)
    expect((await call(other.person, `/v1/candidates/${other.item.id}/decline`)).body.status).toBe('undone')
    expect(await memoriesOf(other.person)).toEqual([])
  })

  test('stays pending when the store is full', async () => {
    const { person, item } = await waiting()
    for (let i = 0; i < 5; i++)
      await as(person, 'POST', '/v1/memories', {
        memories: Array.from({ length: 100 }, (_, n) => ({ content: `Fact ${i} ${n}`, scope: 'note' })),
      })
    expect((await call(person, `/v1/candidates/${item.id}/accept`)).status).toBe(402)
    expect((await listOf(person))[0].status).toBe('pending')
  })

  test('is deleted with its chat; accepted ones stay', async () => {
    const { person, chat, item } = await waiting()
    brings({ ...DOG, content: 'Has a cat called Mia.' })
    await as(person, 'POST', `/v1/chats/${chat.id}/messages`, { content: 'And a cat.' })
    await call(person, `/v1/candidates/${item.id}/accept`)
    await as(person, 'DELETE', `/v1/chats/${chat.id}`)
    expect(await listOf(person)).toMatchObject([{ id: item.id, status: 'accepted', chatId: null, candidate: DOG }])
  })
})

test('lists the user’s own candidates by status and app, in pages', async () => {
  const { person, token, app, item } = await recorded()
  brings({ ...DOG, content: 'Has a cat called Mia.' })
  const body = { intent: 'assistant', userMessage: 'And a cat.', awaitCandidates: true }
  await service.ok('POST', '/v1/gateway/chat', { token, body })
  await call(person, `/v1/candidates/${item.id}/decline`)
  const statuses = (items: Frame[]) => items.map(({ status }) => status)
  expect(statuses(await listOf(person))).toEqual(['recorded', 'undone'])
  expect(statuses(await listOf(person, `?status=undone&app=${app.slug}`))).toEqual(['undone'])
  expect(await listOf(person, '?app=another')).toEqual([])
  const page = await as(person, 'GET', '/v1/candidates?limit=1')
  const rest = await as(person, 'GET', `/v1/candidates?limit=1&cursor=${page.next_cursor}`)
  expect([statuses(page.items), statuses(rest.items), rest.next_cursor]).toEqual([['recorded'], ['undone'], null])
  const stranger = await service.newPerson()
  expect(await listOf(stranger)).toEqual([])
  expect((await call(stranger, `/v1/candidates/${item.id}/decline`)).status).toBe(404)
})

test('erasing the account erases all candidates', async () => {
  const { person, chat } = await waiting()
  const app = await service.newApp(await service.newDeveloper(), SCOPES)
  const token = await service.connect(person, app, SCOPES)
  brings({ ...DOG, content: 'Has a cat called Mia.' })
  const body = { intent: 'assistant', userMessage: 'A cat.', awaitCandidates: true }
  await service.ok('POST', '/v1/gateway/chat', { token, body })
  expect((await as(person, 'GET', `/v1/chats/${chat.id}`)).messages).toHaveLength(2)
  const counts = async () => {
    const { db } = service.ports
    const rows = await Promise.all([
      db.rows(sql`select from candidates where user_id = ${person.id}`),
      db.rows(sql`select from chats where user_id = ${person.id}`),
      db.rows(sql`select from chat_messages where user_id = ${person.id}`),
      db.rows(sql`select from extracted_messages where user_id = ${person.id}`),
    ])
    return rows.map(({ length }) => length)
  }
  expect(await counts()).toEqual([2, 1, 2, 1])
  await as(person, 'DELETE', '/v1/auth/account', { password: service.password })
  expect(await counts()).toEqual([0, 0, 0, 0])
})

test('erasing the account during a model call leaves nothing behind', async () => {
  const { person, token } = await service.connected(SCOPES)
  model.structured(async () => {
    await as(person, 'DELETE', '/v1/auth/account', { password: service.password })
    return { json: { memoryCandidates: [DOG] } }
  })
  const { status } = await service.call('POST', '/v1/gateway/chat', {
    token,
    body: { intent: 'assistant', userMessage: 'I have a dog.', awaitCandidates: true },
  })
  expect(status).toBe(401)
})
