import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Frame, type TestService, testService } from './service.ts'
import { later, newTwoApps } from './two-apps.ts'

/** What the service superseded or marked because of a content is decided again when that content changes. */

let service: TestService
beforeAll(async () => {
  service = await testService({ userPlan: 'plus' })
})
afterAll(() => service.stop())

const OSLO = 'I live in Oslo.'
const BERLIN = 'I moved to Berlin.'
const MILK = 'Buy milk.'
const CURRENT = { supersededBy: null, validUntil: null }

/** A person with two apps, of which one edits. */
async function home() {
  const { cookie, bad, good, ...rest } = await newTwoApps(service)
  const own = async (content: string, scope = 'note', more: object = {}): Promise<string> =>
    (await service.ok('POST', '/v1/memories', { cookie, body: { memories: [{ content, scope, ...more }] } }))
      .memoryIds[0]
  const write = async (content: string, scope = 'note', more: object = {}): Promise<string> =>
    (await service.remember(bad, [{ content, scope, ...more }])).memoryIds[0]
  const edit = (as: { token?: string; cookie?: string }, id: string, content: string) =>
    service.ok('PATCH', `/v1/memories/${id}`, { ...as, body: { content } })
  const read = (id: string) => service.ok('GET', `/v1/memories/${id}`, { cookie })
  const post = (path: string, body: object = {}) => service.ok('POST', `/v1/memories/${path}`, { cookie, body })
  const changes = async (id: string) =>
    (await service.ok('GET', `/v1/memories/${id}/history`, { cookie })).items.map((item: Frame) => [
      item.change,
      item.actor,
    ])
  const questions = async () => (await service.ok('GET', '/v1/memories/questions', { cookie })).items.length
  return { ...rest, cookie, as: { token: bad }, good, bad, own, write, edit, read, post, changes, questions }
}

describe('what an edit of an app superseded is current again', () => {
  /** The person's home, which the service superseded by a note that the app has edited. */
  async function edited() {
    const all = await home()
    const id = await all.own(OSLO, 'home')
    const note = await all.own(MILK)
    const since = await later()
    await all.edit(all.as, note, BERLIN)
    expect(await all.read(id)).toMatchObject({ supersededBy: note })
    return { ...all, id, note, since }
  }

  test('after the changes of the app are taken back, until that is reverted', async () => {
    const { id, note, since, undo, revert, read, changes } = await edited()
    const done = await undo({ since })
    expect(done).toMatchObject({ edited: 1, skipped: 0 })
    expect(await read(note)).toMatchObject({ content: MILK })
    expect(await read(id)).toMatchObject(CURRENT)
    expect(await changes(id)).toEqual([
      ['reinstated', 'service'],
      ['superseded', 'service'],
      ['created', 'user'],
    ])
    await revert({ undo: done.undo })
    expect(await read(note)).toMatchObject({ content: BERLIN })
    expect(await read(id)).toMatchObject({ supersededBy: note })
  })

  test('after the person restores the earlier text, or edits it back', async () => {
    for (const isRestored of [true, false]) {
      const { cookie, id, note, read, edit, post } = await edited()
      if (isRestored) await post(`${note}/restore`, { revision: 1 })
      else await edit({ cookie }, note, MILK)
      expect(await read(id)).toMatchObject(CURRENT)
      expect((await read(note)).supersedes).toEqual([])
      const { items } = await service.ok('GET', '/v1/audit?action=memory.reinstate', { cookie })
      expect(items).toMatchObject([{ actor: 'service', target: id }])
      // The app finds it as before.
      if (isRestored) await post(`${note}/restore`, { revision: 2 })
      else await edit({ cookie }, note, BERLIN)
      expect(await read(id)).toMatchObject({ supersededBy: note })
    }
  })

  test('after the app edits its own statement, or writes it again', async () => {
    const { as, bad, own, write, edit, read } = await home()
    const id = await own(OSLO, 'home')
    const first = await write(BERLIN)
    expect(await read(id)).toMatchObject({ supersededBy: first })
    await edit(as, first, 'The weather was fine.')
    expect(await read(id)).toMatchObject(CURRENT)
    const second = await write(BERLIN, 'note', { externalId: 'home' })
    expect(await read(id)).toMatchObject({ supersededBy: second })
    await service.remember(bad, [{ content: 'The weather was fine.', scope: 'note', externalId: 'home' }])
    expect(await read(id)).toMatchObject(CURRENT)
  })

  test('after the earlier text is restored from the trash', async () => {
    const { cookie, id, note, read, post } = await edited()
    await service.ok('DELETE', `/v1/memories/${note}`, { cookie })
    await post(`${note}/restore`, { revision: 1 })
    expect(await read(id)).toMatchObject(CURRENT)
    await service.ok('DELETE', `/v1/memories/${note}`, { cookie })
    await post(`${note}/restore`, { revision: 2 })
    expect(await read(id)).toMatchObject({ supersededBy: note })
  })
})

test('an edit keeps superseded what the new content replaces too, with its end', async () => {
  const { as, own, write, edit, read } = await home()
  const id = await own(OSLO, 'home', { occurredAt: '2026-01-01T00:00:00Z' })
  const successor = await write('I moved to Berlin in spring.', 'note', { occurredAt: '2026-05-01T00:00:00Z' })
  const before = await read(id)
  expect(before).toMatchObject({ supersededBy: successor, validUntil: '2026-05-01T00:00:00.000Z' })
  await edit(as, successor, BERLIN)
  expect(await read(id)).toEqual(before)
})

test('an edit of an app keeps what an app has superseded, and one of the person what the person has', async () => {
  const { as, cookie, own, write, edit, read, post } = await home()
  const [first, second] = [await own('Prefers tea.'), await own('Reads thrillers.')]
  const successor = await write('Prefers maté.', 'note', { supersedes: [first] })
  await edit(as, successor, MILK)
  expect(await read(first)).toMatchObject({ supersededBy: successor })
  await post(`${second}/supersede`, { by: successor })
  await edit({ cookie }, successor, 'Buy oat milk.')
  for (const id of [first, second]) expect(await read(id)).toMatchObject({ supersededBy: successor })
})

test('an edit of the person keeps what the person had superseded by a memory that was deleted since', async () => {
  const { cookie, own, write, edit, read, post } = await home()
  const [first, second, third] = [await own('Prefers tea.'), await own('Reads thrillers.'), await write('Plays chess.')]
  await post(`${first}/supersede`, { by: second })
  await post(`${second}/supersede`, { by: third })
  await service.ok('DELETE', `/v1/memories/${second}`, { cookie })
  expect(await read(first)).toMatchObject({ supersededBy: third })
  await edit({ cookie }, third, MILK)
  expect(await read(first)).toMatchObject({ supersededBy: third })
})

test('a memory that the service superseded is current again once its content says something else', async () => {
  const { as, cookie, own, edit, read } = await home()
  const note = await own(MILK, 'note', { occurredAt: '2026-01-01T00:00:00Z' })
  await service.ok('PATCH', `/v1/memories/${note}`, {
    ...as,
    body: { content: OSLO, occurredAt: '2026-01-01T00:00:00Z' },
  })
  const successor = await own(BERLIN, 'home')
  expect(await read(note)).toMatchObject({ supersededBy: successor })
  await edit({ cookie }, note, 'I live in Oslo, by the harbour.')
  expect(await read(note)).toMatchObject({ supersededBy: successor })
  await edit({ cookie }, note, MILK)
  expect(await read(note)).toMatchObject(CURRENT)
})

test('a question that an edit raised is withdrawn when the edit is taken back', async () => {
  const { as, own, edit, read, undo, questions } = await home()
  const id = await own('I am allergic to penicillin.', 'health')
  const note = await own(MILK)
  const since = await later()
  await edit(as, note, 'I am no longer allergic to penicillin.')
  expect(await read(id)).toMatchObject({ maybeSupersededBy: note })
  await edit(as, note, 'I am no longer allergic to penicillin, it seems.')
  expect(await questions()).toBe(1)
  await undo({ since })
  expect(await read(id)).toMatchObject({ ...CURRENT, maybeSupersededBy: null })
  expect(await questions()).toBe(0)
})

test('what an app took away from the person’s words replaces again after it is taken back', async () => {
  const { as, own, edit, read, undo, contents } = await home()
  const id = await own(OSLO, 'home')
  const successor = await own(BERLIN)
  const before = await contents()
  const since = await later()
  await edit(as, successor, MILK)
  expect(await read(id)).toMatchObject(CURRENT)
  await undo({ since })
  expect(await contents()).toEqual(before)
})

test('what an app deleted replaces again after it is taken back', async () => {
  const { bad, own, read, undo, revert, contents } = await home()
  const id = await own(OSLO)
  const successor = await own(BERLIN)
  const before = await contents()
  const since = await later()
  await service.ok('DELETE', `/v1/memories/${successor}`, { token: bad })
  expect(await read(id)).toMatchObject(CURRENT)
  const done = await undo({ since })
  expect(done).toMatchObject({ deleted: 1, skipped: 0 })
  expect(await contents()).toEqual(before)
  await revert({ undo: done.undo })
  expect(await read(id)).toMatchObject(CURRENT)
})

test('a state whose successor was deleted is restored as current', async () => {
  const { as, bad, own, write, read, undo, edit } = await home()
  const id = await own(OSLO)
  const successor = await write(BERLIN)
  await service.ok('DELETE', `/v1/memories/${successor}`, { token: bad })
  await service.ok('POST', `/v1/memories/${id}/restore`, { ...as, body: { revision: 2 } })
  expect(await read(id)).toMatchObject({ ...CURRENT, content: OSLO })
  // By an undo: the successor was deleted after the app had changed what it superseded.
  const other = await own('I work at Acme.')
  const next = await own('I work at Globex now.')
  expect(await read(other)).toMatchObject({ supersededBy: next })
  const since = await later()
  await edit(as, other, 'I work at Acme, in sales.')
  await service.ok('DELETE', `/v1/memories/${next}`, { token: bad })
  await service.ok('DELETE', `/v1/memories/${other}`, { token: bad })
  await undo({ since })
  expect(await read(other)).toMatchObject({ content: 'I work at Acme.', supersededBy: next })
})

describe('of memories that would supersede one another, one is current', () => {
  const TEXTS = ['I collect stamps.', 'I keep bees.']

  /** Two memories, each of which has a state that the other superseded. */
  async function circle() {
    const all = await home()
    const [a, b] = [await all.own(TEXTS[0]!), await all.own(TEXTS[1]!)]
    await all.post(`${a}/supersede`, { by: b })
    await all.post(`${a}/reinstate`)
    await all.post(`${b}/supersede`, { by: a })
    return { ...all, a, b }
  }

  test('after one is restored to a state in which the other superseded it', async () => {
    for (const who of ['user', 'app'] as const) {
      const { as, cookie, a, b, read, changes } = await circle()
      const caller = who === 'user' ? { cookie } : as
      const restored = await service.ok('POST', `/v1/memories/${a}/restore`, { ...caller, body: { revision: 2 } })
      expect(restored, who).toMatchObject({ ...CURRENT, content: TEXTS[0] })
      expect(await read(b)).toMatchObject({ supersededBy: a })
      expect((await changes(a)).slice(0, 2)).toEqual([
        ['reinstated', 'service'],
        ['restored', who],
      ])
      // It is compared with later statements as before.
      expect((await service.ok('GET', '/v1/memories', { cookie })).memories).toMatchObject([{ id: a }])
    }
  })

  test('after one is restored from the trash to such a state', async () => {
    const { cookie, a, b, read, post } = await circle()
    await service.ok('DELETE', `/v1/memories/${a}`, { cookie })
    expect(await read(b)).toMatchObject(CURRENT)
    await post(`${a}/restore`, { revision: 2 })
    const [first, second] = [await read(a), await read(b)]
    expect([first.supersededBy, second.supersededBy].filter((by) => by === null)).toHaveLength(1)
  })

  test('after an undo of what an app did to one of them', async () => {
    const { as, a, b, own, read, post, undo } = await circle()
    const c = await own('I fish.')
    await post(`${b}/reinstate`)
    await post(`${a}/supersede`, { by: b })
    const since = await later()
    await service.ok('POST', `/v1/memories/${a}/reinstate`, { ...as, body: {} })
    await post(`${b}/supersede`, { by: c })
    await post(`${c}/supersede`, { by: a })
    await undo({ since })
    expect(await read(a)).toMatchObject(CURRENT)
    expect(await read(b)).toMatchObject({ supersededBy: c })
    expect(await read(c)).toMatchObject({ supersededBy: a })
  })

  test('because a request that names each as superseding the other is rejected', async () => {
    const { as, write, bad } = await home()
    const named = TEXTS.map((content, at) => ({ content, scope: 'note', externalId: `e${at}` }))
    const [a, b] = [await write(TEXTS[0]!, 'note', named[0]), await write(TEXTS[1]!, 'note', named[1])]
    const memories = [
      { ...named[0]!, supersedes: [b] },
      { ...named[1]!, supersedes: [a] },
    ]
    const { status, body } = await service.call('POST', '/v1/memories', { ...as, body: { memories } })
    expect([status, body.error.details[0].path]).toEqual([400, 'memories.1.supersedes.0'])
    await service.remember(bad, memories.slice(0, 1))
    expect((await service.get('/v1/memories', bad)).memories).toMatchObject([{ id: a, supersedes: [b] }])
  })
})
