import { notTheService, objectOf } from './answer.ts'
import { Complaint } from './complaint.ts'
import { reach } from './discover.ts'
import type { Login } from './store.ts'

// What is done under the lock of the store stays well below the age at which that counts as abandoned.
const TOKENS_MS = 10_000

/** What the service gave, as a login keeps it. */
export type Granted = Pick<Login, 'accessToken' | 'refreshToken' | 'expiresAt'>

/** The service does not give what was asked for: what it granted has ended, or was never good. */
export class Refused extends Complaint {
  readonly error: string

  constructor(error: string, description: unknown) {
    super(`The service refused: ${typeof description === 'string' ? description : error}`)
    this.error = error
  }
}

/**
 * Asks for tokens (RFC 6749).
 * @throws Refused, Complaint
 */
export async function askTokens(tokenEndpoint: string, form: Record<string, string>): Promise<Granted> {
  const response = await post(tokenEndpoint, form)
  const told = (await objectOf(response)) ?? {}
  if (typeof told.error === 'string') throw new Refused(told.error, told.error_description)
  const { access_token, token_type, refresh_token, expires_in } = told
  if (!response.ok || typeof access_token !== 'string' || !/^bearer$/i.test(String(token_type)))
    throw new Complaint(notTheService(response))
  return {
    accessToken: access_token,
    refreshToken: typeof refresh_token === 'string' ? refresh_token : undefined,
    expiresAt: typeof expires_in === 'number' ? Date.now() + expires_in * 1_000 : undefined,
  }
}

/** Gives the access back (RFC 7009); whether the service has taken it. */
export async function giveBack({ revocationEndpoint, clientId, refreshToken, accessToken }: Login): Promise<boolean> {
  if (!revocationEndpoint) return false
  try {
    const response = await post(revocationEndpoint, { token: refreshToken ?? accessToken, client_id: clientId })
    await response.body?.cancel()
    return response.ok
  } catch (error) {
    if (error instanceof Complaint) return false
    throw error
  }
}

const post = (address: string, form: Record<string, string>) =>
  reach(
    address,
    { method: 'POST', headers: { accept: 'application/json' }, body: new URLSearchParams(form) },
    TOKENS_MS,
  )
