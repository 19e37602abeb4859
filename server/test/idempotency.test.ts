import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { type Call, isShared, secondService, type TestService, testService } from './service.ts'

const HOUR_MS = 60 * 60_000
const RUNS = 40

let service: TestService
let second: Pick<TestService, 'call'>
let now = () => new Date()
let stops: (() => Promise<void>)[]
beforeAll(async () => {
  service = await testService({}, { clock: () => now() })
  const other = isShared() ? await secondService(service) : undefined
  second = other ?? service
  stops = [...(other ? [other.stop] : []), service.stop]
})
afterAll(async () => {
  for (const stop of stops) await stop()
})

const everywhere = ['memory:read:*', 'memory:write:*']
const note = (content: string) => ({ memories: [{ content, scope: 'note' }] })

function send(key: string, body: unknown, credential: Call, path = '/v1/memories', on = service as typeof second) {
  return on.call('POST', path, { ...credential, body, headers: { 'idempotency-key': key } })
}
const usedBy = async ({ cookie }: { cookie: string }) =>
  (await service.ok('GET', '/v1/usage', { cookie })).memories.used as number

describe('an idempotency key', () => {
  test('replays the stored response and marks it', async () => {
    const { token, person } = await service.connected(everywhere)
    const first = await send('one', note('Likes rye.'), { token })
    const again = await send('one', note('Likes rye.'), { token })
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([200, null])
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect(again.body).toEqual(first.body)
    expect(await usedBy(person)).toBe(1)
  })

  test('is accepted on the first call of a connection', async () => {
    const { token } = await service.connected(['signal:emit'])
    const reply = await send('first', { type: 'workout.completed' }, { token }, '/v1/signals')
    expect(reply.status).toBe(200)
  })

  test('reused with another body returns 422 and writes nothing', async () => {
    const { token, person } = await service.connected(everywhere)
    await send('one', note('Likes rye.'), { token })
    for (const body of [note('Likes spelt.'), { ...note('Likes rye.'), more: 1 }, { memories: [] }]) {
      const { status, body: failure } = await send('one', body, { token })
      expect([status, failure.error.code]).toEqual([422, 'idempotency_key_reused'])
    }
    expect(await usedBy(person)).toBe(1)
  })

  test('is scoped to the credential and the path', async () => {
    const { token, person, app } = await service.connected(everywhere)
    const stranger = await service.connected(everywhere)
    const otherApp = await service.newApp(await service.newDeveloper(), everywhere)
    const otherToken = await service.connect(person, otherApp, everywhere)
    const ids = new Set<string>()
    for (const credential of [{ token }, { token: otherToken }, { token: stranger.token }, { cookie: person.cookie }]) {
      const { body, headers } = await send('one', note('Likes rye.'), credential)
      expect(headers.get('idempotent-replayed')).toBeNull()
      ids.add(body.memoryIds[0])
    }
    expect(ids.size).toBe(4)
    const asked = { slug: app.slug, scopes: everywhere }
    const elsewhere = await send('one', asked, { cookie: person.cookie }, '/v1/oauth/authorize')
    expect([elsewhere.status, elsewhere.headers.get('idempotent-replayed')]).toEqual([200, null])
  })

  test('stays valid for a new token of the same connection', async () => {
    const { token, person, app } = await service.connected(everywhere)
    const first = await send('one', note('Likes rye.'), { token })
    const fresh = await service.connect(person, app, everywhere)
    const again = await send('one', note('Likes rye.'), { token: fresh })
    expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([first.body, 'true'])
  })

  test('waits for no second connection while its transaction is open', async () => {
    const { token } = await service.connected(everywhere)
    const { changes, db } = service.ports
    const { check } = changes
    // As if what it knows were too old.
    changes.check = async () => {
      await db.rows(sql`select 1`)
    }
    try {
      const trigger = { fireAt: new Date(Date.now() + 3_600_000).toISOString(), kind: 'checkin' }
      expect((await send('one', trigger, { token }, '/v1/schedule')).status).toBe(200)
    } finally {
      changes.check = check
    }
  })

  test('stores only successful responses', async () => {
    const { token } = await service.connected(everywhere)
    const unknown = { memories: [{ content: 'x', scope: 'astrology' }] }
    for (const [body, status] of [
      [unknown, 400],
      [{ memories: 'x' }, 400],
      [note('Likes rye.'), 200],
    ] as const) {
      const reply = await send('one', body, { token })
      expect([reply.status, reply.headers.get('idempotent-replayed')]).toEqual([status, null])
    }
  })

  test('stores the response of a batch in which every memory was dropped', async () => {
    const { token } = await service.connected(['memory:write:sleep'])
    await send('one', note('Likes rye.'), { token })
    const again = await send('one', note('Likes rye.'), { token })
    expect(again.body).toMatchObject({ accepted: false, memoryIds: [], results: [{ status: 'dropped' }] })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })

  test('replays although the first attempt filled the store', async () => {
    const { token, person } = await service.connected(everywhere)
    const notes = (count: number) => ({ memories: Array(count).fill(note('x').memories[0]) })
    for (let i = 0; i < 4; i++) await service.ok('POST', '/v1/memories', { token, body: notes(100) })
    const first = await send('last', notes(100), { token })
    expect(first.status).toBe(200)
    expect((await send('more', notes(1), { token })).status).toBe(402)
    const again = await send('last', notes(100), { token })
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(await usedBy(person)).toBe(500)
  })

  test('does not repeat a memory that was deleted since', async () => {
    const { person } = await service.connected(everywhere)
    const { cookie } = person
    const write = async (content: string) =>
      (await service.ok('POST', '/v1/memories', { cookie, body: note(content) })).memoryIds[0]
    const [old, next] = [await write('Lives in Ghent.'), await write('Moved to Bruges.')]
    const supersede = () => send('one', { by: next }, { cookie }, `/v1/memories/${old}/supersede`)
    const first = await supersede()
    expect([first.status, JSON.stringify(first.body)]).toEqual([200, expect.stringContaining('Ghent')])
    expect((await supersede()).body).toEqual(first.body)
    await service.ok('DELETE', `/v1/memories/${old}`, { cookie })
    const again = await supersede()
    expect([again.status, again.body.error.code]).toEqual([404, 'not_found'])
  })

  test('does not repeat a memory that the app may not read any more', async () => {
    const { person, app, token } = await service.connected(['memory:read:note', 'memory:write:note'])
    const write = async (cookie: string) => {
      const body = { memories: [{ content: 'Plans a surprise.', scope: 'note' }] }
      return (await service.ok('POST', '/v1/memories', { cookie, body })).memoryIds[0] as string
    }
    const reinstate = async (id: string, token: string) =>
      service.call('POST', `/v1/memories/${id}/reinstate`, { token, headers: { 'idempotency-key': 'same' } })
    const moved = await write(person.cookie)
    expect((await reinstate(moved, token)).body.content).toBe('Plans a surprise.')
    expect((await reinstate(moved, token)).headers.get('idempotent-replayed')).toBe('true')
    await service.ok('PATCH', `/v1/memories/${moved}`, { cookie: person.cookie, body: { scope: 'health' } })
    const denied = await reinstate(moved, token)
    expect([denied.status, denied.body.error.details]).toEqual([403, { missing_scope: 'memory:read:health' }])

    const other = await service.newApp(await service.newDeveloper(), ['memory:read:note', 'memory:write:note'])
    const reader = await service.connect(person, other, ['memory:read:note', 'memory:write:note'])
    const { memoryIds } = await service.remember(token, [{ content: 'Runs on Tuesdays.', scope: 'note' }])
    expect((await reinstate(memoryIds[0], reader)).status).toBe(200)
    const { items } = await service.ok('GET', '/v1/connections', { cookie: person.cookie })
    const source = items.find((each: { app: { slug: string } }) => each.app.slug === app.slug)
    await service.ok('POST', `/v1/connections/${source.id}/mute`, { cookie: person.cookie })
    expect((await reinstate(memoryIds[0], reader)).status).toBe(404)
  })

  test('expires after 24 hours', async () => {
    const { token } = await service.connected(everywhere)
    const first = await send('one', note('Likes rye.'), { token })
    try {
      now = () => new Date(Date.now() + 23.9 * HOUR_MS)
      expect((await send('one', note('Likes rye.'), { token })).body).toEqual(first.body)
      now = () => new Date(Date.now() + 24.1 * HOUR_MS)
      const fresh = await send('one', note('Likes spelt.'), { token })
      expect([fresh.status, fresh.headers.get('idempotent-replayed')]).toEqual([200, null])
      expect(fresh.body.memoryIds).not.toEqual(first.body.memoryIds)
    } finally {
      now = () => new Date()
    }
  })

  test('must have 1 to 255 printable characters', async () => {
    const { token } = await service.connected(everywhere)
    expect((await send('~'.repeat(255), note('x'), { token })).status).toBe(200)
    for (const key of ['', 'x'.repeat(256), 'tab\tbed', 'naïve']) {
      const { status, body } = await send(key, note('x'), { token })
      expect([status, body.error?.details[0].path], JSON.stringify(key)).toEqual([400, 'Idempotency-Key'])
    }
  })

  test('works for a user session and preserves other headers', async () => {
    const { cookie } = await service.newPerson()
    const body = { current_password: service.password, new_password: 'another long walk' }
    const first = await send('one', body, { cookie }, '/v1/auth/change-password')
    const again = await send('one', body, { cookie }, '/v1/auth/change-password')
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    const { headers } = await send('two', undefined, { cookie }, '/v1/auth/logout')
    expect(headers.getSetCookie().join()).toMatch(/^ms_session=;/)
  })
})

test('the stored response is encrypted in the database', async () => {
  const { person, app } = await service.connected(everywhere)
  const asked = { slug: app.slug, scopes: everywhere }
  const { body } = await send('one', asked, { cookie: person.cookie }, '/v1/oauth/authorize')
  const rows = await service.ports.db.rows<{ reply: Buffer; body_hash: Buffer }>(sql`
    select * from idempotency_keys where user_id = ${person.id}`)
  expect(rows).toHaveLength(1)
  expect(body.code).toMatch(/^cod_/)
  for (const secret of [body.code, 'redirect_to', app.slug])
    expect(JSON.stringify(rows[0]) + rows[0]!.reply.toString('latin1')).not.toContain(secret)
})

test('concurrent requests with one key write once, on any process', async () => {
  const { person, token } = await service.connected(everywhere)
  await service.ports.db.count(sql`update users set plan = 'pro' where id = ${person.id}`)
  let run = 0
  const sends = fc.array(fc.record({ key: fc.nat(2), body: fc.nat(1), there: fc.boolean() }), {
    minLength: 2,
    maxLength: 12,
  })
  await fc.assert(
    fc.asyncProperty(sends, async (sends) => {
      const [before, name] = [await usedBy(person), `run ${run++} key `]
      const content = (body: number) => note(`Body ${body}.`)
      const replies = await Promise.all(
        sends.map(async ({ key, body, there }) => {
          const on = there ? second : service
          return { key, body, reply: await send(name + key, content(body), { token }, '/v1/memories', on) }
        }),
      )
      const keys = [...new Set(sends.map(({ key }) => key))]
      for (const key of keys) {
        const ofKey = replies.filter((sent) => sent.key === key)
        const done = ofKey.filter(({ reply }) => reply.status === 200)
        // One body won: requests with it got its response, the others 409 or 422.
        expect(new Set(done.map(({ body }) => body)).size).toBe(1)
        expect(new Set(done.map(({ reply }) => JSON.stringify(reply.body))).size).toBe(1)
        expect(done.filter(({ reply }) => !reply.headers.has('idempotent-replayed'))).toHaveLength(1)
        for (const { body, reply } of ofKey)
          expect([200, 409, ...(body === done[0]!.body ? [] : [422])]).toContain(reply.status)
        const after = await send(name + key, content(done[0]!.body), { token }, '/v1/memories', second)
        expect([after.body, after.headers.get('idempotent-replayed')]).toEqual([done[0]!.reply.body, 'true'])
        expect((await send(name + key, content(1 - done[0]!.body), { token })).status).toBe(422)
      }
      expect((await usedBy(person)) - before).toBe(keys.length)
    }),
    { numRuns: RUNS },
  )
})
