import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'

/** A person at the provider. */
export interface ProviderAccount {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
}

const SIGNING_KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }) as never
const CLIENT = { id: 'memory', secret: 'a secret of the client, of the client' }

/**
 * A real OpenID provider on a free loopback port. It signs in the person set as `account` without asking, and returns to
 * any of the given callback addresses.
 */
export async function openProvider() {
  let account: ProviderAccount | undefined
  const accounts = new Map<string, ProviderAccount>()
  let provider: Provider | undefined
  let isDown = false
  let serviceUrl = ''
  const server = createServer((request, response) => {
    if (isDown) return void request.socket.destroy()
    if (request.url?.startsWith('/interaction/')) {
      const result = account
        ? { login: { accountId: account.sub } }
        : { error: 'access_denied', error_description: 'cancelled' }
      return void provider?.interactionFinished(request, response, result).catch((error) => response.end(String(error)))
    }
    return void provider?.callback()(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** Starts or restarts the provider for a service. */
  function serve(url: string, over: Partial<Configuration> = {}) {
    serviceUrl = url
    provider = new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: ['/v1/auth/openid/callback', '/v1/dev/auth/openid/callback'].map((path) => serviceUrl + path),
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      cookies: { keys: ['only for tests'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      pkce: { required: () => true },
      findAccount: (_, accountId) => ({ accountId, claims: () => ({ ...accounts.get(accountId), sub: accountId }) }),
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({ clientId: CLIENT.id, accountId: oidc.session?.accountId as string })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
      jwks: { keys: [SIGNING_KEY] },
      ...over,
    })
    provider.on('server_error', (_, error) => console.error(error))
  }

  return {
    issuer,
    config: { issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret, name: 'Acme' },
    serve,
    /** Who signs in from here on; `undefined` cancels. */
    use(next: ProviderAccount | undefined) {
      account = next
      if (next) accounts.set(next.sub, next)
    },
    /** Whether connections are dropped. */
    setDown(down: boolean) {
      isDown = down
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Follows redirects with cookies, as a browser does, until an address that begins with `until`. */
export async function browse(address: string, until: string): Promise<string> {
  const jar = new Map<string, string>()
  for (let url = address, hops = 0; hops < 10; hops++) {
    if (url.startsWith(until)) return url
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const each of response.headers.getSetCookie()) {
      const [pair = ''] = each.split(';')
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`${url}: ${response.status} ${await response.text()}`)
    url = new URL(location, url).href
  }
  throw new Error('too many redirects')
}
