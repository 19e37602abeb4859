import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS, openClock } from './hooks.ts'
import { type TestService, testService } from './service.ts'

/* An app writes an `externalId` again whose memory the person has corrected. */

const SCOPES = ['memory:read:health', 'memory:write:health']
const CORRECTION = 'I am allergic to penicillin.'
const OVERWRITTEN = 'No allergies.'

const clock = openClock()
let service: TestService
beforeAll(async () => {
  service = await testService({}, { clock: clock.now })
})
afterAll(() => service.stop())

/** A memory that an app wrote, the person corrected, and the app wrote again. */
async function overwritten() {
  const { person, token } = await service.connected(SCOPES)
  const { cookie } = person
  const put = (content: string) => service.remember(token, [{ content, scope: 'health', externalId: 'allergies' }])
  const { memoryIds, results } = await put('I am allergic to ibuprofen.')
  expect(results).toMatchObject([{ status: 'created' }])
  const path = `/v1/memories/${memoryIds[0]}`
  clock.jump(MINUTE_MS)
  await service.ok('PATCH', path, { cookie, body: { content: CORRECTION } })
  clock.jump(MINUTE_MS)
  const corrected = clock.now().toISOString()
  clock.jump(MINUTE_MS)
  expect((await put(OVERWRITTEN)).results).toMatchObject([{ status: 'updated', id: memoryIds[0] }])
  return { cookie, path, corrected }
}

describe('what an app writes over a correction of the person', () => {
  test('names the app as its editor, and the history keeps the correction', async () => {
    const { cookie, path } = await overwritten()
    expect(await service.ok('GET', path, { cookie })).toMatchObject({
      ...{ content: OVERWRITTEN, editedBy: { actor: 'app', app: expect.any(String) } },
    })
    const { items } = await service.ok('GET', `${path}/history`, { cookie })
    const stateOf = ({ actor, change, memory }: { actor: string; change: string; memory: { content: string } }) => [
      ...[actor, change, memory.content],
    ]
    const states = items.map(stateOf)
    expect(states).toEqual([
      ['app', 'edited', OVERWRITTEN],
      ['user', 'edited', CORRECTION],
      ['app', 'created', 'I am allergic to ibuprofen.'],
    ])
  })

  test('is the correction again after an undo of what the app did since', async () => {
    const { cookie, path, corrected } = await overwritten()
    const { items } = await service.ok('GET', '/v1/connections', { cookie })
    const undone = await service.ok('POST', `/v1/connections/${items[0].id}/undo`, {
      cookie,
      body: { since: corrected },
    })
    expect(undone).toMatchObject({ edited: 1, skipped: 0 })
    expect(await service.ok('GET', path, { cookie })).toMatchObject({ content: CORRECTION })
  })

  test('is the correction again once the person restores it', async () => {
    const { cookie, path } = await overwritten()
    await service.ok('POST', `${path}/restore`, { cookie, body: { revision: 2 } })
    const expected = { content: CORRECTION, editedBy: { actor: 'user' } }
    expect(await service.ok('GET', path, { cookie })).toMatchObject(expected)
  })
})
