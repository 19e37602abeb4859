import type { Ctx } from '../../foundation/ctx.ts'
import { type Route, routesWith } from '../../foundation/route.ts'
import { ExchangeHeaders } from '../connections/proofs.ts'
import { AuthorizeQuery, beginAuthorization, Redirected } from './authorize.ts'
import { clientOfForm } from './client.ts'
import type { OAuthPorts } from './documents.ts'
import { describeResource, describeServer, ResourceMetadata, ServerMetadata } from './metadata.ts'
import { ClientMetadata, RegisteredClient, registerClient } from './register.ts'
import { issueTokens, Revocation, Revoked, revokeToken, TokenRequest, TokenResponse } from './token.ts'

const { route } = routesWith<OAuthPorts>()

const PUBLIC = { for: ['public'], tag: 'OAuth' } as const
const CLIENT_AUTHENTICATION =
  'A client authenticates with one method: `Authorization: Basic`, `client_secret` in the form, or, without a secret, ' +
  'its `client_id` alone. From a web page, only the last is accepted.'
const credentials = { client_id: 'cli_5b1f0c3ad2e94a6f8c7d1e20', client_secret: 'sec_…' }
const callback = 'https://trail-coach.example/callback'
// The address of the service in all examples.
const example = { config: { baseUrl: 'https://memory.example' } } as Ctx

export const oauthRoutes: Route<OAuthPorts>[] = [
  route({
    ...PUBLIC,
    name: 'beginAuthorization',
    method: 'GET',
    path: '/oauth/authorize',
    summary: 'Start an authorization: a client redirects the user here (OAuth 2.1).',
    description:
      'Redirects to the consent page. An invalid request redirects to the redirect URI with `error`, ' +
      '`error_description`, `state` and `iss`; an unknown client or redirect URI, or an https redirect URI of an ' +
      'unverified client, ends on an error page of the Hub.',
    query: AuthorizeQuery,
    output: Redirected,
    status: 302,
    errorFormat: 'oauth',
    failures: ['rate_limited'],
    example: {
      query: {
        response_type: 'code',
        client_id: credentials.client_id,
        redirect_uri: callback,
        scope: 'memory:read:fitness.*',
        state: 'xyz',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      },
      output: '',
    },
    run: (ctx, { query }) => beginAuthorization(ctx, query),
  }),
  route({
    ...PUBLIC,
    name: 'issueTokens',
    method: 'POST',
    path: '/oauth/token',
    summary: 'Exchange a code, or a refresh token, for tokens (OAuth 2.1).',
    description:
      `${CLIENT_AUTHENTICATION} An app of the portal gets one token that lives until it is revoked. Any other client gets a token for ` +
      'an hour and a refresh token, which is good once: one that comes back later than a minute after it was spent ' +
      'ends the access of its family. With a `DPoP` header, the token is bound to the key of the proof, and of a client ' +
      'without a secret the refresh token as well.',
    body: TokenRequest,
    headers: ExchangeHeaders,
    output: TokenResponse,
    secret: true,
    form: 'only',
    basic: true,
    clientOf: clientOfForm,
    cors: true,
    errorFormat: 'oauth',
    failures: [
      'invalid_grant',
      'invalid_dpop_proof',
      'invalid_client',
      'invalid_scope',
      'invalid_target',
      'unsupported_grant_type',
      'limit_exceeded',
      'account_suspended',
      'app_suspended',
      'rate_limited',
    ],
    example: {
      body: { grant_type: 'authorization_code', code: 'cod_…', redirect_uri: callback, ...credentials },
      output: {
        access_token: 'mst_…',
        token_type: 'Bearer',
        scope: 'memory:read:fitness.*',
        connection_id: 'con_01kb5dd9v2000m4h2n8y7tq3wz',
        ai_id: 'ai_01kb5dd9v2000m4h2n8y7tq3wz',
      },
    },
    run: (ctx, { body, headers }) => issueTokens(ctx, body, headers),
  }),
  route({
    ...PUBLIC,
    name: 'revokeToken',
    method: 'POST',
    path: '/oauth/revoke',
    summary: 'A client revokes its own access (RFC 7009).',
    description: `${CLIENT_AUTHENTICATION} An unknown token, or another client’s, gets the same response.`,
    body: Revocation,
    output: Revoked,
    form: 'only',
    basic: true,
    clientOf: clientOfForm,
    cors: true,
    errorFormat: 'oauth',
    failures: ['invalid_client', 'rate_limited'],
    example: { body: { token: 'mst_…', ...credentials }, output: {} },
    run: (ctx, { body }) => revokeToken(ctx, body),
  }),
  route({
    ...PUBLIC,
    name: 'registerClient',
    method: 'POST',
    path: '/oauth/register',
    summary: 'Register an unverified client (RFC 7591).',
    description:
      'The consent page marks it as not verified. It may request memories and what derives from them, and must send a ' +
      'PKCE challenge. A client that no user connects is deleted after 30 days. Registration is optional: the https URL ' +
      'of a client metadata document is a client id as well.',
    body: ClientMetadata,
    output: RegisteredClient,
    secret: true,
    status: 201,
    cors: true,
    errorFormat: 'oauth',
    invalidBodyCode: 'invalid_client_metadata',
    failures: ['invalid_redirect_uri', 'rate_limited'],
    example: {
      body: { client_name: 'Desk Agent', redirect_uris: ['http://127.0.0.1/callback'] },
      output: {
        client_id: credentials.client_id,
        client_id_issued_at: 1_777_793_400,
        client_name: 'Desk Agent',
        redirect_uris: ['http://127.0.0.1/callback'],
        token_endpoint_auth_method: 'none',
        dpop_bound_access_tokens: false,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        scope: 'identity:read memory:read:* memory:write:* context:read:*',
      },
    },
    run: (ctx, { body }) => registerClient(ctx, body),
  }),
  route({
    ...PUBLIC,
    name: 'describeServer',
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    summary: 'Authorization server metadata (RFC 8414).',
    output: ServerMetadata,
    cors: true,
    example: { output: describeServer(example) },
    run: (ctx) => describeServer(ctx),
  }),
  route({
    ...PUBLIC,
    name: 'describeApi',
    method: 'GET',
    path: '/.well-known/oauth-protected-resource',
    summary: 'Protected resource metadata of the API (RFC 9728).',
    output: ResourceMetadata,
    cors: true,
    example: { output: describeResource(example, 'api') },
    run: (ctx) => describeResource(ctx, 'api'),
  }),
  route({
    ...PUBLIC,
    name: 'describeMcp',
    method: 'GET',
    path: '/.well-known/oauth-protected-resource/mcp',
    summary: 'Protected resource metadata of `/mcp` (RFC 9728).',
    output: ResourceMetadata,
    cors: true,
    example: { output: describeResource(example, 'mcp') },
    run: (ctx) => describeResource(ctx, 'mcp'),
  }),
]
