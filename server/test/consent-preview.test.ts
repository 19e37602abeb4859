import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectionOf, MINUTE_MS, openClock, SCOPES } from './hooks.ts'
import { type App, type Person, type TestService, testService } from './service.ts'

const TYPES = ['workout.completed', 'sleep.logged']

const clock = openClock()
let service: TestService
beforeAll(async () => {
  service = await testService({}, { clock: clock.now })
})
afterAll(() => service.stop())

/** Grants the app these terms. */
async function grant({ cookie }: Person, app: App, terms: object = {}): Promise<void> {
  const body = { slug: app.slug, scopes: SCOPES, ...terms }
  const { code } = await service.ok('POST', '/v1/oauth/authorize', { cookie, body })
  await service.exchange(app, code)
}

async function setUp(terms: object) {
  const [person, developer] = await Promise.all([service.newPerson(), service.newDeveloper()])
  const app = await service.newApp(developer, SCOPES, { manifest: { eventTypes: TYPES } })
  await grant(person, app, terms)
  return { person, developer, app, id: await connectionOf(service, person) }
}

describe('the consent preview', () => {
  const preview = (slug: string, cookie?: string) =>
    service.call('GET', `/v1/oauth/preview?slug=${slug}&scope=${SCOPES[0]}+${SCOPES[1]}`, cookie ? { cookie } : {})

  test('shows what is granted now to the signed-in user alone', async () => {
    const { person, app, id } = await setUp({ signals: ['sleep.logged'] })
    const { cookie } = person
    const body = { scopes: [SCOPES[0]] }
    await service.ok('PATCH', `/v1/connections/${id}`, { cookie, body })
    const shown = await preview(app.slug, cookie)
    expect(shown.body.granted).toEqual({
      scopes: [SCOPES[0]],
      signals: ['sleep.logged'],
      covered: [SCOPES[0]],
      refused: SCOPES.slice(1, 2)
        .concat('workout.completed')
        .map((name) => ({ name, at: expect.any(String) })),
      expiresAt: null,
      pausedAt: null,
    })
    expect(shown.headers.get('cache-control')).toBe('no-store')
    expect((await preview(app.slug)).body.granted).toBeNull()
    expect((await preview(app.slug, (await service.newPerson()).cookie)).body.granted).toBeNull()
    await service.ok('POST', `/v1/connections/${id}/revoke`, { cookie })
    expect((await preview(app.slug, cookie)).body.granted).toBeNull()
  })

  test('tells what was refused from what is new, until it is granted', async () => {
    const { person, developer, app } = await setUp({
      scopes: SCOPES.slice(0, 1),
      refused: SCOPES.slice(1, 2),
      signals: [],
    })
    const manifest = { eventTypes: [...TYPES, 'mood.logged'] }
    await service.ok('PATCH', `/v1/dev/apps/${app.id}`, { cookie: developer.cookie, body: { manifest } })
    const refused = async () => (await preview(app.slug, person.cookie)).body.granted.refused
    const names = (refusals: { name: string }[]) => refusals.map(({ name }) => name).toSorted()
    const first = await refused()
    expect(names(first)).toEqual([SCOPES[1], ...TYPES].toSorted())
    const [{ at }] = first
    expect(Date.parse(at)).toBeLessThanOrEqual(clock.now().getTime())
    clock.jump(MINUTE_MS)
    await grant(person, app, { scopes: SCOPES.slice(0, 2), signals: TYPES })
    expect(names(await refused())).toEqual(['mood.logged'])
  })
})
