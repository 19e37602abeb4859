import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { type Person, type TestService, testService } from './service.ts'

/** The per-minute limits of model calls. */

const SCOPES = ['memory:read:*', 'memory:write:*', 'ai:host:chat']

let model: ScriptedModel
let service: TestService
beforeAll(async () => {
  model = await scriptedModel()
  service = await testService({ rateLimit: 10_000, model: { url: model.url, name: 'a-model', apiKey: undefined } })
})
afterAll(async () => {
  await service?.stop()
  await model?.close()
})

const chat = (token: string, more: object = {}) =>
  service.call('POST', '/v1/gateway/chat', { token, body: { intent: 'assistant', userMessage: 'Hello.', ...more } })
/** One app with many users. */
async function manyPeople(count: number): Promise<string[]> {
  const app = await service.newApp(await service.newDeveloper(), SCOPES)
  const people = await Promise.all(Array.from({ length: count }, () => service.newPerson()))
  return Promise.all(people.map((person) => service.connect(person, app, SCOPES)))
}

test('limits a connection to twenty turns per minute, with Retry-After', async () => {
  const { token } = await service.connected(SCOPES)
  for (let left = 19; left >= 0; left--) {
    const { status, headers } = await chat(token)
    expect([status, headers.get('ratelimit-policy')]).toEqual([200, '"connection";q=10000;w=60, "chat";q=20;w=60'])
    expect(headers.get('ratelimit')).toMatch(new RegExp(`^"connection";r=\\d+;t=\\d+, "chat";r=${left};t=\\d+$`))
  }
  const { status, headers, body } = await chat(token)
  expect([status, body.error.code]).toEqual([429, 'rate_limited'])
  expect(headers.get('ratelimit')).toContain('"chat";r=0;')
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  const stream = await service.listen('/v1/gateway/chat/stream', { token, body: { intent: 'assistant' } })
  expect(stream.status).toBe(429)
  const { token: another } = await service.connected(SCOPES)
  const fresh = await service.listen('/v1/gateway/chat/stream', { token: another, body: { intent: 'assistant' } })
  expect(fresh.status).toBe(200)
  expect(fresh.headers.get('ratelimit')).toMatch(/^"connection";r=9999;t=\d+, "chat";r=19;t=\d+$/)
  fresh.leave()
})

test('limits retries to ten per minute for an app', async () => {
  const tokens = await manyPeople(3)
  model.always('chat', { status: 500 })
  const before = model.requestsOf('chat').length
  for (let i = 0; i < 15; i++) expect((await chat(tokens[i % 3] as string)).status).toBe(503)
  model.always('chat', 'Well.')
  expect(model.requestsOf('chat').length - before).toBe(25)
})

test('limits calls of the operator’s model by test people of a developer to two hundred a day', async () => {
  const developer = await service.newDeveloper()
  const tokens: string[] = []
  for (const _ of [1, 2]) {
    const app = await service.newApp(developer, SCOPES)
    for (let n = 0; n < 6; n++) {
      const path = `/v1/dev/apps/${app.id}/test-people`
      tokens.push((await service.ok('POST', path, { cookie: developer.cookie, body: {} })).connection_token)
    }
  }
  const statuses: Record<number, number> = {}
  for (let n = 0; n < 204; n++) {
    const { status } = await chat(tokens[n % tokens.length] as string, { ephemeral: true })
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  expect(statuses).toEqual({ 200: 200, 429: 4 })
  // People are not limited by it.
  const { token } = await service.connected(SCOPES)
  expect((await chat(token)).status).toBe(200)
})

test('limits writes by test people of a developer to two thousand a day', async () => {
  const { cookie } = await service.newDeveloper()
  const app = await service.newApp({ cookie } as Person, SCOPES)
  const person = () => service.ok('POST', `/v1/dev/apps/${app.id}/test-people`, { cookie, body: {} })
  const [one, other] = [await person(), await person()]
  const write = ({ connection_token: token }: typeof one) =>
    service.call('POST', '/v1/memories', { token, body: { memories: [{ content: 'Runs.', scope: 'note' }] } })
  expect((await write(one)).status).toBe(200)
  await service.ports.db.count(sql`update throttles set taken = 1999 where key like 'writes of test people %'`)
  expect((await write(other)).status).toBe(200)
  expect((await write(one)).body.error.code).toBe('rate_limited')
  const { token } = await service.connected(SCOPES)
  expect((await write({ connection_token: token })).status).toBe(200)
})

test('limits model calls to three hundred per minute for an app', async () => {
  const tokens = await manyPeople(11)
  const calls = () => model.requestsOf('chat').length + model.requestsOf('structured').length
  const before = calls()
  const turn = async (i: number) => (await chat(tokens[i % 11] as string, { userMessage: `Turn ${i}.` })).status
  // Each turn makes two calls, the second after its answer, so the 150th is the last.
  for (let i = 0; i < 150; i++) expect(await turn(i)).toBe(200)
  await expect.poll(() => calls() - before).toBe(300)
  for (let i = 150; i < 155; i++) expect(await turn(i)).toBe(429)
})

test('applies no limit with RATE_LIMIT=off', async () => {
  const free = await testService({ model: { url: model.url, name: 'a-model', apiKey: undefined } })
  try {
    const { token } = await free.connected(SCOPES)
    const options = { token, body: { intent: 'assistant', userMessage: 'Hello.' } }
    for (let i = 0; i < 22; i++) expect((await free.call('POST', '/v1/gateway/chat', options)).status).toBe(200)
  } finally {
    await free.stop()
  }
})

test('without a model chat returns 503 and everything else works', async () => {
  const plain = await testService()
  try {
    const { token } = await plain.connected(SCOPES)
    for (const path of ['/v1/gateway/chat', '/v1/gateway/chat/stream']) {
      const { status, body } = await plain.call('POST', path, { token, body: { intent: 'assistant' } })
      expect([status, body.error.code, body.error.details]).toEqual([
        503,
        'model_unavailable',
        { reason: 'not_configured' },
      ])
    }
    expect((await plain.remember(token, [{ content: 'Still here.', scope: 'note' }])).accepted).toBe(true)
  } finally {
    await plain.stop()
  }
})
