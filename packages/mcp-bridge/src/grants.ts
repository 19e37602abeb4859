import { CliError } from './cli-error.ts'
import { request } from './discover.ts'
import { notTheService, readObject } from './response.ts'
import type { Login } from './store.ts'

// These requests run under the store's lock, so they must end well before the lock counts as stale.
const TOKENS_MS = 10_000

/** The tokens of a token response, as a login stores them. */
export type Granted = Pick<Login, 'accessToken' | 'refreshToken' | 'expiresAt'>

/** The token endpoint refused the request; `error` is the OAuth error code. */
export class Refused extends CliError {
  readonly error: string

  constructor(error: string, description: unknown) {
    super(`The service refused: ${typeof description === 'string' ? description : error}`)
    this.error = error
  }
}

/**
 * Requests tokens (RFC 6749).
 * @throws Refused, CliError
 */
export async function requestTokens(tokenEndpoint: string, form: Record<string, string>): Promise<Granted> {
  const response = await post(tokenEndpoint, form)
  const body = (await readObject(response)) ?? {}
  if (typeof body.error === 'string') throw new Refused(body.error, body.error_description)
  const { access_token, token_type, refresh_token, expires_in } = body
  if (!response.ok || typeof access_token !== 'string' || !/^bearer$/i.test(String(token_type)))
    throw new CliError(notTheService(response))
  return {
    accessToken: access_token,
    refreshToken: typeof refresh_token === 'string' ? refresh_token : undefined,
    expiresAt: typeof expires_in === 'number' ? Date.now() + expires_in * 1_000 : undefined,
  }
}

/** Revokes a login's tokens (RFC 7009). Returns whether the service confirmed it. */
export async function revoke({ revocationEndpoint, clientId, refreshToken, accessToken }: Login): Promise<boolean> {
  if (!revocationEndpoint) return false
  try {
    const response = await post(revocationEndpoint, { token: refreshToken ?? accessToken, client_id: clientId })
    await response.body?.cancel()
    return response.ok
  } catch (error) {
    if (error instanceof CliError) return false
    throw error
  }
}

const post = (address: string, form: Record<string, string>) =>
  request(
    address,
    { method: 'POST', headers: { accept: 'application/json' }, body: new URLSearchParams(form) },
    TOKENS_MS,
  )
