import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, type TestService, testService } from './service.ts'

let service: TestService
let person: Person
beforeAll(async () => {
  service = await testService()
})
beforeEach(async () => {
  person = await service.newPerson()
})
afterAll(() => service.stop())

const remember = (...memories: object[]) =>
  service.ok('POST', '/v1/memories', { cookie: person.cookie, body: { memories } })
const happened = (occurredAt: string, content: string, scope = 'fitness', importance = 50) =>
  remember({ content, scope, occurredAt, importance })
const read = (path: string) => service.ok('GET', path, { cookie: person.cookie })
const contents = (memories: { content: string }[]) => memories.map(({ content }) => content)

describe('the overview of a store', () => {
  test('counts memories by month and topic, the newest month first', async () => {
    await happened('2024-03-02T10:00:00Z', 'Ran.', 'fitness.trail')
    await happened('2024-03-05T10:00:00Z', 'Swam.')
    await happened('2024-03-05T10:00:00Z', 'Saw a doctor.', 'health')
    await happened('2026-01-01T10:00:00Z', 'Ran again.')
    expect(await read('/v1/overview')).toEqual({
      months: [
        { month: '2026-01', topics: [{ topic: 'fitness', count: 1 }] },
        {
          month: '2024-03',
          topics: [
            { topic: 'fitness', count: 2 },
            { topic: 'health', count: 1 },
          ].toSorted((a, b) => a.topic.localeCompare(b.topic)),
        },
      ],
      sensitive: ['health'],
    })
  })

  test('is empty for an empty store, and is not for apps', async () => {
    expect(await read('/v1/overview')).toEqual({ months: [], sensitive: [] })
    const { token } = await service.connected(['memory:read:*'])
    expect((await service.call('GET', '/v1/overview', { token })).status).toBe(403)
    expect((await service.call('GET', '/v1/timeline', { token })).status).toBe(403)
  })
})

describe('the timeline of a store', () => {
  test('has the most important memories of each month, the newest first', async () => {
    await happened('2025-05-01T10:00:00Z', 'Minor.', 'fitness', 10)
    await happened('2025-05-02T10:00:00Z', 'Moved.', 'home', 90)
    await happened('2025-05-03T10:00:00Z', 'Married.', 'relationship', 95)
    await happened('2025-06-01T10:00:00Z', 'Rested.')
    const { items, next_cursor } = await read('/v1/timeline?memories=2')
    expect(items.map(({ month, count }: { month: string; count: number }) => [month, count])).toEqual([
      ['2025-06', 1],
      ['2025-05', 3],
    ])
    expect(contents(items[1].memories)).toEqual(['Married.', 'Moved.'])
    expect(next_cursor).toBe(null)
    const [may] = (await read('/v1/timeline?month=2025-05&memories=100')).items
    expect(contents(may.memories)).toEqual(['Married.', 'Moved.', 'Minor.'])
    expect((await read('/v1/timeline?month=2025-07')).items).toEqual([])
  })

  test('puts a memory into the month that it was where the person lives', async () => {
    await service.ok('PATCH', '/v1/auth/profile', { cookie: person.cookie, body: { timezone: 'Pacific/Auckland' } })
    await happened('2025-12-31T20:00:00Z', 'Saw the fireworks.')
    expect((await read('/v1/timeline')).items).toMatchObject([{ month: '2026-01' }])
    expect((await read('/v1/overview')).months).toMatchObject([{ month: '2026-01' }])
  })

  test('shows what has been replaced, with its end', async () => {
    await remember({ content: 'Lives in Utrecht.', scope: 'home', occurredAt: '2018-03-01T00:00:00Z' })
    const [{ id }] = (await read('/v1/memories')).memories
    const later = { content: 'Lives in Porto.', scope: 'home', occurredAt: '2022-06-15T00:00:00Z', supersedes: [id] }
    await remember(later)
    const memories = (await read('/v1/timeline')).items.flatMap((month: { memories: object[] }) => month.memories)
    expect(memories).toMatchObject([
      { content: 'Lives in Porto.', validUntil: null },
      { content: 'Lives in Utrecht.', validUntil: '2022-06-15T00:00:00.000Z' },
    ])
  })

  test('continues where the page before it ended, for its own person only', async () => {
    for (let month = 1; month <= 5; month++) await happened(`2025-0${month}-10T00:00:00Z`, `Month ${month}.`)
    const months: string[] = []
    let cursor = ''
    do {
      const page = await read(`/v1/timeline?limit=2${cursor && `&cursor=${cursor}`}`)
      months.push(...page.items.map(({ month }: { month: string }) => month))
      cursor = page.next_cursor ?? ''
    } while (cursor)
    expect(months).toEqual(['2025-05', '2025-04', '2025-03', '2025-02', '2025-01'])
    const { next_cursor } = await read('/v1/timeline?limit=2')
    const other = await service.newPerson()
    const reply = await service.call('GET', `/v1/timeline?cursor=${next_cursor}`, { cookie: other.cookie })
    expect([reply.status, reply.body.error.code]).toEqual([400, 'invalid_cursor'])
  })

  test.each(['2025-13', '2025', '25-01', '2025-1'])('rejects the month %j', async (month) => {
    const reply = await service.call('GET', `/v1/timeline?month=${month}`, { cookie: person.cookie })
    expect([reply.status, reply.body.error.details[0].path]).toEqual([400, 'month'])
  })
})
