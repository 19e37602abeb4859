import { afterAll, beforeAll, expect, test } from 'vitest'
import { openExtractions } from '../src/domain/chats/extractions.ts'
import { openHttpChat } from '../src/foundation/models/http-chat.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { type TestService, testService } from './service.ts'
import { connectedTo } from './turns.ts'

/** How the extraction from many conversations is looked for. */

const MINUTE_MS = 60_000

let model: ScriptedModel
let service: TestService
let now = Date.parse('2026-11-23T10:00:00.000Z')
beforeAll(async () => {
  model = await scriptedModel()
  const chat = openHttpChat({ url: model.url, name: 'a-model' })
  service = await testService({}, { chat, clock: () => new Date(now) })
})
afterAll(async () => {
  await service?.stop()
  await model?.close()
})

const asked = () => model.requestsOf('structured').length

test('an app with a backlog is looked at again once something of it ends', async () => {
  const { as } = await connectedTo(service)
  await service.ports.extractions.stop()
  for (let i = 0; i < 13; i++) {
    const messages = [{ role: 'user', content: `I own ${i} kayaks.` }]
    await as('POST', '/v1/turns', { messages, conversationId: `thread-${i}` })
  }
  now += MINUTE_MS
  let open!: () => void
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  model.structured(...Array.from({ length: 13 }, () => ({ json: { memoryCandidates: [] }, pace: () => opened })))
  const extractions = openExtractions()
  const looks: boolean[] = []
  do looks.push(await extractions.look(service.ports))
  while (looks.at(-1) && looks.length < 5)
  expect(looks).toEqual([true, false])
  await expect.poll(asked).toBe(12)
  open()
  await extractions.close()
  expect([await extractions.look(service.ports), await extractions.look(service.ports)]).toEqual([true, false])
  await extractions.close()
  expect(asked()).toBe(13)
})
