import { z } from 'zod'
import type { PublicActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { appByClient, clientOfSecret } from '../apps/clients.ts'
import { type ExchangeHeaders, proofOf, TokenType } from '../connections/proofs.ts'
import { endToken } from '../connections/refresh.ts'
import type { ConnectionPorts } from '../connections/tokens.ts'
import { limitFailures, redeemCode } from './codes.ts'

const URI_CHARS_MAX = 2_048
const SECRET_CHARS_MAX = 256

const client = {
  client_id: z.string().max(SECRET_CHARS_MAX),
  client_secret: z.string().max(SECRET_CHARS_MAX).meta({ format: 'password' }),
}
export const Exchange = z.object({
  code: z.string().max(SECRET_CHARS_MAX),
  ...client,
  redirect_uri: z.string().max(URI_CHARS_MAX).optional(),
  code_verifier: z
    .string()
    .max(SECRET_CHARS_MAX)
    .optional()
    .meta({ description: 'Required when the code was requested with a challenge.' }),
})
export const Exchanged = z
  .object({
    connection_token: z.string(),
    token_type: TokenType.meta({
      description: 'The scheme of `Authorization`: `DPoP` if the token is bound to a key.',
    }),
    connection_id: z.string().meta({ description: 'The id of the connection in webhooks.' }),
    ai_id: z.string(),
    scopes: z.array(z.string()),
    signals: z.array(z.string()).meta({ description: 'The types of signals the app receives.' }),
    expires_at: z.iso.datetime().nullable().meta({ description: 'When access ends; null if it has no end.' }),
  })
  .meta({ id: 'Exchanged' })

/** Exchanges a code for the connection token of a portal app. */
export async function exchangeCode(
  ctx: Ctx<PublicActor, ConnectionPorts>,
  body: z.output<typeof Exchange>,
  headers: z.output<typeof ExchangeHeaders>,
): Promise<z.output<typeof Exchanged>> {
  return limitFailures(ctx, body.client_id, async () => {
    const app = await appByClient(ctx, body)
    const proof = await proofOf(ctx, app, '/v1/oauth/token', headers.dpop)
    const { tokens, ...rest } = await redeemCode(ctx, app, { ...body, target: null, proof, isPublic: false })
    return { connection_token: tokens.access_token, token_type: tokens.token_type, ...rest }
  })
}

const Credentials = z.object(client)

/** The app whose secret is in a request; see `clientOf` of a route. */
export async function clientOfBody(ctx: Ctx, body: unknown): Promise<string | null | undefined> {
  const sent = Credentials.safeParse(body)
  return sent.success ? clientOfSecret(ctx, sent.data.client_id, sent.data.client_secret) : undefined
}

export const Revocation = z.object({ token: z.string().max(SECRET_CHARS_MAX), ...client })

/** Revokes an app's own access (RFC 7009); an unknown token, or another app's, is a success without effect. */
export async function revokeConnectionToken(
  ctx: Ctx<PublicActor, ConnectionPorts>,
  body: z.output<typeof Revocation>,
): Promise<{ ok: true }> {
  return limitFailures(ctx, body.client_id, async () => {
    const app = await appByClient(ctx, body)
    await inTransaction(ctx, (ctx) => endToken(ctx, app.id, body.token))
    return { ok: true as const }
  })
}
