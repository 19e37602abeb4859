import createClient from 'openapi-fetch'
import type { components, paths } from '../generated/openapi.ts'
import { ApiError, type Envelope } from './errors.ts'
import { type AccountKind, fetchWithRenewal } from './session-expiry.ts'

/** The API client, typed by the service's OpenAPI document. */
export const api = createClient<paths>({ fetch: fetchWithRenewal })

/** A schema of the OpenAPI document by name: `Shape<'Memory'>`. */
export type Shape<Name extends keyof components['schemas']> = components['schemas'][Name]

/** The path of a route that both kinds of account have, with the same shapes, for one of them. */
export function pathFor<Path extends keyof paths & `/v1/auth/${string}`>(kind: AccountKind, path: Path): Path {
  return kind === 'user' ? path : (path.replace('/v1/auth/', '/v1/dev/auth/') as Path)
}

/** The query parameters of a GET route, by path. */
export type QueryOf<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Query } } }
  ? NonNullable<Query>
  : never

/**
 * Returns the body of a successful response.
 * @throws ApiError when the service returned an error or could not be reached
 */
export async function unwrap<T>(request: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await request.catch(() => {
    throw new ApiError(undefined, undefined)
  })
  if (!response.ok || error !== undefined) throw new ApiError(response, envelopeOf(error))
  return data as T
}

// A proxy in front of the service can return an error body of another shape.
function envelopeOf(error: unknown): Envelope | undefined {
  return error && typeof error === 'object' && 'error' in error ? (error as Envelope) : undefined
}
