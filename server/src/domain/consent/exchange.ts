import { z } from 'zod'
import type { PublicActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { appByClient } from '../apps/clients.ts'
import { endToken } from '../connections/refresh.ts'
import { counted, redeemCode } from './codes.ts'

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
  code_verifier: z.string().max(SECRET_CHARS_MAX).optional().meta({ description: 'When a challenge was given.' }),
})
export const Exchanged = z
  .object({
    connection_token: z.string(),
    connection_id: z.string().meta({ description: 'What webhooks name the connection by.' }),
    ai_id: z.string(),
    scopes: z.array(z.string()),
  })
  .meta({ id: 'Exchanged' })

/** Exchanges a code for the connection token of an app of the portal. */
export async function exchangeCode(
  ctx: Ctx<PublicActor>,
  body: z.output<typeof Exchange>,
): Promise<z.output<typeof Exchanged>> {
  return counted(ctx, body.client_id, async () => {
    const app = await appByClient(ctx, body)
    const { tokens, ...rest } = await redeemCode(ctx, app, { ...body, target: null })
    return { connection_token: tokens.access_token, ...rest }
  })
}

export const GiveBack = z.object({ token: z.string().max(SECRET_CHARS_MAX), ...client })

/** An app revokes its own access (RFC 7009). A token that is not alive, or not its own, is no news to anyone. */
export async function giveBack(ctx: Ctx<PublicActor>, body: z.output<typeof GiveBack>): Promise<{ ok: true }> {
  return counted(ctx, body.client_id, async () => {
    const app = await appByClient(ctx, body)
    await inTransaction(ctx, (ctx) => endToken(ctx, app.id, body.token))
    return { ok: true as const }
  })
}
