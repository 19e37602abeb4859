import { randomBytes } from 'node:crypto'
import { allows } from '@memory-service/scopes'
import { z } from 'zod'
import { hashSecret, newSecret } from '../../foundation/auth/secrets.ts'
import { throttleNetworks } from '../../foundation/auth/throttle.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { RouteResponse } from '../../foundation/route.ts'
import { OPEN_SCOPES, storeClient } from '../apps/clients.ts'
import { ownAddress } from '../apps/links.ts'
import { isClientRedirect } from '../apps/redirects.ts'
import { CLIENT_METHODS } from './client.ts'
import { Common, plainName } from './client-metadata.ts'
import { SCOPE_CHARS_MAX, scopesIn } from './param.ts'

const ADDRESS_PER_HOUR_MAX = 20
const NETWORK_PER_HOUR_MAX = 60
const PROVIDER_PER_HOUR_MAX = 200
const REGISTRATIONS_PER_HOUR_MAX = [ADDRESS_PER_HOUR_MAX, NETWORK_PER_HOUR_MAX, PROVIDER_PER_HOUR_MAX] as const
const HOUR_SECONDS = 3_600
const CLIENT_ID_BYTES = 12
const LIST_ITEMS_MAX = 10
const LIST_ITEM_CHARS_MAX = 100
const UNNAMED = 'Unnamed client'
const GRANT_TYPES = ['authorization_code', 'refresh_token']
const RESPONSE_TYPES = ['code']

const listWith = (required: string) =>
  z
    .array(z.string().max(LIST_ITEM_CHARS_MAX))
    .max(LIST_ITEMS_MAX)
    .optional()
    .refine((list) => !list || list.includes(required), { message: `must include ${required}` })

export const ClientMetadata = Common.extend({
  token_endpoint_auth_method: z.enum(CLIENT_METHODS).default('none').meta({
    description: 'A client secret is issued only when the method needs one.',
  }),
  grant_types: listWith('authorization_code'),
  response_types: listWith('code'),
  scope: z.string().max(SCOPE_CHARS_MAX).optional(),
})
export const RegisteredClient = z
  .object({
    client_id: z.string(),
    client_id_issued_at: z.int().meta({ description: 'Seconds since 1970.' }),
    client_secret: z.string().optional().meta({ description: 'Shown only in this response.' }),
    client_secret_expires_at: z.int().optional().meta({ description: 'Zero: it does not expire.' }),
    client_name: z.string(),
    client_uri: z.string().optional(),
    policy_uri: z.string().optional(),
    redirect_uris: z.array(z.string()),
    token_endpoint_auth_method: z.enum(CLIENT_METHODS),
    dpop_bound_access_tokens: z.boolean(),
    grant_types: z.array(z.string()),
    response_types: z.array(z.string()),
    scope: z.string().meta({ description: 'The scopes it may request, separated by spaces.' }),
  })
  .meta({ id: 'RegisteredClient' })

/**
 * Registers an unverified client (RFC 7591). It may request the open scopes. A client that no user connects is deleted
 * after 30 days.
 * @throws Failure `invalid_redirect_uri`, `rate_limited`
 */
export async function registerClient(
  ctx: Ctx,
  metadata: z.output<typeof ClientMetadata>,
): Promise<RouteResponse<z.output<typeof RegisteredClient>>> {
  const { db, config, address, clock } = ctx
  const { redirect_uris, token_endpoint_auth_method, dpop_bound_access_tokens } = metadata
  const homepageUrl = ownAddress(metadata.client_uri, redirect_uris)
  const privacyUrl = ownAddress(metadata.policy_uri, redirect_uris)
  if (!redirect_uris.every(isClientRedirect)) throw new Failure('invalid_redirect_uri')
  if (config.rateLimit !== null)
    await throttleNetworks(db, 'register', address, REGISTRATIONS_PER_HOUR_MAX, HOUR_SECONDS)
  const client_secret = token_endpoint_auth_method === 'none' ? undefined : newSecret('sec')
  const { client_id, name, manifest } = await storeClient(ctx, {
    registration: 'dynamic',
    client_id: `cli_${randomBytes(CLIENT_ID_BYTES).toString('hex')}`,
    name: plainName(metadata.client_name) ?? UNNAMED,
    homepageUrl,
    privacyUrl,
    redirect_uris,
    requiresProof: dpop_bound_access_tokens,
    scopes: scopesIn(metadata.scope).filter((scope) => allows(OPEN_SCOPES, scope)),
    ...(client_secret ? { secretHash: hashSecret(client_secret) } : {}),
  })
  const registered = {
    client_id,
    client_id_issued_at: Math.floor(clock().getTime() / 1_000),
    ...(client_secret ? { client_secret, client_secret_expires_at: 0 } : {}),
    client_name: name,
    ...(homepageUrl ? { client_uri: homepageUrl } : {}),
    ...(privacyUrl ? { policy_uri: privacyUrl } : {}),
    redirect_uris,
    token_endpoint_auth_method,
    dpop_bound_access_tokens,
    grant_types: GRANT_TYPES,
    response_types: RESPONSE_TYPES,
    scope: manifest.scopes.join(' '),
  }
  return new RouteResponse(registered, { headers: { 'cache-control': 'no-store' } })
}
