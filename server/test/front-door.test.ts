import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

describe('the whole flow', () => {
  test('a connected app remembers, recalls, lists, reads, edits and deletes until it is revoked', async () => {
    const { person, token } = await service.connected(['memory:read:fitness.*', 'memory:write:fitness.*'])
    const { memoryIds } = await service.remember(token, [
      { content: 'Runs along the river every Tuesday.', scope: 'fitness.trail', kind: 'preference' },
      { content: 'Trains for the Porto half marathon.', scope: 'fitness' },
    ])
    const found = await service.get('/v1/memories?query=where+does+she+run', token)
    expect(found.retrieval).toBe('keyword')
    expect(found.memories[0].id).toBe(memoryIds[0])
    const listed = await service.get('/v1/memories', token)
    expect(listed.memories.map(({ id }: { id: string }) => id)).toEqual([memoryIds[1], memoryIds[0]])
    const edited = await service.ok('PATCH', `/v1/memories/${memoryIds[0]}`, { token, body: { pinned: true } })
    expect(edited.pinned).toBe(true)
    await service.ok('DELETE', `/v1/memories/${memoryIds[0]}`, { token })
    expect((await service.call('GET', `/v1/memories/${memoryIds[0]}`, { token })).status).toBe(404)
    const { items } = await service.ok('GET', '/v1/connections', { cookie: person.cookie })
    await service.ok('POST', `/v1/connections/${items[0].id}/revoke`, { cookie: person.cookie })
    expect((await service.call('GET', '/v1/memories', { token })).status).toBe(401)
  })
})
