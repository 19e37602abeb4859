import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { hostname } from 'node:os'
import { openCallback, REGISTERED_CALLBACK } from './callback.ts'
import { CliError } from './cli-error.ts'
import { type Authority, discover, request, type Service } from './discover.ts'
import { requestTokens, revoke } from './grants.ts'
import { notTheService, readObject } from './response.ts'
import type { Login, Store } from './store.ts'

const REGISTER_MS = 10_000
const HOST_CHARS_MAX = 40
const SECRET_BYTES = 32

/** How a login interacts with the user. */
export interface LoginOptions {
  /** Scopes, separated by spaces; default: all that the service offers. */
  scope?: string | undefined
  /** What the consent page calls this program; the name of this machine is added. */
  clientName?: string
  print(line: string): void
  /** Opens an address in a browser. */
  open(address: string): void
}

/**
 * Asks the user for access as a native app does (RFC 8252): in their browser, with PKCE and a loopback redirect. Each
 * login registers a client; the tokens of the previous login are revoked.
 * @returns the message for the user
 * @throws CliError
 */
export async function login(service: Service, store: Store, options: LoginOptions): Promise<string> {
  const authority = await discover(service)
  const callback = await openCallback()
  try {
    const login = await connect(service, authority, callback, options)
    let previous: Login | undefined
    await store.change(authority.issuer, async (before) => {
      previous = before
      return login
    })
    if (previous) await revoke(previous)
    return `Logged in to ${service.base}. The tokens are stored in ${store.path}.`
  } finally {
    callback.close()
  }
}

async function connect(
  { resource }: Service,
  authority: Authority,
  callback: Awaited<ReturnType<typeof openCallback>>,
  { scope = authority.scopes.join(' '), clientName = 'Memory bridge', print, open }: LoginOptions,
): Promise<Login> {
  const clientId = await register(authority, clientName)
  const [state, codeVerifier] = [randomText(), randomText()]
  const { redirectUri } = callback
  const address = new URL(authority.authorizationEndpoint)
  const query = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    state,
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource,
  }
  for (const [name, value] of Object.entries(query)) if (value) address.searchParams.set(name, value)
  const received = callback.received((query) => isEqual(query.get('state') ?? '', state))
  print(`If your browser does not open, open this address:\n\n  ${address.href}\n`)
  open(address.href)
  const response = await received
  checkIssuer(authority, response.get('iss'))
  const error = response.get('error')
  if (error === 'access_denied') throw new CliError('Access was denied.')
  if (error) throw new CliError(`The service refused: ${response.get('error_description') ?? error}`)
  const form = {
    grant_type: 'authorization_code',
    code: response.get('code') ?? '',
    redirect_uri: redirectUri,
    code_verifier: codeVerifier,
    client_id: clientId,
    resource,
  }
  const { tokenEndpoint, revocationEndpoint } = authority
  return { resource, clientId, tokenEndpoint, revocationEndpoint, ...(await requestTokens(tokenEndpoint, form)) }
}

/** Registers this program as a public client (RFC 7591). Returns the client id. */
async function register({ registrationEndpoint }: Authority, name: string): Promise<string> {
  const client = {
    client_name: `${name} on ${hostname().slice(0, HOST_CHARS_MAX)}`,
    application_type: 'native',
    redirect_uris: [REGISTERED_CALLBACK],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(client) }
  const response = await request(registrationEndpoint, init, REGISTER_MS)
  const { client_id, error, error_description } = (await readObject(response)) ?? {}
  if (typeof client_id === 'string') return client_id
  throw new CliError(error ? `The service refused: ${error_description ?? error}` : notTheService(response))
}

// Without this check, a code from another server could be sent to this one (mix-up attack, RFC 9207).
function checkIssuer({ issuer, sendsIssuer }: Authority, iss: string | null): void {
  if (iss === null ? sendsIssuer : iss !== issuer) throw new CliError(`The response is not from ${issuer}.`)
}

const randomText = () => randomBytes(SECRET_BYTES).toString('base64url')

function isEqual(a: string, b: string): boolean {
  const [x, y] = [a, b].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(x as Buffer, y as Buffer)
}

/**
 * Revokes the access and deletes the tokens.
 * @returns the message for the user
 * @throws CliError if the service did not confirm the revocation; the tokens are deleted anyway
 */
export async function logout({ base, resource }: Service, store: Store): Promise<string> {
  const found = store.find(resource)
  if (!found) return `Not logged in to ${base}.`
  let isRevoked = true
  await store.change(found.issuer, async (login) => {
    if (login) isRevoked = await revoke(login)
    return undefined
  })
  if (!isRevoked)
    throw new CliError(`The tokens are deleted, but ${base} did not confirm. Revoke the access in the Hub as well.`)
  return `Logged out of ${base}.`
}
