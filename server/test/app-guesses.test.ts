import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS, openClock } from './hooks.ts'
import { type TestService, testService } from './service.ts'

/** What an app can find out about scopes that it may write and not read. */

const DAY = 86_400_000
const START = Date.now()

const clock = openClock()
let service: TestService
beforeAll(async () => {
  service = await testService({}, { clock: clock.now })
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
    clock.jump(MINUTE_MS)
    const late = (await reinstate(token, id)).body.updatedAt
    await service.ok('DELETE', `/v1/memories/${id}`, { token })
    return [memory?.validUntil ?? null, memory?.revision ?? 1, updatedAt === late]
  }
  for (const scope of ['note', 'travel', 'home'])
    expect(await guess('Oslo', scope), scope).toEqual(await guess('Berlin', scope))
  expect(await guess('Berlin', 'note')).toEqual([null, 1, true])
})

test('responses tell an app that may not read a memory neither whether a request changed it nor when it last changed', async () => {
  const { person, token } = await service.connected(['memory:write:health'])
  const { cookie } = person
  const fields = { content: 'Has HIV.', type: 'diagnosis', importance: 93, validUntil: '2131-01-01T00:00:00.000Z' }
  const { memoryIds } = await service.remember(token, [
    { content: 'Likes rain.', scope: 'health' },
    { content: 'Likes snow.', scope: 'health' },
  ])
  const [id, other] = memoryIds as [string, string]
  const path = `/v1/memories/${id}`
  await service.ok('PATCH', path, { cookie, body: fields })
  const isTimeOfRequest = async (method: string, path: string, body: object) => {
    clock.jump(MINUTE_MS)
    const before = clock.now().toISOString()
    const { updatedAt, ...rest } = await service.ok(method, path, { token, body })
    expect(updatedAt >= before && updatedAt <= clock.now().toISOString(), `${method} ${path}`).toBe(true)
    return rest
  }
  for (const [field, value] of Object.entries(fields))
    expect(await isTimeOfRequest('PATCH', path, { [field]: value })).toEqual({ id, scope: 'health', [field]: value })
  await isTimeOfRequest('PATCH', path, { content: 'Has flu.' })
  for (let times = 0; times < 2; times++) await isTimeOfRequest('POST', `${path}/supersede`, { by: other })
  for (let times = 0; times < 2; times++) await isTimeOfRequest('POST', `${path}/reinstate`, {})
  // Those who may read it see when it changed.
  const { updatedAt } = await service.ok('GET', path, { cookie })
  expect(await service.ok('PATCH', path, { cookie, body: { content: 'Has flu.' } })).toMatchObject({ updatedAt })
})

test('superseding a memory tells an app that may not read it nothing of what superseded it before', async () => {
  const { person, token } = await service.connected(['memory:write:note'])
  const { cookie } = person
  const note = (content: string) => ({ content, scope: 'note' })
  const { memoryIds } = await service.remember(token, [note('I like tea.'), note('I like rain.'), note('I like snow.')])
  const [free, taken, by] = memoryIds as [string, string, string]
  const hidden = { content: 'Prefers water.', scope: 'health' }
  const [other] = (await service.ok('POST', '/v1/memories', { cookie, body: { memories: [hidden] } })).memoryIds
  await service.ok('POST', `/v1/memories/${taken}/supersede`, { cookie, body: { by: other } })
  const replies = []
  for (const id of [free, taken]) {
    const { status, body } = await service.call('POST', `/v1/memories/${id}/supersede`, { token, body: { by } })
    const written = await service.remember(token, [{ ...note('I like hail.'), supersedes: [id] }])
    replies.push([status, Object.keys(body), written.results[0].status])
  }
  expect(replies[1]).toEqual(replies[0])
  const supersederOf = async (id: string) => (await service.ok('GET', `/v1/memories/${id}`, { cookie })).supersededBy
  expect([await supersederOf(free), await supersederOf(taken)]).toEqual([by, other])
})

test('writing an external id again moves no memory from a scope that the app may not read to one that it may', async () => {
  const { person, token } = await service.connected(['memory:write:note', 'memory:write:health', 'memory:read:note'])
  const { cookie } = person
  const sleep = { content: 'Sleeps badly.', externalId: 'sleep' }
  const put = async (...scopes: string[]) =>
    (await service.remember(token, [...scopes.map((scope) => ({ ...sleep, scope }))])).results
  const { id } = (await put('note'))[0]
  const corrected = { scope: 'health', type: 'diagnosis', importance: 93, validUntil: '2131-01-01T00:00:00.000Z' }
  await service.ok('PATCH', `/v1/memories/${id}`, { cookie, body: corrected })
  const dropped = { status: 'dropped', missing_scope: 'memory:read:health' }
  expect(await put('note')).toEqual([{ index: 0, ...dropped }])
  expect(await put('health', 'note')).toEqual([
    { index: 0, status: 'updated', id },
    { index: 1, ...dropped },
  ])
  expect(await service.ok('GET', `/v1/memories/${id}`, { cookie })).toMatchObject(corrected)
  expect((await service.get('/v1/memories?state=all', token)).memories).toEqual([])
  // A move away from its reads shows it nothing.
  await service.ok('PATCH', `/v1/memories/${id}`, { cookie, body: { scope: 'note' } })
  expect(await put('health')).toEqual([{ index: 0, status: 'updated', id }])
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
    const memories = await Promise.all(ids.map((id) => service.get(`/v1/memories/${id}`, token)))
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

/** What an app sees of its statements in `note`, after others have written. */
const NOTE = ['memory:read:note', 'memory:write:note']
const ALL = ['memory:read:*', 'memory:write:*']
const asUser = (cookie: string, content: string, scope: string) =>
  service.ok('POST', '/v1/memories', { cookie, body: { memories: [{ content, scope }] } })

test('what others state outside of what an app may read changes nothing that the app sees of its statements', async () => {
  const wide = await service.newApp(await service.newDeveloper(), ALL)
  const seen = async (truth: string, who: 'user' | 'app') => {
    const { person, token } = await service.connected([...NOTE, 'context:read:assistant'])
    const guesses = [
      'I live in Oslo.',
      'I live in Paris.',
      'My weight is 92 kg.',
      'My phone number is +47 22 33 44 55.',
    ]
    for (const content of guesses) await service.remember(token, [{ content, scope: 'note', occurredAt: ago(30) }])
    if (who === 'user') await asUser(person.cookie, truth, 'home')
    else await service.remember(await service.connect(person, wide, ALL), [{ content: truth, scope: 'home' }])
    const own = await service.get('/v1/memories?state=all', token)
    const current = await service.get('/v1/memories?query=where+do+I+live', token)
    const bundle = await service.get('/v1/context?intent=assistant', token)
    const states = own.memories.map((memory: Record<string, unknown>) =>
      ['content', 'revision', 'validUntil']
        .map((field) => memory[field])
        .concat(['supersededBy', 'maybeSupersededBy'].map((field) => memory[field] !== null)),
    )
    const found = current.memories.map(({ content }: { content: string }) => content)
    return { states, found, bundle: bundle.memories.length }
  }
  for (const who of ['user', 'app'] as const) {
    const truths = ['I live in Oslo.', 'I moved to Berlin.', 'My weight is 71 kg.', 'Nothing to see.']
    const views = []
    for (const truth of truths) views.push(await seen(truth, who))
    for (const view of views) expect(view, who).toEqual(views.at(-1))
  }
})

test('a statement of an app is superseded by what the app may read, and marked for others by what it may not', async () => {
  const { person, token } = await service.connected([...NOTE, 'memory:read:home'])
  const write = async (content: string) => (await service.remember(token, [{ content, scope: 'note' }])).memoryIds[0]
  const city = await write('I live in Oslo.')
  await asUser(person.cookie, 'I moved to Berlin.', 'home')
  expect((await service.get(`/v1/memories/${city}`, token)).supersededBy).not.toBeNull()
  const job = await write('I work at Acme.')
  const hidden = await asUser(person.cookie, 'I work at Globex now.', 'work')
  expect(await service.get(`/v1/memories/${job}`, token)).toMatchObject({ supersededBy: null, maybeSupersededBy: null })
  const forPerson = await service.ok('GET', `/v1/memories/${job}`, { cookie: person.cookie })
  expect(forPerson).toMatchObject({ supersededBy: null, maybeSupersededBy: hidden.memoryIds[0] })
  // What the app may read supersedes it all the same.
  await asUser(person.cookie, 'I work at Initech now.', 'home')
  expect((await service.get(`/v1/memories/${job}`, token)).supersededBy).not.toBeNull()
})

test('what an app wrote into the statement of another is superseded only by what both may read', async () => {
  const { person, token } = await service.connected(ALL)
  const narrow = await service.connect(person, await service.newApp(await service.newDeveloper(), NOTE), NOTE)
  const { memoryIds } = await service.remember(token, [{ content: 'I like tea.', scope: 'note' }])
  const path = `/v1/memories/${memoryIds[0]}`
  await service.ok('PATCH', path, { token: narrow, body: { content: 'I live in Oslo.' } })
  await asUser(person.cookie, 'I moved to Berlin.', 'home')
  expect(await service.get(path, narrow)).toMatchObject({ supersededBy: null, maybeSupersededBy: null, revision: 2 })
  await asUser(person.cookie, 'I moved to Rome.', 'note')
  expect((await service.get(path, narrow)).supersededBy).not.toBeNull()
})
