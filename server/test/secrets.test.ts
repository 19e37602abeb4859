import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from './service.ts'

const SECRET = 'Pays with 4242 4242 4242 4242.'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

const memory = { content: SECRET, scope: 'finance' }
const fine = { content: 'Pays by card.', scope: 'finance' }

/** What an error tells, without the id of its request. */
const quoted = ({ message, details }: { message: string; details: unknown }) => JSON.stringify({ message, details })

test('a memory with what looks like a secret is refused, named and not quoted, unless it is meant', async () => {
  const { person, token } = await service.connected(['memory:read:*', 'memory:write:*'])
  for (const access of [{ token }, { cookie: person.cookie }]) {
    const refused = await service.call('POST', '/v1/memories', { ...access, body: { memories: [fine, memory] } })
    expect([refused.status, refused.body.error.details]).toEqual([
      400,
      [expect.objectContaining({ path: 'memories.1.content', code: 'secret_found' })],
    ])
    expect(refused.body.error.message).toContain('a card number')
    expect(quoted(refused.body.error)).not.toMatch(/4242/)
    const body = { memories: [memory], allow_secrets: true }
    const { memoryIds } = await service.ok('POST', '/v1/memories', { ...access, body })
    const path = `/v1/memories/${memoryIds[0]}`
    await service.ok('PATCH', path, { ...access, body: { pinned: true } })
    expect((await service.call('PATCH', path, { ...access, body: { content: 'PIN: 4821' } })).status).toBe(400)
    await service.ok('PATCH', path, { ...access, body: { content: 'PIN: 4821', allow_secrets: true } })
  }
})

test.each([
  ['externalId', { externalId: 'card 4242 4242 4242 4242' }],
  ['metadata.card', { metadata: { card: '4242 4242 4242 4242' } }],
  ['source.quote', { source: { quote: SECRET } }],
])('a secret in %s is refused and named, unless it is meant', async (field, more) => {
  const { person, token } = await service.connected(['memory:read:*', 'memory:write:*'])
  const access = { token }
  const memories = [{ ...fine, ...more }]
  const refused = await service.call('POST', '/v1/memories', { ...access, body: { memories } })
  expect([refused.status, refused.body.error.details]).toEqual([
    400,
    [expect.objectContaining({ path: `memories.0.${field}`, code: 'secret_found' })],
  ])
  expect(quoted(refused.body.error)).not.toMatch(/4242/)
  await service.ok('POST', '/v1/memories', { ...access, body: { memories, allow_secrets: true } })
  const headers = { 'content-type': 'application/x-ndjson' }
  const body = JSON.stringify({ ...fine, ...more })
  const imported = await service.ok('POST', '/v1/import', { cookie: person.cookie, headers, body })
  expect(imported).toMatchObject({ imported: 0, errorCount: 1 })
  expect(imported.errors[0].message).toMatch(new RegExp(`^${field}: .*a card number`))
})

test('an import skips and reports such lines, unless they are meant', async () => {
  const { cookie } = await service.newPerson()
  const headers = { 'content-type': 'application/x-ndjson' }
  const body = [fine, memory].map((line) => JSON.stringify(line)).join('\n')
  const first = await service.ok('POST', '/v1/import', { cookie, headers, body })
  expect(first).toMatchObject({ imported: 1, errorCount: 1, errors: [{ line: 2 }] })
  expect(first.errors[0].message).toMatch(/a card number/)
  expect(first.errors[0].message).not.toMatch(/4242/)
  const again = await service.ok('POST', '/v1/import?allow_secrets=true', { cookie, headers, body })
  expect(again).toMatchObject({ imported: 1, skipped: 1, errorCount: 0 })
})

test('a connector leaves such items out and says how many', async () => {
  const { cookie } = await service.newPerson()
  const activity = { name: 'Morning run', sport_type: 'Run', start_date: '2026-05-03T05:30:00Z' }
  const body = [
    { ...activity, id: 1 },
    { ...activity, id: 2, name: 'Card 4242 4242 4242 4242' },
  ]
  const received = await service.ok('POST', '/v1/webhooks/mock-strava', { cookie, body })
  expect(received).toMatchObject({ accepted: true, memoryIds: [expect.any(String)], dropped: 1 })
  expect(
    await service.ok('POST', '/v1/webhooks/mock-strava', { cookie, body: [{ ...activity, id: 3 }] }),
  ).not.toHaveProperty('dropped')
})
