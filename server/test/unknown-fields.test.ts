import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

const issuesOf = ({ status, body }: Awaited<ReturnType<TestService['call']>>) => [
  status,
  body.error.code,
  body.error.details.map(({ path, code }: Record<string, string>) => [path, code]),
]

describe('an unknown field', () => {
  test.each([
    [
      'POST',
      '/v1/memories',
      { memories: [{ content: 'Runs.', scope: 'fitness', ocurredAt: 'x' }] },
      'memories.0.ocurredAt',
    ],
    ['POST', '/v1/memories', { memories: [{ content: 'Runs.', scope: 'fitness' }], memory: 1 }, 'memory'],
    ['POST', '/v1/signals', { type: 'mood.logged', payload: {}, data: 1 }, 'data'],
    ['POST', '/v1/schedule', { fireAt: '2999-01-01T00:00:00Z', kind: 'x', fire_at: 1 }, 'fire_at'],
    ['GET', '/v1/memories?limt=3', undefined, 'limt'],
    ['GET', '/v1/scopes?limit=3', undefined, 'limit'],
  ])('of %s %s is rejected', async (method, path, body, field) => {
    const { token } = await service.connected(['memory:read:*', 'memory:write:*', 'signal:emit'])
    expect(issuesOf(await service.call(method, path, { token, body }))).toEqual([
      400,
      'validation_failed',
      [[field, 'unknown_field']],
    ])
  })

  test.each([
    ['occurred_at', 'occurredAt'],
    ['importence', 'importance'],
    ['Content', 'content'],
    ['text', 'content'],
    ['namespace', 'scope'],
  ])('%s is answered with the nearest name, %s', async (field, nearest) => {
    const { token } = await service.connected(['memory:write:*'])
    const body = { memories: [{ content: 'Runs.', scope: 'fitness', [field]: 1 }] }
    const reply = await service.call('POST', '/v1/memories', { token, body })
    expect(reply.body.error.message).toContain(`did you mean \`${nearest}\`?`)
  })

  test.each([
    ['q', 'query'],
    ['top_k', 'limit'],
    ['since', 'from'],
  ])('of a query, %s, is answered with our name, %s', async (name, ours) => {
    const { token } = await service.connected(['memory:read:*'])
    const reply = await service.call('GET', `/v1/memories?${name}=3`, { token })
    expect(reply.body.error.message).toContain(`did you mean \`${ours}\`?`)
  })

  test('leaves free-form values alone', async () => {
    const { token } = await service.connected(['signal:emit'])
    const body = { type: 'mood.logged', payload: { anything: { at: ['all'] } } }
    expect((await service.call('POST', '/v1/signals', { token, body })).status).toBe(200)
  })

  test('of a standard OAuth endpoint is ignored', async () => {
    const body = { client_name: 'Notes', redirect_uris: ['https://notes.example/back'], mascot: 'owl' }
    expect((await service.call('POST', '/oauth/register', { body })).status).toBe(201)
    const discovery = await service.call('GET', '/.well-known/oauth-authorization-server?anything=1')
    expect(discovery.status).toBe(200)
  })
})

test('kind and type are the same field of writes, edits and filters', async () => {
  const { token } = await service.connected(['memory:read:*', 'memory:write:*'])
  const memories = [
    { content: 'Runs.', scope: 'fitness', kind: 'habit' },
    { content: 'Swims.', scope: 'fitness', type: 'habit' },
  ]
  const { memoryIds } = await service.remember(token, memories)
  for (const filter of ['kind=habit', 'type=habit'])
    expect((await service.get(`/v1/memories?${filter}`, token)).memories).toHaveLength(2)
  for (const body of [{ kind: 'plan' }, { type: 'plan' }]) {
    const edited = await service.ok('PATCH', `/v1/memories/${memoryIds.pop()}`, { token, body })
    expect(edited.type).toBe('plan')
  }
})
