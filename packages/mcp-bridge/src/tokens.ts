import { CliError } from './cli-error.ts'
import type { Service } from './discover.ts'
import { Refused, requestTokens } from './grants.ts'
import type { Login, Store } from './store.ts'

// Refreshed before it expires, so that it does not expire on the way to the service.
const REFRESH_EARLY_MS = 60_000

/** Provides the access token of each request. */
export interface Tokens {
  /** @throws CliError if there is no login, or its access ended */
  current(): Promise<string>
  /** A replacement for a token that the service rejected, if there is one. */
  after(rejected: string): Promise<string | undefined>
  /** The message for the user when the access has ended. */
  ended: string
}

/** Uses a token from the environment, which cannot be refreshed. */
export function fixedToken(token: string): Tokens {
  return {
    current: async () => token,
    after: async () => undefined,
    ended: 'The access has ended: the service rejected MEMORY_SERVICE_TOKEN. Create a new token, or log in instead.',
  }
}

/**
 * Uses the tokens of a login and refreshes them. A refresh token works once, so one of all running bridges refreshes,
 * under the store's lock, and the others read the result.
 * @param login the command that logs in
 */
export function storedTokens(
  { base, resource }: Service,
  store: Store,
  login = `memory-service-mcp login --url ${base}`,
): Tokens {
  const command = `Run: ${login}`
  const ended = `The access to ${base} has ended: it was revoked, or not used for too long. ${command}`
  const missing = () => new CliError(`Not logged in to ${base} (${store.path}). ${command}`)

  /** The current token, refreshed if it is the rejected one or about to expire. */
  async function refreshed(issuer: string, rejected?: string): Promise<string | undefined> {
    const refreshedLogin = await store.change(issuer, async (login) => {
      if (!login || (login.accessToken !== rejected && !isExpiring(login))) return login
      const { refreshToken, clientId, tokenEndpoint } = login
      if (refreshToken === undefined) return undefined
      const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId, resource }
      try {
        const granted = await requestTokens(tokenEndpoint, form)
        return { ...login, ...granted, refreshToken: granted.refreshToken ?? refreshToken }
      } catch (error) {
        // The refresh token is spent or revoked, so the login is useless.
        if (error instanceof Refused && error.error === 'invalid_grant') return undefined
        throw error
      }
    })
    return refreshedLogin?.accessToken
  }

  return {
    ended,
    async current() {
      const found = store.find(resource)
      if (!found) throw missing()
      if (!isExpiring(found.login)) return found.login.accessToken
      const token = await refreshed(found.issuer)
      if (token === undefined) throw new CliError(ended)
      return token
    },
    async after(rejected) {
      const found = store.find(resource)
      return found && refreshed(found.issuer, rejected)
    },
  }
}

const isExpiring = ({ expiresAt }: Login) => expiresAt !== undefined && expiresAt - REFRESH_EARLY_MS <= Date.now()
