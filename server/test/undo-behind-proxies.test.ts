import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from './service.ts'
import { later, newTwoApps } from './two-apps.ts'

/* A trusted proxy gives ids to requests, as the HAProxy of our guide does, or passes on those of its clients. */

let service: TestService
beforeAll(async () => {
  service = await testService({ trustedProxies: ['loopback'] })
})
afterAll(() => service.stop())

const OURS = 'req_01kb5dd9v2000m4h2n8y7tq3wz'

describe.each([
  ['of the proxy', () => `req_${randomUUID()}`],
  ['that a client has chosen', () => OURS],
])('with request ids %s', (_name, newRequestId) => {
  /** Two apps of a user, and calls with request ids. */
  async function scene() {
    const { cookie, bad, good, write, contents, connection } = await newTwoApps(service)
    const post = (path: string, body: object) =>
      service.ok('POST', `/v1/${path}`, { cookie, body, headers: { 'x-request-id': newRequestId() } })
    const undoPath = `connections/${connection}/undo`
    return { bad, good, write, contents, post, undoPath }
  }

  test('a merge can be reverted', async () => {
    const { good, write, contents, post } = await scene()
    const ids = await write(good, { content: 'I like tea.' }, { content: 'I like tea!' })
    const before = await contents()
    for (let times = 0; times < 2; times++) {
      const { merge } = await post('memories/merge', { ids, keep: ids[0] })
      expect(merge).toMatch(/^mrg_/)
      expect(await post('memories/merge/revert', { merge })).toEqual({ reverted: 1, skipped: 0 })
      expect(await contents()).toEqual(before)
    }
  })

  test('an undo can be reverted, but for what has changed since', async () => {
    const { bad, good, write, contents, post, undoPath } = await scene()
    const since = await later()
    const [own, other] = await write(bad, { content: 'Spam.' }, { content: 'More spam.' })
    const [mine] = await write(good, { content: 'Mine.' })
    await service.ok('PATCH', `/v1/memories/${mine}`, { token: bad, body: { content: 'Theirs.' } })
    const conversation = { conversationId: 'c', scope: 'note', messages: [{ role: 'user', content: 'Hello there.' }] }
    await service.ok('POST', '/v1/turns', { token: bad, body: conversation })
    const { undo, ...counts } = await post(undoPath, { since })
    expect(counts).toMatchObject({ created: 2, edited: 1, messages: 1 })
    expect(undo).toMatch(/^und_/)
    await service.ok('PATCH', `/v1/memories/${mine}`, {
      token: good,
      body: { content: 'Still mine.' },
      headers: { 'x-request-id': newRequestId() },
    })
    expect(await post(`${undoPath}/revert`, { undo })).toEqual({ reverted: 2, skipped: 1, messages: 1 })
    expect(await contents()).toMatchObject({
      [own as string]: { content: 'Spam.' },
      [other as string]: { content: 'More spam.' },
      [mine as string]: { content: 'Still mine.' },
    })
    // Neither is the undo of another connection, nor a merge.
    const { id } = await service.get('/v1/connection', good)
    for (const [path, body] of [
      [`connections/${id}/undo/revert`, { undo }],
      ['memories/merge/revert', { merge: undo }],
    ] as const)
      await expect(post(path, body)).rejects.toThrow('404')
  })
})
