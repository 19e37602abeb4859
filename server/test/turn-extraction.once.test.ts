import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHttpChat } from '../src/foundation/models/http-chat.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { type TestService, testService } from './service.ts'
import { ANSWER, connectedTo, contentsOf, QUESTION } from './turns.ts'

/** Memories that are extracted from conversations that apps send. */

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
    const { as, person } = await connectedTo(extracting)
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

  test('stay as a transcript if the person said nothing', async () => {
    const { as } = await connectedTo(extracting)
    const unsaid = await as('POST', '/v1/turns', { messages: [ANSWER], conversationId: 'thread-2' })
    expect(unsaid.extraction).toBe('off')
    expect((await as('GET', '/v1/turns')).items).toMatchObject([{ ...ANSWER, extraction: null }])
  })

  test('leave the title of the transcript as long as its first message stays', async () => {
    const { as, person } = await connectedTo(extracting)
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
    const { as, person } = await connectedTo(extracting)
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
    const { as } = await connectedTo(extracting)
    const before = model.requestsOf('structured').length
    const messages = [1, 2].map((at) => ({
      role: 'user',
      content: Array.from({ length: 2_500 }, (_, i) => `${at}w${i}`).join(' '),
    }))
    model.structured(...Array.from({ length: 4 }, () => ({ json: { memoryCandidates: [] } })))
    await as('POST', '/v1/turns', { messages })
    await expect.poll(async () => (await as('GET', '/v1/turns')).items).toEqual([])
    expect(model.requestsOf('structured').length - before).toBe(4)
  })

  test('are limited like turns of the gateway', async () => {
    const { call } = await connectedTo(extracting)
    const statuses: number[] = []
    for (let i = 0; i < 21; i++)
      statuses.push((await call('POST', '/v1/turns', { messages: [{ role: 'user', content: `Run ${i}.` }] })).status)
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([20, 429])
  })
})
