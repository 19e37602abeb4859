import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../../server/test/service.ts'
import { MemoryService } from '../src/index.ts'

const SCOPES = ['memory:read:fitness.*', 'memory:write:fitness.*']

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service?.stop())

/** A client for a person who has just granted these scopes. */
async function connected(scopes = SCOPES) {
  const { token } = await service.connected(scopes)
  return new MemoryService({ baseUrl: service.url, token })
}

describe('the client', () => {
  test('what it remembers it recalls, reads, changes and forgets', async () => {
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
})
