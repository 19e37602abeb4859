import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openHttpChat } from '../src/foundation/models/http-chat.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { afterLastId } from './after-last-id.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { type TestService, testService } from './service.ts'
import { ANSWER, connectedTo, contentsOf, QUESTION } from './turns.ts'

/** Extractions from conversations that fail, wait, or are cut short. */

const MINUTE_MS = 60_000
const FACT = { type: 'fact', scope: 'fitness', content: 'Has a sore left knee.', importance: 60 }
const found = { json: { memoryCandidates: [FACT] } }

let model: ScriptedModel
let service: TestService
let before = 0
let now = afterLastId()
beforeAll(async () => {
  model = await scriptedModel()
  const chat = openHttpChat({ url: model.url, name: 'a-model' })
  service = await testService({ userPlan: 'free' }, { chat, clock: () => new Date(now) })
})
beforeEach(() => {
  before = model.requestsOf('structured').length
})
afterAll(async () => {
  await service?.stop()
  await model?.close()
})

/** Requests of the model in this test. */
const asked = () => model.requestsOf('structured').length - before
const later = (ms: number) => {
  now += ms
  service.ports.extractions.nudge()
}

async function talking() {
  const app = await connectedTo(service)
  const hub = (method: string, path: string, body?: object) =>
    service.ok(method, path, { cookie: app.person.cookie, ...(body ? { body } : {}) })
  const send = (content = QUESTION.content, conversationId = 'thread-1') =>
    app.as('POST', '/v1/turns', { messages: [{ role: 'user', content }, ANSWER], conversationId })
  const states = async () =>
    (await app.as('GET', '/v1/turns')).items.map(({ extraction }: { extraction: string | null }) => extraction)
  const memories = async () => contentsOf({ items: (await app.as('GET', '/v1/memories')).memories })
  return { ...app, hub, send, states, memories }
}

/** Holds the requests of the model until it is opened. */
function gate() {
  let open!: () => void
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, pace: () => opened }
}

describe('a failed extraction', () => {
  test('is repeated after a minute, and then leaves no transcript', async () => {
    const { send, states, memories, hub } = await talking()
    model.structured({ status: 429 }, found)
    await send()
    await expect.poll(asked).toBe(1)
    await expect.poll(states).toEqual(['queued', 'queued'])
    expect((await hub('GET', '/v1/chats')).items).toMatchObject([{ extraction: 'queued' }])
    await service.ports.background.idle()
    await expect
      .poll(async () => {
        later(MINUTE_MS)
        return states()
      })
      .toEqual([])
    expect([asked(), await memories()]).toEqual([2, [FACT.content]])
  })

  test('is given up after five attempts, which its app and the person see', async () => {
    const { send, states, memories, hub } = await talking()
    model.structured(...Array.from({ length: 5 }, () => ({ status: 401 })))
    await send()
    await expect
      .poll(
        async () => {
          later(60 * MINUTE_MS)
          return states()
        },
        { timeout: 20_000 },
      )
      .toEqual(['failed', 'failed'])
    expect([asked(), await memories()]).toEqual([5, []])
    const [{ id, extraction }] = (await hub('GET', '/v1/chats')).items
    expect([extraction, (await hub('GET', `/v1/chats/${id}`)).extraction]).toEqual(['failed', 'failed'])
    later(24 * 60 * MINUTE_MS)
    await send('I swim on Fridays.', 'thread-2')
    await expect.poll(asked).toBe(6)
  })

  test.each([
    ['asks to wait', { status: 429 }, 12],
    ['is down', { status: 503 }, 14],
  ])('does not count as an attempt if the model %s', async (_, failed, times) => {
    const { send, states, memories } = await talking()
    const answers = Array.from({ length: times }, () => failed)
    model.structured(...answers, found)
    await send()
    await expect
      .poll(async () => {
        later(2 * MINUTE_MS)
        return states()
      })
      .toEqual([])
    expect([asked() > 6, await memories()]).toEqual([true, [FACT.content]])
  })

  test('counts as an attempt for a request of more than 30 days ago, whatever prevented it', async () => {
    const { send, states } = await talking()
    model.structured(...Array.from({ length: 6 }, () => ({ status: 429 })))
    await send()
    await expect.poll(asked).toBe(1)
    await service.ports.background.idle()
    later(31 * 24 * 60 * MINUTE_MS)
    await expect
      .poll(async () => {
        later(6 * 60 * MINUTE_MS)
        return states()
      })
      .toEqual(['failed', 'failed'])
    expect(asked()).toBe(6)
  })

  test('waits while the connection is paused', async () => {
    const { send, states, hub, memories } = await talking()
    const [{ id }] = (await hub('GET', '/v1/connections')).items
    const attempts = () =>
      service.ports.db.rows(sql`
        select attempts from turn_extractions where connection_id = ${id} and due_at > ${new Date(now).toISOString()}`)
    const { open, pace } = gate()
    model.structured({ ...found, pace }, found)
    await send()
    await expect.poll(asked).toBe(1)
    await hub('POST', `/v1/connections/${id}/pause`)
    open()
    for (let i = 0; i < 8; i++) {
      later(60 * MINUTE_MS)
      await expect.poll(attempts).toEqual([{ attempts: 0 }])
    }
    await hub('POST', `/v1/connections/${id}/resume`)
    await expect
      .poll(async () => {
        later(120 * MINUTE_MS)
        return states()
      })
      .toEqual([])
    expect(await memories()).toEqual([FACT.content])
  })

  test('ends with the connection', async () => {
    const { send, hub } = await talking()
    const { open, pace } = gate()
    model.structured({ ...found, pace })
    await send()
    await expect.poll(asked).toBe(1)
    const [{ id }] = (await hub('GET', '/v1/connections')).items
    await hub('POST', `/v1/connections/${id}/revoke`)
    open()
    await expect.poll(async () => (await hub('GET', '/v1/chats')).items[0].extraction).toBe('failed')
    expect((await hub('GET', '/v1/memories')).memories).toEqual([])
  })
})

test('a full store keeps its transcripts', async () => {
  const { send, states, hub } = await talking()
  const many = (from: number) =>
    Array.from({ length: 100 }, (_, i) => ({ content: `Owns book number ${from + i}.`, scope: 'note' }))
  for (let i = 0; i < 5; i++) await hub('POST', '/v1/memories', { memories: many(i * 100) })
  model.structured(found)
  await send()
  await expect.poll(states).toEqual(['failed', 'failed'])
  expect((await hub('GET', '/v1/memories?query=knee')).memories).toEqual([])
  // Neither is it deleted once there is space.
  const { memories } = await hub('GET', '/v1/memories')
  await hub('DELETE', `/v1/memories/${memories[0].id}`)
  later(24 * 60 * MINUTE_MS)
  await send('I swim on Fridays.', 'thread-2')
  await expect.poll(async () => (await states()).length).toBe(2)
  expect(await states()).toEqual(['failed', 'failed'])
})

test.each([
  ['the person', true],
  ['the app', false],
])('nothing is extracted after %s has deleted the transcript', async (_, isPerson) => {
  const { send, hub, as } = await talking()
  const { open, pace } = gate()
  model.structured({ ...found, pace })
  await send()
  await expect.poll(asked).toBe(1)
  const [{ id }] = (await hub('GET', '/v1/chats')).items
  if (isPerson) await hub('DELETE', `/v1/chats/${id}`)
  else await as('DELETE', '/v1/turns?conversationId=thread-1')
  open()
  await service.ports.background.idle()
  expect((await hub('GET', '/v1/memories')).memories).toEqual([])
  expect((await hub('GET', '/v1/candidates')).items).toEqual([])
})
