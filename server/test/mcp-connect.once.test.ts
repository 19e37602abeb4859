import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentServer } from './document-server.ts'
import { ask, modern, post } from './mcp-clients.ts'
import { discover, type Fields, type Registration, refresh, register, signIn } from './oauth-client.ts'
import { type TestService, testService } from './service.ts'

/* Real clients: the registrations and requests they send, as documented by their makers or users. */

const BOTH = ['authorization_code', 'refresh_token']
const PLAIN = { grant_types: BOTH, response_types: ['code'], token_endpoint_auth_method: 'none' }
const VS_CODE = {
  ...PLAIN,
  client_name: 'Visual Studio Code',
  client_uri: 'https://code.visualstudio.com',
  application_type: 'native',
  grant_types: [...BOTH, 'urn:ietf:params:oauth:grant-type:device_code'],
  redirect_uris: [
    'https://insiders.vscode.dev/redirect',
    'https://vscode.dev/redirect',
    'http://127.0.0.1/',
    'http://127.0.0.1:33418/',
  ],
}
const CURSOR = {
  ...PLAIN,
  client_name: 'Cursor',
  redirect_uris: [
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'https://www.cursor.com/agents/mcp/oauth/callback',
    'http://localhost:8787/callback',
  ],
}

interface Client {
  what: string
  /** Whether the client registers or publishes a metadata document. */
  by: 'registration' | 'document'
  says: { redirect_uris: string[]; client_name?: string; [name: string]: unknown }
  /** The redirect URI of the request; by default the first registered one. */
  comesBack?: string
  /** Overrides parameters of the request, such as the scope from the challenge. */
  asks?: Fields
  /** The form of the resource parameter. */
  resource?: (url: string) => string
}

const CLIENTS: Client[] = [
  {
    what: 'Claude',
    by: 'registration',
    says: {
      ...PLAIN,
      client_name: 'claudeai',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      scope: 'claudeai',
    },
    asks: { scope: 'claudeai' },
  },
  {
    what: 'Claude, with a space before a scope of its own',
    by: 'document',
    says: { ...PLAIN, client_name: 'Claude', redirect_uris: ['https://claude.com/api/mcp/auth_callback'] },
    asks: { scope: ' offline_access', prompt: 'consent' },
  },
  {
    what: 'Claude Code by its document, at a port of the moment',
    by: 'document',
    says: {
      ...PLAIN,
      client_name: 'Claude Code',
      redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
    },
    comesBack: 'http://localhost:55611/callback',
  },
  {
    what: 'Claude Code by registration',
    by: 'registration',
    says: {
      ...PLAIN,
      client_name: 'Claude Code',
      application_type: 'native',
      redirect_uris: ['http://localhost:3118/callback'],
    },
    asks: { scope: undefined },
  },
  {
    what: 'ChatGPT, which would rather sign and can do without',
    by: 'document',
    says: {
      ...PLAIN,
      client_name: 'ChatGPT',
      client_uri: 'https://chatgpt.com/',
      redirect_uris: ['https://chatgpt.com/connector/oauth/kDmjx77UnKOM'],
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
      token_endpoint_auth_signing_alg: 'RS256',
      jwks_uri: 'https://chatgpt.com/oauth/jwks.json',
    },
  },
  ...['client_secret_basic', 'client_secret_post'].map(
    (token_endpoint_auth_method): Client => ({
      what: `ChatGPT by registration, with ${token_endpoint_auth_method}`,
      by: 'registration',
      says: {
        ...PLAIN,
        client_name: 'ChatGPT',
        redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
        token_endpoint_auth_method,
      },
    }),
  ),
  { what: 'Cursor by its own scheme', by: 'registration', says: CURSOR },
  { what: 'Cursor on loopback', by: 'registration', says: CURSOR, comesBack: 'http://localhost:8787/callback' },
  { what: 'VS Code, its port taken', by: 'registration', says: VS_CODE, comesBack: 'http://127.0.0.1:59656/' },
  { what: 'VS Code in a page', by: 'registration', says: VS_CODE, comesBack: 'https://vscode.dev/redirect' },
  {
    what: 'VS Code by its document',
    by: 'document',
    says: VS_CODE,
    comesBack: 'http://127.0.0.1:33418/',
    asks: { scope: 'memory:read:* offline_access openid' },
  },
  {
    what: 'Codex',
    by: 'registration',
    says: {
      ...PLAIN,
      client_name: 'Codex',
      application_type: 'native',
      redirect_uris: ['http://127.0.0.1:37819/callback/x1'],
    },
    comesBack: 'http://127.0.0.1:40001/callback/x1',
  },
  {
    what: 'Warp',
    by: 'registration',
    says: { ...PLAIN, client_name: 'Warp', redirect_uris: ['warp://mcp/oauth2callback'] },
  },
  {
    what: 'mcp-remote, and a person who typed a slash',
    by: 'registration',
    says: {
      ...PLAIN,
      client_name: 'MCP CLI Proxy',
      client_uri: 'https://github.com/modelcontextprotocol/mcp-cli',
      redirect_uris: ['http://localhost:35535/oauth/callback'],
      software_id: '2e6dc280-f3c3-4e01-99a7-8181dbd1d23d',
      software_version: '0.1.37',
    },
    comesBack: 'http://localhost:35536/oauth/callback',
    resource: (url) => `${url}/mcp/`,
  },
  {
    what: 'the inspector',
    by: 'registration',
    says: {
      ...PLAIN,
      client_name: 'MCP Inspector',
      redirect_uris: ['http://localhost:6274/oauth/callback'],
      scope: '',
    },
    asks: { scope: '' },
    resource: (url) => url.replace('http://', 'HTTP://').concat('/mcp'),
  },
  {
    what: 'one that says nothing but where it is',
    by: 'registration',
    says: { redirect_uris: ['com.example.app:/callback'] },
  },
]

const OPEN = 'identity:read memory:read:* memory:write:* context:read:*'

let service: TestService
let documents: Awaited<ReturnType<typeof documentServer>>
beforeAll(async () => {
  ;[service, documents] = await Promise.all([testService(), documentServer()])
})
afterAll(() => Promise.all([service.stop(), documents.close()]))

/** The challenge for a request without a token: the resource and the scopes to request. */
async function challenged(): Promise<{ resource: string; scope: string }> {
  const { message, headers } = modern('tools/list')
  const refused = await post(service, message, { headers })
  const challenge = refused.headers.get('www-authenticate') ?? ''
  const part = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(challenge)?.[1] ?? ''
  const response = await fetch(part('resource_metadata'))
  const { resource, authorization_servers } = await oauth.processResourceDiscoveryResponse(
    new URL('/mcp', service.url),
    response,
  )
  expect(authorization_servers).toEqual([(await discover(service)).issuer])
  return { resource, scope: part('scope') }
}

/** Registers the client or uses its document; the authentication method comes from the response. */
async function introduced({ by, says }: Client): Promise<Omit<Registration, 'redirect_uri'>> {
  if (by === 'document') return { client: { client_id: documents.put(says) }, auth: oauth.None() }
  const { status, body } = await register(service, says)
  expect(status, JSON.stringify(body)).toBe(201)
  const { client_id, client_secret, redirect_uris, token_endpoint_auth_method: method } = body
  expect([redirect_uris, method]).toEqual([says.redirect_uris, says.token_endpoint_auth_method ?? 'none'])
  const auths: Record<string, oauth.ClientAuth> = {
    none: oauth.None(),
    client_secret_basic: oauth.ClientSecretBasic(client_secret ?? 'x'),
    client_secret_post: oauth.ClientSecretPost(client_secret ?? 'x'),
  }
  return { client: { client_id }, auth: auths[method] as oauth.ClientAuth }
}

test.each(CLIENTS)('$what connects, calls, and renews its token', async (client) => {
  const person = await service.newPerson()
  const { resource, scope } = await challenged()
  const known = {
    ...(await introduced(client)),
    redirect_uri: client.comesBack ?? (client.says.redirect_uris[0] as string),
  }
  const wish = { scope, resource: client.resource?.(service.url) ?? resource, ...client.asks }
  const tokens = await signIn(service, person, known, wish)
  expect(tokens.scope).toBe(client.asks?.scope?.includes('memory:') ? 'memory:read:*' : OPEN)
  const renewed = await refresh(service, known, tokens.refresh_token as string)
  for (const { access_token } of [tokens, renewed]) {
    const { status, message } = await ask(service, access_token, 'tools/list')
    expect([status, message.result?.tools.length]).toEqual([200, 8])
    expect((await service.call('GET', '/v1/connection', { token: access_token })).status).toBe(401)
  }
})

test('other well-known URLs that clients probe return 404 as JSON', async () => {
  for (const path of [
    '/.well-known/openid-configuration',
    '/.well-known/openid-configuration/mcp',
    '/.well-known/oauth-authorization-server/mcp',
    '/.well-known/oauth-protected-resource/other',
    '/mcp/.well-known/openid-configuration',
    '/mcp/.well-known/oauth-protected-resource',
    '/sse',
  ]) {
    const { status, headers, body } = await service.call('GET', path)
    expect([status, headers.get('content-type'), body.error?.code], path).toEqual([
      404,
      'application/json; charset=utf-8',
      'not_found',
    ])
  }
  const slash = await fetch(`${service.url}/mcp/`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })
  expect([slash.status, slash.headers.get('www-authenticate')?.startsWith('Bearer resource_metadata=')]).toEqual([
    401,
    true,
  ])
})
