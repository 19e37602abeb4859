import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Frame, type TestService, testService } from './service.ts'
import { later, newTwoApps } from './two-apps.ts'

/** What a memory of an app has superseded, after the user has taken back what the app did. */

let service: TestService
beforeAll(async () => {
  service = await testService({ userPlan: 'plus' })
})
afterAll(() => service.stop())

const ALLERGY = 'I am allergic to penicillin.'
const COPY = 'Allergic to penicillin.'
const TEA = 'Likes green tea.'
const CURRENT = { supersededBy: null, validUntil: null }

/** A person with two apps, of which one is not to be trusted. */
async function home() {
  const all = await newTwoApps(service)
  const { cookie, good, bad } = all
  const as = (method: string, path: string, body?: object) =>
    service.ok(method, path, { cookie, ...(body ? { body } : {}) })
  const own = async (content: string): Promise<string> =>
    (await as('POST', '/v1/memories', { memories: [{ content, scope: 'note' }] })).memoryIds[0]
  const planted = async (content: string) => (await all.write(bad, { content }))[0] as string
  const current = async (): Promise<string[]> =>
    (await service.get('/v1/memories', good)).memories.map(({ content }: Frame) => content).sort()
  const read = (id: string) => as('GET', `/v1/memories/${id}`)
  const merge = (ids: string[], keep: string, revisions: Record<string, number> = {}) =>
    as('POST', '/v1/memories/merge', { ids, keep, revisions })
  const questions = async () => (await as('GET', '/v1/memories/questions')).items
  return { ...all, as, own, planted, current, read, merge, questions }
}
type Home = Awaited<ReturnType<typeof home>>

describe('what the user or another app had an app’s memory replace is current again after the undo of that app', () => {
  const ways: [name: string, how: (all: Home, id: string, by: string) => Promise<unknown>][] = [
    ['merged as a copy', ({ merge }, id, by) => merge([id, by], by)],
    ['replaced by the user', ({ as }, id, by) => as('POST', `/v1/memories/${id}/supersede`, { by })],
    [
      'superseded by another app',
      ({ good }, id, by) => service.ok('POST', `/v1/memories/${id}/supersede`, { token: good, body: { by } }),
    ],
  ]
  test.each(ways)('%s, until that is reverted', async (_name, how) => {
    const all = await home()
    const { as, own, planted, current, read, undo, revert } = all
    const stated = await own(ALLERGY)
    const since = await later()
    const copy = await planted(COPY)
    await how(all, stated, copy)
    expect(await current()).toEqual([COPY])
    const done = await undo({ since })
    expect(done).toMatchObject({ created: 1, edited: 0, skipped: 0 })
    expect(await current()).toEqual([ALLERGY])
    expect(await read(stated)).toMatchObject(CURRENT)
    const [last] = (await as('GET', `/v1/memories/${stated}/history`)).items
    expect(last).toMatchObject({ change: 'reinstated', actor: 'service' })
    expect(await revert({ undo: done.undo })).toMatchObject({ reverted: 2, skipped: 0 })
    expect(await read(stated)).toMatchObject({ supersededBy: copy })
  })

  test('when it was replaced by a memory that another one has superseded since, which stands for it', async () => {
    const { as, own, planted, current, read, write, good, undo } = await home()
    const stated = await own('Prefers tea.')
    const since = await later()
    await as('POST', `/v1/memories/${stated}/supersede`, { by: await planted('Works at Globex.') })
    const [next] = await write(good, { content: 'Works at Initech.' })
    expect(await current()).toEqual(['Works at Initech.'])
    expect(await undo({ since })).toMatchObject({ created: 1, skipped: 0 })
    expect(await current()).toEqual(['Works at Initech.'])
    expect(await read(stated)).toMatchObject({ supersededBy: next })
  })
})

test('what was superseded by a memory that an undo has restored is current again once the undo is reverted', async () => {
  const { bad, own, current, as, undo, revert } = await home()
  const [stated, other] = [await own(ALLERGY), await own(COPY)]
  const since = await later()
  await service.ok('DELETE', `/v1/memories/${other}`, { token: bad })
  const done = await undo({ since })
  await as('POST', `/v1/memories/${stated}/supersede`, { by: other })
  expect(await current()).toEqual([COPY])
  await revert({ undo: done.undo })
  expect(await current()).toEqual([ALLERGY])
})

describe('what a memory stands for is current again once it gets back what it said before', () => {
  /** A statement that the user merged into a memory of an app, whose text was another before. */
  async function merged() {
    const all = await home()
    const stated = await all.own(ALLERGY)
    const copy = await all.planted(TEA)
    const since = await later()
    await all.edit(all.bad, copy, { content: COPY })
    const { revision } = await all.read(copy)
    await all.merge([stated, copy], copy, { [copy]: revision })
    expect(await all.current()).toEqual([COPY])
    return { ...all, stated, copy, since }
  }

  test('by an undo', async () => {
    const { current, undo, since } = await merged()
    expect(await undo({ since })).toMatchObject({ edited: 1, skipped: 0 })
    expect(await current()).toEqual([ALLERGY, TEA])
  })

  test('by the user, who restores it', async () => {
    const { current, as, copy } = await merged()
    await as('POST', `/v1/memories/${copy}/restore`, { revision: 1 })
    expect(await current()).toEqual([ALLERGY, TEA])
  })

  test('by the user, who restores it from the trash', async () => {
    const { current, as, copy } = await merged()
    await as('DELETE', `/v1/memories/${copy}`)
    expect(await current()).toEqual([ALLERGY])
    await as('POST', `/v1/memories/${copy}/restore`, { revision: 1 })
    expect(await current()).toEqual([ALLERGY, TEA])
  })

  test('but not once it gets back what it said when that was decided', async () => {
    const { current, as, bad, copy, stated, edit, undo, read } = await merged()
    await as('DELETE', `/v1/memories/${copy}`)
    await as('POST', `/v1/memories/${copy}/restore`)
    expect(await current()).toEqual([COPY])
    const since = await later()
    await edit(bad, copy, { importance: 1 })
    await undo({ since })
    expect(await current()).toEqual([COPY])
    await as('PATCH', `/v1/memories/${copy}`, { content: 'Allergic to penicillin, says Dr. Berg.' })
    await as('POST', `/v1/memories/${copy}/restore`, { revision: (await read(copy)).revision - 1 })
    expect(await read(stated)).toMatchObject({ supersededBy: copy })
  })
})

test('the user is asked about what an undo made current again beside what another app has stated since', async () => {
  const { own, planted, write, good, current, questions, undo } = await home()
  const stated = await own('I live in Rome.')
  const since = await later()
  await planted('I live in Oslo.')
  const [last] = await write(good, { content: 'I live in Lima.' })
  expect(await current()).toEqual(['I live in Lima.'])
  expect(await undo({ since })).toMatchObject({ created: 1, edited: 1, skipped: 0 })
  expect(await current()).toEqual(['I live in Lima.', 'I live in Rome.'])
  expect(await questions()).toMatchObject([{ memory: { id: stated }, successor: { id: last } }])
})

describe('what an undo leaves as it is, and a deleted memory of the app superseded', () => {
  /** The user's home that the app has touched, and the user has replaced by what the app wrote. */
  async function touched(content = 'I live in Oslo.') {
    const all = await home()
    const stated = await all.own('I live in Rome.')
    const since = await later()
    await all.edit(all.bad, stated, { importance: 0.9 })
    const planted = await all.planted(content)
    await all.as('POST', `/v1/memories/${stated}/reinstate`)
    await all.as('POST', `/v1/memories/${stated}/supersede`, { by: planted })
    return { ...all, stated, planted, since }
  }

  test('is superseded by what another app has stated since, until that is reverted', async () => {
    const { stated, planted, since, good, write, current, read, undo, revert } = await touched()
    const [last] = await write(good, { content: 'I live in Lima.' })
    expect(await read(planted)).toMatchObject({ supersededBy: last })
    const done = await undo({ since })
    expect(done).toMatchObject({ created: 1, edited: 0, skipped: 1 })
    expect(await current()).toEqual(['I live in Lima.'])
    expect(await read(stated)).toMatchObject({ supersededBy: last })
    expect(await revert({ undo: done.undo })).toMatchObject({ skipped: 0 })
    expect(await current()).toEqual(['I live in Lima.'])
    expect(await read(stated)).toMatchObject({ supersededBy: planted })
  })

  test('is in question beside what another app has stated since, if that has not superseded it', async () => {
    const { stated, since, good, write, current, questions, undo } = await touched('Prefers tea.')
    const [last] = await write(good, { content: 'I live in Lima.' })
    expect(await undo({ since })).toMatchObject({ created: 1, edited: 0, skipped: 1 })
    expect(await current()).toEqual(['I live in Lima.', 'I live in Rome.'])
    expect(await questions()).toMatchObject([{ memory: { id: stated }, successor: { id: last } }])
  })

  test('is current if nothing else has superseded that memory', async () => {
    const { since, current, questions, undo } = await touched()
    expect(await undo({ since })).toMatchObject({ created: 1, edited: 0, skipped: 1 })
    expect(await current()).toEqual(['I live in Rome.'])
    expect(await questions()).toEqual([])
  })
})

test('the undo of an app brings back the question that it has answered, once', async () => {
  const { own, write, bad, good, questions, as, undo } = await home()
  const stated = await own('I have two children, Max and Mia.')
  const [last] = await write(good, { content: 'I no longer have children.' })
  const asked = [{ memory: { id: stated }, successor: { id: last } }]
  expect(await questions()).toMatchObject(asked)
  const since = await later()
  await service.ok('POST', `/v1/memories/${stated}/reinstate`, { token: bad })
  expect(await questions()).toEqual([])
  const { items } = await as('GET', `/v1/memories/${stated}/history`)
  expect(items[0]).toMatchObject({ change: 'reinstated', actor: 'app' })
  expect(await undo({ since })).toMatchObject({ edited: 1, skipped: 0 })
  expect(await questions()).toMatchObject(asked)
  expect(await undo({ since, preview: true })).toMatchObject({ edited: 0 })
  // The answer of the user stays.
  await as('POST', `/v1/memories/${stated}/reinstate`)
  await undo({ since })
  expect(await questions()).toEqual([])
})

test('the revert of an undo brings back the answer of the app', async () => {
  const { own, write, bad, good, questions, undo, revert, as } = await home()
  const stated = await own('I have two children, Max and Mia.')
  await write(good, { content: 'I no longer have children.' })
  expect(await questions()).toHaveLength(1)
  const since = await later()
  await service.ok('POST', `/v1/memories/${stated}/reinstate`, { token: bad })
  const done = await undo({ since })
  expect(done).toMatchObject({ edited: 1, skipped: 0 })
  expect(await questions()).toHaveLength(1)
  expect(await revert({ undo: done.undo })).toMatchObject({ reverted: 1, skipped: 0 })
  expect(await questions()).toEqual([])
  const { items } = await as('GET', `/v1/memories/${stated}/history`)
  expect(items[0]).toMatchObject({ change: 'restored', actor: 'user' })
  // The answer is taken back by another undo.
  expect(await undo({ since, preview: true })).toMatchObject({ edited: 0, skipped: 0 })
})
