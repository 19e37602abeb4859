import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from './service.ts'
import { later, newTwoApps } from './two-apps.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

const everywhere = ['memory:read:*', 'memory:write:*']
const twoApps = () => newTwoApps(service)

test('takes back what an app wrote, edited, superseded and deleted, and only that', async () => {
  const { person, cookie, good, bad, app, undo, revert, write, edit, contents, connection } = await twoApps()
  const [kept, edited, moved, deleted, shared, replaced] = await write(
    good,
    ...['Kept.', 'Edited.', 'Moved.', 'Deleted.', 'Shared.', 'Replaced.'].map((content) => ({ content })),
  )
  const [early] = await write(bad, { content: 'Early.' })
  const since = await later()
  await edit(good, edited, { content: 'Edited by the good app.' })
  const before = await contents()
  await edit(bad, edited, { content: 'Changed.' })
  await edit(bad, edited, { content: 'Changed again.', importance: 1 })
  await edit(bad, moved, { scope: 'goal' })
  await service.ok('DELETE', `/v1/memories/${deleted}`, { token: bad })
  await edit(bad, shared, { content: 'Shared by the app.' })
  await edit(good, shared, { content: 'Shared by both.' })
  const [spam] = await write(bad, { content: 'Spam.' }, { content: 'More spam.' })
  const [successor] = await write(bad, { content: 'Replacement.', supersedes: [replaced] })
  const [corrected] = await write(bad, { content: 'Wrong.' })
  await service.ok('PATCH', `/v1/memories/${corrected}`, { cookie, body: { content: 'Right.' } })
  const after = await contents()

  const counts = { created: 3, edited: 3, deleted: 1, skipped: 2, messages: 0 }
  const preview = await undo({ since, preview: true })
  expect(preview).toEqual({ ...counts, undo: null, examples: expect.any(Array) })
  const example = (kind: string, now: string | null, after: string | null) =>
    expect.objectContaining({
      kind,
      now: now === null ? null : expect.objectContaining({ content: now }),
      after: after === null ? null : expect.objectContaining({ content: after }),
    })
  expect(preview.examples).toHaveLength(7)
  expect(preview.examples).toEqual(
    expect.arrayContaining([
      example('created', 'Spam.', null),
      example('edited', 'Changed again.', 'Edited by the good app.'),
      example('deleted', null, 'Deleted.'),
    ]),
  )
  expect(await contents()).toEqual(after)
  const done = await undo({ since })
  expect(done).toEqual({ ...counts, undo: expect.stringMatching(/^und_/) })
  const shown = { scope: 'note', supersededBy: null }
  expect(await contents()).toEqual({
    ...before,
    [shared as string]: { content: 'Shared by both.', ...shown },
    [corrected as string]: { content: 'Right.', ...shown },
  })
  for (const id of [kept, early]) expect((await service.get(`/v1/memories/${id}`, good)).revision).toBe(1)
  const trash = await service.ok('GET', '/v1/memories/trash', { cookie })
  expect(trash.items.map(({ actor }: { actor: string }) => actor)).toEqual(['user', 'user', 'user'])
  expect(trash.items.map(({ memory }: { memory: { id: string } }) => memory.id)).toEqual(
    expect.arrayContaining([spam, successor]),
  )
  const { items } = await service.ok('GET', '/v1/audit?action=memories.undo', { cookie })
  expect(new Set(items.map(({ app }: { app: string }) => app))).toEqual(new Set([app.slug]))
  // What was taken back is not taken back again.
  const nothing = { created: 0, edited: 0, deleted: 0, skipped: 2, messages: 0, undo: null, examples: [] }
  expect(await undo({ since, preview: true })).toEqual(nothing)

  // The undo can be reverted, except for what has changed since.
  await edit(good, moved, { importance: 7 })
  expect(await revert({ undo: done.undo })).toEqual({ reverted: 6, skipped: 1, messages: 0 })
  expect(await contents()).toEqual({ ...after, [moved as string]: { content: 'Moved.', ...shown } })
  expect(await service.get('/v1/memories?query=spam', good)).toMatchObject({ memories: [{}, {}] })
  for (const body of [{ undo: 'x' }, { undo: 'req_01kb5dd9v2000m4h2n8y7tq3wz' }]) {
    const path = `/v1/connections/${connection}/undo/revert`
    expect((await service.call('POST', path, { cookie, body })).status).toBe(404)
  }
  expect((await service.ok('GET', '/v1/usage', { cookie: person.cookie })).memories.used).toBe(
    Object.keys(await contents()).length,
  )
})

test('takes back what the app wrote and then replaced itself', async () => {
  const { bad, good, write, undo, revert, contents } = await twoApps()
  const [home] = await write(good, { content: 'Lives in Oslo.', occurredAt: '2026-01-01T00:00:00Z' })
  const since = await later()
  for (const [at, city] of ['Boulder', 'Boston', 'Denver'].entries())
    await write(bad, { content: `Lives in ${city}.`, occurredAt: `2026-0${at + 2}-01T00:00:00Z` })
  const after = await contents()
  expect(after[home as string]?.supersededBy).toMatch(/^mem_/)
  const done = await undo({ since })
  expect(done).toMatchObject({ created: 3, edited: 1, deleted: 0, skipped: 0 })
  expect(await contents()).toEqual({
    [home as string]: { content: 'Lives in Oslo.', scope: 'note', supersededBy: null },
  })
  expect(await revert({ undo: done.undo })).toEqual({ reverted: 4, skipped: 0, messages: 0 })
  expect(await contents()).toEqual(after)
})

test('has nothing to take back where the service did so when the memory of the app was deleted', async () => {
  const { cookie, bad, good, write, undo, contents } = await twoApps()
  const [home] = await write(good, { content: 'Lives in Oslo.', occurredAt: '2026-01-01T00:00:00Z' })
  const since = await later()
  await write(bad, { content: 'Lives in Boulder.', occurredAt: '2026-02-01T00:00:00Z' })
  const before = await contents()
  await service.ok('DELETE', `/v1/memories/${before[home as string]?.supersededBy}`, { cookie })
  expect(await undo({ since })).toMatchObject({ created: 0, edited: 0, skipped: 0 })
  expect(await contents()).toEqual({
    [home as string]: { content: 'Lives in Oslo.', scope: 'note', supersededBy: null },
  })
})

test('works after the connection has ended, for more memories than one transaction takes', async () => {
  const { cookie, bad, undo, revert, contents, connection, write, good } = await twoApps()
  const [own] = await write(good, { content: 'Own.' })
  const since = await later()
  for (let call = 0; call < 3; call++)
    await write(bad, ...Array.from({ length: 100 }, (_, i) => ({ content: `Spam ${call} ${i}.` })))
  await service.ok('POST', `/v1/connections/${connection}/revoke`, { cookie })
  const done = await undo({ since })
  expect(done).toMatchObject({ created: 300, skipped: 0 })
  expect(Object.keys(await contents())).toEqual([own])
  expect(await revert({ undo: done.undo })).toEqual({ reverted: 300, skipped: 0, messages: 0 })
  expect((await service.ok('GET', '/v1/usage', { cookie })).memories.used).toBe(301)
})

test('is for the person of the connection only', async () => {
  const { connection, bad } = await twoApps()
  const stranger = await service.newPerson()
  const body = { since: '2026-01-01T00:00:00Z' }
  const path = `/v1/connections/${connection}/undo`
  expect((await service.call('POST', path, { cookie: stranger.cookie, body })).status).toBe(404)
  expect((await service.call('POST', path, { token: bad, body })).status).toBe(403)
})

describe('near copies', () => {
  /** A person with an app that may do everything. */
  async function withApp() {
    const { person, token } = await service.connected(everywhere)
    const { cookie } = person
    const write = async (...memories: object[]): Promise<string[]> =>
      (await service.remember(token, memories.map((memory) => ({ scope: 'note', ...memory })) as never)).memoryIds
    const post = (path: string, body: object) => service.ok('POST', `/v1/memories/${path}`, { cookie, body })
    const refused = async (path: string, body: object) => {
      const { status, body: answer } = await service.call('POST', `/v1/memories/${path}`, { cookie, body })
      return [status, answer.error?.details?.[0]?.path]
    }
    const copies = async (query = ''): Promise<string[][]> => {
      const { items } = await service.ok('GET', `/v1/memories/copies?${query}`, { cookie })
      return items.map(({ memories }: { memories: { content: string }[] }) => memories.map(({ content }) => content))
    }
    const read = (id: string | undefined) => service.get(`/v1/memories/${id}`, token)
    const current = async () =>
      (await service.get('/v1/memories?limit=100', token)).memories.map(({ content }: { content: string }) => content)
    return { cookie, token, write, post, refused, copies, read, current }
  }
  const SEAT = 'Prefers window seats on flights.'
  const LONG_SEAT = 'Prefers window seats on long flights.'

  test('are listed in groups, without series, other scopes and other statements', async () => {
    const { write, copies, token, post, read } = await withApp()
    const [first] = await write({ content: SEAT })
    await write({ content: LONG_SEAT })
    await write({ content: SEAT, scope: 'travel' })
    await write({ content: 'Ran 5 km along the river before work.' })
    await write({ content: 'Ran 8 km along the river before work.' })
    await write({ content: 'Waters the plants on Monday evenings.' })
    await write({ content: 'Waters the plants on Friday evenings.' })
    await write({ content: 'Brews coffee with the old moka pot.' })
    const [last] = await write({ content: 'brews coffee with the old moka pot' })
    const coffee = ['brews coffee with the old moka pot', 'Brews coffee with the old moka pot.']
    expect(await copies()).toEqual([coffee, [LONG_SEAT, SEAT]])
    // What is no longer current is no copy.
    const [successor] = await write({ content: 'Sits at the aisle.' })
    await post(`${first}/supersede`, { by: successor })
    await service.ok('DELETE', `/v1/memories/${last}`, { token })
    expect(await copies()).toEqual([])
    expect(await read(first)).toMatchObject({ supersededBy: successor })
  })

  test('are listed page by page', async () => {
    const { cookie, write } = await withApp()
    for (const content of ['Sings in the choir.', 'Swims in the lake.', 'Cooks for the neighbours.'])
      for (const copy of [content, content.toLowerCase()]) await write({ content: copy })
    const found: string[] = []
    let cursor = ''
    do {
      const query = `limit=1${cursor && `&cursor=${cursor}`}`
      const page = await service.ok('GET', `/v1/memories/copies?${query}`, { cookie })
      found.push(...page.items.map(({ memories }: { memories: { content: string }[] }) => memories[0]?.content))
      cursor = page.next_cursor
    } while (cursor)
    expect(found).toEqual(['cooks for the neighbours.', 'swims in the lake.', 'sings in the choir.'])
    const { status } = await service.call('GET', '/v1/memories/copies?cursor=x', { cookie })
    expect(status).toBe(400)
  })

  test('of long texts are divided into pages of a quarter of a megabyte', async () => {
    const { cookie, write } = await withApp()
    const word = (n: number): string => (n < 26 ? '' : word(Math.floor(n / 26))) + String.fromCharCode(97 + (n % 26))
    const texts = Array.from({ length: 20 }, (_, n) =>
      `The ${Array.from({ length: 1_700 }, (_, at) => word(20_000 + n * 1_700 + at)).join(' ')}`.slice(0, 8_000).trim(),
    )
    await write(...texts.map((content) => ({ content })))
    await write(...texts.map((content) => ({ content: content.toLowerCase() })))
    const sizes: number[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = cursor && `&cursor=${cursor}`
      const page = await service.ok('GET', `/v1/memories/copies?limit=100${query}`, { cookie })
      sizes.push(page.items.length)
      cursor = page.next_cursor
    }
    // Each group has 16,000 characters.
    expect(sizes[0]).toBe(17)
    expect(sizes.reduce((sum, size) => sum + size)).toBeGreaterThan(17)
  })

  test('are merged into one of them, which one request takes back', async () => {
    const { write, post, copies, read, current, cookie, refused } = await withApp()
    const [first] = await write({ content: SEAT })
    const [second] = await write({ content: LONG_SEAT })
    const [third] = await write({ content: SEAT.toLowerCase() })
    const ids = [third, second, first]
    expect(await copies()).toEqual([[SEAT.toLowerCase(), LONG_SEAT, SEAT]])
    const done = await post('merge', { ids, keep: first })
    expect(done).toMatchObject({
      memory: { id: first, content: SEAT },
      merged: 2,
      merge: expect.stringMatching(/^mrg_/),
    })
    expect(new Set(done.memory.supersedes)).toEqual(new Set([second, third]))
    expect(await current()).toEqual([SEAT])
    expect(await read(second)).toMatchObject({ content: LONG_SEAT, supersededBy: first, revision: 2 })
    expect(await copies()).toEqual([])
    expect(await post('merge', { ids, keep: first })).toMatchObject({ merged: 0, merge: null })

    expect(await post('merge/revert', { merge: done.merge })).toEqual({ reverted: 2, skipped: 0 })
    expect((await current()).length).toBe(3)
    expect(await read(second)).toMatchObject({ content: LONG_SEAT, supersededBy: null, validUntil: null })
    expect((await read(first)).supersedes).toEqual([])
    expect(await copies()).toEqual([[SEAT.toLowerCase(), LONG_SEAT, SEAT]])
    expect((await post('merge/revert', { merge: done.merge })).reverted).toBe(0)
    for (const action of ['memories.merge', 'memories.unmerge'])
      expect((await service.ok('GET', `/v1/audit?action=${action}`, { cookie })).items).toMatchObject([{ count: 2 }])

    expect(await refused('merge/revert', { merge: 'req_01kb5dd9v2000m4h2n8y7tq3wz' })).toEqual([404, undefined])
    expect(await refused('merge', { ids: [first, second], keep: third })).toEqual([400, 'keep'])
    expect(await refused('merge', { ids: [first, first], keep: first })).toEqual([400, 'ids.1'])
    expect(await refused('merge', { ids: [first, 'mem_x'], keep: first })).toEqual([400, 'ids.1'])
    expect(await refused('merge', { ids: [first], keep: first })).toEqual([400, 'ids'])
  })

  test('that are to stay are not listed again', async () => {
    const { write, post, copies, refused, read } = await withApp()
    const [first] = await write({ content: SEAT })
    const [second] = await write({ content: LONG_SEAT })
    await post('copies/keep', { ids: [first, second] })
    expect(await copies()).toEqual([])
    await write({ content: SEAT.toLowerCase() })
    expect(await copies()).toEqual([[SEAT.toLowerCase(), LONG_SEAT, SEAT]])
    expect((await read(first)).revision).toBe(1)
    expect(await refused('copies/keep', { ids: [first, 'mem_x'] })).toEqual([400, 'ids.1'])
  })

  test('of a hidden app are not listed', async () => {
    const { write, copies, cookie, token } = await withApp()
    await write({ content: SEAT }, { content: LONG_SEAT })
    const { id } = await service.get('/v1/connection', token)
    await service.ok('POST', `/v1/connections/${id}/mute`, { cookie })
    expect(await copies()).toEqual([])
    await service.ok('POST', `/v1/connections/${id}/unmute`, { cookie })
    expect((await copies()).length).toBe(1)
  })
})
