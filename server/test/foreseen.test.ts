import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Verdicts } from '../src/domain/memories/verdicts.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { basicOf, type Person, type TestService, testService } from './service.ts'

/*
 * What is compared with what a request writes is judged before its transaction: the judgement of long statements takes
 * seconds, for which the embedded engine would answer no other request.
 */

const inTransaction = new AsyncLocalStorage<boolean>()
const ALL = ['memory:read:*', 'memory:write:*', 'ai:host:chat']
const judged = { inside: 0, outside: 0 }

let service: TestService
let model: ScriptedModel
beforeAll(async () => {
  const set = Verdicts.prototype.set
  vi.spyOn(Verdicts.prototype, 'set').mockImplementation(function (this: Verdicts, ...args) {
    judged[inTransaction.getStore() ? 'inside' : 'outside'] += 1
    return set.apply(this, args)
  })
  model = await scriptedModel()
  service = await testService({ model: { url: model.url, name: 'a-model', apiKey: undefined } })
  const { transaction } = service.ports.db
  vi.spyOn(service.ports.db, 'transaction').mockImplementation(
    (work, options) =>
      transaction.call(service.ports.db, (db) => inTransaction.run(true, () => work(db)), options) as never,
  )
})
afterAll(async () => {
  vi.restoreAllMocks()
  await service?.stop()
  await model?.close()
})
beforeEach(() => Object.assign(judged, { inside: 0, outside: 0 }))

const note = (content: string, more: object = {}) => ({ content, scope: 'note', ...more })
const isForeseen = () => {
  expect(judged.inside).toBe(0)
  expect(judged.outside).toBeGreaterThan(0)
}
const as = (person: Person, method: string, path: string, body?: object) =>
  service.ok(method, path, { cookie: person.cookie, ...(body ? { body } : {}) })
const current = async (person: Person) =>
  (await as(person, 'GET', '/v1/memories')).memories.map(({ content }: { content: string }) => content).sort()

/** A person with an app that has stored where the person lives. */
async function withHome() {
  const connected = await service.connected(ALL)
  const { memoryIds } = await service.remember(connected.token, [note('I live in Rome.')])
  Object.assign(judged, { inside: 0, outside: 0 })
  return { ...connected, id: memoryIds[0] }
}

test('by a write with an external id, new and again', async () => {
  const { person, token } = await withHome()
  await service.remember(token, [note('I moved to Oslo.', { externalId: 'home' }), note('I live in Paris.')])
  await service.remember(token, [note('I moved to Berlin.', { externalId: 'home' })])
  isForeseen()
  expect(await current(person)).toEqual(['I moved to Berlin.'])
})

test('by a write that names what it supersedes', async () => {
  const { person, token } = await withHome()
  const { memoryIds } = await service.remember(token, [note('I like tea.')])
  await service.remember(token, [note('I moved to Oslo.', { supersedes: memoryIds })])
  isForeseen()
  expect(await current(person)).toEqual(['I moved to Oslo.'])
})

test('by an edit', async () => {
  const { person, token } = await withHome()
  const { memoryIds } = await service.remember(token, [note('I like tea.')])
  await service.ok('PATCH', `/v1/memories/${memoryIds[0]}`, { token, body: { content: 'I moved to Oslo.' } })
  isForeseen()
  expect(await current(person)).toEqual(['I moved to Oslo.'])
})

test('by an app that holds memories of a user, and by the person who claims them', async () => {
  const developer = await service.newDeveloper()
  const app = await service.newApp(developer, ALL)
  const path = `/v1/held/user-${randomUUID()}`
  const headers = { authorization: basicOf(app) }
  const hold = (...memories: object[]) => service.ok('POST', `${path}/memories`, { headers, body: { memories } })
  await hold(note('I live in Rome.'), note('I moved to Oslo.'))
  await hold(note('I moved to Paris.'))
  isForeseen()
  const person = await service.newPerson()
  await as(person, 'POST', '/v1/memories', {
    memories: [note('I live in Berlin.', { occurredAt: '2020-01-01T00:00:00Z' })],
  })
  const { claim } = await service.ok('POST', `${path}/claim-link`, { headers })
  Object.assign(judged, { inside: 0, outside: 0 })
  const body = { slug: app.slug, scopes: ['memory:read:note'], claim: { ticket: claim, topics: ['note'] } }
  await as(person, 'POST', '/v1/oauth/authorize', body)
  isForeseen()
  expect(await current(person)).toEqual(['I moved to Paris.'])
})

test('by an app whose turn records a candidate', async () => {
  const { person, token } = await withHome()
  model.structured({
    json: { toneTags: [], memoryCandidates: [{ ...note('Moved to Oslo.'), type: 'fact', importance: 60 }] },
  })
  const body = { intent: 'assistant', userMessage: 'I moved to Oslo.', awaitCandidates: true }
  await service.ok('POST', '/v1/gateway/chat', { token, body })
  isForeseen()
  expect(await current(person)).toHaveLength(1)
})

test.each([
  ['one', (person: Person, id: string) => as(person, 'POST', `/v1/candidates/${id}/accept`, {})],
  [
    'several',
    (person: Person, id: string) => as(person, 'POST', '/v1/candidates/decide', { decision: 'accept', ids: [id] }),
  ],
])('by the person who accepts candidates: %s', async (_, accept) => {
  const { person } = await withHome()
  const chat = await as(person, 'POST', '/v1/chats', {})
  model.structured({
    json: { toneTags: [], memoryCandidates: [{ ...note('Moved to Oslo.'), type: 'fact', importance: 60 }] },
  })
  await as(person, 'POST', `/v1/chats/${chat.id}/messages`, { content: 'I moved to Oslo.' })
  await service.ports.background.idle()
  const [, message] = (await as(person, 'GET', `/v1/chats/${chat.id}`)).messages
  await accept(person, message.candidates[0].id)
  isForeseen()
})
