import type { Configuration, CustomFetch } from 'openid-client'
import type { OpenIdConfig } from '../../foundation/config-openid.ts'
import { Failure } from '../../foundation/errors.ts'
import { firstBytes, openEgressClient } from '../../foundation/net/egress.ts'
import type { ProviderIdentity } from '../accounts/openid-links.ts'

/*
 * The client of the OpenID provider (OpenID Connect Core 1.0): authorization code flow with PKCE, state and nonce. What
 * the provider publishes about itself is fetched on first use, so the service starts without it.
 */

const TIMEOUT_MS = 5_000
const ANSWER_BYTES_MAX = 256 * 1_024
const METADATA_MS = 60 * 60_000
const SCOPES = 'openid email profile'

/** What openid-client verifies an answer of the provider against. */
export interface Expected {
  state: string
  nonce: string
  verifier: string
}

/** Who signed in at the provider. */
export interface ProviderUser extends ProviderIdentity {
  /** Whether the provider vouches for the address. */
  isEmailVerified: boolean
  name: string | null
}

/** The provider that people and developers may sign in with. */
export interface OpenIdProvider {
  name: string
  issuer: string
  /** The address to send the browser to. @throws Failure `provider_unavailable` */
  begin(redirectUri: string, expected: Expected): Promise<string>
  /**
   * Exchanges the code in the address that the browser came back to. `undefined` if the user has cancelled.
   * @throws Failure `provider_unavailable`; `unauthorized` if the answer is not valid
   */
  finish(currentUrl: URL, expected: Expected): Promise<ProviderUser | undefined>
  close(): Promise<void>
}

export interface OpenIdPorts {
  /** Null if none is configured. */
  openId: OpenIdProvider | null
}

// Loaded on first use, because most installations have no provider.
const library = () => import('openid-client')

/** Opens the client. `allowPrivate`: the operator names the provider, which may be in the operator's own network. */
export function openOpenId({ issuer, clientId, clientSecret, name }: OpenIdConfig, clock: () => Date): OpenIdProvider {
  const egress = openEgressClient({ allowPrivate: true, timeoutMs: TIMEOUT_MS })
  let known: { until: number; configuration: Promise<Configuration> } | undefined

  const guardedFetch: CustomFetch = async (url, { method, headers, body }) => {
    const text = body === undefined || body === null ? undefined : String(body)
    const response = await egress
      .request(url, {
        method: method === 'POST' ? 'POST' : 'GET',
        headers: { ...headers, 'user-agent': 'memory-service-sign-in/1' },
        ...(text !== undefined && { body: text }),
      })
      .catch(unavailable)
    const bytes = await firstBytes(response.body, ANSWER_BYTES_MAX + 1, unavailable)
    if (response.statusCode >= 500 || bytes.length > ANSWER_BYTES_MAX)
      return unavailable(`status ${response.statusCode}`)
    const type = response.headers['content-type']
    return new Response(response.statusCode === 204 ? null : new Uint8Array(bytes), {
      status: response.statusCode,
      headers: type ? { 'content-type': String(type) } : {},
    })
  }

  async function discover(): Promise<Configuration> {
    const { discovery, customFetch, allowInsecureRequests, ClientSecretBasic, ClientSecretPost } = await library()
    const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)]
    const url = new URL(issuer)
    return discovery(
      url,
      clientId,
      undefined,
      (server, client, body, headers) => {
        const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
        return (methods.includes('client_secret_basic') ? basic : post)(server, client, body, headers)
      },
      {
        [customFetch]: guardedFetch,
        timeout: TIMEOUT_MS / 1_000,
        execute: url.protocol === 'http:' ? [allowInsecureRequests] : [],
      },
    )
  }

  /** What the provider publishes about itself, an hour old at most. @throws Failure `provider_unavailable` */
  function configured(): Promise<Configuration> {
    const now = clock().getTime()
    if (known && now < known.until) return known.configuration
    const configuration = discover().catch((error) => {
      known = undefined
      return unavailable(error)
    })
    known = { until: now + METADATA_MS, configuration }
    return configuration
  }

  return {
    name,
    issuer,
    async begin(redirectUri, { state, nonce, verifier }) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library()
      const url = buildAuthorizationUrl(await configured(), {
        redirect_uri: redirectUri,
        scope: SCOPES,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return url.href
    },
    async finish(currentUrl, { state, nonce, verifier }) {
      const { authorizationCodeGrant, fetchUserInfo, AuthorizationResponseError } = await library()
      const configuration = await configured()
      try {
        const tokens = await authorizationCodeGrant(configuration, currentUrl, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new Error('no ID token')
        const hasMore = claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
        const more = hasMore ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
        return userOf({ ...more, ...claims })
      } catch (error) {
        if (error instanceof AuthorizationResponseError && error.error === 'access_denied') return undefined
        throw (
          failureIn(error) ?? new Failure('unauthorized', { reason: 'The answer of the provider is not valid.' }, error)
        )
      }
    },
    close: () => egress.close(),
  }
}

function userOf({ iss, sub, email, email_verified, name }: Record<string, unknown> & { iss: string; sub: string }) {
  return {
    issuer: iss,
    subject: sub,
    email: typeof email === 'string' ? email : '',
    // Some providers send it as text.
    isEmailVerified: email_verified === true || email_verified === 'true',
    name: typeof name === 'string' ? name : null,
  }
}

function unavailable(error: unknown): never {
  throw failureIn(error) ?? new Failure('provider_unavailable', undefined, error)
}

/** The failure among the causes of an error; the library wraps errors of requests. */
function failureIn(error: unknown): Failure | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof Failure) return cause
  return undefined
}
