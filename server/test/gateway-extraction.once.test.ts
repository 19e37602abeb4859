import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openHttpChat } from '../src/foundation/models/http-chat.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { type Frame, type TestService, testService } from './service.ts'

/** The extraction of candidates, which follows the response to a turn. */

const SCOPES = ['memory:read:*', 'memory:write:*', 'ai:host:chat']

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
beforeEach(async () => {
  await service.ports.background.idle()
  model.requests.length = 0
})

let turns = 0
const body = () => ({ intent: 'assistant', userMessage: `Turn ${++turns}.` })
const listen = (token: string) => service.listen('/v1/gateway/chat/stream', { token, body: body() })
const candidate = { type: 'fact', scope: 'note', content: 'Has a dog called Bo.', importance: 60 }
const memoriesOf = async (token: string) => (await service.get('/v1/memories', token)).memories
async function all(frames: AsyncIterable<Frame>): Promise<Frame[]> {
  const read: Frame[] = []
  for await (const frame of frames) read.push(frame)
  return read
}
/** A pause of the model until it is released. */
function gate() {
  let open!: () => void
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

describe('the extraction of candidates', () => {
  test('follows the response, which does not wait for it', async () => {
    const { token } = await service.connected(SCOPES)
    const { open, opened } = gate()
    model.structured({ json: { memoryCandidates: [candidate] }, pace: () => opened })
    const { status, body: answer } = await service.call('POST', '/v1/gateway/chat', { token, body: body() })
    expect([status, answer.memoryCandidates]).toEqual([200, []])
    expect(await memoriesOf(token)).toEqual([])
    open()
    await expect.poll(async () => (await memoriesOf(token)).length).toBe(1)
    await service.ports.meter.flush()
    const { hosted_tokens } = await service.get('/v1/quota', token)
    expect(hosted_tokens.used).toBeGreaterThan(answer.usage.tokensIn + answer.usage.tokensOut)
  })

  test('in a stream follows the frame with the usage', async () => {
    const { token } = await service.connected(SCOPES)
    const { open, opened } = gate()
    model.chat({ text: ['Well.'] })
    model.structured({ json: { memoryCandidates: [candidate] }, pace: () => opened })
    const { frames } = await listen(token)
    expect([(await frames.next()).value.type, (await frames.next()).value.type]).toEqual(['delta', 'done'])
    open()
    expect((await all(frames)).map(({ type }) => type)).toEqual(['memory_recorded'])
  })

  test('that fails leaves the response as it is', async () => {
    const { token } = await service.connected(SCOPES)
    model.structured({ status: 429 })
    const { status } = await service.call('POST', '/v1/gateway/chat', { token, body: body() })
    expect(status).toBe(200)
    await service.ports.background.idle()
    expect(await memoriesOf(token)).toEqual([])
  })

  test('is finished while the service drains', async () => {
    const draining = await testService({}, { chat: openHttpChat({ url: model.url, name: 'a-model' }) })
    const { token, person } = await draining.connected(SCOPES)
    const { open, opened } = gate()
    model.structured({ json: { memoryCandidates: [candidate] }, pace: () => opened })
    await draining.ok('POST', '/v1/gateway/chat', { token, body: body() })
    await model.until(() => model.requestsOf('structured').length === 1)
    let counted: Promise<unknown> | undefined
    const { close } = draining.ports.background
    draining.ports.background.close = async () => {
      counted = draining.ports.db.one(sql`select count(*) as count from memories where user_id = ${person.id}`)
      await counted
      await close()
    }
    const stopped = draining.stop()
    open()
    await stopped
    expect(await counted).toEqual({ count: 1 })
  })
})
