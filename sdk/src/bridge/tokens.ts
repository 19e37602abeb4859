import { Complaint } from './complaint.ts'
import type { Service } from './discover.ts'
import { askTokens, Refused } from './grants.ts'
import type { Login, Store } from './store.ts'

// So long before its end a token is renewed, so that it does not end on its way.
const EARLY_MS = 60_000

/** Where the credential of each request comes from. */
export interface Tokens {
  /** @throws Complaint when there is none */
  current(): Promise<string>
  /** The one that takes the place of a token that was refused, if there is one. */
  after(refused: string): Promise<string | undefined>
  /** What to tell the person when there is none any more. */
  ended: string
}

/** A token that was handed in from outside. */
export function fixedToken(token: string): Tokens {
  return {
    current: async () => token,
    after: async () => undefined,
    ended:
      'The access has ended: the service does not take MEMORY_SERVICE_TOKEN (any more). ' +
      'Have a new token made, or log in instead.',
  }
}

/**
 * The tokens of a login, renewed when their time is over. A refresh token is good once, so of all the bridges that run,
 * one renews, under the lock of the store, and the others find what it got.
 */
export function keptTokens({ base, resource }: Service, store: Store): Tokens {
  const again = `Run: memory-service login --url ${base}`
  const ended = `The access to ${base} has ended: it was revoked, or unused for too long. ${again}`
  const missing = () => new Complaint(`Nobody has logged in to ${base} (${store.path}). ${again}`)

  /** The token that is good now, not being the one that was refused. */
  async function renewed(issuer: string, refused?: string): Promise<string | undefined> {
    const login = await store.change(issuer, async (login) => {
      if (!login || (login.accessToken !== refused && !isOver(login))) return login
      const { refreshToken, clientId, tokenEndpoint } = login
      if (refreshToken === undefined) return undefined
      const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId, resource }
      try {
        const granted = await askTokens(tokenEndpoint, form)
        return { ...login, ...granted, refreshToken: granted.refreshToken ?? refreshToken }
      } catch (error) {
        // It will not be taken the next time either.
        if (error instanceof Refused && error.error === 'invalid_grant') return undefined
        throw error
      }
    })
    return login?.accessToken
  }

  return {
    ended,
    async current() {
      const found = store.find(resource)
      if (!found) throw missing()
      if (!isOver(found.login)) return found.login.accessToken
      const token = await renewed(found.issuer)
      if (token === undefined) throw new Complaint(ended)
      return token
    },
    async after(refused) {
      const found = store.find(resource)
      return found && renewed(found.issuer, refused)
    },
  }
}

const isOver = ({ expiresAt }: Login) => expiresAt !== undefined && expiresAt - EARLY_MS <= Date.now()
