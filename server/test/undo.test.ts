import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

const everywhere = ['memory:read:*', 'memory:write:*']

/** A person with two apps that may do everything. */
async function twoApps() {
  const { person, token: good } = await service.connected(everywhere)
  const app = await service.newApp(await service.newDeveloper(), everywhere)
  const bad = await service.connect(person, app, everywhere)
  const { id } = await service.get('/v1/connection', bad)
  const { cookie } = person
  const undo = (body: object) => service.ok('POST', `/v1/connections/${id}/undo`, { cookie, body })
  const revert = (body: object) => service.ok('POST', `/v1/connections/${id}/undo/revert`, { cookie, body })
  const write = async (token: string, ...memories: object[]): Promise<string[]> =>
    (await service.remember(token, memories.map((memory) => ({ scope: 'note', ...memory })) as never)).memoryIds
  const edit = (token: string, at: string | undefined, body: object) =>
    service.ok('PATCH', `/v1/memories/${at}`, { token, body })
  const contents = async () =>
    Object.fromEntries(
      (await service.ok('GET', '/v1/memories?limit=100&state=all', { cookie })).memories.map(
        ({ id, content, scope, supersededBy }: Record<string, string>) => [id, { content, scope, supersededBy }],
      ),
    )
  return { person, cookie, good, bad, app, connection: id, undo, revert, write, edit, contents }
}
const later = async () => {
  // Times have milliseconds; what was written before must be older than `since`.
  const at = Date.now()
  while (Date.now() <= at) await new Promise(setImmediate)
  return new Date().toISOString()
}

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

  const counts = { created: 3, edited: 3, deleted: 1, skipped: 2 }
  expect(await undo({ since, preview: true })).toEqual({ ...counts, undo: null })
  expect(await contents()).toEqual(after)
  const done = await undo({ since })
  expect(done).toEqual({ ...counts, undo: expect.stringMatching(/^req_/) })
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
  expect(await undo({ since, preview: true })).toEqual({ created: 0, edited: 0, deleted: 0, skipped: 2, undo: null })

  // The undo can be reverted, except for what has changed since.
  await edit(good, moved, { importance: 7 })
  expect(await revert({ undo: done.undo })).toEqual({ reverted: 6, skipped: 1 })
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
  expect(await revert({ undo: done.undo })).toEqual({ reverted: 300, skipped: 0 })
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
