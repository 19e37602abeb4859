import { createHash, timingSafeEqual } from 'node:crypto'
import { hostname } from 'node:os'
import { newConnectAttempt } from '../oauth.ts'
import { notTheService, objectOf } from './answer.ts'
import { openCallback, REGISTERED_CALLBACK } from './callback.ts'
import { Complaint } from './complaint.ts'
import { type Authority, discover, reach, type Service } from './discover.ts'
import { askTokens, giveBack } from './grants.ts'
import type { Login, Store } from './store.ts'

const REGISTER_MS = 10_000
const HOST_CHARS_MAX = 40

/** How to ask. */
export interface Asking {
  /** Scopes, separated by spaces; all that the service offers when left out. */
  scope?: string | undefined
  say(line: string): void
  /** Shows the person an address. */
  open(address: string): void
}

/**
 * Asks the person for access, as a program on their machine does (RFC 8252): in their own browser, with PKCE, the answer
 * coming to a port of loopback. Each login is a client of its own; the one before it gives its access back.
 * @throws Complaint
 */
export async function login(service: Service, store: Store, asking: Asking): Promise<string> {
  const authority = await discover(service)
  const callback = await openCallback()
  try {
    const login = await connect(service, authority, callback, asking)
    let before: Login | undefined
    await store.change(authority.issuer, async (was) => {
      before = was
      return login
    })
    if (before) await giveBack(before)
    return `Logged in to ${service.base}. Kept in ${store.path}.`
  } finally {
    callback.close()
  }
}

async function connect(
  { resource }: Service,
  authority: Authority,
  callback: Awaited<ReturnType<typeof openCallback>>,
  { scope = authority.scopes.join(' '), say, open }: Asking,
): Promise<Login> {
  const clientId = await register(authority)
  const { state, codeVerifier, codeChallenge } = await newConnectAttempt()
  const { redirectUri } = callback
  const address = new URL(authority.authorizationEndpoint)
  const query = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    state,
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
    resource,
  }
  for (const [name, value] of Object.entries(query)) if (value) address.searchParams.set(name, value)
  const answered = callback.answer((query) => isSame(query.get('state') ?? '', state))
  say(`Open this address in your browser, unless it has opened by itself:\n\n  ${address.href}\n`)
  open(address.href)
  const answer = await answered
  checkIssuer(authority, answer.get('iss'))
  const error = answer.get('error')
  if (error === 'access_denied') throw new Complaint('Access was not allowed.')
  if (error) throw new Complaint(`The service refused: ${answer.get('error_description') ?? error}`)
  const form = {
    grant_type: 'authorization_code',
    code: answer.get('code') ?? '',
    redirect_uri: redirectUri,
    code_verifier: codeVerifier,
    client_id: clientId,
    resource,
  }
  const { tokenEndpoint, revocationEndpoint } = authority
  return { resource, clientId, tokenEndpoint, revocationEndpoint, ...(await askTokens(tokenEndpoint, form)) }
}

/** Registers this program as a public client (RFC 7591); its id. */
async function register({ registrationEndpoint }: Authority): Promise<string> {
  const client = {
    client_name: `Memory bridge on ${hostname().slice(0, HOST_CHARS_MAX)}`,
    application_type: 'native',
    redirect_uris: [REGISTERED_CALLBACK],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(client) }
  const response = await reach(registrationEndpoint, init, REGISTER_MS)
  const { client_id, error, error_description } = (await objectOf(response)) ?? {}
  if (typeof client_id === 'string') return client_id
  throw new Complaint(error ? `The service refused: ${error_description ?? error}` : notTheService(response))
}

// An answer of somebody else, whose code would be carried to the wrong place (RFC 9207).
function checkIssuer({ issuer, namesItself }: Authority, iss: string | null): void {
  if (iss === null ? namesItself : iss !== issuer) throw new Complaint(`That answer is not from ${issuer}.`)
}

function isSame(a: string, b: string): boolean {
  const [x, y] = [a, b].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(x as Buffer, y as Buffer)
}

/** Gives the access back and forgets it. @throws Complaint when the service was not told */
export async function logout({ base, resource }: Service, store: Store): Promise<string> {
  const found = store.find(resource)
  if (!found) return `Nobody has logged in to ${base}.`
  let isTold = true
  await store.change(found.issuer, async (login) => {
    if (login) isTold = await giveBack(login)
    return undefined
  })
  if (!isTold) throw new Complaint(`Forgotten here, but ${base} could not be told. End the access in the Hub as well.`)
  return `Logged out of ${base}.`
}
