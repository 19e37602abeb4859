import { z } from 'zod'
import type { PublicActor } from '../../foundation/actor.ts'
import type { Proof } from '../../foundation/auth/dpop.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import type { Client } from '../apps/clients.ts'
import { checkNotStopped } from '../apps/stops.ts'
import { type ExchangeHeaders, proofOf, TokenType } from '../connections/proofs.ts'
import { endToken, refreshFamily } from '../connections/refresh.ts'
import { targetOf } from '../connections/target.ts'
import { limitFailures, type Redeemed, redeemCode } from '../consent/codes.ts'
import { authenticateClient, credentialsOf } from './client.ts'
import type { OAuthPorts } from './documents.ts'
import { CLIENT_ID_CHARS_MAX, param, SCOPE_CHARS_MAX, SECRET_CHARS_MAX, scopesIn, URI_CHARS_MAX } from './param.ts'

const credentials = {
  client_id: param(CLIENT_ID_CHARS_MAX).meta({
    description: 'Required unless an `Authorization: Basic` header is sent.',
  }),
  client_secret: param(SECRET_CHARS_MAX).meta({ format: 'password' }),
}

export const TokenRequest = z.object({
  grant_type: z.string().max(SECRET_CHARS_MAX).meta({ description: '`authorization_code` or `refresh_token`.' }),
  code: param(SECRET_CHARS_MAX),
  redirect_uri: param(URI_CHARS_MAX).meta({
    description: 'The same as in the authorization request, when it had one.',
  }),
  code_verifier: param(SECRET_CHARS_MAX).meta({
    description: 'Required when the code was requested with a challenge.',
  }),
  refresh_token: param(SECRET_CHARS_MAX),
  scope: param(SCOPE_CHARS_MAX).meta({ description: 'With a refresh token: a subset of the granted scopes.' }),
  resource: param(URI_CHARS_MAX).meta({
    description: 'The audience of the token, as in the authorization request (RFC 8707).',
  }),
  ...credentials,
})
type TokenRequest = z.output<typeof TokenRequest>

export const TokenResponse = z
  .object({
    access_token: z.string(),
    token_type: TokenType,
    expires_in: z.int().optional().meta({ description: 'Seconds; omitted for a token that is valid until revoked.' }),
    refresh_token: z.string().optional().meta({ description: 'Single use; each response contains the next.' }),
    scope: z.string().meta({ description: 'The granted scopes, separated by spaces.' }),
    connection_id: z.string().meta({ description: 'The id of the connection in webhooks.' }),
    ai_id: z.string(),
  })
  .meta({ id: 'TokenResponse' })

/** Exchanges a code or a refresh token for tokens (RFC 6749, 3.2). */
export async function issueTokens(
  ctx: Ctx<PublicActor, OAuthPorts>,
  form: TokenRequest,
  headers: z.output<typeof ExchangeHeaders>,
): Promise<z.output<typeof TokenResponse>> {
  const sent = credentialsOf(ctx, form)
  const { tokens, scopes, connection_id, ai_id } = await limitFailures(ctx, sent.client_id, async () => {
    const client = await authenticateClient(ctx, sent)
    return grant(ctx, client, form, await proofOf(ctx, client, '/oauth/token', headers.dpop))
  })
  return { ...tokens, scope: scopes.join(' '), connection_id, ai_id }
}

type Issued = Pick<Redeemed, 'tokens' | 'scopes' | 'connection_id' | 'ai_id'>

async function grant(
  ctx: Ctx<PublicActor, OAuthPorts>,
  client: Client,
  form: TokenRequest,
  proof: Proof | undefined,
): Promise<Issued> {
  checkNotStopped(client)
  const target = targetOf(ctx.config.baseUrl, form.resource)
  const key = { proof, isPublic: client.secretHash === null }
  if (form.grant_type === 'authorization_code') {
    const { code = missing('code'), redirect_uri, code_verifier } = form
    return redeemCode(ctx, client, { code, redirect_uri, code_verifier, target, requiresUri: true, ...key })
  }
  if (form.grant_type !== 'refresh_token') throw new Failure('unsupported_grant_type')
  const { refresh_token = missing('refresh_token'), scope } = form
  const request = { refresh_token, target, scopes: scopesIn(scope), ...key }
  const refreshed = await inTransaction(ctx, (ctx) => refreshFamily(ctx, client.id, request))
  if (!refreshed) throw new Failure('invalid_grant')
  return refreshed
}

function missing(name: string): never {
  throw invalid(name, 'is required for this grant_type')
}

export const Revocation = z.object({
  token: z.string().min(1).max(SECRET_CHARS_MAX).meta({ description: 'An access token or a refresh token.' }),
  token_type_hint: param(SECRET_CHARS_MAX),
  ...credentials,
})
/** Empty, also when there was nothing to revoke (RFC 7009, 2.2). */
export const Revoked = z.object({})

/** Revokes a client's own access: the token's family, or the connection when it has a single token. */
export async function revokeToken(
  ctx: Ctx<PublicActor, OAuthPorts>,
  form: z.output<typeof Revocation>,
): Promise<z.output<typeof Revoked>> {
  const sent = credentialsOf(ctx, form)
  return limitFailures(ctx, sent.client_id, async () => {
    const client = await authenticateClient(ctx, sent)
    await inTransaction(ctx, (ctx) => endToken(ctx, client.id, form.token))
    return {}
  })
}
