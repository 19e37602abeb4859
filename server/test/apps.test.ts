import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type TestService, testService } from './service.ts'

let service: TestService
let developer: Person
beforeAll(async () => {
  service = await testService()
  developer = await service.newDeveloper()
})
afterAll(() => service.stop())

const register = (body: object) => service.call('POST', '/v1/dev/apps', { cookie: developer.cookie, body })

describe('the slug of an app', () => {
  test.each([
    ['Ñandú Coach!', 'nandu-coach'],
    ['../../etc', 'etc'],
    ['<b>İ</b>', 'b-i-b'],
    ['日本語', 'app'],
    ['A'.repeat(100), 'a'.repeat(64)],
    [`${'b'.repeat(63)} c`, 'b'.repeat(63)],
  ])('is derived from the name %j', async (name, slug) => {
    expect((await register({ name })).body.app).toMatchObject({ name, slug })
  })

  test('gets a random suffix when derived from a taken name; a requested slug that is taken returns 409', async () => {
    const first = await register({ name: 'Trail Coach' })
    const second = await register({ name: 'Trail  coach' })
    expect(first.body.app.slug).toBe('trail-coach')
    expect(second.body.app.slug).toMatch(/^trail-coach-[0-9a-f]{8}$/)
    const { status, body } = await register({ name: 'Another', slug: 'trail-coach' })
    expect([status, body.error.code, body.error.details]).toEqual([
      409,
      'conflict',
      { slug: 'is already used by another app', reason: 'Another app has this slug.' },
    ])
  })

  test.each(['Trail', 'trail--coach', '-trail', 'trail_coach', '', 'x'.repeat(65)])('rejects %j', async (slug) => {
    expect((await register({ name: 'A', slug })).body.error.details[0].path).toBe('slug')
  })
})

test('the length of a name is checked before anything else about it', async () => {
  const { status, body } = await register({ name: '\ufdfa'.repeat(2_000) })
  expect(status).toBe(400)
  expect(body.error.details).toEqual([{ path: 'name', message: 'must have at most 100 characters', code: 'too_big' }])
})

test('PATCH updates the given fields and leaves omitted manifest lists unchanged', async () => {
  const manifest = { scopes: ['memory:read:note'], eventTypes: ['mood.logged'], intents: ['coach'] }
  const { app } = (await register({ name: 'Edited', manifest })).body
  const edit = (body: object) => service.ok('PATCH', `/v1/dev/apps/${app.id}`, { cookie: developer.cookie, body })
  const scopes = ['memory:read:note', 'signal:emit']
  expect(await edit({ manifest: { scopes } })).toEqual({ ...app, manifest: { ...manifest, scopes } })
  expect(await edit({ manifest: {}, description: 'Changed.' })).toMatchObject({ manifest: { ...manifest, scopes } })
  expect(await edit({ description: null, manifest: { intents: [] } })).toEqual({
    ...app,
    manifest: { ...manifest, scopes, intents: [] },
  })
})

describe('the privacy policy of an app', () => {
  test('is set, shown at consent and taken away', async () => {
    const privacyUrl = 'https://trail-coach.example/privacy'
    const { app } = (await register({ name: 'Private', privacyUrl })).body
    const edit = (body: object) => service.ok('PATCH', `/v1/dev/apps/${app.id}`, { cookie: developer.cookie, body })
    const shown = async () => (await service.ok('GET', `/v1/oauth/preview?slug=${app.slug}`)).app.privacyUrl
    expect([app.privacyUrl, await shown()]).toEqual([privacyUrl, privacyUrl])
    expect(await edit({ description: 'Changed.' })).toMatchObject({ privacyUrl })
    expect(await edit({ privacyUrl: null })).toMatchObject({ privacyUrl: null })
    expect(await shown()).toBe(null)
  })

  test.each([
    ['http://trail-coach.example/privacy', 'must be an https URL'],
    ['javascript:alert(1)', 'must be an https URL'],
    ['trail-coach.example', 'must be an https URL'],
    ['https://bank.example@trail-coach.example/', 'must not contain a user name or password'],
  ])('is not %j', async (privacyUrl, message) => {
    const { status, body } = await register({ name: 'Private', privacyUrl })
    expect([status, body.error.details[0]]).toEqual([400, expect.objectContaining({ path: 'privacyUrl', message })])
  })
})
