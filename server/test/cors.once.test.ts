import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../src/app.ts'
import { type TestService, testService } from './service.ts'

/* Cross-origin access: public routes and what in-page clients need, never with cookies. */

const ORIGIN = 'https://inspector.example'
const PUBLIC = ['getCatalog', 'getRetention', 'getOpenApi', 'describeScopes', 'previewConsent']
const METADATA = ['describeServer', 'describeApi', 'describeMcp']
const OAUTH = ['issueTokens', 'revokeToken', 'registerClient']
const OPEN = new Set([...PUBLIC, ...METADATA, ...OAUTH])
const MCP_HEADERS = ['mcp-protocol-version', 'mcp-session-id', 'mcp-method', 'mcp-name', 'last-event-id']

let service: TestService
let cookie: string
let token: string
beforeAll(async () => {
  service = await testService()
  const { person, token: of } = await service.connected(['memory:read:*'])
  cookie = person.cookie
  token = of
})
afterAll(() => service.stop())

const addresses = [
  ...routes.map(({ name, method, path }) => ({ name, method, path: path.replace(/:\w+/g, 'x'), open: OPEN.has(name) })),
  ...['POST', 'GET', 'DELETE'].map((method) => ({ name: 'mcp', method, path: '/mcp', open: true })),
  ...['/', '/connect', '/developers', '/healthz', '/readyz', '/metrics', '/v1/nowhere', '/mcp/x'].map((path) => ({
    name: path,
    method: 'GET',
    path,
    open: false,
  })),
]

const grants = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))
const listed = (text: string | undefined) => text?.toLowerCase().split(', ') ?? []

/** A browser's preflight request. */
async function asked(method: string, path: string) {
  const headers = { origin: ORIGIN, 'access-control-request-method': method }
  const response = await fetch(service.url + path, { method: 'OPTIONS', headers: { ...headers, cookie } })
  return { status: response.status, granted: grants(response.headers) }
}

describe('a page of another origin', () => {
  test.each(addresses)('$method $path ($name): open is $open', async ({ name, method, path, open }) => {
    const { status, granted } = await asked(method, path)
    // A known path without the method OPTIONS, or an unknown one.
    expect(status).toBe(open ? 204 : name === path ? 404 : 405)
    if (open) expect(listed(granted['access-control-allow-methods'])).toContain(method.toLowerCase())
    const credentials: Record<string, string>[] = [{}, { cookie }, { authorization: `Bearer ${token}` }]
    for (const credential of credentials) {
      const response = await fetch(service.url + path, { method, headers: { origin: ORIGIN, ...credential } })
      const allowed = grants(response.headers)
      if (!open) expect([granted, allowed]).toEqual([{}, {}])
      else expect([granted, allowed].map((each) => each['access-control-allow-origin'])).toEqual(['*', '*'])
      expect(allowed).not.toHaveProperty('access-control-allow-credentials')
      await response.body?.cancel()
    }
  })

  test('has no access to routes that use cookies', () => {
    const open = routes.filter(({ cors }) => cors)
    expect(open.map(({ name }) => name).sort()).toEqual([...OPEN].sort())
    for (const { name, for: kinds, cookies, link } of open) {
      expect([name, cookies, link]).toEqual([name, undefined, undefined])
      // The preview tells a signed-in user more; without credentials, a page of another origin is never signed in.
      expect(kinds, name).toEqual(name === 'previewConsent' ? ['public', 'user'] : ['public'])
    }
  })

  test('may send an Authorization header to /mcp and OAuth endpoints only', async () => {
    for (const { method, path, open } of addresses) {
      const { granted } = await asked(method, path)
      const headers = listed(granted['access-control-allow-headers'])
      expect(headers.includes('authorization'), path).toBe(path === '/mcp')
      if (open) expect(headers, path).toEqual(expect.arrayContaining(['content-type', ...MCP_HEADERS]))
      expect(headers).not.toContain('*')
    }
  })

  test('may revalidate the catalog by its ETag', async () => {
    const { granted } = await asked('GET', '/v1/catalog')
    expect(listed(granted['access-control-allow-headers'])).toContain('if-none-match')
    const { headers } = await fetch(`${service.url}/v1/catalog`, { headers: { origin: ORIGIN } })
    expect(listed(headers.get('access-control-expose-headers')!)).toContain('etag')
  })

  test('can read the headers of an error response', async () => {
    const refusals = [
      await fetch(`${service.url}/mcp`, { method: 'POST', headers: { origin: ORIGIN } }),
      await fetch(`${service.url}/oauth/token`, { method: 'POST', headers: { origin: ORIGIN }, body: '{' }),
      await fetch(`${service.url}/oauth/register`, { method: 'POST', headers: { origin: ORIGIN }, body: '{' }),
    ]
    expect(refusals.map(({ status }) => status)).toEqual([401, 415, 415])
    for (const { headers } of refusals) {
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(listed(headers.get('access-control-expose-headers')!)).toEqual(
        expect.arrayContaining(['www-authenticate', 'retry-after', 'mcp-session-id', 'mcp-protocol-version']),
      )
    }
  })

  test('must be a public client: its secret is rejected', async () => {
    const { app } = await service.connected(['memory:read:*'])
    const { client_id, client_secret } = app
    const basic = `Basic ${btoa(`${client_id}:${client_secret}`)}`
    const ways = [
      [{ client_id, client_secret }, {}],
      [{}, { authorization: basic }],
    ] as const
    for (const path of ['/oauth/token', '/oauth/revoke'])
      for (const [credentials, header] of ways) {
        const form = { grant_type: 'authorization_code', code: 'cod_x', token: 'mst_x', ...credentials }
        const headers = { 'content-type': 'application/x-www-form-urlencoded', ...header }
        const body = String(new URLSearchParams(form))
        const from = (origin?: string) =>
          service.call('POST', path, { body, headers: { ...headers, ...(origin === undefined ? {} : { origin }) } })
        for (const origin of [ORIGIN, service.url, 'null']) {
          const { status, body } = await from(origin)
          expect([status, body.error]).toEqual([400, 'invalid_request'])
          expect(body.error_description).toMatch(/^client_secret: must not be sent from a web page/)
        }
        const fromServer = await from()
        expect([fromServer.status, fromServer.body.error]).toEqual(
          path === '/oauth/token' ? [400, 'invalid_grant'] : [200, undefined],
        )
        expect((await from('app://desk')).status).toBe(fromServer.status)
      }
  })
})
