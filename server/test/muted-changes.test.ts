import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobs } from '../src/app.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { type Frame, type TestService, testService } from './service.ts'
import { newTwoApps } from './two-apps.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

describe('what the person or another app stated', () => {
  test.each(['person', 'app'])('is neither changed, superseded nor deleted by a muted app: of the %s', async (by) => {
    const { cookie, good, bad, connection, write } = await newTwoApps(service)
    const asPerson = (method: string, path: string, body?: object) => service.ok(method, path, { cookie, body })
    const memories = [{ content: 'I live in Oslo.', scope: 'note' }]
    const [stated] = (
      await service.ok('POST', '/v1/memories', { ...(by === 'app' ? { token: good } : { cookie }), body: { memories } })
    ).memoryIds
    const [own, corrected] = await write(bad, { content: 'I like tea.' }, { content: 'My bank is Nordea.' })
    await asPerson('PATCH', `/v1/memories/${corrected}`, { content: 'My bank is DNB.' })
    await asPerson('POST', `/v1/connections/${connection}/mute`)
    const refused: [method: string, path: string, body?: object][] = [
      ['PATCH', `/v1/memories/${stated}`, { content: 'I live in Berlin.' }],
      ['PATCH', `/v1/memories/${stated}`, { pinned: true }],
      ['PATCH', `/v1/memories/${corrected}`, { content: 'My bank is Evil Bank.' }],
      ['POST', `/v1/memories/${stated}/supersede`, { by: own }],
      ['DELETE', `/v1/memories/${stated}`],
      ['POST', '/v1/memories/delete', { ids: [own, stated] }],
    ]
    const before = await asPerson('GET', '/v1/memories?state=all')
    for (const [method, path, body] of refused) {
      const answer = await service.call(method, path, { token: bad, body })
      expect([method, path, answer.status, answer.body.error.code]).toEqual([method, path, 403, 'forbidden'])
    }
    const written = { content: 'I like rain.', scope: 'note', supersedes: [stated] }
    const { results } = await service.ok('POST', '/v1/memories', { token: bad, body: { memories: [written] } })
    expect(results).toMatchObject([{ status: 'dropped', missing_scope: 'memory:write:note' }])
    expect(await asPerson('GET', '/v1/memories?state=all')).toEqual(before)
  })

  test('of a request of a muted app, what others have changed is dropped, and the rest is written', async () => {
    const { cookie, bad, connection, write } = await newTwoApps(service)
    const [one] = await write(
      bad,
      { content: 'I like tea.', externalId: 'a' },
      { content: 'I like rain.', externalId: 'b' },
    )
    await service.ok('PATCH', `/v1/memories/${one}`, { cookie, body: { content: 'I like coffee.' } })
    await service.ok('POST', `/v1/connections/${connection}/mute`, { cookie })
    const memories = ['a', 'b', 'c'].map((externalId) => ({
      content: `I like ${externalId}.`,
      scope: 'note',
      externalId,
    }))
    const { results } = await service.ok('POST', '/v1/memories', { token: bad, body: { memories } })
    expect(results.map(({ status }: { status: string }) => status)).toEqual(['dropped', 'updated', 'created'])
  })

  test('an app that is muted changes and deletes what it alone has written, and all again once unmuted', async () => {
    const { cookie, bad, connection, write, edit } = await newTwoApps(service)
    const [one, other] = await write(bad, { content: 'I like tea.' }, { content: 'I like rain.' })
    const body = { memories: [{ content: 'I live in Oslo.', scope: 'note' }] }
    const [stated] = (await service.ok('POST', '/v1/memories', { cookie, body })).memoryIds
    await service.ok('POST', `/v1/connections/${connection}/mute`, { cookie })
    await edit(bad, one, { content: 'I like green tea.' })
    await service.ok('DELETE', `/v1/memories/${other}`, { token: bad })
    await service.ok('POST', `/v1/connections/${connection}/unmute`, { cookie })
    await edit(bad, stated, { content: 'I live in Bergen.' })
  })
})

describe('what others stated and a memory of an app has superseded is current again once the app is muted', () => {
  const ALLERGY = 'I am allergic to penicillin.'
  const COPY = 'Allergic to penicillin.'
  type Post = (path: string, body?: object) => Promise<Frame>

  /** A person with an app that has a copy of what the person stated. */
  async function copied() {
    const all = await newTwoApps(service)
    const { cookie, good, bad, connection } = all
    const post: Post = (path, body = {}) => service.ok('POST', path, { cookie, body })
    const [stated] = (await post('/v1/memories', { memories: [{ content: ALLERGY, scope: 'note' }] })).memoryIds
    const [copy] = await all.write(bad, { content: COPY })
    const mute = () => post(`/v1/connections/${connection}/mute`)
    const current = async () => (await service.get('/v1/memories', good)).memories.map(({ content }: Frame) => content)
    const questions = async () => (await service.ok('GET', '/v1/memories/questions', { cookie })).items.length
    return { ...all, post, stated, copy: copy as string, mute, current, questions }
  }
  type Copied = Awaited<ReturnType<typeof copied>>

  const ways: [name: string, asked: number, how: (all: Copied) => Promise<unknown>][] = [
    [
      'by the app',
      1,
      ({ bad, stated, copy }) =>
        service.ok('POST', `/v1/memories/${stated}/supersede`, { token: bad, body: { by: copy } }),
    ],
    [
      'by another app',
      1,
      ({ good, stated, copy }) =>
        service.ok('POST', `/v1/memories/${stated}/supersede`, { token: good, body: { by: copy } }),
    ],
    ['by a merge', 0, ({ post, stated, copy }) => post('/v1/memories/merge', { ids: [stated, copy], keep: copy })],
    ['by the user', 0, ({ post, stated, copy }) => post(`/v1/memories/${stated}/supersede`, { by: copy })],
    [
      'by a state that the app restored',
      1,
      async ({ bad, post, stated, copy }) => {
        await service.ok('POST', `/v1/memories/${stated}/supersede`, { token: bad, body: { by: copy } })
        await post(`/v1/memories/${stated}/reinstate`)
        await service.ok('POST', `/v1/memories/${stated}/restore`, { token: bad, body: { revision: 2 } })
      },
    ],
  ]
  test.each(ways)('%s', async (_name, asked, how) => {
    const all = await copied()
    await how(all)
    expect(await all.current()).toEqual([COPY])
    await all.mute()
    expect(await all.current()).toEqual([ALLERGY])
    expect(await all.questions()).toBe(asked)
  })

  test('unless a memory that is not hidden has superseded that one since', async () => {
    const { good, post, stated, copy, mute, current } = await copied()
    await post(`/v1/memories/${stated}/supersede`, { by: copy })
    const memories = [{ content: 'Tolerates penicillin, says Dr. Berg.', scope: 'note', supersedes: [copy] }]
    const [next] = (await post('/v1/memories', { memories })).memoryIds
    await mute()
    expect(await current()).toEqual(['Tolerates penicillin, says Dr. Berg.'])
    expect((await service.get(`/v1/memories/${stated}`, good)).supersededBy).toBe(next)
  })

  test('and the user cannot let that memory replace it until the app is unmuted', async () => {
    const { cookie, connection, post, stated, copy, mute, current } = await copied()
    const merge = { ids: [stated, copy], keep: copy }
    const { merge: earlier } = await post('/v1/memories/merge', merge)
    await mute()
    const refused: [path: string, body: object][] = [
      ['/v1/memories/merge', merge],
      [`/v1/memories/${stated}/supersede`, { by: copy }],
    ]
    for (const [path, body] of refused) {
      const answer = await service.call('POST', path, { cookie, body })
      expect([path, answer.status, answer.body.error.code]).toEqual([path, 409, 'conflict'])
      expect(answer.body.error.details.reason).toContain('is muted')
    }
    // Nor by a state in which it had: neither that of the merge, nor one from the trash.
    await post(`/v1/memories/${stated}/restore`, { revision: 2 })
    expect(await current()).toEqual([ALLERGY])
    await service.ok('DELETE', `/v1/memories/${copy}`, { cookie })
    await post(`/v1/memories/${copy}/restore`)
    expect(await current()).toEqual([ALLERGY])
    await post('/v1/memories/merge/revert', { merge: earlier })
    await post(`/v1/connections/${connection}/unmute`)
    expect((await post('/v1/memories/merge', merge)).merged).toBe(1)
    expect(await current()).toEqual([COPY])
  })
})

test('what a muted app superseded is reinstated by the hundred: the newest at once, the others by a job', async () => {
  const { cookie, good, bad, connection, write } = await newTwoApps(service)
  const mute = (path: string) => service.ok('POST', `/v1/connections/${connection}/${path}`, { cookie })
  const stated: string[] = []
  for (let at = 0; at < 5; at++) {
    const memories = Array.from({ length: 50 }, (_, n) => ({ content: `Saw bird ${at}-${n}.`, scope: 'note' }))
    const { memoryIds } = await service.ok('POST', '/v1/memories', { cookie, body: { memories } })
    stated.push(...memoryIds)
    await write(bad, ...memoryIds.map((id: string) => ({ content: `Counted ${id}.`, supersedes: [id] })))
  }
  const current = async () => (await service.get('/v1/memories?limit=100&scope=note', good)).memories
  await mute('mute')
  const first: Frame[] = await current()
  expect(first.map(({ id }) => id).sort()).toEqual(stated.slice(-100).sort())
  const superseded = async () =>
    (
      await service.ports.db.rows(sql`
        select 1 from memories where id = any(${stated}::text[]) and superseded_by is not null`)
    ).length
  expect(await superseded()).toBe(50)
  const job = jobs.find(({ name }) => name === 'reinstate what muted apps superseded')!
  while (await job.run(service.ports));
  expect(await superseded()).toBe(0)
  expect(await service.ports.db.rows(sql`select 1 from muted_sources where is_releasing`)).toEqual([])
})

test('a muted app answers no question', async () => {
  const { cookie, good, bad, connection, write } = await newTwoApps(service)
  const memories = [{ content: 'I have two children, Max and Mia.', scope: 'note' }]
  const [stated] = (await service.ok('POST', '/v1/memories', { cookie, body: { memories } })).memoryIds
  await write(good, { content: 'I no longer have children.' })
  const questions = async () => (await service.ok('GET', '/v1/memories/questions', { cookie })).items
  expect(await questions()).toHaveLength(1)
  await service.ok('POST', `/v1/connections/${connection}/mute`, { cookie })
  const answer = await service.call('POST', `/v1/memories/${stated}/reinstate`, { token: bad })
  expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden'])
  expect(await questions()).toHaveLength(1)
})
