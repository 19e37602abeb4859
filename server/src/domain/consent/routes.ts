import { routesWith } from '../../foundation/route.ts'
import { Done } from '../accounts/accounts.ts'
import { ExchangeHeaders } from '../connections/proofs.ts'
import type { ConnectionPorts } from '../connections/tokens.ts'
import { describeScope } from '../vocabulary/describe.ts'
import type { Claims } from './claim.ts'
import { Authorize, Authorized, authorize } from './consent.ts'
import { clientOfBody, Exchange, Exchanged, exchangeCode, Revocation, revokeConnectionToken } from './exchange.ts'
import { Preview, PreviewQuery, previewConsent } from './preview.ts'

const { route } = routesWith<ConnectionPorts>()

const credentials = { client_id: 'cli_5b1f0c3ad2e94a6f8c7d1e20', client_secret: 'sec_…' }

/** The routes of consent; what a claim of held memories does is injected, because memories are a later module. */
export const consentRoutes = <P>(claims: Claims<P>) => [
  routesWith<P>().route({
    name: 'previewConsent',
    method: 'GET',
    path: '/v1/oauth/preview',
    for: ['public', 'user'],
    tag: 'OAuth',
    summary: 'The app and the requested scopes, as the consent page shows them.',
    description: 'A session is optional; with one, the response tells what the person has granted the app already.',
    query: PreviewQuery,
    output: Preview,
    failures: ['not_found'],
    cors: true,
    example: {
      query: { slug: 'trail-coach' },
      output: {
        app: {
          name: 'Trail Coach',
          slug: 'trail-coach',
          iconUrl: null,
          icon: null,
          verified: true,
          suspended: false,
          host: null,
          publisher: 'Trail Labs',
          registeredAt: '2026-05-03T07:30:00.000Z',
          description: 'Plans runs and remembers how they went.',
          homepageUrl: 'https://trail-coach.example',
          privacyUrl: 'https://trail-coach.example/privacy',
        },
        manifest: { scopes: ['memory:read:fitness.*'], eventTypes: ['workout.completed'], intents: ['coach'] },
        scopes: [describeScope('memory:read:fitness.*')],
        held: null,
        granted: null,
        outside: [],
        redirect_ok: true,
        redirect_uri: 'https://trail-coach.example/callback',
      },
    },
    run: (ctx, { query }) => previewConsent(ctx, query, claims),
  }),
  routesWith<ConnectionPorts & P>().route({
    name: 'authorize',
    method: 'POST',
    path: '/v1/oauth/authorize',
    for: ['user'],
    tag: 'OAuth',
    summary: 'Approve or deny a consent request: returns a one-time code, valid for ten minutes, or a denial.',
    body: Authorize,
    output: Authorized,
    secret: true,
    failures: [
      'not_found',
      'reauthentication_required',
      'address_unconfirmed',
      'invalid_scope',
      'invalid_redirect_uri',
      'invalid_target',
      'limit_exceeded',
      'account_suspended',
      'app_suspended',
      'rate_limited',
    ],
    // Not wrapped in a transaction: an attempt that fails must stay counted.
    storesResponse: true,
    example: {
      body: {
        slug: 'trail-coach',
        redirect_uri: 'https://trail-coach.example/callback',
        scopes: ['memory:read:fitness.*'],
        signals: ['workout.completed'],
        state: 'xyz',
      },
      output: {
        code: 'cod_…',
        redirect_to: 'https://trail-coach.example/callback?code=cod_…&state=xyz&iss=https%3A%2F%2Fmemory.example',
        expires_at: '2026-05-03T07:40:00.000Z',
        scopes: ['memory:read:fitness.*'],
        signals: ['workout.completed'],
      },
    },
    run: (ctx, { body }) => authorize(ctx, body, claims),
  }),
  route({
    name: 'exchangeCode',
    method: 'POST',
    path: '/v1/oauth/token',
    for: ['public'],
    tag: 'OAuth',
    summary: 'Exchange a code for a long-lived connection token, once.',
    description: 'A second use of a code also revokes the connection it created.',
    body: Exchange,
    headers: ExchangeHeaders,
    output: Exchanged,
    secret: true,
    form: true,
    clientOf: clientOfBody,
    failures: [
      'invalid_grant',
      'invalid_dpop_proof',
      'invalid_client',
      'limit_exceeded',
      'account_suspended',
      'app_suspended',
      'rate_limited',
    ],
    example: {
      body: { code: 'cod_…', ...credentials },
      output: {
        connection_token: 'mst_…',
        token_type: 'Bearer',
        connection_id: 'con_01kb5dd9v2000m4h2n8y7tq3wz',
        ai_id: 'ai_01kb5dd9v2000m4h2n8y7tq3wz',
        scopes: ['memory:read:fitness.*'],
        signals: ['workout.completed'],
        expires_at: null,
      },
    },
    run: (ctx, { body, headers }) => exchangeCode(ctx, body, headers),
  }),
  route({
    name: 'revokeConnectionToken',
    method: 'POST',
    path: '/v1/oauth/revoke',
    for: ['public'],
    tag: 'OAuth',
    summary: 'An app revokes its own access (RFC 7009).',
    body: Revocation,
    output: Done,
    form: true,
    clientOf: clientOfBody,
    failures: ['invalid_client', 'rate_limited'],
    example: { body: { token: 'mst_…', ...credentials }, output: { ok: true } },
    run: (ctx, { body }) => revokeConnectionToken(ctx, body),
  }),
]
