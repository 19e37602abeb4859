import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHttpChat } from '../../../server/src/foundation/models/http-chat.ts'
import { type ScriptedModel, scriptedModel } from '../../../server/test/scripted-model.ts'
import { type TestService, testService } from '../../../server/test/service.ts'
import { MemoryService } from '../src/index.ts'

const SCOPES = ['memory:read:fitness.*', 'memory:write:fitness.*']

let service: TestService
let model: ScriptedModel
beforeAll(async () => {
  model = await scriptedModel()
  service = await testService({}, { chat: openHttpChat({ url: model.url, name: 'a-model' }) })
})
afterAll(async () => {
  await service?.stop()
  await model?.close()
})

/** A client of a new user who granted these scopes. */
async function connected(scopes = SCOPES) {
  const { token } = await service.connected(scopes)
  return new MemoryService({ baseUrl: service.url, token })
}

describe('MemoryService', () => {
  test('remembers, recalls, reads, updates and forgets a memory', async () => {
    const memory = await connected()
    const content = 'Runs along the river every Tuesday.'
    const { memoryIds } = await memory.remember({ scope: 'fitness', content, occurredAt: new Date('2026-05-03') })
    const [id = ''] = memoryIds
    const { memories } = await memory.recall('where does she run', { scope: 'fitness.*', limit: 5 })
    expect(memories).toMatchObject([{ id, content, occurredAt: '2026-05-03T00:00:00.000Z' }])
    expect(await memory.update(id, { pinned: true })).toMatchObject({ id, pinned: true })
    expect(await memory.get(id)).toMatchObject({ content, pinned: true })
    expect(await memory.forget([id])).toEqual({ deleted: [id], missing: [] })
    await expect(memory.get(id)).rejects.toMatchObject({ code: 'not_found', status: 404, attempts: 1 })
  })

  test('lists and restores earlier states, supersedes and reinstates', async () => {
    const memory = await connected()
    const { memoryIds } = await memory.remember([
      { scope: 'fitness', content: 'Owns a road bike.' },
      { scope: 'fitness', content: 'Owns a gravel bike.' },
    ])
    const [road = '', gravel = ''] = memoryIds
    await memory.update(road, { content: 'Owns a red road bike.' })
    const { items } = await memory.history(road)
    expect(items.map(({ change, memory }) => [change, memory.content])).toEqual([
      ['edited', 'Owns a red road bike.'],
      ['created', 'Owns a road bike.'],
    ])
    expect(await memory.restore(road, 1)).toMatchObject({ content: 'Owns a road bike.', revision: 3 })
    expect(await memory.supersede(road, { by: gravel })).toMatchObject({ supersededBy: gravel })
    const current = await memory.list()
    expect(current.memories.map(({ id }) => id)).toEqual([gravel])
    const all = await memory.list({ state: 'all' })
    expect(all.memories.map(({ id }) => id).sort()).toEqual([road, gravel].sort())
    expect(await memory.reinstate(road)).toMatchObject({ supersededBy: null })
  })

  test('finds a memory by its metadata', async () => {
    const memory = await connected()
    await memory.remember({ scope: 'fitness', content: 'Owns a kayak.', metadata: { boat: 'kayak' } })
    await memory.remember({ scope: 'fitness', content: 'Owns a canoe.', metadata: { boat: 'canoe' } })
    const { memories } = await memory.list({ metadata: { boat: 'kayak' } })
    expect(memories).toMatchObject([{ content: 'Owns a kayak.', metadata: { boat: 'kayak' } }])
  })

  test('stores what looks like a secret only with allowSecrets', async () => {
    const memory = await connected()
    const secret = { scope: 'fitness', content: 'The password of the gym app is hunter2hunter2.' }
    await expect(memory.remember(secret)).rejects.toMatchObject({ code: 'validation_failed' })
    expect(await memory.remember(secret, { allowSecrets: true })).toMatchObject({ accepted: true })
  })

  test('cancels the model request when the caller leaves a streamed chat', async () => {
    const memory = await connected(['ai:host:chat'])
    const turn = { intent: 'coach', userMessage: 'How do I begin?' }
    const leaving = new AbortController()
    model.chat({ text: 'And so', hang: true }, { text: 'And so', hang: true })
    for await (const frame of memory.chatStream(turn)) {
      expect(frame).toMatchObject({ type: 'delta' })
      break
    }
    await model.until(() => model.requests.at(-1)?.state === 'closed')
    const listening = async () => {
      for await (const _frame of memory.chatStream(turn, { signal: leaving.signal })) leaving.abort('enough')
    }
    await expect(listening()).rejects.toBe('enough')
    await model.until(() => model.requests.length === 2 && model.requests.at(-1)?.state === 'closed')
  })
})
