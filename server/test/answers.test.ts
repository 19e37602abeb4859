import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Frame, type TestService, testService } from './service.ts'
import { newTwoApps } from './two-apps.ts'

/* The person's answers are to the texts that the page has shown. */

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

const ALLERGY = 'I am allergic to penicillin.'
const GONE = 'I am no longer allergic to penicillin.'
const COPY = 'I am allergic to penicillin!'
const TEA = 'Likes green tea.'

/** The person's allergy, and a memory of an app, as a page shows them. */
async function shown(theirs: string) {
  const { cookie, good, bad, edit, contents } = await newTwoApps(service)
  const memory = { content: ALLERGY, scope: 'note' }
  const [mine] = (await service.ok('POST', '/v1/memories', { cookie, body: { memories: [memory] } })).memoryIds
  const [other] = (await service.remember(bad, [{ content: theirs, scope: 'note' }])).memoryIds
  const post = (path: string, body: object) => service.call('POST', `/v1/memories/${path}`, { cookie, body })
  const current = async () => (await service.get('/v1/memories?scope=note', good)).memories.map((m: Frame) => m.content)
  const questions = async () => (await service.ok('GET', '/v1/memories/questions', { cookie })).items
  const reword = (content = TEA) => edit(bad, other, { content })
  return { mine, other, cookie, bad, good, edit, post, current, questions, reword, contents }
}

const isConflict = (path: string) => ({
  status: 409,
  body: { error: { code: 'conflict', message: expect.stringContaining(path), details: { path } } },
})

describe('of two texts of which an app has changed its own since they were shown', () => {
  test.each([{ byRevision: 1 }, {}])('none replaces the other: %o', async (revisions) => {
    const { mine, other, post, current, questions, reword } = await shown(GONE)
    expect(await questions()).toMatchObject([{ memory: { id: mine }, successor: { id: other, revision: 1 } }])
    await reword()
    const path = `${mine}/supersede`
    const refused = await post(path, { by: other, ...revisions })
    expect(refused).toMatchObject(isConflict('byRevision'))
    expect(refused.body.error.details.cause).toBe('changed')
    expect(await current()).toContain(ALLERGY)
    // With the text shown now, it is the person's decision.
    expect(await post(path, { by: other, revision: 1, byRevision: 2 })).toMatchObject({ status: 200 })
    expect(await current()).toEqual([TEA])
    expect(await post(path, { by: other, revision: 1, byRevision: 2 })).toMatchObject({ status: 200 })
  })

  test('both are not called true', async () => {
    const { mine, other, post, questions, reword } = await shown(GONE)
    await reword('I am no longer allergic to any penicillin.')
    expect(await questions()).toHaveLength(1)
    const answer = { by: other, revision: 1, byRevision: 1 }
    expect(await post(`${mine}/reinstate`, answer)).toMatchObject(isConflict('byRevision'))
    expect(await post(`${mine}/reinstate`, { by: mine })).toMatchObject(isConflict('by'))
    expect(await questions()).toHaveLength(1)
    expect(await post(`${mine}/reinstate`, { ...answer, byRevision: 2 })).toMatchObject({ status: 200 })
    expect(await questions()).toEqual([])
  })

  test.each([
    true,
    false,
  ])('none is merged into the other, nor are they kept as copies; with revisions: %s', async (isNamed) => {
    const { mine, other, post, current, reword } = await shown(COPY)
    await reword()
    const body = { ids: [mine, other], ...(isNamed ? { revisions: { [mine]: 1, [other]: 1 } } : {}) }
    expect(await post('merge', { ...body, keep: other })).toMatchObject(isConflict(`revisions.${other}`))
    if (isNamed) expect(await post('copies/keep', body)).toMatchObject(isConflict(`revisions.${other}`))
    expect(await current()).toContain(ALLERGY)
    const now = { ids: [mine, other], revisions: { [mine]: 1, [other]: 2 } }
    expect(await post('copies/keep', now)).toMatchObject({ status: 200 })
    expect(await post('merge', { ...now, keep: other })).toMatchObject({ status: 200 })
  })
})

test('an earlier text that has changed since it was shown is not replaced', async () => {
  const { mine, other, good, edit, post, current } = await shown(GONE)
  await edit(good, mine, { content: 'I am allergic to nuts.' })
  expect(await post(`${mine}/supersede`, { by: other, revision: 1 })).toMatchObject(isConflict('revision'))
  expect(await current()).toContain('I am allergic to nuts.')
})

test('a client that names no revisions replaces what no app has reworded', async () => {
  const { mine, other, bad, edit, post, current } = await shown(GONE)
  await edit(bad, other, { importance: 60 })
  expect(await post(`${mine}/supersede`, { by: other })).toMatchObject({ status: 200 })
  expect(await current()).toEqual([GONE])
})

test('an app that may not read a memory cannot guess its revision', async () => {
  const { person, token } = await service.connected(['memory:write:note'])
  const [one, two] = (
    await service.remember(token, [
      { content: 'I like tea.', scope: 'note' },
      { content: 'I like rain.', scope: 'note' },
    ])
  ).memoryIds
  await service.ok('PATCH', `/v1/memories/${one}`, { cookie: person.cookie, body: { content: 'I like milk.' } })
  for (const revision of [1, 2])
    for (const path of ['supersede', 'reinstate']) {
      const body = { by: two, revision }
      const reply = await service.call('POST', `/v1/memories/${one}/${path}`, { token, body })
      expect(reply).toMatchObject({ status: 403, body: { error: { code: 'scope_denied' } } })
    }
})

describe('an answer that both are true', () => {
  const reinstate = (token: string, id: string, body: object) =>
    service.call('POST', `/v1/memories/${id}/reinstate`, { token, body })

  test('fails for an app if it may read that another memory has superseded it', async () => {
    const { good, write } = await newTwoApps(service)
    const [old, home] = await write(good, { content: 'I live in Oslo.' }, { content: 'I moved to Bergen.' })
    const [tea] = await write(good, { content: TEA })
    const supersededBy = async () => (await service.get(`/v1/memories/${old}`, good)).supersededBy
    expect(await supersededBy()).toBe(home)
    for (const by of [tea, 'mem_none']) {
      const { status, body } = await reinstate(good, old!, { by })
      expect([status, body.error.details]).toMatchObject([409, { cause: 'not_in_question', path: 'by' }])
    }
    expect(await supersededBy()).toBe(home)
    expect(await reinstate(good, old!, { by: home })).toMatchObject({ status: 200 })
    expect(await supersededBy()).toBeNull()
    // It is superseded by none, so that there is nothing to take back.
    expect(await reinstate(good, old!, { by: home })).toMatchObject({ status: 200 })
  })

  test('does not tell an app of a successor that it may not read', async () => {
    const { person, token } = await service.connected(['memory:read:note', 'memory:write:note'])
    const { cookie } = person
    const [old, tea] = (
      await service.remember(token, [
        { content: 'I live in Oslo.', scope: 'note' },
        { content: TEA, scope: 'note' },
      ])
    ).memoryIds
    const memory = { content: 'I moved to Bergen.', scope: 'finance', supersedes: [old] }
    await service.ok('POST', '/v1/memories', { cookie, body: { memories: [memory] } })
    expect(await reinstate(token, old, { by: tea })).toMatchObject({ status: 200 })
  })

  test('fails for the person on a question that another memory has settled', async () => {
    const { mine, other, cookie, post, questions } = await shown(GONE)
    expect(await questions()).toHaveLength(1)
    const memory = { content: 'My doctor has ruled out the penicillin allergy.', scope: 'note', supersedes: [mine] }
    await service.ok('POST', '/v1/memories', { cookie, body: { memories: [memory] } })
    expect(await post(`${mine}/reinstate`, { by: other })).toMatchObject(isConflict('by'))
  })

  test('needs the memory whose revision it names', async () => {
    const { good, write, cookie } = await newTwoApps(service)
    const [old] = await write(good, { content: 'I live in Oslo.' })
    for (const caller of [{ token: good }, { cookie }]) {
      const path = `/v1/memories/${old}/reinstate`
      const { status, body } = await service.call('POST', path, { ...caller, body: { byRevision: 1 } })
      expect([status, body.error.details]).toMatchObject([400, [{ path: 'byRevision' }]])
      const unknown = await service.call('POST', path, { ...caller, body: { by: 'mem_none', byRevision: 1 } })
      expect(unknown).toMatchObject({ status: 409 })
    }
  })
})
