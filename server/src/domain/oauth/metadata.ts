import { z } from 'zod'
import { PROOF_ALGORITHMS } from '../../foundation/auth/dpop.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { OPEN_SCOPES } from '../apps/clients.ts'
import { resourceOf, type Target } from '../connections/target.ts'
import { CLIENT_METHODS } from './client.ts'

const Names = z.array(z.string())

export const ServerMetadata = z
  .object({
    issuer: z.string(),
    authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    revocation_endpoint: z.string(),
    registration_endpoint: z.string(),
    scopes_supported: Names.meta({ description: 'What any client may ask for; one of the portal, what it declares.' }),
    response_types_supported: Names,
    response_modes_supported: Names,
    grant_types_supported: Names,
    token_endpoint_auth_methods_supported: Names,
    revocation_endpoint_auth_methods_supported: Names,
    code_challenge_methods_supported: Names,
    dpop_signing_alg_values_supported: Names.meta({ description: 'Of proofs (RFC 9449). They are optional.' }),
    authorization_response_iss_parameter_supported: z.boolean(),
    client_id_metadata_document_supported: z.boolean(),
    protected_resources: Names,
  })
  .meta({ id: 'AuthorizationServerMetadata' })

/** What there is to know of this service as an authorization server (RFC 8414). */
export function describeServer({ config: { baseUrl } }: Ctx): z.output<typeof ServerMetadata> {
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    registration_endpoint: `${baseUrl}/oauth/register`,
    scopes_supported: [...OPEN_SCOPES],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: [...CLIENT_METHODS],
    revocation_endpoint_auth_methods_supported: [...CLIENT_METHODS],
    code_challenge_methods_supported: ['S256'],
    dpop_signing_alg_values_supported: [...PROOF_ALGORITHMS],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    protected_resources: [resourceOf(baseUrl, 'api'), resourceOf(baseUrl, 'mcp')],
  }
}

export const ResourceMetadata = z
  .object({
    resource: z.string(),
    resource_name: z.string(),
    authorization_servers: Names,
    scopes_supported: Names,
    bearer_methods_supported: Names,
    dpop_signing_alg_values_supported: Names,
    dpop_bound_access_tokens_required: z.boolean(),
  })
  .meta({ id: 'ProtectedResourceMetadata' })

/** Protected resource metadata (RFC 9728): the authorization server and the scopes. */
export function describeResource({ config: { baseUrl } }: Ctx, target: Target): z.output<typeof ResourceMetadata> {
  return {
    resource: resourceOf(baseUrl, target),
    resource_name: 'Memory Service',
    authorization_servers: [baseUrl],
    scopes_supported: [...OPEN_SCOPES],
    bearer_methods_supported: ['header'],
    dpop_signing_alg_values_supported: [...PROOF_ALGORITHMS],
    dpop_bound_access_tokens_required: false,
  }
}
