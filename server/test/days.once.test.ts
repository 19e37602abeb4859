import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from './service.ts'

const SCOPES = ['memory:read:*', 'memory:write:*']
const NOW = new Date('2026-06-15T10:00:00.000Z')

let service: TestService
beforeAll(async () => {
  service = await testService({}, { clock: () => NOW })
})
afterAll(() => service?.stop())

/** A token of a person in this time zone. */
async function connectedIn(timezone?: string) {
  const { person, token } = await service.connected(SCOPES)
  const { cookie } = person
  if (timezone) await service.ok('PATCH', '/v1/auth/profile', { cookie, body: { timezone } })
  const remember = async (memory: object) =>
    service.get(
      `/v1/memories/${(await service.remember(token, [{ content: 'Ran.', scope: 'fitness', ...memory }])).memoryIds[0]}`,
      token,
    )
  return { token, remember }
}

describe('a day in place of an instant', () => {
  test('is its start in the time zone of the person', async () => {
    const berlin = await connectedIn('Europe/Berlin')
    expect(await berlin.remember({ occurredAt: '2026-03-01', validUntil: '2026-07-01' })).toMatchObject({
      ...{ occurredAt: '2026-02-28T23:00:00.000Z', validUntil: '2026-06-30T22:00:00.000Z' },
    })
    const { remember } = await connectedIn()
    expect(await remember({ occurredAt: '2026-03-01' })).toMatchObject({ occurredAt: '2026-03-01T00:00:00.000Z' })
  })

  test('is accepted in edits, queries and triggers', async () => {
    const { token, remember } = await connectedIn('Asia/Tokyo')
    const { id } = await remember({ validFrom: '2026-05-01', validUntil: '2026-06-01' })
    const found = async (query: string) => (await service.get(`/v1/memories?${query}`, token)).memories.length
    expect([await found('validAt=2026-05-01'), await found('validAt=2026-04-30')]).toEqual([1, 0])
    const body = { occurredAt: '2026-05-02', expiresAt: '2030-01-01' }
    expect(await service.ok('PATCH', `/v1/memories/${id}`, { token, body })).toMatchObject({
      ...{ occurredAt: '2026-05-01T15:00:00.000Z', expiresAt: '2029-12-31T15:00:00.000Z' },
    })
    const trigger = { fireAt: '2029-12-24', kind: 'checkin' }
    expect(await service.ok('POST', '/v1/schedule', { token, body: trigger })).toMatchObject({
      fireAt: '2029-12-23T15:00:00.000Z',
    })
  })

  test.each(['2026-02-30', '2026-3-1', '01.03.2026', 'today'])('is rejected with its field: %s', async (occurredAt) => {
    const { token } = await service.connected(SCOPES)
    const memories = [{ content: 'Ran.', scope: 'fitness', occurredAt }]
    const { status, body } = await service.call('POST', '/v1/memories', { token, body: { memories } })
    expect([status, body.error.details[0].path]).toEqual([400, 'memories.0.occurredAt'])
    expect(body.error.message).toMatch(/a day such as 2026-05-03/)
  })

  test('is the same request again under the same idempotency key', async () => {
    const { token } = await connectedIn('Europe/Berlin')
    const call = { token, headers: { 'idempotency-key': 'a-day' }, body: { fireAt: '2029-12-24', kind: 'checkin' } }
    const first = await service.ok('POST', '/v1/schedule', call)
    expect(await service.ok('POST', '/v1/schedule', call)).toEqual(first)
  })
})
