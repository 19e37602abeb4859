import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHttpChat } from '../src/foundation/models/http-chat.ts'
import { transfersOf } from './portable.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { type Person, type TestService, testService } from './service.ts'

/** Conversations that apps send as they were held. */

const SCOPES = ['memory:read:fitness.*', 'memory:write:fitness.*']
const QUESTION = { role: 'user', content: 'My left knee hurts after long runs.' }
const ANSWER = { role: 'assistant', content: 'How long has it been sore?' }

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

interface Connected {
  person: Person
  token: string
  as: (method: string, path: string, body?: object) => Promise<ReturnType<typeof JSON.parse>>
  call: (
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ) => ReturnType<TestService['call']>
}

async function connected(scopes = SCOPES, on = service, person?: Person): Promise<Connected> {
  const who = person ?? (await on.newPerson())
  const app = await on.newApp(await on.newDeveloper(), scopes)
  const token = await on.connect(who, app, scopes)
  return {
    person: who,
    token,
    as: (method, path, body) => on.ok(method, path, { token, ...(body ? { body } : {}) }),
    call: (method, path, body, headers = {}) => on.call(method, path, { token, headers, ...(body ? { body } : {}) }),
  }
}
const contentsOf = ({ items }: { items: { content: string }[] }) => items.map(({ content }) => content)

describe('turns without a chat model', () => {
  test('stay as a transcript that their app lists and searches', async () => {
    const { as } = await connected()
    const first = await as('POST', '/v1/turns', {
      messages: [{ role: 'system', content: 'Be kind.' }, QUESTION, ANSWER],
      conversationId: 'thread-1',
      occurredAt: '2026-05-03T07:31:02Z',
    })
    expect(first).toEqual({
      accepted: true,
      conversationId: 'thread-1',
      extraction: 'off',
      results: [
        { index: 0, status: 'ignored', reason: 'role' },
        { index: 1, status: 'accepted' },
        { index: 2, status: 'accepted' },
      ],
    })
    await as('POST', '/v1/turns', {
      messages: [{ role: 'user', content: 'For three weeks.' }],
      conversationId: 'thread-1',
    })
    await as('POST', '/v1/turns', {
      messages: [{ role: 'user', content: [{ type: 'text', text: 'I own two kayaks.' }, { type: 'image_url' }] }],
      conversationId: 'thread-2',
      scope: 'fitness.water',
    })
    const page = await as('GET', '/v1/turns?limit=3')
    expect(contentsOf(page)).toEqual(['I own two kayaks.', 'For three weeks.', ANSWER.content])
    const last = await as('GET', `/v1/turns?limit=3&cursor=${page.next_cursor}`)
    expect(last).toMatchObject({
      items: [{ ...QUESTION, conversationId: 'thread-1', scope: 'fitness', createdAt: '2026-05-03T07:31:02.000Z' }],
      next_cursor: null,
    })
    expect(contentsOf(await as('GET', '/v1/turns?query=which+knees+were+hurting'))).toEqual([QUESTION.content])
    expect(contentsOf(await as('GET', '/v1/turns?query=kayak&conversationId=thread-1'))).toEqual([])
    expect(contentsOf(await as('GET', '/v1/turns?scope=fitness.water'))).toEqual(['I own two kayaks.'])
    expect(contentsOf(await as('GET', '/v1/turns?query=quantum'))).toEqual([])
    expect((await as('GET', '/v1/memories')).memories).toEqual([])
  })

  test('without a conversation go to that of the day', async () => {
    const { as } = await connected()
    const { conversationId } = await as('POST', '/v1/turns', {
      messages: [QUESTION],
      occurredAt: '2026-05-03T23:00:00Z',
    })
    expect(conversationId).toBe('2026-05-03')
  })

  test('that hold secrets or no text are ignored', async () => {
    const { as } = await connected()
    const messages = [
      { role: 'user', content: 'My password is hunter2!Xy.' },
      { role: 'assistant', content: null, tool_calls: [{ id: 'call_1' }] },
      { role: 'tool', content: '{}' },
    ]
    const sent = await as('POST', '/v1/turns', { messages })
    expect([sent.accepted, sent.results.map(({ reason }: { reason: string }) => reason)]).toEqual([
      false,
      ['secret', 'no_text', 'role'],
    ])
    expect(await as('GET', '/v1/turns')).toEqual({ items: [], next_cursor: null })
  })

  test('are read only by the app that sent them, within its grants', async () => {
    const { as, person } = await connected()
    await as('POST', '/v1/turns', { messages: [QUESTION], conversationId: 'thread-1' })
    const other = await connected(['memory:read:*', 'memory:write:*'], service, person)
    expect((await other.as('GET', '/v1/turns')).items).toEqual([])
    expect((await other.as('GET', '/v1/memories?query=knee')).memories).toEqual([])
    expect(await other.as('DELETE', '/v1/turns?conversationId=thread-1')).toEqual({ deleted: false })
    const writer = await connected(['memory:write:fitness'])
    await writer.as('POST', '/v1/turns', { messages: [QUESTION] })
    for (const [method, path, body, missing] of [
      ['GET', '/v1/turns', undefined, 'memory:read:general'],
      ['GET', '/v1/turns?scope=note', undefined, 'memory:read:note'],
      ['POST', '/v1/turns', { messages: [QUESTION], scope: 'note' }, 'memory:write:note'],
    ] as const) {
      const { status, body: answer } = await writer.call(method, path, body)
      expect([status, answer.error.details]).toEqual([403, { missing_scope: missing }])
    }
    const reader = await connected(['memory:read:fitness'])
    const { body } = await reader.call('POST', '/v1/turns', { messages: [QUESTION] })
    expect(body.error.details).toEqual({ missing_scope: 'memory:write:general' })
  })

  test('are shown to the person, who deletes them, and are part of the export', async () => {
    const { as, person } = await connected()
    await as('POST', '/v1/turns', { messages: [QUESTION, ANSWER], conversationId: 'thread-1' })
    const hub = (method: string, path: string, body?: object) =>
      service.ok(method, path, { cookie: person.cookie, ...(body ? { body } : {}) })
    const [chat] = (await hub('GET', '/v1/chats')).items
    expect(chat).toMatchObject({ title: QUESTION.content, app: { slug: expect.any(String), name: expect.any(String) } })
    const read = await hub('GET', `/v1/chats/${chat.id}`)
    expect([contentsOf({ items: read.messages }), read.canReply]).toEqual([[QUESTION.content, ANSWER.content], false])
    const exported = await (await fetch(`${service.url}/v1/export`, { headers: { cookie: person.cookie } })).text()
    const lines = exported
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.find(({ object }) => object === 'chat')).toMatchObject({ id: chat.id, app: chat.app.slug })
    expect(lines.filter(({ object }) => object === 'message')).toHaveLength(2)
    // What the person writes here would be readable by the app.
    const { status } = await service.call('POST', `/v1/chats/${chat.id}/messages`, {
      cookie: person.cookie,
      body: { content: 'Hello?' },
    })
    expect(status).toBe(409)
    await hub('PATCH', `/v1/chats/${chat.id}`, { title: 'Knee' })
    expect((await hub('GET', '/v1/audit')).items).toContainEqual(
      expect.objectContaining({ action: 'turns.write', scope: 'fitness', count: 2 }),
    )
    await hub('DELETE', `/v1/chats/${chat.id}`)
    expect((await as('GET', '/v1/turns')).items).toEqual([])
  })

  test('imported by the person are not put into a transcript of an app', async () => {
    const { as, person } = await connected()
    await as('POST', '/v1/turns', { messages: [QUESTION], conversationId: 'thread-1' })
    const [{ id: chatId }] = (await service.ok('GET', '/v1/chats', { cookie: person.cookie })).items
    const at = '2026-05-03T07:31:02.000Z'
    const line = {
      object: 'message',
      id: 'msg_01kb5dd9v2000m4h2n8y7tq3wz',
      chatId,
      role: 'user',
      content: 'Mine.',
      createdAt: at,
    }
    await fetch(`${service.url}/v1/import`, {
      method: 'POST',
      headers: { cookie: person.cookie, 'content-type': 'application/x-ndjson', origin: service.url },
      body: `${JSON.stringify(line)}\n`,
    })
    expect(contentsOf(await as('GET', '/v1/turns'))).toEqual([QUESTION.content])
  })

  test('are unchanged by an import of the export that holds them', async () => {
    const { as, person } = await connected()
    await as('POST', '/v1/turns', { messages: [QUESTION, ANSWER], conversationId: 'thread-1' })
    const { exportStore, imported } = transfersOf(service)
    const { body } = await exportStore(person)
    expect(await imported(person, body)).toEqual({ imported: 0, skipped: 3, errors: [], errorCount: 0 })
    expect(contentsOf(await as('GET', '/v1/turns'))).toEqual([ANSWER.content, QUESTION.content])
  })

  test('are stored once under an idempotency key, and deleted by their app', async () => {
    const { as, call } = await connected()
    const body = { messages: [QUESTION], conversationId: 'thread-1' }
    const first = await call('POST', '/v1/turns', body, { 'idempotency-key': 'one' })
    const again = await call('POST', '/v1/turns', body, { 'idempotency-key': 'one' })
    expect([again.status, again.body]).toEqual([200, first.body])
    expect((await as('GET', '/v1/turns')).items).toHaveLength(1)
    const conflict = await call('POST', '/v1/turns', { ...body, scope: 'fitness.water' })
    expect(conflict.status).toBe(409)
    expect(await as('DELETE', '/v1/turns?conversationId=thread-1')).toEqual({ deleted: true })
    expect(await as('DELETE', '/v1/turns?conversationId=thread-1')).toEqual({ deleted: false })
  })

  test('beyond the share of an app are refused', async () => {
    const { as, call } = await connected()
    const messages = Array.from({ length: 3 }, () => ({ role: 'user', content: 'm'.repeat(32_000) }))
    await as('POST', '/v1/turns', { messages, conversationId: 'long' })
    const tooMuch = await call('POST', '/v1/turns', { messages: [...messages, messages[0]] })
    expect(tooMuch.body.error.message).toMatch(/messages: must be at most 100000 characters/)
    const tooLong = await call('POST', '/v1/turns', { messages: [{ role: 'user', content: 'm'.repeat(32_001) }] })
    expect(tooLong.body.error.message).toMatch(/messages\.0\.content: must be at most 32000 characters/)
    for (let i = 1; i < 200; i++) await as('POST', '/v1/turns', { messages: [QUESTION], conversationId: `thread-${i}` })
    const { status, body } = await call('POST', '/v1/turns', { messages: [QUESTION], conversationId: 'one more' })
    expect([status, body.error.details]).toEqual([402, { limit: 'transcripts' }])
    await as('POST', '/v1/turns', { messages: [ANSWER], conversationId: 'thread-1' })
  })
})

describe('turns with a chat model', () => {
  let extracting: TestService
  let model: ScriptedModel
  const fact = (content: string) => ({ type: 'fact', scope: 'fitness', content, importance: 60 })
  beforeAll(async () => {
    model = await scriptedModel()
    extracting = await testService({ rateLimit: 10_000 }, { chat: openHttpChat({ url: model.url, name: 'a-model' }) })
  })
  afterAll(async () => {
    await extracting?.stop()
    await model?.close()
  })

  test('become memories in the background, and leave no transcript', async () => {
    const { as, person } = await connected(SCOPES, extracting)
    let open!: () => void
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    model.structured({ json: { memoryCandidates: [fact('Has a sore left knee.')] }, pace: () => opened })
    const sent = await as('POST', '/v1/turns', { messages: [QUESTION, ANSWER], conversationId: 'thread-1' })
    expect(sent.extraction).toBe('queued')
    expect((await as('GET', '/v1/turns')).items).toHaveLength(2)
    open()
    await expect.poll(async () => (await as('GET', '/v1/turns')).items).toEqual([])
    const [memory] = (await as('GET', '/v1/memories')).memories
    expect(memory).toMatchObject({ content: 'Has a sore left knee.', origin: 'chat', scope: 'fitness' })
    // What the assistant said is not examined.
    expect(JSON.stringify(model.requestsOf('structured').at(-1)!.body)).not.toContain('sore?')
    expect((await extracting.ok('GET', '/v1/chats', { cookie: person.cookie })).items).toEqual([])
    const [candidate] = (await extracting.ok('GET', '/v1/candidates', { cookie: person.cookie })).items
    expect([candidate.status, candidate.memoryId]).toEqual(['recorded', memory.id])
  })

  test('stay as a transcript if the model fails, or the person said nothing', async () => {
    const { as } = await connected(SCOPES, extracting)
    model.structured({ status: 429 })
    await as('POST', '/v1/turns', { messages: [QUESTION], conversationId: 'thread-1' })
    const unsaid = await as('POST', '/v1/turns', { messages: [ANSWER], conversationId: 'thread-2' })
    expect(unsaid.extraction).toBe('off')
    await extracting.ports.background.idle()
    expect(contentsOf(await as('GET', '/v1/turns'))).toEqual([ANSWER.content, QUESTION.content])
  })

  test('leave the title of the transcript as long as its first message stays', async () => {
    const { as, person } = await connected(SCOPES, extracting)
    const hub = (method: string, path: string, body?: object) =>
      extracting.ok(method, path, { cookie: person.cookie, ...(body ? { body } : {}) })
    const titleOfChat = async () => (await hub('GET', '/v1/chats')).items[0]
    const send = (content: string, role = 'user') =>
      as('POST', '/v1/turns', { messages: [{ role, content }], conversationId: 'thread-1' })
    await send('Welcome back.', 'assistant')
    model.structured({ json: { memoryCandidates: [] } })
    await send('I ran ten miles.')
    await expect.poll(async () => contentsOf(await as('GET', '/v1/turns'))).toEqual(['Welcome back.'])
    expect((await titleOfChat()).title).toBe('Welcome back.')
  })

  test('pass the title on with the first message, unless the person has chosen one', async () => {
    const { as, person } = await connected(SCOPES, extracting)
    const hub = (method: string, path: string, body?: object) =>
      extracting.ok(method, path, { cookie: person.cookie, ...(body ? { body } : {}) })
    const chats = async () => (await hub('GET', '/v1/chats')).items
    for (const conversationId of ['thread-1', 'thread-2']) {
      let open!: () => void
      const opened = new Promise<void>((resolve) => {
        open = resolve
      })
      model.structured({ json: { memoryCandidates: [] }, pace: () => opened })
      await as('POST', '/v1/turns', { messages: [{ ...QUESTION, content: `In ${conversationId}.` }], conversationId })
      await as('POST', '/v1/turns', { messages: [ANSWER], conversationId })
      if (conversationId === 'thread-2') await hub('PATCH', `/v1/chats/${(await chats())[0].id}`, { title: 'Mine' })
      open()
      await expect
        .poll(async () => contentsOf(await as('GET', `/v1/turns?conversationId=${conversationId}`)))
        .toEqual([ANSWER.content])
    }
    expect((await chats()).map(({ title }: { title: string }) => title)).toEqual(['Mine', ANSWER.content])
  })

  test('of a long text are examined in parts', async () => {
    const { as } = await connected(SCOPES, extracting)
    const before = model.requestsOf('structured').length
    const messages = [1, 2].map((at) => ({
      role: 'user',
      content: Array.from({ length: 2_500 }, (_, i) => `${at}w${i}`).join(' '),
    }))
    model.structured(...Array.from({ length: 4 }, () => ({ json: { memoryCandidates: [] } })))
    await as('POST', '/v1/turns', { messages })
    await extracting.ports.background.idle()
    expect(model.requestsOf('structured').length - before).toBe(4)
    expect((await as('GET', '/v1/turns')).items).toEqual([])
  })

  test('are limited like turns of the gateway', async () => {
    const { call } = await connected(SCOPES, extracting)
    const statuses: number[] = []
    for (let i = 0; i < 21; i++)
      statuses.push((await call('POST', '/v1/turns', { messages: [{ role: 'user', content: `Run ${i}.` }] })).status)
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([20, 429])
  })
})
