import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openIcons } from '../src/domain/apps/icons.ts'
import { raw, sql } from '../src/foundation/sql/sql.ts'
import { documentServer } from './document-server.ts'
import { follow } from './oauth-client.ts'
import { pngOf } from './png.ts'
import { type TestService, testService } from './service.ts'

const SCOPES = ['memory:read:note']
const ICON = pngOf(64)
const DAY_MS = 24 * 60 * 60_000

let service: TestService
let host: Awaited<ReturnType<typeof documentServer>>
beforeAll(async () => {
  service = await testService()
  host = await documentServer()
})
afterAll(async () => {
  await service.stop()
  await host.close()
})

const serve = (path: string, file: Buffer, status = 200) =>
  host.answer(path, (response) => response.writeHead(status, { 'content-type': 'image/png' }).end(file))

async function fetched(path: string) {
  const response = await fetch(service.url + path)
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) }
}

describe('the icon of an app', () => {
  test('is fetched once, and served from here to anybody, with a path that changes with it', async () => {
    const iconUrl = serve('/icon.png', ICON)
    const developer = await service.newDeveloper()
    const app = await service.newApp(developer, SCOPES, { iconUrl })
    const path = `/v1/dev/apps/${app.id}`
    const { cookie } = developer
    const { icon } = await service.ok('GET', path, { cookie })
    const { status, headers, body } = await fetched(icon)
    expect([status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
      200,
      'image/png',
      'nosniff',
    ])
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(body).toEqual(ICON)

    // The form of the portal sends every field.
    expect((await service.ok('PATCH', path, { cookie, body: { name: 'Renamed', iconUrl } })).icon).toBe(icon)
    expect(host.times(iconUrl)).toBe(1)
    const person = await service.newPerson()
    await service.connect(person, app, SCOPES)
    const { items } = await service.ok('GET', '/v1/connections', { cookie: person.cookie })
    expect(items[0].app.icon).toBe(icon)
    expect((await service.ok('GET', `/v1/oauth/preview?slug=${app.slug}`)).app.icon).toBe(icon)

    const other = serve('/other.png', pngOf(96))
    const changed = await service.ok('PATCH', path, { cookie, body: { iconUrl: other } })
    expect(changed.icon).not.toBe(icon)
    expect((await fetched(changed.icon)).body).toEqual(pngOf(96))
    expect((await service.ok('PATCH', path, { cookie, body: { iconUrl: null } })).icon).toBeNull()
    expect((await fetched(icon)).status).toBe(404)
  })

  test('is gone with its app', async () => {
    const developer = await service.newDeveloper()
    const app = await service.newApp(developer, SCOPES, { iconUrl: serve('/gone.png', ICON) })
    const { cookie } = developer
    const { icon } = await service.ok('GET', `/v1/dev/apps/${app.id}`, { cookie })
    await service.ok('DELETE', `/v1/dev/apps/${app.id}`, { cookie })
    expect((await fetched(icon)).status).toBe(404)
  })

  test.each([
    ['got the status 404', () => serve('/missing.png', ICON, 404)],
    ['got more than 64 kB', () => serve('/large.png', Buffer.alloc(70_000))],
    ['the file is no PNG file', () => serve('/page.png', Buffer.from('<!doctype html>'))],
    ['the file has 64 × 32 pixels', () => serve('/wide.png', pngOf(64, 32))],
    ['got no answer', () => 'http://127.0.0.1:9/icon.png'],
  ])('that cannot be used is refused: %s', async (problem, address) => {
    const { cookie } = await service.newDeveloper()
    const body = { name: 'Diary', iconUrl: address() }
    const refused = await service.call('POST', '/v1/dev/apps', { cookie, body })
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'iconUrl'])
    expect(refused.body.error.message).toContain(problem)
  })

  test('is not fetched from private addresses, unless they are allowed', async () => {
    const icons = openIcons({ allowPrivate: false })
    expect(await icons.fetch(serve('/private.png', ICON))).toContain('got no answer')
    await icons.close()
  })

  test('of an app of another developer is not changed', async () => {
    const app = await service.newApp(await service.newDeveloper(), SCOPES, { iconUrl: serve('/own.png', ICON) })
    const { cookie } = await service.newDeveloper()
    const foreign = serve('/foreign.png', ICON)
    const refused = await service.call('PATCH', `/v1/dev/apps/${app.id}`, { cookie, body: { iconUrl: foreign } })
    expect([refused.status, host.times(foreign)]).toEqual([404, 0])
  })
})

describe('the icon of a client with a metadata document', () => {
  let now = new Date()
  let clients: TestService
  beforeAll(async () => {
    clients = await testService({}, { clock: () => now })
  })
  afterAll(() => clients.stop())

  /** The path of the client's icon, after a person has arrived from it. */
  async function iconOf(client_id: string, redirect_uri = 'http://127.0.0.1:4000/callback'): Promise<string | null> {
    const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }
    const { searchParams } = await follow(clients, { response_type: 'code', client_id, redirect_uri, ...challenge })
    return (await clients.ok('GET', `/v1/oauth/preview?slug=${searchParams.get('client')}`)).app.icon
  }
  const later = () => {
    now = new Date(now.getTime() + 2 * DAY_MS)
  }

  test('is fetched once, replaced when the document names another, and removed when it names none', async () => {
    const logo_uri = serve('/logo.png', ICON)
    const client_id = host.put({ logo_uri })
    const icon = await iconOf(client_id)
    const served = await fetch(clients.url + icon)
    expect(Buffer.from(await served.arrayBuffer())).toEqual(ICON)
    later()
    expect(await iconOf(client_id)).toBe(icon)
    expect([host.times(client_id), host.times(logo_uri)]).toEqual([2, 1])

    const other = serve('/logo-2.png', pngOf(96))
    host.replace(client_id, { logo_uri: other })
    later()
    expect(await iconOf(client_id)).not.toBe(icon)
    expect(host.times(other)).toBe(1)
    host.replace(client_id, {})
    later()
    expect(await iconOf(client_id)).toBeNull()
  })

  test('is left out if it is not on the host of the document, or no picture that can be used', async () => {
    const elsewhere = await documentServer()
    const foreign = elsewhere.answer('/logo.png', (response) => response.end(ICON))
    expect(await iconOf(host.put({ logo_uri: foreign }))).toBeNull()
    expect(elsewhere.requests).toEqual([])
    await elsewhere.close()
    for (const logo_uri of [serve('/logo.txt', Buffer.from('no picture')), serve('/logo-3.png', ICON, 404), 'logo', 7])
      expect(await iconOf(host.put({ logo_uri })), String(logo_uri)).toBeNull()
  })

  test('is not stored while 1,000 clients without a connection have one', async () => {
    const { db } = clients.ports
    const id = raw(`'app_' || lpad(n::text, 26, '0')`)
    const client = sql`'client-' || n`
    await db.count(sql`
      insert into apps (id, slug, name, redirect_uris, manifest, client_id, registration, ever_connected, created_at)
      select ${id}, ${client}, ${client}, '{}', '{"scopes":[],"eventTypes":[],"intents":[]}', ${client}, 'document', false,
        now()
      from generate_series(1, 1000) n`)
    await db.count(sql`
      insert into app_icons (app_id, url, png, digest)
      select ${id}, 'https://client.example/', ''::bytea, ''::bytea from generate_series(1, 1000) n`)
    const client_id = host.put({ logo_uri: serve('/logo-4.png', ICON) })
    expect(await iconOf(client_id)).toBeNull()
    await db.count(sql`update apps set ever_connected = true where slug = 'client-1' or client_id = ${client_id}`)
    later()
    expect(await iconOf(client_id)).not.toBeNull()
  })
})
