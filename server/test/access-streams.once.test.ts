import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openHttpChat } from '../src/foundation/models/http-chat.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { type Frame, type Person, type TestService, testService } from './service.ts'

/* Access that changes while a model is running, or after its response was stored for idempotency. */

const SCOPES = ['memory:read:*', 'memory:write:*', 'ai:host:chat']

let service: TestService
let model: ScriptedModel
beforeAll(async () => {
  model = await scriptedModel()
  service = await testService({}, { chat: openHttpChat({ url: model.url, name: 'a-model' }) })
})
beforeEach(() => service.ports.background.idle())
afterAll(async () => {
  await service?.stop()
  await model?.close()
})

const body = { intent: 'assistant', userMessage: 'What do you know?', ephemeral: true }
async function connectionOf({ cookie }: Person): Promise<string> {
  return (await service.ok('GET', '/v1/connections', { cookie })).items[0].id
}

const changes: [string, string, (person: Person) => Promise<unknown>][] = [
  [
    'connection_revoked',
    'is revoked',
    async ({ cookie, ...person }) =>
      service.ok('POST', `/v1/connections/${await connectionOf({ cookie, ...person })}/revoke`, { cookie }),
  ],
  [
    'connection_paused',
    'is paused',
    async ({ cookie, ...person }) =>
      service.ok('POST', `/v1/connections/${await connectionOf({ cookie, ...person })}/pause`, { cookie }),
  ],
  [
    'scope_denied',
    'loses a scope',
    async ({ cookie, ...person }) =>
      service.ok('PATCH', `/v1/connections/${await connectionOf({ cookie, ...person })}`, {
        cookie,
        body: { scopes: ['memory:read:note', 'ai:host:chat'] },
      }),
  ],
]

describe.each(changes)('%s ends a turn whose connection %s', (code, _, change) => {
  test('while it streams, also when the model is silent', async () => {
    const { token, person } = await service.connected(SCOPES)
    model.chat({
      text: ['What ', 'is told ', 'afterwards'],
      pace: (piece) => (piece === 1 ? new Promise(() => {}) : undefined),
    })
    const { frames } = await service.listen('/v1/gateway/chat/stream', { token, body })
    const read: Frame[] = []
    for await (const frame of frames) {
      read.push(frame)
      if (read.length === 1) await change(person)
    }
    expect(read).toMatchObject([
      { type: 'delta', text: 'What ' },
      { type: 'error', code },
    ])
  })
})

test('a turn in the Hub ends with the session, also when the model is silent', async () => {
  const { cookie } = await service.newPerson()
  const { id } = await service.ok('POST', '/v1/chats', { cookie, body: {} })
  model.chat({
    text: ['What ', 'is read ', 'afterwards'],
    pace: (piece) => (piece === 1 ? new Promise(() => {}) : undefined),
  })
  const { frames } = await service.listen(`/v1/chats/${id}/messages/stream`, { cookie, body: { content: 'Hello.' } })
  const read: Frame[] = []
  for await (const frame of frames) {
    read.push(frame)
    if (read.length === 1) await service.ok('POST', '/v1/auth/logout', { cookie })
  }
  expect(read).toMatchObject([
    { type: 'delta', text: 'What ' },
    { type: 'error', code: 'unauthorized' },
  ])
})

test('a stored reply is not replayed to an app that has lost a scope it was given under', async () => {
  const { token, person } = await service.connected(SCOPES)
  const ask = () => service.call('POST', '/v1/gateway/chat', { token, body, headers: { 'idempotency-key': 'one' } })
  model.chat({ text: ['You are HIV positive.'] })
  expect((await ask()).body.reply).toBe('You are HIV positive.')
  expect((await ask()).headers.get('idempotent-replayed')).toBe('true')
  const path = `/v1/connections/${await connectionOf(person)}`
  const scopes = ['memory:read:fitness.*', 'ai:host:chat']
  await service.ok('PATCH', path, { cookie: person.cookie, body: { scopes } })
  const { status, body: refused } = await ask()
  expect([status, refused.error.code, refused.error.details]).toEqual([
    403,
    'scope_denied',
    { missing_scope: 'memory:read:*' },
  ])
  expect(JSON.stringify(refused)).not.toContain('HIV')
})

test('a stored confirmation of a write is replayed after scopes were narrowed', async () => {
  const { token, person } = await service.connected(SCOPES)
  const memories = [{ content: 'Likes rye.', scope: 'note' }]
  const write = () =>
    service.call('POST', '/v1/memories', { token, body: { memories }, headers: { 'idempotency-key': 'two' } })
  const first = await write()
  const path = `/v1/connections/${await connectionOf(person)}`
  await service.ok('PATCH', path, { cookie: person.cookie, body: { scopes: ['memory:write:note'] } })
  expect((await write()).body).toEqual(first.body)
})
