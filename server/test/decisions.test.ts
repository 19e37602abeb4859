import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { candidate, entry, importsOf } from './importing.ts'
import { type Person, type TestService, testService } from './service.ts'

/** Decisions on several candidates at once. */

let service: TestService
let imports: ReturnType<typeof importsOf>
beforeAll(async () => {
  service = await testService()
  imports = importsOf(service)
})
afterAll(() => service.stop())

const decide = (person: Person, decision: string, ids: string[]) =>
  service.call('POST', '/v1/candidates/decide', { cookie: person.cookie, body: { decision, ids } })
const listOf = async (person: Person, status = 'pending') =>
  (await service.ok('GET', `/v1/candidates?limit=100&status=${status}`, { cookie: person.cookie })).items
const idsOf = async (person: Person, status?: string): Promise<string[]> =>
  (await listOf(person, status)).map(({ id }: { id: string }) => id)
const memoriesOf = async (person: Person) =>
  (await service.ok('GET', '/v1/memories?limit=100', { cookie: person.cookie })).memories

/** A person with candidates from an import. */
async function waiting(...contents: string[]) {
  const person = await service.newPerson()
  const { id } = await imports.begin(person)
  await imports.send(
    person,
    id,
    contents.map((content) => candidate(content)),
  )
  return { person, importId: id, ids: await idsOf(person) }
}

describe('several candidates', () => {
  test('become memories together, and the same call again changes nothing', async () => {
    const { person, ids } = await waiting('Keeps bees.', 'Plays the cello.', 'Has a red boat.')
    const before = await listOf(person)
    const first = await decide(person, 'accept', [...ids, 'cnd_none'])
    expect([first.status, first.body]).toEqual([200, { changed: ids, unchanged: [], missing: ['cnd_none'] }])
    expect((await decide(person, 'accept', ids)).body).toEqual({ changed: [], unchanged: ids, missing: [] })
    const memories = await memoriesOf(person)
    expect(memories).toHaveLength(3)
    for (const { candidate } of before)
      expect(memories).toContainEqual(expect.objectContaining({ ...candidate, origin: 'import' }))
    expect(await idsOf(person, 'accepted')).toEqual(ids)
    expect((await service.ok('GET', '/v1/memories?query=cello', { cookie: person.cookie })).memories).toHaveLength(1)
  })

  test('wait again when they are reopened, as they were; their memories are in the trash', async () => {
    const { person, ids, importId } = await waiting('Keeps bees.', 'Plays the cello.')
    const before = await listOf(person)
    await decide(person, 'accept', ids)
    expect((await decide(person, 'reopen', ids)).body.changed).toEqual(ids)
    expect((await decide(person, 'reopen', ids)).body.unchanged).toEqual(ids)
    expect(await listOf(person)).toEqual(before)
    expect(await memoriesOf(person)).toEqual([])
    expect((await service.ok('GET', '/v1/memories/trash', { cookie: person.cookie })).items).toHaveLength(2)
    await decide(person, 'accept', ids.slice(0, 1))
    expect(await memoriesOf(person)).toHaveLength(1)
    const undone = await service.ok('POST', `/v1/imports/${importId}/undo`, { cookie: person.cookie })
    expect(undone.candidates).toBe(1)
  })

  test('are declined together, those that became memories too, and nothing of them is left', async () => {
    const { person, ids } = await waiting('Keeps bees.', 'Plays the cello.', 'Has a red boat.')
    await decide(person, 'accept', ids.slice(0, 1))
    expect((await decide(person, 'decline', ids)).body).toEqual({ changed: ids, unchanged: [], missing: [] })
    expect((await decide(person, 'decline', ids)).body.unchanged).toEqual(ids)
    expect([await idsOf(person, 'undone'), await idsOf(person, 'declined')]).toEqual([ids.slice(0, 1), ids.slice(1)])
    for (const decision of ['accept', 'reopen']) expect((await decide(person, decision, ids)).body.changed).toEqual([])
    expect(await memoriesOf(person)).toEqual([])
  })

  test('replace the texts that changed where they came from, and stay accepted then', async () => {
    const person = await service.newPerson()
    await imports.send(person, (await imports.begin(person)).id, [entry(1, 'Has a boat.')])
    const [memory] = await memoriesOf(person)
    const body = { content: 'Has a red boat.' }
    await service.ok('PATCH', `/v1/memories/${memory.id}`, { cookie: person.cookie, body })
    const { id } = await imports.begin(person, 'two')
    await imports.send(person, id, [entry(1, 'Has two boats.'), candidate('Keeps bees.')])
    const ids = await idsOf(person)
    expect((await decide(person, 'accept', ids)).body.changed.sort()).toEqual([...ids].sort())
    const contents = async () => (await memoriesOf(person)).map(({ content }: { content: string }) => content).sort()
    expect(await contents()).toEqual(['Has two boats.', 'Keeps bees.'])
    expect((await decide(person, 'reopen', ids)).body.changed).toHaveLength(1)
    expect(await contents()).toEqual(['Has two boats.'])
  })

  test.each(['together', 'alone'])('give a memory its earlier text back when they are declined %s', async (how) => {
    const person = await service.newPerson()
    const as = (method: string, path: string, body?: object) => imports.as(person, method, path, body)
    const decline = (id: string) =>
      how === 'alone' ? as('POST', `/v1/candidates/${id}/decline`) : decide(person, 'decline', [id])
    const accept = (id: string) =>
      how === 'alone' ? as('POST', `/v1/candidates/${id}/accept`, {}) : decide(person, 'accept', [id])
    /** Changes an entry whose memory was edited here, and accepts the candidate for it. */
    const change = async (digest: string, content: string) => {
      await imports.send(person, (await imports.begin(person, digest)).id, [entry(1, content)])
      const [id] = (await idsOf(person)) as [string]
      await accept(id)
      expect((await memoriesOf(person))[0].content).toBe(content)
      return id
    }
    await imports.send(person, (await imports.begin(person)).id, [entry(1, 'Has a boat.')])
    const [memory] = await memoriesOf(person)
    await as('PATCH', `/v1/memories/${memory.id}`, { content: 'Has a red boat.' })
    const first = await change('two', 'Has two boats.')
    await decline(first)
    expect(await idsOf(person, 'undone')).toEqual([first])
    expect(await memoriesOf(person)).toMatchObject([{ id: memory.id, content: 'Has a red boat.' }])
    expect((await decide(person, 'decline', [first])).body.unchanged).toEqual([first])
    // What the person wrote since stays.
    const second = await change('three', 'Has three boats.')
    await as('PATCH', `/v1/memories/${memory.id}`, { content: 'Has three small boats.' })
    await decline(second)
    expect(await memoriesOf(person)).toMatchObject([{ id: memory.id, content: 'Has three small boats.' }])
    // The memory of this one was deleted before, so it becomes another memory, which is deleted.
    await imports.send(person, (await imports.begin(person, 'four')).id, [entry(1, 'Has four boats.')])
    const [third] = (await idsOf(person)) as [string]
    await as('DELETE', `/v1/memories/${memory.id}`)
    await accept(third)
    expect((await memoriesOf(person)).map(({ content }: { content: string }) => content)).toEqual(['Has four boats.'])
    await decline(third)
    expect(await memoriesOf(person)).toEqual([])
  })

  test('all stay as they are if they do not fit the plan, and when others decide', async () => {
    const { person, ids } = await waiting('Keeps bees.', 'Plays the cello.')
    const fill = (count: number) =>
      service.ok('POST', '/v1/memories', {
        cookie: person.cookie,
        body: { memories: Array.from({ length: count }, (_, at) => ({ content: `Note ${at}`, scope: 'note' })) },
      })
    for (const count of [100, 100, 100, 100, 99]) await fill(count)
    expect((await decide(person, 'accept', ids)).body.error.code).toBe('limit_exceeded')
    expect(await idsOf(person)).toEqual(ids)
    expect((await decide(person, 'accept', ids.slice(0, 1))).status).toBe(200)
    const other = await service.newPerson()
    expect((await decide(other, 'decline', ids)).body.missing).toEqual(ids)
    expect(await idsOf(person)).toEqual(ids.slice(1))
  })

  test('are decided once by concurrent calls, at most 100 at a time', async () => {
    const { person, ids } = await waiting('Keeps bees.', 'Plays the cello.')
    const replies = await Promise.all([1, 2, 3].map(() => decide(person, 'accept', ids)))
    expect(replies.flatMap(({ body }) => body.changed)).toHaveLength(2)
    expect(await memoriesOf(person)).toHaveLength(2)
    const many = Array.from({ length: 101 }, (_, at) => `cnd_${at}`)
    expect((await decide(person, 'decline', many)).status).toBe(400)
    expect((await decide(person, 'decline', [])).status).toBe(400)
  })
})

describe('what waits for the user', () => {
  const scopes = ['memory:read:*', 'memory:write:*']
  const countOf = ({ cookie }: Person) => service.ok('GET', '/v1/review/waiting', { cookie })

  test('counts candidates, questions and what apps changed about health, until each is decided', async () => {
    const { person, token } = await service.connected(scopes)
    const { cookie } = person
    expect(await countOf(person)).toEqual({ count: 0, has_more: false })
    const { id } = await imports.begin(person)
    await imports.send(person, id, [candidate('Keeps bees.'), candidate('Plays the cello.')])
    expect(await countOf(person)).toEqual({ count: 2, has_more: false })
    const memories = ['Is allergic to penicillin.', 'Has asthma.'].map((content) => ({ scope: 'health', content }))
    const { memoryIds } = await service.ok('POST', '/v1/memories', { cookie, body: { memories } })
    await service.remember(token, [{ scope: 'health', content: 'Is no longer allergic to penicillin.' }])
    await service.ok('DELETE', `/v1/memories/${memoryIds[1]}`, { token })
    const lists = await Promise.all(
      ['candidates?status=pending', 'memories/questions', 'memories/app-changes'].map((path) =>
        service.ok('GET', `/v1/${path}`, { cookie }),
      ),
    )
    expect(lists.map(({ items }) => items.length)).toEqual([2, 1, 1])
    expect(await countOf(person)).toEqual({ count: 4, has_more: false })
    await decide(person, 'accept', await idsOf(person))
    expect(await countOf(person)).toEqual({ count: 2, has_more: false })
    await service.ok('POST', `/v1/memories/${memoryIds[0]}/reinstate`, { cookie, body: {} })
    await service.ok('POST', '/v1/memories/app-changes/keep', { cookie, body: { until: lists[2].items[0].at } })
    expect(await countOf(person)).toEqual({ count: 0, has_more: false })
  })

  test('is at most 100 of a kind, with a sign that there are more', async () => {
    const { person } = await waiting(...Array.from({ length: 101 }, (_, n) => `Has been to town ${n}.`))
    expect(await countOf(person)).toEqual({ count: 100, has_more: true })
  })

  test('concerns no other person, and no app reads it', async () => {
    const { person } = await waiting('Keeps bees.')
    expect(await countOf(await service.newPerson())).toEqual({ count: 0, has_more: false })
    const app = await service.newApp(await service.newDeveloper(), scopes)
    const token = await service.connect(person, app, scopes)
    expect((await service.call('GET', '/v1/review/waiting', { token })).status).toBe(403)
    expect((await service.call('GET', '/v1/review/waiting')).status).toBe(401)
  })
})
