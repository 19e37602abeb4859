import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobs } from '../src/app.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { type TestService, testService } from './service.ts'
import { later, newTwoApps } from './two-apps.ts'

/** An app that tries to keep what it did from being taken back. */

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

const twoApps = () => newTwoApps(service)

test('takes back what an app wrote and had the service supersede and reinstate', async () => {
  const { cookie, bad, good, write, edit, undo, contents } = await twoApps()
  const [home] = await write(good, { content: 'Lives in Oslo.', occurredAt: '2026-01-01T00:00:00Z' })
  const [edited] = await write(good, { content: 'Works at Brandt.', occurredAt: '2026-01-01T00:00:00Z' })
  const before = await contents()
  const since = await later()
  // Reinstated by the service when its successor is deleted.
  const [planted] = await write(bad, { content: 'Prefers the brand Acme.' })
  const [successor] = await write(bad, { content: 'Prefers other brands.', supersedes: [planted] })
  await service.ok('DELETE', `/v1/memories/${successor}`, { token: bad })
  await edit(bad, edited, { content: 'Works at Acme.' })
  const [next] = await write(bad, { content: 'Works at Globex.', supersedes: [edited] })
  await service.ok('DELETE', `/v1/memories/${next}`, { token: bad })
  // Superseded by the service at once, and reinstated by the app.
  const [old] = await write(bad, { content: 'Lives in Boulder.', occurredAt: '2025-01-01T00:00:00Z' })
  expect((await contents())[old as string]?.supersededBy).toBe(home)
  await service.ok('POST', `/v1/memories/${old}/reinstate`, { token: bad })
  const trashed = (await service.ok('GET', '/v1/memories/trash', { cookie })).items.length
  expect(await undo({ since })).toMatchObject({ created: 2, edited: 1, skipped: 0 })
  expect(await contents()).toEqual(before)
  expect((await service.ok('GET', '/v1/memories/trash', { cookie })).items).toHaveLength(trashed + 2)
})

describe('what another made before an app', () => {
  /** Stores copies of the last stored state of a memory, as if its app had edited it so often, up to a revision. */
  const fill = async (id: string | undefined, until: number) => {
    const { db } = service.ports
    const { from } = await db.one<{ from: number }>(sql`select revision as from from memories where id = ${id}`)
    await db.count(sql`
      insert into memory_revisions
      select (jsonb_populate_record(r, jsonb_build_object('revision', n))).*
      from memory_revisions r, generate_series(${from}::int, ${until}::int - 1) n
      where r.id = ${id} and r.revision = ${from}::int - 1`)
    await db.count(sql`update memories set revision = ${until}::int where id = ${id}`)
  }

  test('is kept, however often the app edits it', async () => {
    const { person, cookie, bad, good, write, edit, undo, contents } = await twoApps()
    const body = { memories: [{ content: 'Own words.', scope: 'note' }] }
    const [own] = (await service.ok('POST', '/v1/memories', { cookie, body })).memoryIds as string[]
    const [theirs] = await write(good, { content: 'Of another app.' })
    const before = await contents()
    const since = await later()
    for (const id of [own, theirs])
      for (let n = 0; n < 8; n++) {
        await edit(bad, id, { content: `Overwritten ${n}.` })
        if (n === 2) await fill(id, 98)
      }
    const { n } = await service.ports.db.one<{ n: number }>(sql`
      select count(*) as n from memory_revisions where user_id = ${person.id} and id = ${own}`)
    expect(n).toBe(99)
    expect(await undo({ since })).toMatchObject({ edited: 2, skipped: 0 })
    expect(await contents()).toEqual(before)
  })

  test('is kept, and can be restored, however many states the app makes in the store', async () => {
    const { person, cookie, bad, write, edit, undo, contents } = await twoApps()
    const memories = ['Edited.', 'Deleted.', 'Deleted, then taken back.'].map((content) => ({ content, scope: 'note' }))
    const { memoryIds } = await service.ok('POST', '/v1/memories', { cookie, body: { memories } })
    const [edited, deleted, restored] = memoryIds as string[]
    const before = await contents()
    const since = await later()
    await edit(bad, edited, { content: 'Overwritten.' })
    for (const id of [deleted, restored]) await service.ok('DELETE', `/v1/memories/${id}`, { token: bad })
    const [spam] = await write(bad, { content: 'Spam.' })
    for (const content of ['More spam.', 'Still more.']) await edit(bad, spam, { content })
    // The plan allows 500 memories, and twice as many states.
    const { db } = service.ports
    await fill(spam, 1_200)
    const trim = jobs.find(({ name }) => name === 'trim revisions')
    while (await trim!.run(service.ports));
    expect(
      (await db.one<{ n: number }>(sql`select count(*) as n from memory_revisions where user_id = ${person.id}`)).n,
    ).toBe(1_000)
    await service.ok('POST', `/v1/memories/${restored}/restore`, { cookie, body: {} })
    expect(await undo({ since })).toMatchObject({ created: 1, edited: 1, deleted: 1 })
    expect(await contents()).toEqual(before)
  })
})
