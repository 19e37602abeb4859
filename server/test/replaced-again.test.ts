import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Frame, type TestService, testService } from './service.ts'
import { later, newTwoApps } from './two-apps.ts'

/** What a memory had superseded, and the service reinstated because it changed, once the memory is as it was before. */

let service: TestService
beforeAll(async () => {
  service = await testService({ userPlan: 'plus' })
})
afterAll(() => service.stop())

const DAY_MS = 86_400_000
const day = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString()
const OLD_DOSE = 'I take 20 mg of lisinopril daily.'
const DOSE = 'I take 5 mg of lisinopril daily.'
const ENDED = { validFrom: day(-9), validUntil: day(-8) }

/** A person with two apps. */
async function home() {
  const all = await newTwoApps(service)
  const { cookie, good, bad } = all
  const as = (method: string, path: string, body?: object) =>
    service.ok(method, `/v1/memories${path}`, { cookie, ...(body ? { body } : {}) })
  const own = async (content: string, scope = 'home'): Promise<string> =>
    (await as('POST', '', { memories: [{ content, scope }] })).memoryIds[0]
  const appDoes = (method: string, path: string, body?: object) =>
    service.ok(method, `/v1/memories${path}`, { token: bad, ...(body ? { body } : {}) })
  const appWrites = async (content: string, scope = 'home'): Promise<string> =>
    (await service.remember(bad, [{ content, scope }])).memoryIds[0]
  const current = async (): Promise<string[]> =>
    (await service.get('/v1/memories', good)).memories.map(({ content }: Frame) => content).sort()
  const questions = async () => (await as('GET', '/questions')).items
  return { ...all, as, own, appDoes, appWrites, current, questions }
}

/** A statement of the person, which the person let another replace. */
async function replaced(earlier = OLD_DOSE, later = DOSE, scope = 'health') {
  const all = await home()
  const { as, own, current } = all
  const [old, kept] = [await own(earlier, scope), await own(later, scope)]
  if ((await as('GET', `/${old}`)).supersededBy !== kept) await as('POST', `/${old}/supersede`, { by: kept })
  expect(await current()).toEqual([later])
  const before = await as('GET', `/${old}`)
  return { ...all, old, kept, before }
}

const changes: [name: string, body: object][] = [
  ['moved', { scope: 'note' }],
  ['ended', ENDED],
  ['reworded', { content: 'I like jazz.' }],
]
const pairs: [earlier: string, later: string, scope: string][] = [
  [OLD_DOSE, DOSE, 'health'],
  ['I live in Oslo.', 'I live in Bergen.', 'home'],
]

describe.each(pairs)('“%s” is superseded by “%s” again', (earlier, later_, scope) => {
  test.each(changes)('after the undo of an app that %s the latter, until that is reverted', async (_name, body) => {
    const { as, old, kept, before, appDoes, current, questions, undo, revert } = await replaced(earlier, later_, scope)
    const since = await later()
    await appDoes('PATCH', `/${kept}`, body)
    expect(await current()).toContain(earlier)
    const done = await undo({ since })
    expect(await current()).toEqual([later_])
    expect(await as('GET', `/${old}`)).toMatchObject({ supersededBy: kept, validUntil: before.validUntil })
    expect(await questions()).toEqual([])
    await revert({ undo: done.undo })
    expect(await current()).toContain(earlier)
  })

  test.each(changes)('once the person restores what the latter was before an app %s it', async (_name, body) => {
    const { as, old, kept, appDoes, current, questions } = await replaced(earlier, later_, scope)
    const { revision } = await as('GET', `/${kept}`)
    await appDoes('PATCH', `/${kept}`, body)
    expect(await current()).toContain(earlier)
    await as('POST', `/${kept}/restore`, { revision })
    expect(await current()).toEqual([later_])
    expect(await as('GET', `/${old}`)).toMatchObject({ supersededBy: kept })
    expect(await questions()).toEqual([])
  })
})

/** The person's wife, and a copy of an app, into which the person merged it. */
async function merged() {
  const all = await home()
  const old = await all.own('My wife is Anna.', 'note')
  const copy = await all.appWrites('My wife is called Anna Berg.', 'note')
  await all.as('POST', '/merge', { ids: [old, copy], keep: copy })
  expect(await all.current()).toEqual(['My wife is called Anna Berg.'])
  return { ...all, old, copy }
}

test('what the person merged is current again whenever an app rewords the copy, and superseded after each undo', async () => {
  const { copy, appDoes, current, undo } = await merged()
  for (const content of ['Likes green tea.', 'Likes black tea.']) {
    const since = await later()
    await appDoes('PATCH', `/${copy}`, { content })
    expect(await current()).toEqual([content, 'My wife is Anna.'])
    await undo({ since })
    expect(await current()).toEqual(['My wife is called Anna Berg.'])
  }
})

test('a state from before or after the times that a copy stood for it does not supersede it', async () => {
  const { as, old, copy, appDoes, current } = await merged()
  await appDoes('PATCH', `/${copy}`, { scope: 'media' })
  await as('POST', `/${copy}/restore`, { revision: 1 })
  expect(await as('GET', `/${old}`)).toMatchObject({ supersededBy: copy })
  await as('POST', `/${copy}/restore`, { revision: 2 })
  expect(await current()).toEqual(['My wife is Anna.', 'My wife is called Anna Berg.'])
  await as('DELETE', `/${copy}`)
  await as('POST', `/${copy}/restore`)
  expect(await current()).toEqual(['My wife is Anna.', 'My wife is called Anna Berg.'])
})

test('an undo of all since a time before the replacement supersedes it again, too', async () => {
  const all = await home()
  const since = await later()
  const [old, kept] = [await all.own('I live in Oslo.'), await all.own('I live in Bergen.')]
  await all.appDoes('PATCH', `/${kept}`, { scope: 'note' })
  expect(await all.current()).toEqual(['I live in Bergen.', 'I live in Oslo.'])
  expect(await all.undo({ since })).toMatchObject({ edited: 1, skipped: 0 })
  expect(await all.as('GET', `/${old}`)).toMatchObject({ supersededBy: kept })
})

test('the question whether what an app superseded it by has replaced it is over after the undo', async () => {
  const { as, own, appWrites, bad, write, questions, undo } = await home()
  const [old, kept] = [await own(OLD_DOSE, 'health'), await appWrites(DOSE, 'health')]
  await as('POST', `/${old}/supersede`, { by: kept })
  const since = await later()
  const [last] = await write(bad, { content: 'Takes 40 mg of lisinopril.', scope: 'health', supersedes: [kept] })
  expect(await as('GET', `/${old}`)).toMatchObject({ supersededBy: null, maybeSupersededBy: last })
  await undo({ since })
  expect(await as('GET', `/${old}`)).toMatchObject({ supersededBy: kept, maybeSupersededBy: null })
  expect(await questions()).toEqual([])
})

describe('the person is asked', () => {
  test('when the app itself restores what the memory was before, and no more after an undo', async () => {
    const { as, old, kept, appDoes, questions, undo } = await replaced()
    const { revision } = await as('GET', `/${kept}`)
    const since = await later()
    await appDoes('PATCH', `/${kept}`, { scope: 'note' })
    await appDoes('POST', `/${kept}/restore`, { revision })
    expect(await as('GET', `/${old}`)).toMatchObject({ supersededBy: null })
    expect(await questions()).toMatchObject([{ memory: { id: old }, successor: { id: kept } }])
    await undo({ since })
    expect(await as('GET', `/${old}`)).toMatchObject({ supersededBy: kept, maybeSupersededBy: null })
    expect(await questions()).toEqual([])
  })

  test.each(['person', 'app'])('when the %s has changed the reinstated memory since, once', async (who) => {
    const { as, old, kept, appDoes, questions, undo, edit, bad } = await replaced()
    const since = await later()
    await appDoes('PATCH', `/${kept}`, { scope: 'note' })
    if (who === 'app') await edit(bad, old, { pinned: true })
    else await as('PATCH', `/${old}`, { pinned: true })
    await undo({ since })
    expect(await as('GET', `/${old}`)).toMatchObject({ supersededBy: null })
    expect(await questions()).toMatchObject([{ memory: { id: old }, successor: { id: kept } }])
    await as('POST', `/${old}/reinstate`)
    const again = await later()
    await appDoes('PATCH', `/${kept}`, { scope: 'note' })
    await undo({ since: again })
    expect(await questions()).toEqual([])
  })
})

test('what is current again because an app was muted stays so when a change of that app is taken back', async () => {
  const { as, old, copy, appDoes, connection, cookie, undo } = await merged()
  const since = await later()
  await appDoes('PATCH', `/${copy}`, { importance: 0.9 })
  for (const how of ['mute', 'unmute']) await service.ok('POST', `/v1/connections/${connection}/${how}`, { cookie })
  expect(await as('GET', `/${old}`)).toMatchObject({ supersededBy: null })
  expect(await undo({ since })).toMatchObject({ edited: 1 })
  expect(await as('GET', `/${old}`)).toMatchObject({ supersededBy: null })
})

describe('the person’s home stays current beside one of an app that has ended', () => {
  /** The person's home, which the service superseded by one of an app, which the app then ended. */
  async function ended() {
    const all = await home()
    const old = await all.own('I live in Oslo.')
    const since = await later()
    const kept = await all.appWrites('I moved to Lisbon.')
    expect(await all.current()).toEqual(['I moved to Lisbon.'])
    await all.appDoes('PATCH', `/${kept}`, ENDED)
    expect(await all.current()).toEqual(['I live in Oslo.'])
    return { ...all, old, kept, since }
  }

  test.each(['app', 'person'])('when it is restored from the trash, after the %s has deleted it', async (who) => {
    const { as, kept, appDoes, current } = await ended()
    await (who === 'app' ? appDoes : as)('DELETE', `/${kept}`)
    await as('POST', `/${kept}/restore`)
    expect(await current()).toEqual(['I live in Oslo.'])
    await as('DELETE', `/${kept}`)
    await as('POST', `/${kept}/restore`, { revision: 2 })
    expect(await current()).toEqual(['I live in Oslo.'])
    // The state from before it ended replaces it again.
    await as('DELETE', `/${kept}`)
    await as('POST', `/${kept}/restore`, { revision: 1 })
    expect(await current()).toEqual(['I moved to Lisbon.'])
  })

  test('when the undo of the app is reverted', async () => {
    const { since, current, undo, revert } = await ended()
    const done = await undo({ since })
    expect(await current()).toEqual(['I live in Oslo.'])
    await revert({ undo: done.undo })
    expect(await current()).toEqual(['I live in Oslo.'])
  })

  test('when the person or the app restores the state in which it has ended', async () => {
    const { as, old, kept, appDoes, current } = await ended()
    for (const by of [as, appDoes]) {
      await as('POST', `/${kept}/restore`, { revision: 1 })
      expect(await as('GET', `/${old}`)).toMatchObject({ supersededBy: kept })
      await by('POST', `/${kept}/restore`, { revision: 2 })
      expect(await current()).toEqual(['I live in Oslo.'])
    }
  })

  test('when it has ended in the trash', async () => {
    const { as, own, current } = await home()
    const old = await own('I live in Oslo.')
    const validUntil = new Date(Date.now() + 2_000).toISOString()
    const body = { memories: [{ content: 'I stay in Lisbon.', scope: 'home', validUntil }] }
    const [kept] = (await as('POST', '', body)).memoryIds
    await as('POST', `/${old}/supersede`, { by: kept })
    await as('DELETE', `/${kept}`)
    await expect.poll(() => Date.now(), { timeout: 5_000 }).toBeGreaterThan(Date.parse(validUntil))
    await as('POST', `/${kept}/restore`)
    expect(await current()).toEqual(['I live in Oslo.'])
  })
})
