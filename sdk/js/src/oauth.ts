import { base64url } from './base64url.ts'
import { refuseBrowsers } from './guard.ts'
import { baseOf, type CallOptions, callOf, Http, type HttpOptions } from './http.ts'
import type { ConsentScope } from './scopes.ts'
import type { Exchanged } from './types.ts'

const SECRET_BYTES = 32

/** The parameters of the consent page. */
export interface ConnectOptions {
  /** The slug or the client id of your app. */
  client: string
  /** Where the user returns to: a registered address. Required if several are registered. */
  redirectUri?: string
  /** The requested scopes, such as `memory:read:fitness.*`; the user may grant fewer. */
  scopes: readonly ConsentScope[]
  /** Is returned with the user. Store it in their session and compare it. */
  state?: string
  /** From `newConnectAttempt`; the code is then valid only with its `codeVerifier`. */
  codeChallenge?: string
  /** From `HeldMemories.claimLink`: the person chooses what to save of what your app holds for them. */
  claim?: string
}

/**
 * The address of the consent page. It redirects the user to `redirectUri` with `code` and `state`, or with
 * `error=access_denied`.
 * @example
 * const { state, codeVerifier, codeChallenge } = await newConnectAttempt()
 * // Store state and codeVerifier in the user's session, and redirect them to
 * connectUrl({ hubUrl: 'https://memory.example', client: 'trail-coach', scopes: ['memory:read:fitness.*'], state, codeChallenge })
 */
export function connectUrl(options: ConnectOptions & ({ hubUrl: string } | { baseUrl: string })): string {
  const { client, redirectUri, scopes, state, codeChallenge, claim } = options
  const url = new URL(`${baseOf('hubUrl' in options ? options.hubUrl : options.baseUrl)}/connect`)
  const query = {
    client,
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    state,
    code_challenge: codeChallenge,
    code_challenge_method: codeChallenge && 'S256',
    claim,
  }
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

/** The values of one attempt to connect a user. Store the first two in their session; they are secret. */
export interface ConnectAttempt {
  state: string
  codeVerifier: string
  /** The SHA-256 of the verifier, which is not secret. */
  codeChallenge: string
}

/**
 * Creates a state and a PKCE pair (RFC 7636) for one attempt to connect a user.
 * @example const { state, codeVerifier, codeChallenge } = await newConnectAttempt()
 */
export async function newConnectAttempt(): Promise<ConnectAttempt> {
  const codeVerifier = randomText()
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier))
  return { state: randomText(), codeVerifier, codeChallenge: base64url(digest) }
}

/** The credentials of your app. */
export interface ClientCredentials extends HttpOptions, CallOptions {
  clientId: string
  clientSecret: string
}

/** A code to exchange. */
export interface ExchangeOptions extends ClientCredentials {
  code: string
  /** The address that was sent to the consent page. */
  redirectUri?: string
  /** The verifier of the challenge that was sent. */
  codeVerifier?: string | undefined
}

/**
 * Exchanges a code for the connection token; `handleCallback` does it for you. Using a code twice ends the connection, so this
 * is retried only after 429 and 503, which mean that the service did not process it. Store the token like a password.
 * @throws MemoryServiceError `invalid_grant` if the code is wrong, used or older than ten minutes, `invalid_client`,
 *   `limit_exceeded`, `secret_in_browser`, `invalid_dpop_proof` if your app requires bound tokens and there is no `dpop`
 * @example
 * const { connection_token, connection_id, scopes } = await exchangeCode({ baseUrl, code, clientId, clientSecret, codeVerifier })
 */
export async function exchangeCode(options: ExchangeOptions): Promise<Exchanged> {
  const { code, redirectUri, codeVerifier } = options
  return post('/v1/oauth/token', options, { code, redirect_uri: redirectUri, code_verifier: codeVerifier })
}

/**
 * Revokes a connection; its token is invalid from then on.
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
