import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { follow } from './oauth-client.ts'
import { type App, type TestService, testService } from './service.ts'

let service: TestService
let app: App
beforeAll(async () => {
  service = await testService()
  app = await service.newApp(await service.newDeveloper(), ['memory:read:*', 'signal:emit'], {
    redirect_uris: [callback],
  })
})
afterAll(() => service.stop())

const callback = 'https://coach.example/callback?from=hub'
const challenge = createHash('sha256').update(randomBytes(32)).digest('base64url')

describe('an invalid authorization request', () => {
  const asked = () => ({
    response_type: 'code',
    client_id: app.client_id,
    redirect_uri: callback,
    state: 'a b&c',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })

  test.each([
    ['invalid_request', { response_type: undefined }],
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge_method: undefined }],
    ['invalid_request', { code_challenge: undefined }],
    ['invalid_request', { code_challenge: 'short' }],
    ['invalid_scope', { scope: 'identity:read openid' }],
    ['invalid_target', { resource: 'https://evil.example' }],
  ])('goes back to the client as %s: %o', async (error, more) => {
    const back = await follow(service, { ...asked(), ...more })
    expect(back.origin + back.pathname).toBe('https://coach.example/callback')
    const parameters = { from: 'hub', error, error_description: expect.any(String), state: 'a b&c', iss: service.url }
    expect(Object.fromEntries(back.searchParams)).toEqual(parameters)
  })

  test('shows an error page for an unknown client or redirect URI', async () => {
    const unknown = { slug: 'unknown_client' }
    for (const client_id of [undefined, '', 'unknown', app.slug, app.id, `${app.client_id} `]) {
      const page = await follow(service, { ...asked(), client_id })
      expect(page.href).toBe(`${service.url}/connect?client=unknown_client`)
    }
    const { status } = await service.call('GET', `/v1/oauth/preview?${new URLSearchParams(unknown)}`)
    expect(status).toBe(404)
    const page = await follow(service, { ...asked(), redirect_uri: 'https://evil.example/' })
    expect(page.origin + page.pathname).toBe(`${service.url}/connect`)
    const { client, redirect_uri } = Object.fromEntries(page.searchParams)
    const preview = await service.ok(
      'GET',
      `/v1/oauth/preview?${new URLSearchParams({ slug: client!, redirect_uri: redirect_uri! })}`,
    )
    expect(preview.redirect_ok).toBe(false)
  })

  test('redirects only to the consent page or a registered URI', async () => {
    const text = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.string(),
      fc.constantFrom(
        '//evil.example',
        'https://coach.example@evil.example/',
        `${callback}#x`,
        `${callback}%0d%0aset-cookie:a`,
      ),
      fc.constantFrom('javascript:alert(1)', 'https://coach.example\\@evil.example/', 'https://coach.example/callback'),
    )
    const some = (value: string) =>
      fc.option(fc.oneof({ weight: 2, arbitrary: fc.constant(value) }, text), { nil: undefined })
    const request = fc.record({
      response_type: some('code'),
      client_id: some(app.client_id),
      redirect_uri: some(callback),
      resource: some(service.url),
      scope: some('memory:read:*'),
      state: some('s'),
      code_challenge: some(challenge),
      code_challenge_method: some('S256'),
    })
    await fc.assert(
      fc.asyncProperty(request, async (values) => {
        const sent = Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== undefined)
        const reply = await service.call('GET', `/oauth/authorize?${new URLSearchParams(sent)}`)
        if (reply.status !== 302) return expect(reply.status).toBe(400)
        const place = new URL(reply.headers.get('location') as string)
        expect([`${service.url}/connect`, 'https://coach.example/callback']).toContain(place.origin + place.pathname)
        if (place.origin === service.url) return
        expect(values.redirect_uri || callback).toBe(callback)
        expect(values.client_id).toBe(app.client_id)
      }),
      { numRuns: 100 },
    )
  })
})
