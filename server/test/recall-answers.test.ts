import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

const everywhere = ['memory:read:*', 'memory:write:*']
const idsOf = (list: { memories: { id: string }[] }) => list.memories.map(({ id }) => id)

test('relevance tells whether anything answers, and min_score leaves out what does not', async () => {
  const { token } = await service.connected(everywhere)
  const { memoryIds } = await service.remember(token, [
    { content: 'Her sister Ada plays the cello.', scope: 'relationship' },
    { content: 'The train to Oslo leaves at eight.', scope: 'travel' },
    { content: 'Has trained as a nurse.', scope: 'work' },
  ])
  const known = await service.get('/v1/memories?query=which+instrument+does+Ada+play', token)
  const unknown = await service.get('/v1/memories?query=which+train+driver+won+the+lottery', token)
  expect(known.memories[0].id).toBe(memoryIds[0])
  expect(known.relevance).toBeGreaterThan(0.5)
  expect(unknown.relevance).toBeLessThan(known.relevance)
  const [best] = known.memories
  expect(best.score).toBeLessThanOrEqual(known.relevance)
  const strict = await service.get(`/v1/memories?query=train&min_score=1`, token)
  expect(strict).toMatchObject({ memories: [], relevance: 0, next_cursor: null })
  const all = await service.get('/v1/memories?query=train', token)
  // A score is shown rounded, and a row passes with the score that it shows.
  for (const [at, { id, score }] of all.memories.entries())
    expect(idsOf(await service.get(`/v1/memories?query=train&min_score=${score}`, token))[at]).toBe(id)
  for (const wrong of ['-0.1', '1.1', 'high', ''])
    expect((await service.call('GET', `/v1/memories?query=train&min_score=${wrong}`, { token })).status).toBe(400)
})

test('tells memories with the same content and scope once, the newest, with their number', async () => {
  const { token } = await service.connected(everywhere)
  const walk = { content: 'Walked along the river.', scope: 'fitness', pinned: true }
  const days = ['2026-01-03', '2026-01-05', '2026-01-04']
  const { memoryIds } = await service.remember(
    token,
    days.map((day) => ({ ...walk, occurredAt: `${day}T08:00:00Z` })),
  )
  await service.remember(token, [{ ...walk, scope: 'note' }])
  for (const query of ['query=walk+river', 'query=walk+river&pinned=true']) {
    const { memories } = await service.get(`/v1/memories?${query}`, token)
    expect(memories).toHaveLength(2)
    const walked = memories.find(({ scope }: { scope: string }) => scope === 'fitness')
    expect(walked).toMatchObject({ id: memoryIds[1], duplicates: 2 })
    expect(memories.find(({ scope }: { scope: string }) => scope === 'note')).not.toHaveProperty('duplicates')
  }
})
