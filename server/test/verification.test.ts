import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isReservedSlug } from '../src/domain/apps/verification.ts'
import { CONNECTORS } from '../src/domain/connectors/connectors.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { runCommand } from './commands.ts'
import { newDataDirectory } from './data-directory.ts'
import { serviceOn } from './fixture.ts'
import { KEY } from './launcher.ts'
import { isShared, type Person, type TestService, testService } from './service.ts'

let service: TestService
let folder: string
beforeAll(async () => {
  folder = await newDataDirectory()
  service = isShared() ? await testService() : await serviceOn({ dataDir: folder })
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true })
})

const admin = (...words: string[]) => {
  const env: Record<string, string> = service.databaseUrl
    ? { DATABASE_URL: service.databaseUrl, SECRET_KEY: KEY }
    : { DATA_DIR: folder }
  return runCommand('admin', words, { env })
}
const preview = (slug: string) => service.ok('GET', `/v1/oauth/preview?slug=${slug}`)
const register = ({ cookie }: Person, body: object) => service.call('POST', '/v1/dev/apps', { cookie, body })

describe('an app of the portal', () => {
  test('is not verified because it was registered; consent shows its publisher and since when it exists', async () => {
    const developer = await service.newDeveloper()
    const { slug } = await service.newApp(developer, ['memory:read:*'])
    expect((await preview(slug)).app).toMatchObject({
      verified: false,
      publisher: null,
      registeredAt: expect.stringMatching(/^\d{4}-/),
    })
  })

  test.each([
    'G\u043e\u043egle LLC',
    'Google (verified by Memory Service)',
    'Trail\u202eLabs',
  ])('is published by no developer called %j', async (name) => {
    const account = { email: `${randomUUID()}@example.com`, password: 'walking a long way home 77' }
    const { status, body } = await service.call('POST', '/v1/dev/auth/signup', { body: { ...account, name } })
    expect([status, body.error.details.map(({ path }: { path: string }) => path)]).toEqual([400, ['name']])
    // As it was stored before names of developers were checked.
    const developer = await service.newDeveloper()
    const { id, slug } = await service.newApp(developer, ['memory:read:*'])
    const publisher = async () => (await preview(slug)).app.publisher
    const rename = (to: string) =>
      service.ports.db.count(sql`
          update developers set name = ${to} where id = (select developer_id from apps where id = ${id})`)
    await rename(name)
    expect(await publisher()).toBeNull()
    await rename('Trail Labs')
    expect(await publisher()).toBe('Trail Labs')
  })

  test('and a client that registered itself cannot have the name of this service', async () => {
    const { body } = await register(await service.newDeveloper(), { name: 'Memory Service' })
    expect(body.error.details).toEqual([
      { path: 'name', message: 'must not contain the name of this service', code: 'custom' },
    ])
    const client = { client_name: 'Memory Service', redirect_uris: ['https://app.example/cb'] }
    const registered = await service.call('POST', '/oauth/register', { body: client })
    expect([registered.status, registered.body.error]).toEqual([400, 'invalid_client_metadata'])
  })

  test('is verified by the operator alone, while the service runs, until its name or redirect URI changes', async () => {
    const { person, developer, app } = await service.connected(['memory:read:note'])
    const verifiedOf = async () => {
      const { items } = await service.ok('GET', '/v1/connections', { cookie: person.cookie })
      return [(await preview(app.slug)).app.verified, items[0].app.verified]
    }
    const { status, output } = await admin('apps', 'verify', app.slug)
    expect(status, output).toBe(0)
    expect(await verifiedOf()).toEqual([true, true])
    const edit = (body: object) => service.ok('PATCH', `/v1/dev/apps/${app.id}`, { cookie: developer.cookie, body })
    expect((await edit({ description: 'Better.', redirect_uris: [] })).verified).toBe(true)
    expect((await edit({ redirect_uris: ['https://elsewhere.example/back'] })).verified).toBe(false)
    await admin('apps', 'verify', app.slug)
    expect((await edit({ name: 'Another name' })).verified).toBe(false)
    await admin('apps', 'verify', app.slug)
    await admin('apps', 'unverify', app.slug)
    expect(await verifiedOf()).toEqual([false, false])
    const { status: missing, output: says } = await admin('apps', 'verify', 'no-such-app')
    expect([missing, says]).toEqual([3, expect.stringContaining('No app of the portal has the slug')])
    expect((await admin('apps', 'praise', app.slug)).status).toBe(2)
    const { body } = await register(developer, { name: 'Sneaky', verified: true })
    expect(body.error.details[0]).toMatchObject({ path: 'verified', code: 'unknown_field' })
  })

  test('cannot have a name that looks like that of a verified app', async () => {
    const developer = await service.newDeveloper()
    const { body } = await register(developer, { name: 'Mind Notes' })
    await admin('apps', 'verify', body.app.slug)
    const other = await service.newDeveloper()
    for (const name of ['Mind Notes', 'MIND-NOTES', 'Mínd Nötes', 'Мind Notes'.replace('М', 'M')])
      expect((await register(other, { name })).status, name).toBe(409)
    const mine = await register(other, { name: 'Kind Notes' })
    expect(mine.status).toBe(200)
    const path = `/v1/dev/apps/${mine.body.app.id}`
    const renamed = await service.call('PATCH', path, { cookie: other.cookie, body: { name: 'mind notes' } })
    expect(renamed.status).toBe(409)
    const client = { client_name: 'Mind Notes', redirect_uris: ['https://a.example/back'] }
    expect((await service.call('POST', '/oauth/register', { body: client })).status).toBe(400)
  })

  test.each([
    'Goo\u200bgle',
    'Note\u202eseton',
    'Gооgle Calendar',
    'G00gle',
    '\u3164',
  ])('cannot have the deceptive name %j', async (name) => {
    const { status, body } = await register(await service.newDeveloper(), { name })
    expect([status, body.error.code, body.error.details[0].path]).toEqual([400, 'validation_failed', 'name'])
  })

  test('has a description without characters that are not visible', async () => {
    const developer = await service.newDeveloper()
    const described = (description: string) => register(developer, { name: 'Trail Coach', description })
    for (const hidden of ['\u202e', '\u2066', '\u200b', '\u0007']) {
      const { status, body } = await described(`Plans runs.${hidden}Published by others.`)
      expect([status, body.error?.details?.[0]?.path], JSON.stringify(hidden)).toEqual([400, 'description'])
    }
    const { body } = await described('Plans  runs,\n with \u{1f469}\u200d\u{1f4bb}.')
    expect(body.app.description).toBe('Plans runs, with \u{1f469}\u200d\u{1f4bb}.')
  })

  test('has its name in canonical form', async () => {
    const { body } = await register(await service.newDeveloper(), { name: ' Ｔｒａｉｌ  Coach ' })
    expect(body.app.name).toBe('Trail Coach')
  })

  test('cannot have the slug of a connector, which would be shown as the source of memories', async () => {
    for (const { provider } of CONNECTORS) expect(isReservedSlug(provider), provider).toBe(true)
    const developer = await service.newDeveloper()
    expect((await register(developer, { name: 'Fine', slug: 'mock-strava' })).status).toBe(409)
    const derived = await register(developer, { name: 'Mock Apple Health' })
    expect(derived.body.app.slug).toMatch(/^mock-apple-health-[0-9a-f]{8}$/)
  })
})
