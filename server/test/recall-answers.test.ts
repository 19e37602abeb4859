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

test('a question about a pet finds what memories say of it by name, where the app may read its name', async () => {
  const { person, token } = await service.connected(everywhere)
  const notes = ['Biscuit must not have chicken, it upsets his stomach.', 'Miso eats tuna.', 'Eats no pork.'].map(
    (content) => ({ content, scope: 'note' }),
  )
  const names = ['Our dog, a yellow Labrador, is called Biscuit.', 'Our cat is called Miso.'].map((content) => ({
    ...{ content, scope: 'relationship' },
  }))
  await service.remember(token, [...notes, ...names])
  const found = async (query: string, of: string): Promise<string[]> => {
    const { memories } = await service.get(`/v1/memories?query=${encodeURIComponent(query)}`, of)
    return memories.map(({ content }: { content: string }) => content)
  }
  expect((await found("what shouldn't the dog eat", token))[0]).toBe(notes[0]!.content)
  expect((await found('what does the cat eat', token))[0]).toBe(notes[1]!.content)
  expect((await found('what is the dog called', token))[0]).toBe(names[0]!.content)
  const app = await service.newApp(await service.newDeveloper(), ['memory:read:note'])
  const reader = await service.connect(person, app, ['memory:read:note'])
  const other = await service.connected(everywhere)
  await service.remember(other.token, notes)
  for (const query of ["what shouldn't the dog eat", 'what does the cat eat'])
    expect(await found(query, reader)).toEqual(await found(query, other.token))
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
