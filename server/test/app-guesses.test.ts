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

/** What became of statements of an app in `note`, with and without a hidden statement beside them. */
async function fates(
  hidden: { content: string; scope: string; isBefore?: boolean },
  grants: string[],
  write: (token: string, cookie: string, hide: () => Promise<unknown>) => Promise<string[]>,
) {
  const { isBefore = false, ...memory } = hidden
  const fateIn = async (isHidden: boolean) => {
    const { person, token } = await service.connected(['memory:read:note', 'memory:write:note', ...grants])
    const hide = async () =>
      isHidden && (await service.ok('POST', '/v1/memories', { cookie: person.cookie, body: { memories: [memory] } }))
    if (isBefore) await hide()
    const ids = await write(token, person.cookie, hide)
    // Memories of one request are compared in the order of their ids, which are random within it.
    const memories = await Promise.all(ids.toSorted().map((id) => service.get(`/v1/memories/${id}`, token)))
    return memories.map(({ supersededBy, maybeSupersededBy, revision }) => [
      supersededBy !== null,
      maybeSupersededBy !== null,
      revision,
    ])
  }
  return { without: await fateIn(false), beside: await fateIn(true) }
}

test('a hidden statement of an attribute does not decide which readable ones a new statement replaces', async () => {
  const note = (content: string) => ({ content, scope: 'note' })
  const { without, beside } = await fates(
    { content: 'I live in Paris.', scope: 'health' },
    ['memory:write:health'],
    async (token, _, hide) => {
      const { memoryIds } = await service.remember(token, Array(20).fill(note('I live in Paris.')))
      await hide()
      await service.remember(token, [note('I live in Rome.')])
      return memoryIds
    },
  )
  expect(beside).toEqual(without)
  expect(without).toEqual(Array(20).fill([true, false, 2]))
})

test('a hidden statement of a topic does not decide which readable ones a new statement replaces', async () => {
  const { without, beside } = await fates(
    { content: 'I have asthma since I was a child.', scope: 'health' },
    [],
    async (token, cookie, hide) => {
      const note = (content: string) => ({ content, scope: 'note' })
      const { memoryIds } = await service.remember(token, [note('My dentist is Dr Voss.')])
      const crowd = Array(59).fill(note('I cried after the scan.'))
      await service.ok('POST', '/v1/memories', { cookie, body: { memories: crowd } })
      const other = Array(62).fill(note('I work at Acme.'))
      await service.ok('POST', '/v1/memories', { cookie, body: { memories: other } })
      await hide()
      await service.remember(token, [note('Goes to Dr Amann now.')])
      return memoryIds
    },
  )
  expect(beside).toEqual(without)
  expect(without[0]).not.toEqual([false, false, 1])
})

test('hidden statements do not use up the comparisons of readable ones', async () => {
  const long = (content: string) => ({ content: `${content}${' '.repeat(700)}.`, scope: 'note' })
  const { without, beside } = await fates(
    { content: 'I live in Oslo.', scope: 'home', isBefore: true },
    ['memory:write:home'],
    async (token) => {
      const old = { content: 'I live in Paris.', scope: 'note', occurredAt: '2001-01-01T00:00:00Z' }
      const { memoryIds } = await service.remember(token, Array(15).fill(old))
      const games = ['chess', 'golf', 'poker'].flatMap((game) => Array<string>(10).fill(game))
      const burners = [...games, 'squash', 'squash', 'squash'].map((game) => long(`I play ${game}.`))
      await service.remember(token, [...burners, long('I live in Rome.')])
      return memoryIds
    },
  )
  expect(beside).toEqual(without)
  // The limit of comparisons is reached in both: it leaves some of them out.
  expect(new Set(without.map(String)).size).toBe(2)
})
