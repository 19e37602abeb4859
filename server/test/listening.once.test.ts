import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyWebhook } from '../../sdk/js/src/webhooks.ts'
import { endIdleListening } from '../src/domain/webhooks/listen.ts'
import { deleteOrphans } from '../src/domain/webhooks/orphans.ts'
import { pause, resume } from '../src/foundation/pauses.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { type TestService, testService } from './service.ts'

/** Sessions in which a developer fetches the deliveries of an app, as `memory-service listen` does. */

const SCOPES = ['memory:read:fitness', 'memory:write:fitness']
const EVENTS = ['memory.created', 'connection.revoked']
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

let service: TestService
let now = new Date('2026-11-23T10:00:00.000Z')
beforeAll(async () => {
  service = await testService({}, { clock: () => now })
})
afterAll(() => service.stop())

async function listening(more: object = {}) {
  const developer = await service.newDeveloper()
  const app = await service.newApp(developer, SCOPES)
  const person = await service.newPerson()
  const token = await service.connect(person, app, SCOPES)
  const { cookie } = developer
  const path = `/v1/dev/apps/${app.id}/listen`
  const session = await service.ok('POST', path, { cookie, body: { events: EVENTS, ...more } })
  const fetched = async (body: object = {}) =>
    (await service.ok('POST', `${path}/${session.id}/fetch`, { cookie, body })).deliveries
  const remember = () => service.remember(token, [{ content: 'Runs on Tuesdays.', scope: 'fitness' }])
  return { developer, app, person, token, cookie, path, session, fetched, remember }
}
const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const result = (id: string, status_code: number | null) => ({ id, status_code, duration_ms: 12 })

describe('a listening session', () => {
  test('fetches signed deliveries, and repeats those that were refused or not reported', async () => {
    const { session, fetched, remember } = await listening({ secret: SECRET })
    expect(session).toMatchObject({ secret: SECRET, expires_at: '2026-11-23T10:01:00.000Z' })
    expect(await fetched()).toEqual([])
    const { memoryIds } = await remember()
    const [delivery, ...others] = await fetched({ wait_seconds: 5 })
    expect(others).toEqual([])
    expect(await verifyWebhook(delivery.body, delivery.headers, SECRET, { now })).toMatchObject({
      type: 'memory.created',
      data: { memory: { id: memoryIds[0], scope: 'fitness' } },
    })
    expect(delivery.headers['x-service-delivery']).toBe(delivery.id)
    // Not reported: leased for 30 seconds.
    expect(await fetched()).toEqual([])
    later(31_000)
    expect((await fetched()).map(({ id }: { id: string }) => id)).toEqual([delivery.id])
    expect(await fetched({ results: [result(delivery.id, 500)] })).toEqual([])
    later(7_000)
    expect((await fetched()).map(({ id }: { id: string }) => id)).toEqual([delivery.id])
    await fetched({ results: [result(delivery.id, 204), result('dlv_unknown', 200)] })
    later(31_000)
    expect(await fetched()).toEqual([])
    const rows = await service.ports.db.rows(sql`
      select status, attempt_count, jsonb_array_length(attempts) as attempts from deliveries where id = ${delivery.id}`)
    expect(rows).toEqual([{ status: 'succeeded', attempt_count: 3, attempts: 2 }])
  })

  test('waits for a delivery', async () => {
    const { fetched, remember } = await listening()
    const waiting = fetched({ wait_seconds: 15 })
    await remember()
    expect(await waiting).toHaveLength(1)
  })

  test('gets nothing more once the developer has signed out', async () => {
    const { developer, cookie, path, session, remember } = await listening()
    later(1_000)
    const waiting = service.call('POST', `${path}/${session.id}/fetch`, { cookie, body: { wait_seconds: 15 } })
    const end = async () => {
      const row = await service.ports.db.one<{ at: string }>(
        sql`select listening_until as at from webhook_subscriptions where id = ${session.id}`,
      )
      return Date.parse(row.at)
    }
    await expect.poll(end).toBeGreaterThan(Date.parse(session.expires_at))
    await service.ok('POST', '/v1/dev/auth/logout', { cookie: developer.cookie })
    await remember()
    expect((await waiting).status).toBe(401)
  })

  test('gets nothing of a connection that has ended since', async () => {
    const { person, fetched, remember, token } = await listening()
    await remember()
    const { id } = await service.get('/v1/connection', token)
    await service.ok('POST', `/v1/connections/${id}/revoke`, { cookie: person.cookie })
    const types = (await fetched()).map(
      ({ headers }: { headers: Record<string, string> }) => headers['x-service-event'],
    )
    expect(types).not.toContain('memory.created')
  })

  test.each([
    ['paused', 'POST', '/pause', {}],
    ['narrowed', 'PATCH', '', { scopes: ['memory:write:fitness'] }],
    ['expired', 'PATCH', '', { expires_in: 1 }],
  ] as const)('gets nothing of a connection that was %s since', async (_what, method, path, body) => {
    const { person, fetched, remember, token } = await listening()
    await remember()
    const { id } = await service.get('/v1/connection', token)
    await service.ok(method, `/v1/connections/${id}${path}`, { cookie: person.cookie, body })
    later(2_000)
    expect(await fetched()).toEqual([])
  })

  test('gets nothing while the operator has stopped the app, or paused sending', async () => {
    const { app, fetched, remember } = await listening()
    const { db } = service.ports
    await remember()
    await pause(service.ports, 'sending', 'a restored copy')
    expect(await fetched()).toEqual([])
    await resume(db, 'sending')
    expect(await fetched()).toHaveLength(1)
    await remember()
    await db.count(sql`update apps set stopped_at = ${now.toISOString()} where id = ${app.id}`)
    expect(await fetched()).toEqual([])
  })

  test('is not a subscription to other calls, and belongs to its developer', async () => {
    const { app, cookie, path, session, remember } = await listening()
    const stranger = await service.newDeveloper()
    const about = `/v1/dev/apps/${app.id}`
    expect((await service.ok('GET', `${about}/subscriptions`, { cookie })).items).toEqual([])
    await remember()
    expect((await service.ok('GET', `${about}/deliveries`, { cookie })).items).toEqual([])
    for (const [method, sub] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/rotate'],
    ] as const) {
      const body = method === 'PATCH' ? { status: 'disabled' } : undefined
      const url = `${about}/subscriptions/${session.id}${sub}`
      expect((await service.call(method, url, { cookie, ...(body ? { body } : {}) })).status, sub).toBe(404)
    }
    for (const [method, url] of [
      ['POST', path],
      ['POST', `${path}/${session.id}/fetch`],
      ['DELETE', `${path}/${session.id}`],
    ] as const) {
      const body = url === path ? { events: EVENTS } : {}
      const { status } = await service.call(method, url, {
        cookie: stranger.cookie,
        ...(method === 'POST' ? { body } : {}),
      })
      expect(status).toBe(404)
    }
  })

  test('leaves no pending deliveries when it ends, and the scan for others is not postponed', async () => {
    const { app, cookie, path, session, remember } = await listening()
    const { db } = service.ports
    const pending = () =>
      db.rows(sql`select subscription_id from deliveries where app_id = ${app.id} and status = 'pending'`)
    const swept = async () => {
      while (await deleteOrphans(service.ports));
    }
    const scans = () => db.rows(sql`select left_at, again from deliveries_left where app_id = ${app.id}`)
    await remember()
    expect(await pending()).toEqual([{ subscription_id: session.id }])
    const begun = now.toISOString()
    await service.ok('DELETE', `${path}/${session.id}`, { cookie })
    expect(await pending()).toEqual([])
    for (let i = 0; i < 3; i++) {
      const { id } = await service.ok('POST', path, { cookie, body: { events: EVENTS } })
      await remember()
      later(61_000)
      await endIdleListening(service.ports)
      expect((await service.call('DELETE', `${path}/${id}`, { cookie })).status).toBe(404)
    }
    expect(await pending()).toEqual([])
    expect(await scans()).toEqual([{ left_at: begun, again: true }])
    later(5 * 60_000)
    const again = now.toISOString()
    await swept()
    expect(await scans()).toEqual([{ left_at: again, again: false }])
    later(5 * 60_000 + 1)
    await swept()
    expect(await scans()).toEqual([])
  })

  test('gets what a process of the last release tried to send', async () => {
    const { session, fetched, remember } = await listening()
    await remember()
    // That process requests the address in vain, and schedules the next attempt.
    await service.ports.db.count(sql`
      update deliveries set attempt_count = 1, is_due = false, due_at = ${new Date(now.getTime() + 5_000).toISOString()},
        attempts = '[{"at": "2026-11-23T10:00:00.000Z", "status_code": null, "duration_ms": 0, "error": "invalid", "response_excerpt": null}]'
      where subscription_id = ${session.id}`)
    await service.ports.db.count(sql`
      update webhook_subscriptions set failing_since = ${now.toISOString()} where id = ${session.id}`)
    expect(await fetched()).toEqual([])
    later(6_000)
    expect(await fetched()).toHaveLength(1)
  })

  test('ends a minute after its last fetch; an app has at most five', async () => {
    const { cookie, path, session, app } = await listening()
    for (let i = 0; i < 4; i++) await service.ok('POST', path, { cookie, body: { events: EVENTS } })
    const { status, body } = await service.call('POST', path, { cookie, body: { events: EVENTS } })
    expect([status, body.error.details]).toMatchObject([402, { limit: 'listening', max: 5 }])
    later(61_000)
    const gone = await service.call('POST', `${path}/${session.id}/fetch`, { cookie, body: {} })
    expect(gone.status).toBe(404)
    const fresh = await service.ok('POST', path, { cookie, body: { events: EVENTS } })
    expect(await service.ok('DELETE', `${path}/${fresh.id}`, { cookie })).toEqual({ ok: true })
    expect((await service.call('DELETE', `${path}/${fresh.id}`, { cookie })).status).toBe(404)
    await service.ok('POST', path, { cookie, body: { events: EVENTS } })
    later(61_000)
    await endIdleListening(service.ports)
    const left = await service.ports.db.rows(sql`select id from webhook_subscriptions where app_id = ${app.id}`)
    expect(left).toEqual([])
  })

  test.each([
    [{ events: [] }, 'events'],
    [{ events: ['memory.gone'] }, 'events.0'],
    [{ events: EVENTS, secret: 'whsec_short' }, 'secret'],
  ])('rejects %j', async (body, field) => {
    const { cookie, path } = await listening()
    const { status, body: answer } = await service.call('POST', path, { cookie, body })
    expect([status, answer.error.details[0].path]).toEqual([400, field])
  })
})
