import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transfersOf } from './portable.ts'
import { type TestService, testService } from './service.ts'
import { ANSWER, connectedTo, contentsOf, QUESTION } from './turns.ts'

/** Conversations that apps send as they were held. */

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

describe('turns without a chat model', () => {
  test('stay as a transcript that their app lists and searches', async () => {
    const { as } = await connectedTo(service)
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
    const { as } = await connectedTo(service)
    const { conversationId } = await as('POST', '/v1/turns', {
      messages: [QUESTION],
      occurredAt: '2026-05-03T23:00:00Z',
    })
    expect(conversationId).toBe('2026-05-03')
  })

  test('that hold secrets or no text are ignored', async () => {
    const { as } = await connectedTo(service)
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

  test('are counted before secrets are looked for in them', async () => {
    const { as, call } = await connectedTo(service)
    const long = { role: 'user', content: 'Walks a lot. '.repeat(2_400) }
    const secret = { role: 'user', content: `My password is hunter2!Xy. ${long.content}` }
    const { status, body } = await call('POST', '/v1/turns', { messages: [long, long, long, secret] })
    expect([status, body.error.details]).toEqual([
      400,
      [{ path: 'messages', message: 'must be at most 100000 characters in all', code: 'too_big' }],
    ])
    expect((await as('POST', '/v1/turns', { messages: [long, long, secret] })).results).toEqual([
      { index: 0, status: 'accepted' },
      { index: 1, status: 'accepted' },
      { index: 2, status: 'ignored', reason: 'secret' },
    ])
  })

  test('are read only by the app that sent them, within its grants', async () => {
    const { as, person } = await connectedTo(service)
    await as('POST', '/v1/turns', { messages: [QUESTION], conversationId: 'thread-1' })
    const other = await connectedTo(service, ['memory:read:*', 'memory:write:*'], person)
    expect((await other.as('GET', '/v1/turns')).items).toEqual([])
    expect((await other.as('GET', '/v1/memories?query=knee')).memories).toEqual([])
    expect(await other.as('DELETE', '/v1/turns?conversationId=thread-1')).toEqual({ deleted: false })
    const writer = await connectedTo(service, ['memory:write:fitness'])
    await writer.as('POST', '/v1/turns', { messages: [QUESTION] })
    for (const [method, path, body, missing] of [
      ['GET', '/v1/turns', undefined, 'memory:read:general'],
      ['GET', '/v1/turns?scope=note', undefined, 'memory:read:note'],
      ['POST', '/v1/turns', { messages: [QUESTION], scope: 'note' }, 'memory:write:note'],
    ] as const) {
      const { status, body: answer } = await writer.call(method, path, body)
      expect([status, answer.error.details]).toEqual([403, { missing_scope: missing }])
    }
    const reader = await connectedTo(service, ['memory:read:fitness'])
    const { body } = await reader.call('POST', '/v1/turns', { messages: [QUESTION] })
    expect(body.error.details).toEqual({ missing_scope: 'memory:write:general' })
  })

  test('are shown to the person, who deletes them, and are part of the export', async () => {
    const { as, person } = await connectedTo(service)
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
    const { as, person } = await connectedTo(service)
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
    const { as, person } = await connectedTo(service)
    await as('POST', '/v1/turns', { messages: [QUESTION, ANSWER], conversationId: 'thread-1' })
    const { exportStore, imported } = transfersOf(service)
    const { body } = await exportStore(person)
    expect(await imported(person, body)).toEqual({ imported: 0, skipped: 3, errors: [], errorCount: 0 })
    expect(contentsOf(await as('GET', '/v1/turns'))).toEqual([ANSWER.content, QUESTION.content])
  })

  test('are stored once under an idempotency key, and deleted by their app', async () => {
    const { as, call } = await connectedTo(service)
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
    const { as, call } = await connectedTo(service)
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
