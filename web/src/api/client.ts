import createClient from 'openapi-fetch'
import type { components, paths } from '../generated/openapi.ts'
import { ApiError, type Envelope } from './errors.ts'
import { patientFetch } from './renewal.ts'

/** The service, typed by its own description. */
export const api = createClient<paths>({ fetch: patientFetch })

/** A shape of the API by its name in the description: `Shape<'Memory'>`. */
export type Shape<Name extends keyof components['schemas']> = components['schemas'][Name]

/**
 * What a request answered.
 * @throws ApiError when the service refused it or could not be reached
 */
export async function answer<T>(request: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await request.catch(() => {
    throw new ApiError(undefined, undefined)
  })
  if (!response.ok || error !== undefined) throw new ApiError(response, envelopeOf(error))
  return data as T
}

// A proxy in between may have answered in words of its own.
function envelopeOf(error: unknown): Envelope | undefined {
  return error && typeof error === 'object' && 'error' in error ? (error as Envelope) : undefined
}
