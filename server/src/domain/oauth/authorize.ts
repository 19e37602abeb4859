import { allowedByBoth } from '@memory-service/scopes'
import { z } from 'zod'
import type { Actor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { RouteResponse } from '../../foundation/route.ts'
import { type ConsentApp, isOfPortal } from '../apps/clients.ts'
import { withQuery } from '../apps/redirects.ts'
import { targetOf } from '../connections/target.ts'
import { CodeChallenge, redirectFailure, SCOPES_MAX, STATE_CHARS_MAX, Thumbprint } from '../consent/consent.ts'
import type { OAuthPorts } from './documents.ts'
import { findClient } from './documents.ts'
import { CLIENT_ID_CHARS_MAX, param, SCOPE_CHARS_MAX, scopesIn, URI_CHARS_MAX } from './param.ts'

const WORD_CHARS_MAX = 256
// Slugs contain no underscore, so the consent page reports an unknown app.
const UNKNOWN_SLUG = 'unknown_client'

export const AuthorizeQuery = z.object({
  client_id: param(CLIENT_ID_CHARS_MAX),
  redirect_uri: param(URI_CHARS_MAX).meta({ description: 'Optional for a client that registered exactly one.' }),
  response_type: param(WORD_CHARS_MAX).meta({ description: 'Must be `code`.' }),
  scope: param(SCOPE_CHARS_MAX).meta({
    description: 'Separated by spaces; everything the client may request when omitted.',
  }),
  state: param(STATE_CHARS_MAX),
  code_challenge: param(WORD_CHARS_MAX).meta({ description: 'Required (RFC 7636).' }),
  code_challenge_method: param(WORD_CHARS_MAX).meta({ description: 'Must be `S256`.' }),
  dpop_jkt: param(WORD_CHARS_MAX).meta({
    description: 'Binds the code to the key with this thumbprint (RFC 9449, 10).',
  }),
  claim: param(WORD_CHARS_MAX).meta({ description: 'A ticket for memories that the app holds for the person.' }),
  resource: param(URI_CHARS_MAX).meta({ description: 'The audience of the token (RFC 8707).' }),
})
type AuthorizationRequest = z.output<typeof AuthorizeQuery>

/** The body of a redirect is empty; the response is its `Location`. */
export const Redirected = z.literal('')

/**
 * Redirects a user who comes from a client to the consent page (RFC 6749, 4.1.1). Errors are returned to the client's
 * redirect URI, except for an unknown client or redirect URI and for https sites of unverified clients: those end on a
 * page of the Hub.
 */
export async function beginAuthorization(
  ctx: Ctx<Actor, OAuthPorts>,
  request: AuthorizationRequest,
): Promise<RouteResponse<''>> {
  const { baseUrl, hubUrl } = ctx.config
  const page = (values: Record<string, string | undefined>) => redirect(withQuery(`${hubUrl}/connect`, values))
  const client = request.client_id === undefined ? undefined : await findClient(ctx, request.client_id)
  if (!client) return page({ client: UNKNOWN_SLUG })
  const { redirect_uri, state, code_challenge, code_challenge_method, resource, claim, dpop_jkt } = request
  if (redirectFailure(client, redirect_uri)) return page({ client: client.slug, redirect_uri })
  const scope = withinManifest(client, scopesIn(request.scope))
  const problem = validate(baseUrl, { ...request, scope })
  if (!problem)
    return page({
      ...{ client: client.slug, redirect_uri, scope, state, code_challenge, code_challenge_method, resource },
      claim,
      dpop_jkt,
    })
  const uri = redirect_uri ?? client.redirect_uris[0]
  if (!uri) return page({ client: UNKNOWN_SLUG })
  if (!isOfPortal(client) && isSite(uri)) return page({ client: client.slug, redirect_uri, refused: problem.error })
  return redirect(withQuery(uri, { ...problem, state, iss: baseUrl }))
}

// An unverified client must not turn a link to this service into a redirect to its site (RFC 9700, 4.11.2): only the
// user's decision redirects there.
const isSite = (uri: string) => new URL(uri).protocol === 'https:'

const redirect = (location: string) => new RouteResponse<''>('', { headers: { location, 'cache-control': 'no-store' } })

// The requested scopes the client may have; the token response states what was granted (RFC 6749, 3.3). MCP clients ask
// for what the 401 of `/mcp` names, so a scope that is wider than the manifest becomes what the manifest has of it. A
// request with foreign scopes only (`openid`, `offline_access`) counts as one without `scope`.
function withinManifest({ manifest }: ConsentApp, requested: readonly string[]): string | undefined {
  if (!requested.length) return undefined
  return allowedByBoth(requested, manifest.scopes).join(' ')
}

/** An error of an authorization request (RFC 6749, 4.1.2.1). */
interface Problem extends Record<string, string> {
  error: string
  error_description: string
}

function validate(baseUrl: string, request: AuthorizationRequest): Problem | undefined {
  const refuse = (error: string, error_description: string): Problem => ({ error, error_description })
  const { response_type, code_challenge, code_challenge_method, resource, scope, dpop_jkt } = request
  if (response_type === undefined) return refuse('invalid_request', 'response_type is required and must be code')
  if (response_type !== 'code') return refuse('unsupported_response_type', 'response_type must be code')
  if (code_challenge === undefined) return refuse('invalid_request', 'code_challenge is required (RFC 7636)')
  if (code_challenge_method !== 'S256') return refuse('invalid_request', 'code_challenge_method must be S256')
  if (!CodeChallenge.safeParse(code_challenge).success)
    return refuse('invalid_request', 'code_challenge must be the base64url of a SHA-256')
  if (dpop_jkt !== undefined && !Thumbprint.safeParse(dpop_jkt).success)
    return refuse('invalid_request', 'dpop_jkt must be the base64url of a SHA-256')
  if (scope === '') return refuse('invalid_scope', 'scope contains no scope this client may request')
  if (scope && scope.split(' ').length > SCOPES_MAX)
    return refuse('invalid_scope', `scope must contain at most ${SCOPES_MAX} scopes`)
  try {
    targetOf(baseUrl, resource)
  } catch (error) {
    if (error instanceof Failure) return refuse(error.code, error.message)
    throw error
  }
  return undefined
}
