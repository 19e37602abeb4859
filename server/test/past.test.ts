import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openClock } from './hooks.ts'
import { type Frame, type TestService, testService } from './service.ts'

/** What the store held at an earlier time. */

const EVERYTHING = ['memory:read:*', 'memory:write:*', 'context:read:*', 'identity:read']
const DAY = 86_400_000

const clock = openClock()
let service: TestService
beforeAll(async () => {
  service = await testService({ userPlan: 'plus' }, { clock: clock.now })
})
afterAll(() => service.stop())

const START = Date.now()
const ago = (days: number) => new Date(START - days * DAY).toISOString()
const home = () => service.connected(EVERYTHING)
const write = async (token: string, content: string, more: object = {}): Promise<string> =>
  (await service.remember(token, [{ content, scope: 'note', ...more }])).memoryIds[0]
const read = (token: string, id: string, query = '') => service.get(`/v1/memories/${id}${query}`, token)
const contentsOf = async (token: string, query = '') =>
  (await service.get(`/v1/memories?limit=100${query}`, token)).memories.map(({ content }: Frame) => content).sort()

describe('what the store held', () => {
  test('undoes edits and the own deletions since', async () => {
    const { token } = await home()
    const [edited, deleted] = [await write(token, 'Bakes bread.'), await write(token, 'Bakes cakes.')]
    const before = clock.now().toISOString()
    clock.jump(1_000)
    await service.ok('PATCH', `/v1/memories/${edited}`, { token, body: { content: 'Bakes rolls.', scope: 'home' } })
    await service.ok('DELETE', `/v1/memories/${deleted}`, { token })
    await write(token, 'Bakes pies.')
    for (const search of ['', '&query=bakes'])
      expect(await contentsOf(token, `&asOf=${before}${search}`)).toEqual(['Bakes bread.', 'Bakes cakes.'])
    expect(await read(token, edited, `?asOf=${before}`)).toMatchObject({ content: 'Bakes bread.', scope: 'note' })
    expect(await read(token, deleted, `?asOf=${before}`)).toMatchObject({ content: 'Bakes cakes.' })
    const never = await service.call('GET', `/v1/memories/${edited}?asOf=${ago(900)}`, { token })
    expect(never.status).toBe(404)
    const context = await service.get(`/v1/context?intent=assistant&query=bakes&asOf=${before}`, token)
    expect(context.memories.map(({ content }: Frame) => content).sort()).toEqual(['Bakes bread.', 'Bakes cakes.'])
  })

  test('does not show an app what others deleted, nor revisions outside its grants', async () => {
    const { person, developer, token } = await home()
    const narrow = await service.connect(person, await service.newApp(developer, EVERYTHING), ['memory:read:note'])
    const [deleted, moved] = [
      await write(token, 'Owns a kayak.'),
      await write(token, 'Owns a canoe.', { scope: 'home' }),
    ]
    const before = clock.now().toISOString()
    clock.jump(1_000)
    await service.ok('DELETE', `/v1/memories/${deleted}`, { cookie: person.cookie })
    await service.ok('PATCH', `/v1/memories/${moved}`, { token, body: { scope: 'note' } })
    for (const search of ['', '&query=owns']) {
      expect(await contentsOf(token, `&asOf=${before}${search}`)).toEqual(['Owns a canoe.'])
      expect(await contentsOf(narrow, `&asOf=${before}${search}`)).toEqual([])
    }
    const denied = await service.call('GET', `/v1/memories/${moved}?asOf=${before}`, { token: narrow })
    expect([denied.status, denied.body.error.details]).toEqual([403, { missing_scope: 'memory:read:home' }])
    const { memories } = await service.ok('GET', `/v1/memories?asOf=${before}`, { cookie: person.cookie })
    expect(memories).toHaveLength(2)
  })

  test('leaves out what has expired since, also in the state before its end was set', async () => {
    const { person, token } = await home()
    const id = await write(token, 'Rents a canoe.')
    const before = clock.now().toISOString()
    clock.jump(1_000)
    const expiresAt = new Date(clock.now().getTime() + 60_000).toISOString()
    await service.ok('PATCH', `/v1/memories/${id}`, { token, body: { expiresAt } })
    expect(await contentsOf(token, `&asOf=${before}`)).toEqual(['Rents a canoe.'])
    clock.jump(61_000)
    for (const search of ['', '&query=canoe']) expect(await contentsOf(token, `&asOf=${before}${search}`)).toEqual([])
    const path = `/v1/memories/${id}?asOf=${before}`
    for (const caller of [{ token }, { cookie: person.cookie }])
      expect((await service.call('GET', path, caller)).status).toBe(404)
  })

  test('is not known for the future', async () => {
    const { token } = await home()
    for (const path of ['/v1/memories?', '/v1/memories?query=tea&', '/v1/context?intent=assistant&']) {
      const { status, body } = await service.call('GET', `${path}asOf=${ago(-1)}`, { token })
      expect([status, body.error.details[0].path]).toEqual([400, 'asOf'])
    }
  })
})
