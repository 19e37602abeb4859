import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openClock, portalOf } from './hooks.ts'
import { idOf, openReceiver } from './receiver.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { type App, type Frame, isShared, type Person, secondService, type TestService, testService } from './service.ts'

/** A person mutes an app as a source: what it wrote does not exist for other apps. */

const SCOPES = ['memory:read:*', 'memory:write:*', 'context:read:*', 'identity:read', 'ai:host:chat']
const PROBE = 'Prefers marmosets to ocelots.'

const clock = openClock()
let service: TestService
let model: ScriptedModel
beforeAll(async () => {
  model = await scriptedModel()
  const settings = { userPlan: 'plus' as const, model: { url: model.url, name: 'a-model', apiKey: undefined } }
  service = await testService(settings, { clock: clock.now })
})
afterAll(async () => {
  await service?.stop()
  await model?.close()
})

const as = (person: Person, method: string, path: string, body?: object) =>
  service.ok(method, path, { cookie: person.cookie, ...(body ? { body } : {}) })

/** A person with two apps that may read and write everything. */
async function home() {
  const [person, developer] = await Promise.all([service.newPerson(), service.newDeveloper()])
  const [source, other] = [await service.newApp(developer, SCOPES), await service.newApp(developer, SCOPES)]
  const [sourceToken, token] = [
    await service.connect(person, source, SCOPES),
    await service.connect(person, other, SCOPES),
  ]
  return { person, developer, source, other, sourceToken, token, id: await connectionOf(person, source) }
}
async function connectionOf(person: Person, app: App): Promise<string> {
  const { items } = await as(person, 'GET', '/v1/connections')
  return items.find((item: Frame) => item.app.slug === app.slug && item.status === 'active').id
}
/** What two stores with the same memories have in common. */
const common = ({ id: _, createdAt: __, updatedAt: ___, sourceApp: ____, ...memory }: Frame) => memory
const idsOf = async (token: string, query = '') =>
  (await service.get(`/v1/memories${query}`, token)).memories.map(({ id }: Frame) => id)
const write = async (token: string, content: string, more: object = {}): Promise<string> =>
  (await service.remember(token, [{ content, scope: 'note', kind: 'preference', importance: 90, ...more }]))
    .memoryIds[0]

describe('what a muted app wrote', () => {
  test('reaches no other app by list, recall, context, brief, graph, scopes, chat or id', async () => {
    const { person, sourceToken, token, id } = await home()
    const own = await write(token, 'Likes ocelots in the barn.')
    const hidden = await write(sourceToken, PROBE, { pinned: true })
    expect(await idsOf(token)).toContain(hidden)
    await service.get('/v1/identity/brief', token)
    await as(person, 'POST', `/v1/connections/${id}/mute`)

    expect(await idsOf(token)).toEqual([own])
    expect(await idsOf(token, '?query=ocelots')).toEqual([own])
    expect(await idsOf(token, '?query=marmosets')).toEqual([])
    expect((await service.get('/v1/scopes', token)).scopes).toMatchObject([{ scope: 'note', count: 1 }])
    for (const path of [
      '/v1/identity/brief',
      '/v1/context?intent=assistant',
      '/v1/context?intent=assistant&query=marmosets',
      `/v1/memories/${own}/graph`,
    ])
      expect(JSON.stringify(await service.get(path, token)), path).not.toMatch(new RegExp(`marmoset|${hidden}`))
    for (const [method, path, body] of [
      ['GET', `/v1/memories/${hidden}`],
      ['GET', `/v1/memories/${hidden}/graph`],
      ['PATCH', `/v1/memories/${hidden}`, { pinned: false }],
      ['DELETE', `/v1/memories/${hidden}`],
    ] as [string, string, object?][])
      expect((await service.call(method, path, { token, ...(body ? { body } : {}) })).status, path).toBe(404)
    const body = { ids: [hidden] }
    expect(await service.ok('POST', '/v1/memories/delete', { token, body })).toEqual({ deleted: [], missing: [hidden] })
    await service.ok('POST', '/v1/gateway/chat', {
      token,
      body: { intent: 'assistant', userMessage: 'What of marmosets?', ephemeral: true },
    })
    expect(model.requestsOf('chat').at(-1)?.body.messages[0].content).not.toContain('marmoset')
  })

  test('is still seen by the app itself and by the person, and by all again once unmuted', async () => {
    const { person, sourceToken, token, id } = await home()
    const hidden = await write(sourceToken, PROBE)
    await as(person, 'POST', `/v1/connections/${id}/mute`)
    expect(await idsOf(sourceToken, '?query=marmosets')).toEqual([hidden])
    expect((await service.get(`/v1/memories/${hidden}`, sourceToken)).content).toBe(PROBE)
    expect((await as(person, 'GET', '/v1/memories')).memories).toMatchObject([{ id: hidden }])
    const { apps } = await as(person, 'GET', `/v1/memories/${hidden}/access`)
    expect(apps.map(({ connectionId }: Frame) => connectionId)).toEqual([id])
    await as(person, 'POST', `/v1/connections/${id}/unmute`)
    expect(await idsOf(token, '?query=marmosets')).toEqual([hidden])
    expect((await as(person, 'GET', `/v1/memories/${hidden}/access`)).apps).toHaveLength(2)
  })

  test('leaves no trace in scores, limits and pages: the responses equal those of a store without it', async () => {
    const [full, alone] = [await home(), await home()]
    const contents = Array.from({ length: 30 }, (_, i) => `Saw ${i % 3 ? 'an ocelot' : 'a marmoset'} on walk ${i}.`)
    for (const [at, content] of contents.entries()) {
      const memory = { importance: (at * 37) % 100, pinned: at % 7 === 0, occurredAt: '2026-05-03T07:30:00.000Z' }
      await write(full.sourceToken, `${content} Marmosets everywhere.`, { ...memory, importance: 100 })
      await write(full.token, content, memory)
      await write(alone.token, content, memory)
    }
    await as(full.person, 'POST', `/v1/connections/${full.id}/mute`)
    const shown = async (token: string, path: string) => {
      const { memories, generatedAt: _, identity: __, ...rest } = await service.get(path, token)
      const all = { ...rest, next_cursor: !!rest.next_cursor, memories: memories.map(common) }
      return JSON.stringify(all).replace(/app-[0-9a-f-]{36}/g, 'app')
    }
    for (const path of [
      '/v1/memories?limit=50',
      '/v1/memories?limit=5&query=marmoset',
      '/v1/memories?limit=50&query=ocelot+walk',
      '/v1/context?intent=assistant&limit=10',
      '/v1/context?intent=assistant&limit=10&query=marmoset',
    ])
      expect(await shown(full.token, path), path).toEqual(await shown(alone.token, path))
  })

  test('is announced to no other app', async () => {
    const receiver = await openReceiver()
    const { person, developer, other, sourceToken, token, id } = await home()
    const portal = portalOf(service, developer, other)
    const { subscription } = await portal.subscribe(receiver.url, ['memory.created'])
    await as(person, 'POST', `/v1/connections/${id}/mute`)
    await write(sourceToken, PROBE)
    const own = await write(token, 'Likes ocelots.')
    const [received] = await receiver.until(1)
    expect(received!.body.data.memory.id).toBe(own)
    const deliveries = await portal.ask('GET', `/deliveries?subscription_id=${subscription.id}`)
    expect(deliveries.items).toHaveLength(1)
    await receiver.close()
  })

  test('written before it was muted is no longer delivered', async () => {
    const receiver = await openReceiver(() => 500)
    const { person, developer, other, sourceToken, id } = await home()
    const portal = portalOf(service, developer, other)
    await portal.subscribe(receiver.url, ['memory.created'])
    await write(sourceToken, PROBE)
    const [received] = await receiver.until(1)
    const delivery = idOf(received!)
    const { next_attempt_at } = await portal.when(delivery, ({ attempts }) => attempts.length === 1)
    await as(person, 'POST', `/v1/connections/${id}/mute`)
    clock.set(next_attempt_at!)
    expect((await portal.when(delivery, ({ status }) => status !== 'pending')).status).toBe('cancelled')
    expect(receiver.all).toHaveLength(1)
    await receiver.close()
  })
})

describe('what the person or another app stated', () => {
  /** A person with an app that was or will be muted, and what another states. */
  async function stated(by: 'person' | 'app') {
    const all = await home()
    const { person, source, sourceToken, token, id } = all
    const body = { memories: [{ content: 'I live in Oslo.', scope: 'note' }] }
    const old =
      by === 'app'
        ? await write(token, 'I live in Oslo.')
        : (await as(person, 'POST', '/v1/memories', body)).memoryIds[0]
    const contents = async () =>
      (await service.get('/v1/memories', token)).memories.map(({ content }: Frame) => content).sort()
    const mute = () => as(person, 'POST', `/v1/connections/${id}/mute`)
    const plant = (more: object = {}) => write(sourceToken, 'I moved to Berlin.', more)
    const questions = async () => (await as(person, 'GET', '/v1/memories/questions')).items
    return { ...all, source, old, contents, mute, plant, questions }
  }

  test('is not superseded by what a muted app writes, which is a question', async () => {
    for (const by of ['person', 'app'] as const) {
      const { person, token, old, contents, mute, plant, questions } = await stated(by)
      await mute()
      const successor = await plant()
      expect(await contents()).toEqual(['I live in Oslo.'])
      expect(await service.get(`/v1/memories/${old}`, token)).toMatchObject({
        supersededBy: null,
        maybeSupersededBy: null,
      })
      expect(await questions()).toMatchObject([{ memory: { id: old }, successor: { id: successor } }])
      const { memories } = await service.get('/v1/context?intent=assistant', token)
      expect(memories.map(({ id }: Frame) => id)).toContain(old)
      const answer = { cookie: person.cookie, body: { by: successor } }
      const { status, body } = await service.call('POST', `/v1/memories/${old}/supersede`, answer)
      expect([status, body.error.code]).toEqual([409, 'conflict'])
      const details = { cause: 'source_muted', path: 'by', reason: expect.stringContaining('is muted') }
      expect(body.error.details).toEqual(details)
      expect(await contents()).toEqual(['I live in Oslo.'])
    }
  })

  test('is current again when the app that superseded it is muted, with a question', async () => {
    for (const by of ['person', 'app'] as const) {
      const { person, token, old, contents, mute, plant, questions } = await stated(by)
      const successor = await plant()
      expect(await contents()).toEqual(['I moved to Berlin.'])
      await mute()
      expect(await contents()).toEqual(['I live in Oslo.'])
      expect(await service.get(`/v1/memories/${old}`, token)).toMatchObject({ supersededBy: null, validUntil: null })
      expect(await service.get('/v1/memories?query=where do I live', token)).toMatchObject({ memories: [{ id: old }] })
      expect(await questions()).toMatchObject([{ memory: { id: old }, successor: { id: successor } }])
      expect((await as(person, 'GET', '/v1/audit?action=memory.reinstate')).items).toMatchObject([{ actor: 'service' }])
    }
  })

  test('stays superseded by what the person has stated since', async () => {
    const { person, sourceToken, old, contents, mute, plant } = await stated('person')
    await plant()
    await write(sourceToken, 'I moved to Rome.')
    const body = { memories: [{ content: 'I moved to Paris.', scope: 'note' }] }
    const [last] = (await as(person, 'POST', '/v1/memories', body)).memoryIds
    await mute()
    expect(await contents()).toEqual(['I moved to Paris.'])
    expect((await as(person, 'GET', `/v1/memories/${old}`)).supersededBy).toBe(last)
  })

  test('of that app itself stays superseded by its own statements', async () => {
    const { person, sourceToken, id, mute } = await stated('person')
    const first = await write(sourceToken, 'Phone number is 555 0101.')
    await mute()
    const second = await write(sourceToken, 'Phone number is 555 0177.')
    await as(person, 'POST', `/v1/connections/${id}/unmute`)
    await mute()
    expect((await as(person, 'GET', `/v1/memories/${first}`)).supersededBy).toBe(second)
  })
})

describe('muting', () => {
  test('is idempotent, visible to the person and not to the app, and audited once', async () => {
    const { person, sourceToken, id } = await home()
    const { mutedAt } = await as(person, 'POST', `/v1/connections/${id}/mute`)
    expect(mutedAt).toEqual(expect.any(String))
    expect((await as(person, 'POST', `/v1/connections/${id}/mute`)).mutedAt).toBe(mutedAt)
    const { items } = await as(person, 'GET', '/v1/connections')
    expect(items.map((item: Frame) => [item.id === id, item.mutedAt])).toContainEqual([true, mutedAt])
    expect(await service.get('/v1/connection', sourceToken)).not.toHaveProperty('mutedAt')
    expect((await as(person, 'POST', `/v1/connections/${id}/unmute`)).mutedAt).toBeNull()
    await as(person, 'POST', `/v1/connections/${id}/unmute`)
    for (const action of ['connection.mute', 'connection.unmute'])
      expect((await as(person, 'GET', `/v1/audit?action=${action}`)).items).toMatchObject([{ target: id }])
  })

  test('holds after the connection has ended and when the app connects again', async () => {
    const { person, source, sourceToken, token, id } = await home()
    const hidden = await write(sourceToken, PROBE)
    await as(person, 'POST', `/v1/connections/${id}/revoke`)
    await as(person, 'POST', `/v1/connections/${id}/mute`)
    expect(await idsOf(token)).toEqual([])
    const again = await service.connect(person, source, SCOPES)
    expect(await idsOf(again)).toEqual([hidden])
    expect(await idsOf(token)).toEqual([])
    await as(person, 'POST', `/v1/connections/${await connectionOf(person, source)}/unmute`)
    expect(await idsOf(token)).toEqual([hidden])
  })

  test('is only for the person whose connection it is', async () => {
    const [{ id, token, person }, stranger] = [await home(), await service.newPerson()]
    for (const verb of ['mute', 'unmute']) {
      const path = `/v1/connections/${id}/${verb}`
      expect((await service.call('POST', path, { cookie: stranger.cookie })).status).toBe(404)
      expect((await service.call('POST', path, { token })).status).toBe(403)
    }
    expect((await as(person, 'GET', '/v1/connections')).items.every((item: Frame) => item.mutedAt === null)).toBe(true)
  })

  if (isShared())
    test('takes effect on other processes', async () => {
      const { person, sourceToken, token, id } = await home()
      const second = await secondService(service)
      const hidden = await write(sourceToken, PROBE)
      expect((await second.get('/v1/memories?query=marmosets', token)).memories).toHaveLength(1)
      await as(person, 'POST', `/v1/connections/${id}/mute`)
      await expect.poll(async () => (await second.call('GET', `/v1/memories/${hidden}`, { token })).status).toBe(404)
      await second.stop()
    })
})
