import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from './service.ts'
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
