import { describe, expect, test } from 'vitest'
import { FakeService } from '../src/fake/service.ts'
import { MemoryService } from '../src/index.ts'

const FITNESS = ['memory:read:fitness.*', 'memory:write:fitness.*'] as const
const DAY_MS = 24 * 60 * 60_000

describe('FakeService', () => {
  test('delivers events about memories to the apps that may read them', async () => {
    const person = new FakeService().person()
    const coach = person.connect({ app: 'coach', scopes: FITNESS })
    const reader = person.connect({ app: 'reader', scopes: ['memory:read:fitness'] })
    const { memoryIds } = await coach.memory.remember({ scope: 'fitness', content: 'Runs.' })
    const [id = ''] = memoryIds
    await coach.memory.update(id, { pinned: true })
    await coach.memory.update(id, { scope: 'fitness.trail' })
    await coach.memory.forget(id)
    expect(reader.events.map(({ type }) => type)).toEqual(['memory.created', 'memory.updated', 'memory.deleted'])
    expect(coach.events.map(({ type }) => type)).toEqual([
      ...['memory.created', 'memory.updated', 'memory.updated', 'memory.deleted'],
    ])
    expect(reader.events[0]).toMatchObject({
      data: { connection_id: reader.id, memory: { id, scope: 'fitness', sourceApp: 'coach' } },
    })
  })

  test('delivers signals to the apps that were allowed their type', async () => {
    const person = new FakeService().person()
    const sender = person.connect({ app: 'sender', scopes: ['signal:emit'] })
    const receiver = person.connect({ app: 'receiver', scopes: FITNESS, signals: ['workout.completed'] })
    await sender.memory.signal('workout.completed', { distanceKm: 10 })
    await sender.memory.signal('mood.logged')
    expect(receiver.events).toMatchObject([
      {
        type: 'signal.created',
        data: { signal: { type: 'workout.completed', payload: { distanceKm: 10 }, sourceApp: 'sender' } },
      },
    ])
  })

  test('fires triggers when the clock reaches them', async () => {
    const service = new FakeService()
    const { memory, events } = service.person().connect({ scopes: FITNESS })
    const fireAt = new Date(Date.now() + DAY_MS)
    const { id } = await memory.schedule.create({ fireAt, kind: 'checkin', payload: { about: 'the run' } })
    expect(events).toEqual([])
    service.advance(2 * DAY_MS)
    expect(events).toMatchObject([{ type: 'schedule.fired', data: { trigger: { id, status: 'fired' } } }])
    await expect(memory.schedule.cancel(id)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('fails the next calls on demand, and at the limit of the plan', async () => {
    const service = new FakeService()
    const { memory } = service.person({ memoriesMax: 1 }).connect({ scopes: FITNESS })
    service.failNext('unavailable', 2)
    expect((await memory.list()).memories).toEqual([])
    service.failNext('rate_limited', 3)
    await expect(memory.list()).rejects.toMatchObject({ code: 'rate_limited', attempts: 3 })
    await memory.remember({ scope: 'fitness', content: 'Runs.' })
    await expect(memory.remember({ scope: 'fitness', content: 'Swims.' })).rejects.toMatchObject({
      ...{ code: 'limit_exceeded', details: { limit: 'memories' } },
    })
  })

  test('shows what the person wrote, hides expired memories and answers a client of its own', async () => {
    const service = new FakeService()
    const person = service.person()
    const { token } = person.connect({ scopes: FITNESS })
    const memory = new MemoryService({ baseUrl: service.baseUrl, token, fetch: service.fetch })
    const id = person.remember({ scope: 'fitness', content: 'Swims.' })
    expect(await memory.get(id)).toMatchObject({ origin: 'user', sourceApp: null })
    await memory.remember({
      scope: 'fitness',
      content: 'Is injured.',
      expiresAt: new Date(Date.now() + DAY_MS).toISOString(),
    })
    expect(person.memories()).toHaveLength(2)
    service.advance(2 * DAY_MS)
    expect((await memory.list()).memories.map(({ content }) => content)).toEqual(['Swims.'])
    person.forget(id)
    expect(person.memories()).toEqual([])
    const stranger = new MemoryService({ baseUrl: service.baseUrl, token: 'mst_none', fetch: service.fetch })
    await expect(stranger.list()).rejects.toMatchObject({ code: 'unauthorized' })
    await expect(memory.graph(id)).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('FakeService'),
    })
  })

  test('narrows what an app may do', async () => {
    const connection = new FakeService().person().connect({ scopes: FITNESS })
    connection.grant(['memory:read:fitness.*'])
    expect(connection.events).toMatchObject([{ type: 'connection.updated', data: { changes: ['narrowed'] } }])
    await expect(connection.memory.remember({ scope: 'fitness', content: 'Runs.' })).rejects.toMatchObject({
      code: 'scope_denied',
    })
  })
})
