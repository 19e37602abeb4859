import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobs } from '../src/app.ts'
import { type Frame, type TestService, testService } from './service.ts'
import { newTwoApps } from './two-apps.ts'

/** One memory has superseded more than the 200 whose ids it names. */

let service: TestService
beforeAll(async () => {
  service = await testService({ userPlan: 'plus' })
})
afterAll(() => service.stop())

const OSLO = 'I live in Oslo.'

describe('all that a memory has superseded is current again', () => {
  const COUNT = 210

  /** Homes of the person that the service superseded by a statement of an app. */
  async function moved() {
    const { cookie, bad, connection } = await newTwoApps(service)
    const id: string = (await service.remember(bad, [{ content: 'I moved to Berlin.', scope: 'note' }])).memoryIds[0]
    const memories = Array(COUNT / 3).fill({ content: OSLO, scope: 'note', occurredAt: '2001-01-01T00:00:00Z' })
    for (let times = 0; times < 3; times++) await service.ok('POST', '/v1/memories', { cookie, body: { memories } })
    const current = async () => {
      let count = 0
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: Frame = await service.ok('GET', `/v1/memories?limit=100${cursor && `&cursor=${cursor}`}`, {
          cookie,
        })
        count += page.memories.filter(({ content }: Frame) => content === OSLO).length
        cursor = page.next_cursor
      }
      return count
    }
    expect(await current()).toBe(0)
    return { as: { token: bad }, cookie, connection, path: `/v1/memories/${id}`, current }
  }

  test('after that one is deleted, until it is restored', async () => {
    const { as, cookie, path, current } = await moved()
    await service.ok('DELETE', path, as)
    expect(await current()).toBe(COUNT)
    await service.ok('POST', `${path}/restore`, { cookie, body: {} })
    expect(await current()).toBe(0)
  })

  test('after that one says something else', async () => {
    const { as, path, current } = await moved()
    await service.ok('PATCH', path, { ...as, body: { content: 'Buy milk.' } })
    expect(await current()).toBe(COUNT)
  })

  test('after the app that wrote that one is muted', async () => {
    const { cookie, connection, current } = await moved()
    await service.ok('POST', `/v1/connections/${connection}/mute`, { cookie, body: {} })
    const job = jobs.find(({ name }) => name === 'reinstate what muted apps superseded')!
    while (await job.run(service.ports));
    expect(await current()).toBe(COUNT)
  })
})
