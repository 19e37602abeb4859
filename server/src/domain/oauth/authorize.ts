import { z } from 'zod'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { Answer } from '../../foundation/route.ts'
import { type ConsentApp, isVerified } from '../apps/clients.ts'
import { withQuery } from '../apps/redirects.ts'
import { targetOf } from '../connections/target.ts'
import { CodeChallenge, SCOPES_MAX, STATE_CHARS_MAX, uriRefusal } from '../consent/consent.ts'
import { allows } from '../vocabulary/scopes.ts'
import { findClient } from './documents.ts'
import { CLIENT_ID_CHARS_MAX, param, SCOPE_CHARS_MAX, scopesIn, URI_CHARS_MAX } from './param.ts'

const WORD_CHARS_MAX = 256
// No slug holds an underscore, so the page tells that it knows no such app.
const NOBODY = 'unknown_client'

export const AuthorizeQuery = z.object({
  client_id: param(CLIENT_ID_CHARS_MAX),
  redirect_uri: param(URI_CHARS_MAX).meta({ description: 'May be left out by a client that has registered one.' }),
  response_type: param(WORD_CHARS_MAX).meta({ description: 'Takes `code`.' }),
  scope: param(SCOPE_CHARS_MAX).meta({ description: 'Separated by spaces; else all the client may ask for.' }),
  state: param(STATE_CHARS_MAX),
  code_challenge: param(WORD_CHARS_MAX).meta({ description: 'Needed of a client that is not verified (RFC 7636).' }),
  code_challenge_method: param(WORD_CHARS_MAX).meta({ description: 'Takes `S256`.' }),
  resource: param(URI_CHARS_MAX).meta({ description: 'What the token is to be good for (RFC 8707).' }),
})
type Asked = z.output<typeof AuthorizeQuery>

/** What is answered is in the `Location`; the body is empty. */
export const Redirected = z.literal('')

/**
 * Hands a person who comes from a client over to the page on which they decide (RFC 6749, 4.1.1). What the client got
 * wrong goes back to it; what ends on a page of our own is a client or an address that is not known, and a site nobody
 * answers for.
 */
export async function beginAuthorization(ctx: Ctx, asked: Asked): Promise<Answer<''>> {
  const { baseUrl, hubUrl } = ctx.config
  const page = (values: Record<string, string | undefined>) => redirect(withQuery(`${hubUrl}/connect`, values))
  const client = asked.client_id === undefined ? undefined : await findClient(ctx, asked.client_id)
  if (!client) return page({ client: NOBODY })
  const { redirect_uri, state, code_challenge, code_challenge_method, resource } = asked
  if (uriRefusal(client, redirect_uri)) return page({ client: client.slug, redirect_uri })
  const scope = withinManifest(client, scopesIn(asked.scope))
  const problem = problemOf(baseUrl, client, { ...asked, scope })
  if (!problem)
    return page({ client: client.slug, redirect_uri, scope, state, code_challenge, code_challenge_method, resource })
  const uri = redirect_uri ?? client.redirect_uris[0]
  if (!uri) return page({ client: NOBODY })
  if (!isVerified(client) && isSite(uri)) return page({ client: client.slug, redirect_uri, refused: problem.error })
  return redirect(withQuery(uri, { ...problem, state, iss: baseUrl }))
}

// What nobody answers for may lead to another site by the person's decision alone, never by a link to us (RFC 9700, 4.11.2).
const isSite = (uri: string) => new URL(uri).protocol === 'https:'

const redirect = (location: string) => new Answer<''>('', { headers: { location, 'cache-control': 'no-store' } })

// Of what a client asks for, the part it may have; it is told in the end what it got (RFC 6749, 3.3). One that asks for
// nothing we know, but by habit for `openid` or its own name, has left the choice to us.
function withinManifest({ manifest }: ConsentApp, asked: readonly string[]): string | undefined {
  if (!asked.length) return undefined
  return asked.filter((each) => allows(manifest.scopes, each)).join(' ')
}

/** What is wrong with a request, in the words of RFC 6749, 4.1.2.1. */
interface Problem extends Record<string, string> {
  error: string
  error_description: string
}

function problemOf(baseUrl: string, client: ConsentApp, asked: Asked): Problem | undefined {
  const refuse = (error: string, error_description: string): Problem => ({ error, error_description })
  const { response_type, code_challenge, code_challenge_method, resource, scope } = asked
  if (response_type === undefined) return refuse('invalid_request', 'response_type is missing')
  if (response_type !== 'code') return refuse('unsupported_response_type', 'response_type takes code')
  if (code_challenge === undefined && code_challenge_method !== undefined)
    return refuse('invalid_request', 'code_challenge is missing, although code_challenge_method is set')
  if (code_challenge === undefined && !isVerified(client))
    return refuse('invalid_request', 'code_challenge is required for a client that is not verified')
  if (code_challenge !== undefined && code_challenge_method !== 'S256')
    return refuse('invalid_request', 'code_challenge_method takes S256')
  if (code_challenge !== undefined && !CodeChallenge.safeParse(code_challenge).success)
    return refuse('invalid_request', 'code_challenge takes the base64url of a SHA-256')
  if (scope === '') return refuse('invalid_scope', 'the client may ask for none of these scopes')
  if (scope && scope.split(' ').length > SCOPES_MAX)
    return refuse('invalid_scope', `takes at most ${SCOPES_MAX} scopes`)
  try {
    targetOf(baseUrl, resource)
  } catch (error) {
    if (error instanceof Failure) return refuse(error.code, error.message)
    throw error
  }
  return undefined
}
