import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Ctx } from '../../foundation/ctx.ts'
import type { Db } from '../../foundation/db.ts'
import { Failure } from '../../foundation/errors.ts'
import { Answer } from '../../foundation/route.ts'
import { hashSecret, newSecret } from '../../foundation/secrets.ts'
import { networksAt, throttle } from '../../foundation/throttle.ts'
import { keepClient, OPEN_SCOPES } from '../apps/clients.ts'
import { isClientRedirect } from '../apps/redirects.ts'
import { allows } from '../vocabulary/scopes.ts'
import { CLIENT_METHODS } from './client.ts'
import { Common, plainName } from './described.ts'
import { SCOPE_CHARS_MAX, scopesIn } from './param.ts'

const ADDRESS_PER_HOUR_MAX = 20
const NETWORK_PER_HOUR_MAX = 60
const PROVIDER_PER_HOUR_MAX = 200
const REGISTRATIONS_PER_HOUR_MAX = [ADDRESS_PER_HOUR_MAX, NETWORK_PER_HOUR_MAX, PROVIDER_PER_HOUR_MAX] as const
const HOUR_SECONDS = 3_600
const CLIENT_ID_BYTES = 12
const WORDS_MAX = 10
const WORD_CHARS_MAX = 100
const UNNAMED = 'Unnamed client'
const GRANT_TYPES = ['authorization_code', 'refresh_token']
const RESPONSE_TYPES = ['code']

const words = (needed: string) =>
  z
    .array(z.string().max(WORD_CHARS_MAX))
    .max(WORDS_MAX)
    .optional()
    .refine((list) => !list || list.includes(needed), { message: `takes ${needed}` })

export const ClientMetadata = Common.extend({
  token_endpoint_auth_method: z.enum(CLIENT_METHODS).default('none').meta({
    description: 'A secret is given out only when it asks for one.',
  }),
  grant_types: words('authorization_code'),
  response_types: words('code'),
  scope: z.string().max(SCOPE_CHARS_MAX).optional(),
})
export const RegisteredClient = z
  .object({
    client_id: z.string(),
    client_id_issued_at: z.int().meta({ description: 'Seconds since 1970.' }),
    client_secret: z.string().optional().meta({ description: 'Shown this once.' }),
    client_secret_expires_at: z.int().optional().meta({ description: 'Zero: it does not.' }),
    client_name: z.string(),
    redirect_uris: z.array(z.string()),
    token_endpoint_auth_method: z.enum(CLIENT_METHODS),
    grant_types: z.array(z.string()),
    response_types: z.array(z.string()),
    scope: z.string().meta({ description: 'What it may ask people for, separated by spaces.' }),
  })
  .meta({ id: 'RegisteredClient' })

/**
 * Registers a client that nobody answers for (RFC 7591). It may ask people for their memories and be connected by those
 * who let it; one that nobody connects is forgotten after 30 days.
 * @throws Failure `invalid_redirect_uri`, `rate_limited`
 */
export async function registerClient(
  ctx: Ctx,
  asked: z.output<typeof ClientMetadata>,
): Promise<Answer<z.output<typeof RegisteredClient>>> {
  const { db, config, address, clock } = ctx
  const { redirect_uris, token_endpoint_auth_method } = asked
  const bad = redirect_uris.find((uri) => !isClientRedirect(uri))
  if (bad !== undefined) throw new Failure('invalid_redirect_uri')
  if (config.rateLimit !== null) await throttleAround(db, address)
  const client_secret = token_endpoint_auth_method === 'none' ? undefined : newSecret('sec')
  const { client_id, name, manifest } = await keepClient(ctx, {
    registration: 'dynamic',
    client_id: `cli_${randomBytes(CLIENT_ID_BYTES).toString('hex')}`,
    name: plainName(asked.client_name) ?? UNNAMED,
    redirect_uris,
    scopes: scopesIn(asked.scope).filter((scope) => allows(OPEN_SCOPES, scope)),
    ...(client_secret ? { secretHash: hashSecret(client_secret) } : {}),
  })
  const registered = {
    client_id,
    client_id_issued_at: Math.floor(clock().getTime() / 1_000),
    ...(client_secret ? { client_secret, client_secret_expires_at: 0 } : {}),
    client_name: name,
    redirect_uris,
    token_endpoint_auth_method,
    grant_types: GRANT_TYPES,
    response_types: RESPONSE_TYPES,
    scope: manifest.scopes.join(' '),
  }
  return new Answer(registered, { headers: { 'cache-control': 'no-store' } })
}

// From near to far, so that one who is refused takes no place of their neighbours.
async function throttleAround(db: Db, address: string): Promise<void> {
  for (const [at, network] of networksAt(address).entries()) {
    const key = `register ${createHash('sha256').update(network).digest('base64url')}`
    await throttle(db, key, REGISTRATIONS_PER_HOUR_MAX[at] as number, HOUR_SECONDS)
  }
}
