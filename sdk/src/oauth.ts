import { refuseBrowsers } from './guard.ts'
import { baseOf, type CallOptions, callOf, Http, type HttpOptions } from './http.ts'
import type { ConsentScope } from './scopes.ts'
import type { Exchanged } from './types.ts'

const SECRET_BYTES = 32

/** Where to send a person, and what for. */
export interface ConnectOptions {
  /** The slug of your app. */
  client: string
  /** Where the person comes back to: one of the registered addresses. Needed where several are registered. */
  redirectUri?: string
  /** What your app asks for, such as `memory:read:fitness.*`; the person may grant less. */
  scopes: readonly ConsentScope[]
  /** Comes back with the person. Keep it in their session and compare it. */
  state?: string
  /** Of a `newConnectAttempt`: then the code is good only together with its `codeVerifier`. */
  codeChallenge?: string
}

/**
 * The page on which a person is asked for their consent. It sends them back to `redirectUri` with `code` and `state`,
 * or with `error=access_denied`.
 * @example
 * const { state, codeVerifier, codeChallenge } = await newConnectAttempt()
 * // Keep state and codeVerifier in the person's session, and send them to
 * connectUrl({ hubUrl: 'https://memory.example', client: 'trail-coach', scopes: ['memory:read:fitness.*'], state, codeChallenge })
 */
export function connectUrl(options: ConnectOptions & ({ hubUrl: string } | { baseUrl: string })): string {
  const { client, redirectUri, scopes, state, codeChallenge } = options
  const url = new URL(`${baseOf('hubUrl' in options ? options.hubUrl : options.baseUrl)}/connect`)
  const query = {
    client,
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    state,
    code_challenge: codeChallenge,
    code_challenge_method: codeChallenge && 'S256',
  }
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

/** What one attempt to connect a person needs; the first two are for their session with you alone. */
export interface ConnectAttempt {
  state: string
  codeVerifier: string
  /** The SHA-256 of the verifier, which may be seen. */
  codeChallenge: string
}

/**
 * A state and a PKCE pair (RFC 7636) for one attempt to connect a person.
 * @example const { state, codeVerifier, codeChallenge } = await newConnectAttempt()
 */
export async function newConnectAttempt(): Promise<ConnectAttempt> {
  const codeVerifier = randomText()
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier))
  return { state: randomText(), codeVerifier, codeChallenge: base64url(new Uint8Array(digest)) }
}

/** What your app shows of itself. */
export interface ClientCredentials extends HttpOptions, CallOptions {
  clientId: string
  clientSecret: string
}

/** A code to be exchanged. */
export interface ExchangeOptions extends ClientCredentials {
  code: string
  /** The one sent along to the consent page. */
  redirectUri?: string
  /** The one whose challenge was sent along. */
  codeVerifier?: string | undefined
}

/**
 * Exchanges a code for the connection token, once; `handleCallback` does it for you. A code that is used twice ends the
 * connection, so this is sent again only after an answer that says that nothing was begun (429, 503). Keep the token as
 * you would keep a password.
 * @throws MemoryServiceError `invalid_grant` when the code is wrong, spent or older than ten minutes, `invalid_client`,
 *   `limit_exceeded`, `secret_in_browser`
 * @example
 * const { connection_token, connection_id, scopes } = await exchangeCode({ baseUrl, code, clientId, clientSecret, codeVerifier })
 */
export async function exchangeCode(options: ExchangeOptions): Promise<Exchanged> {
  const { code, redirectUri, codeVerifier } = options
  return post('/v1/oauth/token', options, { code, redirect_uri: redirectUri, code_verifier: codeVerifier })
}

/**
 * Gives a connection back: its token is good for nothing from then on.
 * @throws MemoryServiceError `invalid_client`, `secret_in_browser`
 * @example await revoke({ baseUrl, token, clientId, clientSecret })
 */
export async function revoke(options: ClientCredentials & { token: string }): Promise<{ ok: true }> {
  return post('/v1/oauth/revoke', options, { token: options.token })
}

async function post<T>(path: string, options: ClientCredentials, more: object): Promise<T> {
  refuseBrowsers('The client secret')
  const { clientId, clientSecret, ...http } = options
  const body = { ...more, client_id: clientId, client_secret: clientSecret }
  return new Http(http).json({ ...callOf(http), method: 'POST', path, body, repeatable: 'refused' })
}

const randomText = () => base64url(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)))

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
