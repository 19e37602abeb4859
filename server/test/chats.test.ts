import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { SCRIPTED_NAME, type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { type Frame, type Person, type TestService, testService } from './service.ts'

/** Chats of a user with their own assistant in the Hub. */

let service: TestService
let model: ScriptedModel
let person: Person
let chatId: string
beforeAll(async () => {
  model = await scriptedModel()
  service = await testService({ model: { url: model.url, name: 'a-model', apiKey: undefined } })
})
afterAll(async () => {
  await service?.stop()
  await model?.close()
})
beforeEach(async () => {
  await service.ports.background.idle()
  model.requests.length = 0
  person = await service.newPerson()
  chatId = (await as('POST', '/v1/chats', {})).id
})

const as = (method: string, path: string, body?: object, who = person) =>
  service.ok(method, path, { cookie: who.cookie, ...(body ? { body } : {}) })
const call = (method: string, path: string, body?: object, headers = {}) =>
  service.call(method, path, { cookie: person.cookie, headers, ...(body ? { body } : {}) })
const say = (content: string) => as('POST', `/v1/chats/${chatId}/messages`, { content })
const listen = (content: string) =>
  service.listen(`/v1/chats/${chatId}/messages/stream`, { cookie: person.cookie, body: { content } })
const own = (content: string, more: object = {}) =>
  as('POST', '/v1/memories', { memories: [{ content, scope: 'note', ...more }] })
const candidate = { type: 'fact', scope: 'home', content: 'Has a dog called Bo.', importance: 60 }
const brings = (...memoryCandidates: object[]) => model.structured({ json: { toneTags: [], memoryCandidates } })
const lastAsked = () => model.requestsOf('chat').at(-1)!.body.messages as { role: string; content: string }[]

describe('a chat', () => {
  test('is created, listed newest first, renamed, read and deleted', async () => {
    const second = await as('POST', '/v1/chats', { title: '  Plans ' })
    expect(second).toMatchObject({ id: expect.stringMatching(/^cht_/), title: 'Plans' })
    const page = await as('GET', '/v1/chats?limit=1')
    expect([page.items, page.canReply]).toEqual([[second], true])
    const rest = await as('GET', `/v1/chats?limit=1&cursor=${page.next_cursor}`)
    expect([rest.items[0].id, rest.next_cursor]).toEqual([chatId, null])
    expect((await as('PATCH', `/v1/chats/${chatId}`, { title: 'Dogs' })).title).toBe('Dogs')
    expect(await as('DELETE', `/v1/chats/${chatId}`)).toEqual({ ok: true })
    for (const [method, body] of [['GET'], ['DELETE'], ['PATCH', { title: 'x' }]] as [string, object?][])
      expect((await call(method, `/v1/chats/${chatId}`, body)).status).toBe(404)
    expect((await call('POST', `/v1/chats/${chatId}/messages`, { content: 'Hello?' })).status).toBe(404)
    expect(model.requests).toEqual([])
  })

  test('stores both messages in order and takes its title from the first', async () => {
    model.chat('Good morning.', 'Indeed.')
    const first = await say('Hello there, my dear assistant, this is the first thing that I say to you.')
    expect(first).toMatchObject({ role: 'assistant', content: 'Good morning.', candidates: [] })
    await say('Nice day.')
    const chat = await as('GET', `/v1/chats/${chatId}`)
    expect(chat.title).toBe('Hello there, my dear assistant, this is the first thing…')
    expect(chat.messages.map(({ role, content }: Frame) => [role, content])).toEqual([
      ['user', 'Hello there, my dear assistant, this is the first thing that I say to you.'],
      ['assistant', 'Good morning.'],
      ['user', 'Nice day.'],
      ['assistant', 'Indeed.'],
    ])
    expect(chat.messages[1]).toEqual(first)
    const newest = await as('GET', `/v1/chats/${chatId}?limit=3`)
    expect(newest.messages).toEqual(chat.messages.slice(1))
    const older = await as('GET', `/v1/chats/${chatId}?limit=3&cursor=${newest.next_cursor}`)
    expect([older.messages, older.next_cursor]).toEqual([chat.messages.slice(0, 1), null])
    const other = (await as('POST', '/v1/chats', {})).id
    expect((await call('GET', `/v1/chats/${other}?cursor=${newest.next_cursor}`)).body.error.code).toBe(
      'invalid_cursor',
    )
  })

  test('sends the model the last messages, within bounds, and relevant memories', async () => {
    await own('The marmoset sleeps in the barn.', { scope: 'health' })
    await service.ok('POST', '/v1/memories', {
      cookie: (await service.newPerson()).cookie,
      body: { memories: [{ content: 'The pangolin sleeps in the barn.', scope: 'health' }] },
    })
    for (let i = 0; i < 12; i++) await say(`Message ${i}.`)
    await say('Who sleeps in the barn?')
    const [system, ...rest] = lastAsked()
    expect(system?.content).toContain('marmoset')
    expect(JSON.stringify(rest)).not.toContain('pangolin')
    expect(rest).toHaveLength(21)
    expect(rest[0]).toEqual({ role: 'user', content: 'Message 2.' })
    expect(rest.at(-1)).toEqual({ role: 'user', content: 'Who sleeps in the barn?' })
    for (let i = 0; i < 3; i++) await say(`${i} ${'x'.repeat(7_000)}`)
    expect(lastAsked().length).toBeLessThan(6)
    expect(lastAsked()[1]?.role).toBe('user')
  })

  test('streams deltas, the whole message, then its candidates', async () => {
    let open!: () => void
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    model.chat({ text: ['What ', 'a dog!'], pace: (piece) => (piece === 1 ? opened : undefined) })
    brings(candidate)
    const { frames } = await listen('I have a dog, Bo.')
    expect((await frames.next()).value).toEqual({ type: 'delta', text: 'What ' })
    open()
    expect((await frames.next()).value).toEqual({ type: 'delta', text: 'a dog!' })
    const done = (await frames.next()).value
    expect(done).toMatchObject({ type: 'done', usage: { model: SCRIPTED_NAME } })
    expect(done.message).toMatchObject({ content: 'What a dog!', candidates: [] })
    const proposed = (await frames.next()).value
    expect(proposed).toEqual({
      type: 'candidates',
      messageId: done.message.id,
      candidates: [expect.objectContaining({ status: 'pending', candidate: expect.objectContaining(candidate) })],
    })
    const { messages } = await as('GET', `/v1/chats/${chatId}`)
    expect(messages[1]).toEqual({ ...done.message, candidates: proposed.candidates })
    expect((await as('GET', '/v1/memories')).memories).toEqual([])
  })

  test('stores nothing of a turn that failed, was abandoned, or whose chat was deleted', async () => {
    model.chat({ status: 401 })
    expect((await call('POST', `/v1/chats/${chatId}/messages`, { content: 'Hello.' })).status).toBe(503)
    model.chat({ text: 'And so', cut: 'end' })
    const broken: Frame[] = []
    for await (const frame of (await listen('Hello.')).frames) broken.push(frame)
    expect(broken.at(-1)).toMatchObject({ type: 'error', code: 'model_unavailable' })
    model.chat({ text: 'And so', hang: true })
    const { frames, leave } = await listen('Hello.')
    await frames.next()
    leave()
    await model.until(() => model.requests.at(-1)?.state === 'closed')
    expect((await as('GET', `/v1/chats/${chatId}`)).messages).toEqual([])
    const another = (await as('POST', '/v1/chats', {})).id
    model.structured(async () => {
      await as('DELETE', `/v1/chats/${chatId}`)
      return { json: { memoryCandidates: [candidate] } }
    })
    await say('Hello.')
    await service.ports.background.idle()
    expect((await as('GET', '/v1/candidates')).items).toEqual([])
    model.chat(async () => {
      await as('DELETE', `/v1/chats/${another}`)
      return 'Good morning.'
    })
    expect((await call('POST', `/v1/chats/${another}/messages`, { content: 'Hello.' })).status).toBe(404)
  })

  test('replays the stored response of a repeated idempotency key', async () => {
    const send = () => call('POST', `/v1/chats/${chatId}/messages`, { content: 'Hello.' }, { 'idempotency-key': 'one' })
    brings(candidate)
    const [first, again] = [await send(), await send()]
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(model.requestsOf('chat')).toHaveLength(1)
    expect((await as('GET', `/v1/chats/${chatId}`)).messages).toHaveLength(2)
  })

  test('proposes nothing that is stored or already proposed', async () => {
    await own('Has a cat called Mia.', { scope: 'home' })
    for (const expected of [1, 0]) {
      brings(candidate, { ...candidate, content: 'Has a cat called Mia' })
      const { id } = await say('I have a dog and a cat.')
      await service.ports.background.idle()
      const { messages } = await as('GET', `/v1/chats/${chatId}`)
      expect(messages.find((message: Frame) => message.id === id).candidates).toHaveLength(expected)
    }
  })

  test('proposes what an app has stored in other words, and what a muted app has stored', async () => {
    const scopes = ['memory:read:*', 'memory:write:*']
    const app = await service.newApp(await service.newDeveloper(), scopes)
    const token = await service.connect(person, app, scopes)
    const proposedFor = async (content: string) => {
      brings({ ...candidate, content })
      const { id } = await say(content)
      await service.ports.background.idle()
      const { messages } = await as('GET', `/v1/chats/${chatId}`)
      return messages.find((message: Frame) => message.id === id).candidates.length
    }
    await service.remember(token, [{ content: 'Was allergic to walnuts.', scope: 'note' }])
    expect(await proposedFor('Is allergic to walnuts.')).toBe(1)
    await service.remember(token, [{ content: 'Has a cat called Mia.', scope: 'note' }])
    expect(await proposedFor('Has a cat called Mia')).toBe(0)
    const { id } = await service.get('/v1/connection', token)
    await as('POST', `/v1/connections/${id}/mute`)
    expect(await proposedFor('Has a cat called Mia')).toBe(1)
  })

  test('is limited to a thousand per user, even under concurrency', async () => {
    await service.ports.db.count(sql`
      insert into chats (user_id, id, created_at, updated_at)
      select ${person.id}, 'cht_' || n, now(), now() from generate_series(1, 999) n`)
    await service.ok('DELETE', '/v1/chats/cht_1', { cookie: person.cookie })
    const replies = await Promise.all(Array.from({ length: 8 }, () => call('POST', '/v1/chats', {})))
    const refused = replies.filter(({ status }) => status !== 200)
    expect(refused.map(({ status, body }) => [status, body.error.details.limit])).toEqual(Array(7).fill([402, 'chats']))
  })
})

test('limits a user to twenty turns per minute', async () => {
  const limited = await testService({ rateLimit: 600, model: { url: model.url, name: 'a-model', apiKey: undefined } })
  try {
    const { cookie } = await limited.newPerson()
    const { id } = await limited.ok('POST', '/v1/chats', { cookie, body: {} })
    const send = () => limited.call('POST', `/v1/chats/${id}/messages`, { cookie, body: { content: 'Hello.' } })
    for (let i = 0; i < 20; i++) expect((await send()).status).toBe(200)
    expect((await send()).status).toBe(429)
  } finally {
    await limited.stop()
  }
})
