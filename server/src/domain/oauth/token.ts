import { z } from 'zod'
import type { PublicActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import type { Client } from '../apps/clients.ts'
import { endToken, refreshFamily } from '../connections/refresh.ts'
import { targetOf } from '../connections/target.ts'
import { counted, type Redeemed, redeemCode } from '../consent/codes.ts'
import { claimOf, provenClient } from './client.ts'
import { CLIENT_ID_CHARS_MAX, param, SCOPE_CHARS_MAX, SECRET_CHARS_MAX, scopesIn, URI_CHARS_MAX } from './param.ts'

const claim = {
  client_id: param(CLIENT_ID_CHARS_MAX).meta({ description: 'Unless it is in an `Authorization: Basic` header.' }),
  client_secret: param(SECRET_CHARS_MAX).meta({ format: 'password' }),
}

export const TokenRequest = z.object({
  grant_type: z.string().max(SECRET_CHARS_MAX).meta({ description: '`authorization_code` or `refresh_token`.' }),
  code: param(SECRET_CHARS_MAX),
  redirect_uri: param(URI_CHARS_MAX).meta({ description: 'As at authorize, when it was given there.' }),
  code_verifier: param(SECRET_CHARS_MAX).meta({ description: 'When a challenge was given.' }),
  refresh_token: param(SECRET_CHARS_MAX),
  scope: param(SCOPE_CHARS_MAX).meta({ description: 'With a refresh token; may not exceed what was granted.' }),
  resource: param(URI_CHARS_MAX).meta({ description: 'What the token is to be good for, as at authorize (RFC 8707).' }),
  ...claim,
})
type TokenRequest = z.output<typeof TokenRequest>

export const TokenResponse = z
  .object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z
      .int()
      .optional()
      .meta({ description: 'Seconds; left out of a token that lives until it is revoked.' }),
    refresh_token: z.string().optional().meta({ description: 'Good once; each answer brings the next.' }),
    scope: z.string().meta({ description: 'What was granted, separated by spaces.' }),
    connection_id: z.string().meta({ description: 'What webhooks name the connection by.' }),
    ai_id: z.string(),
  })
  .meta({ id: 'TokenResponse' })

/** Exchanges a code or a refresh token for tokens (RFC 6749, 3.2). */
export async function issueTokens(ctx: Ctx<PublicActor>, form: TokenRequest): Promise<z.output<typeof TokenResponse>> {
  const claimed = claimOf(ctx, form)
  const { tokens, scopes, ...ids } = await counted(ctx, claimed.client_id, async () =>
    granted(ctx, await provenClient(ctx, claimed), form),
  )
  return { ...tokens, token_type: 'Bearer', scope: scopes.join(' '), ...ids }
}

async function granted(ctx: Ctx<PublicActor>, client: Client, form: TokenRequest): Promise<Redeemed> {
  const target = targetOf(ctx.config.baseUrl, form.resource)
  if (form.grant_type === 'authorization_code') {
    const { code = missing('code'), redirect_uri, code_verifier } = form
    return redeemCode(ctx, client, { code, redirect_uri, code_verifier, target, namesUri: true })
  }
  if (form.grant_type !== 'refresh_token') throw new Failure('unsupported_grant_type')
  const { refresh_token = missing('refresh_token'), scope } = form
  const asked = { refresh_token, target, scopes: scopesIn(scope) }
  const refreshed = await inTransaction(ctx, (ctx) => refreshFamily(ctx, client.id, asked))
  if (!refreshed) throw new Failure('invalid_grant')
  return refreshed
}

function missing(name: string): never {
  throw invalid(name, 'is missing')
}

export const Revocation = z.object({
  token: z.string().min(1).max(SECRET_CHARS_MAX).meta({ description: 'An access token or a refresh token.' }),
  token_type_hint: param(SECRET_CHARS_MAX),
  ...claim,
})
/** Nothing is said, also when there was nothing to revoke (RFC 7009, 2.2). */
export const Revoked = z.object({})

/** A client ends its own access: the family of the token, or the connection where it has but one token. */
export async function revokeToken(
  ctx: Ctx<PublicActor>,
  form: z.output<typeof Revocation>,
): Promise<z.output<typeof Revoked>> {
  const claimed = claimOf(ctx, form)
  return counted(ctx, claimed.client_id, async () => {
    const client = await provenClient(ctx, claimed)
    await inTransaction(ctx, (ctx) => endToken(ctx, client.id, form.token))
    return {}
  })
}
