import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { HOUR_MS, MINUTE_MS, openClock } from './hooks.ts'
import { type TestService, testService } from './service.ts'

/* What apps changed of statements about health and safety, for the user to keep or to take back. */

const clock = openClock()
let service: TestService
beforeAll(async () => {
  service = await testService({ userPlan: 'pro' }, { clock: clock.now })
})
afterAll(() => service.stop())

const ALLERGY = 'Is allergic to penicillin.'

/** A user with an app that may read and write everywhere, and one for notes alone. */
async function newWorld() {
  const { person, token, app } = await service.connected(['memory:read:*', 'memory:write:*'])
  const { cookie } = person
  const say = async (content: string, scope = 'health') => {
    const body = { memories: [{ scope, content }] }
    return (await service.ok('POST', '/v1/memories', { cookie, body })).memoryIds[0] as string
  }
  const act = (method: string, path: string, body?: object) =>
    service.ok(method, `/v1/memories/${path}`, { token, body })
  const changes = async () => (await service.ok('GET', '/v1/memories/app-changes', { cookie })).items
  const asUser = (path: string, body: object) => service.ok('POST', `/v1/memories/${path}`, { cookie, body })
  return { person, cookie, token, app, say, act, changes, asUser }
}

test('edits, moves, replacements and deletions by an app are listed with what had been stated, and can be taken back', async () => {
  const { say, act, changes, asUser, app, token } = await newWorld()
  const [edited, moved, replaced, deleted] = [
    await say(ALLERGY),
    await say('Takes warfarin every evening.'),
    await say('Has type 1 diabetes.'),
    await say('Carries an EpiPen for bee stings.'),
  ]
  await act('PATCH', edited!, { content: 'Likes penicillin.' })
  await act('PATCH', moved!, { scope: 'note' })
  const successor = (
    await service.remember(token, [{ scope: 'health', content: 'Has no diabetes.', supersedes: [replaced] }] as never)
  ).memoryIds[0]
  await act('DELETE', deleted!)
  const listed = await changes()
  const { slug } = app
  expect([...listed].reverse()).toMatchObject([
    {
      change: 'deleted',
      app: slug,
      before: { id: deleted, content: 'Carries an EpiPen for bee stings.' },
      after: null,
    },
    {
      change: 'superseded',
      app: slug,
      before: { id: replaced },
      after: { id: successor, content: 'Has no diabetes.' },
    },
    { change: 'moved', app: slug, before: { id: moved, scope: 'health' }, after: { id: moved, scope: 'note' } },
    { change: 'edited', app: slug, before: { id: edited, content: ALLERGY }, after: { content: 'Likes penicillin.' } },
  ])
  for (const { before } of listed) await asUser(`${before.id}/restore`, { revision: before.revision })
  expect(await changes()).toEqual([])
  for (const { before } of listed)
    expect(await service.get(`/v1/memories/${before.id}`, token)).toMatchObject({
      ...{ content: before.content, scope: before.scope, supersededBy: null, validUntil: null },
    })
})

test('what the user keeps is listed no more, and what happens afterwards is', async () => {
  const { say, act, changes, asUser } = await newWorld()
  const [first, second] = [await say(ALLERGY), await say('Has asthma.')]
  await act('DELETE', first)
  const [change] = await changes()
  await asUser('app-changes/keep', { until: change.at })
  await asUser('app-changes/keep', { until: '2000-01-01T00:00:00.000Z' })
  expect(await changes()).toEqual([])
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(change.at))
  await act('DELETE', second)
  expect(await changes()).toMatchObject([{ change: 'deleted', before: { id: second } }])
  // A time to come keeps nothing that is not there yet.
  await asUser('app-changes/keep', { until: '2100-01-01T00:00:00.000Z' })
  const third = await say(ALLERGY)
  await expect.poll(() => Date.now() % 10).toBeGreaterThan(1)
  await act('DELETE', third)
  expect(await changes()).toMatchObject([{ change: 'deleted', before: { id: third } }])
})

test('neither what an app changes of its own nor what concerns no health is listed', async () => {
  const { say, act, changes, asUser, token } = await newWorld()
  const written = await service.remember(token, [{ scope: 'health', content: ALLERGY }])
  await act('PATCH', written.memoryIds[0], { content: 'Is allergic to latex.' })
  await act('DELETE', written.memoryIds[0])
  await act('DELETE', await say('Likes jazz.', 'note'))
  const importance = await say('Has asthma.')
  await act('PATCH', importance, { importance: 10, pinned: true })
  const own = await say('Takes metformin.')
  await asUser('delete', { ids: [own] })
  expect(await changes()).toEqual([])
})

test('the last statement of the user counts, whichever apps have changed it since', async () => {
  const { person, say, act, changes, cookie, app } = await newWorld()
  const other = await service.connect(
    person,
    await service.newApp(await service.newDeveloper(), ['memory:read:*', 'memory:write:*']),
    ['memory:read:*', 'memory:write:*'],
  )
  const id = await say('Has asthma.')
  await service.ok('PATCH', `/v1/memories/${id}`, { cookie, body: { content: ALLERGY } })
  await service.ok('PATCH', `/v1/memories/${id}`, { token: other, body: { content: 'Is allergic to dust.' } })
  await act('PATCH', id, { content: 'Is allergic to nothing.' })
  expect(await changes()).toMatchObject([
    { app: app.slug, change: 'edited', before: { content: ALLERGY }, after: { content: 'Is allergic to nothing.' } },
  ])
})

test('who first made the present state has changed it, also if an app sets other fields since', async () => {
  const { person, say, act, changes, app } = await newWorld()
  const everywhere = ['memory:read:*', 'memory:write:*']
  const other = await service.connect(
    person,
    await service.newApp(await service.newDeveloper(), everywhere),
    everywhere,
  )
  const id = await say(ALLERGY)
  await act('PATCH', id, { content: 'Likes penicillin.' })
  const [before] = await changes()
  await service.ok('PATCH', `/v1/memories/${id}`, { token: other, body: { importance: 90 } })
  expect(await changes()).toMatchObject([
    { at: before.at, app: app.slug, change: 'edited', before: { content: ALLERGY } },
  ])
})

test('keeping what is listed keeps nothing that is not, and harmless changes hide none', async () => {
  const { cookie, act, changes, asUser } = await newWorld()
  const memories = Array.from({ length: 53 }, (_, n) => ({
    scope: 'health',
    content: `Is allergic to pollen of kind ${n}.`,
  }))
  const ids = (await service.ok('POST', '/v1/memories', { cookie, body: { memories } })).memoryIds
  for (const id of ids) await act('DELETE', id)
  const { items, has_more } = await service.ok('GET', '/v1/memories/app-changes', { cookie })
  expect([items.length >= 50, items.length < 53, has_more]).toEqual([true, true, true])
  await asUser('app-changes/keep', { until: items.at(-1).at })
  const rest = await changes()
  const listed = new Set([...items, ...rest].map(({ before }: { before: { id: string } }) => before.id))
  expect([listed.size, items.length + rest.length]).toEqual([53, 53])
})

test('what the user had superseded is listed if an app rewrites it once it is current again', async () => {
  const { say, act, changes, asUser } = await newWorld()
  const [first, second] = [await say('Is allergic to peanuts.'), await say('Has a peanut allergy.')]
  await asUser(`${first}/supersede`, { by: second })
  await act('PATCH', first, { importance: 70 })
  expect(await changes()).toEqual([])
  await act('DELETE', second)
  await act('PATCH', first, { content: 'Likes peanuts.' })
  expect(await changes()).toMatchObject([
    { change: 'deleted', before: { id: second } },
    {
      change: 'edited',
      before: { id: first, content: 'Is allergic to peanuts.' },
      after: { content: 'Likes peanuts.' },
    },
  ])
})

test('what an app rewrites while another memory stands for it is listed once it is current', async () => {
  const { say, act, changes, asUser } = await newWorld()
  const [first, second] = [await say('Is allergic to peanuts.'), await say('Has a peanut allergy.')]
  await asUser(`${first}/supersede`, { by: second })
  await act('PATCH', first, { content: 'Likes peanuts.' })
  expect(await changes()).toEqual([])
  await asUser('delete', { ids: [second] })
  expect(await changes()).toMatchObject([{ change: 'edited', before: { id: first }, after: { id: first } }])
})

test('an edit that an app has undone and makes again is listed again', async () => {
  const { say, act, changes } = await newWorld()
  const id = await say(ALLERGY)
  for (const content of ['Likes penicillin.', ALLERGY]) await act('PATCH', id, { content })
  expect(await changes()).toEqual([])
  clock.jump(2 * HOUR_MS)
  expect(await changes()).toEqual([])
  await act('PATCH', id, { content: 'Likes penicillin.' })
  expect(await changes()).toMatchObject([{ change: 'edited', before: { id, content: ALLERGY } }])
})

test('what the user has corrected in an app’s own memory is the user’s statement', async () => {
  const { act, changes, cookie, token } = await newWorld()
  const correct = async () => {
    const { memoryIds } = await service.remember(token, [{ scope: 'health', content: 'Is allergic to eggs.' }])
    await service.ok('PATCH', `/v1/memories/${memoryIds[0]}`, { cookie, body: { content: ALLERGY } })
    return memoryIds[0]
  }
  const [edited, deleted] = [await correct(), await correct()]
  await act('PATCH', edited, { content: 'Likes eggs.' })
  await act('DELETE', deleted)
  expect(await changes()).toMatchObject([
    { change: 'edited', before: { id: edited, content: ALLERGY } },
    { change: 'deleted', before: { id: deleted, content: ALLERGY } },
  ])
})

test('thousands of other changes hide none, and are looked through once', async () => {
  const { person, say, act, changes } = await newWorld()
  const [trifle, allergy] = [await say('Saw a heron.', 'note'), await say(ALLERGY)]
  await act('DELETE', trifle)
  await service.ports.db.count(sql`
    insert into memory_revisions
    select (jsonb_populate_record(r, jsonb_build_object('id', r.id || n, 'at', r.at - n * interval '1 ms'))).*
    from memory_revisions r cross join generate_series(1, 5100) n where r.user_id = ${person.id}`)
  // The job that does so has not run, and a plan made for a few rows reads all of them for each.
  await service.ports.db.count(sql`analyze memory_revisions`)
  await expect.poll(() => Date.now() % 10).toBeGreaterThan(1)
  await act('DELETE', allergy)
  clock.jump(3 * MINUTE_MS)
  expect(await changes()).toEqual([])
  expect(await changes()).toMatchObject([{ change: 'deleted', before: { id: allergy } }])
})

test('is for the user alone', async () => {
  const { token, say, act } = await newWorld()
  await act('DELETE', await say(ALLERGY))
  expect((await service.call('GET', '/v1/memories/app-changes', { token })).status).toBe(403)
  const stranger = await service.newPerson()
  expect(await service.ok('GET', '/v1/memories/app-changes', { cookie: stranger.cookie })).toEqual({
    ...{ items: [], has_more: false },
  })
  for (const until of ['x', '0000-01-01T00:00:00Z']) {
    const body = { until }
    const bad = await service.call('POST', '/v1/memories/app-changes/keep', { cookie: stranger.cookie, body })
    expect([bad.status, bad.body.error.details[0].path]).toEqual([400, 'until'])
  }
})
