import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS, openClock } from './hooks.ts'
import { type Person, type TestService, testService } from './service.ts'

const clock = openClock()
let service: TestService
beforeAll(async () => {
  service = await testService({}, { clock: clock.now })
})
afterAll(() => service.stop())

describe('a session of a developer whose last sign-in was an hour ago', () => {
  const CALLBACK = 'https://app.example/callback'
  const HOOK = 'https://app.example/hook'

  /** An app with a redirect URI and a subscription, and a session that is not recent any more. */
  async function stale() {
    const developer = await service.newDeveloper()
    const app = await service.newApp(developer, ['memory:read:note'])
    const path = `/v1/dev/apps/${app.id}`
    const asOwner = { cookie: developer.cookie }
    await service.ok('PATCH', path, {
      ...asOwner,
      body: { redirect_uris: [CALLBACK], dpop_bound_access_tokens: true },
    })
    const body = { url: HOOK, events: ['memory.created'] }
    const subscribe = async () => {
      const { subscription } = await service.ok('POST', `${path}/subscriptions`, { ...asOwner, body })
      return `${path}/subscriptions/${subscription.id}`
    }
    const [hook, ended] = [await subscribe(), await subscribe()]
    await service.ok('PATCH', ended, { ...asOwner, body: { status: 'disabled' } })
    clock.jump(HOUR_MS)
    return { developer, app, path, hook, ended }
  }
  type Stale = Awaited<ReturnType<typeof stale>>
  const outcome = async ({ cookie }: Person, method: string, path: string, body?: object) => {
    const reply = await service.call(method, path, { cookie, ...(body && { body }) })
    return reply.status < 300 ? 'done' : reply.body.error.code
  }

  test.each<[string, string, (its: Stale) => string, object?]>([
    ['rotate a client secret', 'POST', ({ path }) => `${path}/rotate-secret`],
    ['add a redirect URI', 'PATCH', ({ path }) => path, { redirect_uris: [CALLBACK, 'https://evil.example/cb'] }],
    ['replace the redirect URIs', 'PATCH', ({ path }) => path, { redirect_uris: ['https://evil.example/cb'] }],
    ['remove the redirect URIs', 'PATCH', ({ path }) => path, { redirect_uris: [] }],
    ['stop binding tokens to a key', 'PATCH', ({ path }) => path, { dpop_bound_access_tokens: false }],
    [
      'subscribe an endpoint',
      'POST',
      ({ path }) => `${path}/subscriptions`,
      { url: 'https://evil.example', events: ['memory.created'] },
    ],
    ['listen to events', 'POST', ({ path }) => `${path}/listen`, { events: ['memory.created'] }],
    ['move a subscription', 'PATCH', ({ hook }) => hook, { url: 'https://evil.example/hook' }],
    ['enable a disabled subscription', 'PATCH', ({ ended }) => ended, { status: 'active' }],
    [
      'enable a disabled subscription for more events',
      'PATCH',
      ({ ended }) => ended,
      { status: 'active', events: ['memory.created', 'memory.updated'] },
    ],
    ['rotate a signing secret', 'POST', ({ hook }) => `${hook}/rotate`],
    ['end the connections of an app', 'POST', ({ path }) => `${path}/connections/revoke`, { all: true }],
    ['delete a subscription', 'DELETE', ({ hook }) => hook],
    ['delete an app', 'DELETE', ({ path }) => path],
  ])('cannot %s until it is confirmed', async (_, method, pathOf, body) => {
    const its = await stale()
    const attempt = () => outcome(its.developer, method, pathOf(its), body)
    const state = async () => [
      await service.ok('GET', its.path, { cookie: its.developer.cookie }),
      await service.ok('GET', `${its.path}/subscriptions`, { cookie: its.developer.cookie }),
    ]
    const before = await state()
    expect(await attempt()).toBe('reauthentication_required')
    expect(await state()).toEqual(before)
    await service.ok('POST', '/v1/dev/auth/confirm', {
      cookie: its.developer.cookie,
      body: { password: service.password },
    })
    expect(await attempt()).toBe('done')
  })

  test('edits everything else of an app and a subscription', async () => {
    const { developer, path, hook, ended } = await stale()
    const edits: [string, object][] = [
      [path, { description: 'New.', redirect_uris: [CALLBACK], dpop_bound_access_tokens: true }],
      [hook, { url: HOOK, status: 'active', events: ['memory.updated'], description: 'New.' }],
      [ended, { events: ['memory.updated'] }],
      [hook, { status: 'disabled' }],
    ]
    for (const [path, body] of edits) expect(await outcome(developer, 'PATCH', path, body)).toBe('done')
  })

  test('does not tell whose an app is', async () => {
    const { path } = await stale()
    const other = await service.newDeveloper()
    const body = { redirect_uris: ['https://evil.example/cb'] }
    clock.jump(HOUR_MS)
    for (const target of [path, `${path}0`]) expect(await outcome(other, 'PATCH', target, body)).toBe('not_found')
  })
})
