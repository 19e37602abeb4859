import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from './service.ts'

/** What an app can find out about scopes that it may write and not read. */

const DAY = 86_400_000
const START = Date.now()

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

const reinstate = (token: string, id: string) =>
  service.call('POST', `/v1/memories/${id}/reinstate`, { token, body: {} })
const ago = (days: number) => new Date(START - days * DAY).toISOString()

test('statements of an app tell it by none of their states what the store contains outside of what it may read', async () => {
  const { person, token } = await service.connected([
    ...['memory:read:note', 'memory:write:note', 'memory:write:home.*', 'memory:write:travel'],
  ])
  const hidden = { content: 'I live in Oslo.', scope: 'home', occurredAt: ago(10) }
  await service.ok('POST', '/v1/memories', { cookie: person.cookie, body: { memories: [hidden] } })
  const guess = async (city: string, scope: string) => {
    const before = await service.remember(token, [{ content: `I live in ${city}.`, scope, occurredAt: ago(900) }])
    const id = before.memoryIds[0]
    const memory = scope === 'note' ? await service.get(`/v1/memories/${id}`, token) : undefined
    const { updatedAt } = (await reinstate(token, id)).body
    const late = (await reinstate(token, id)).body.updatedAt
    await service.ok('DELETE', `/v1/memories/${id}`, { token })
    return [memory?.validUntil ?? null, memory?.revision ?? 1, updatedAt === late]
  }
  for (const scope of ['note', 'travel', 'home'])
    expect(await guess('Oslo', scope), scope).toEqual(await guess('Berlin', scope))
  expect(await guess('Berlin', 'note')).toEqual([null, 1, true])
})
