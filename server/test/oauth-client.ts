import * as oauth from 'oauth4webapi'
import { expect } from 'vitest'
import type { Call, Person, TestService } from './service.ts'

/* A client of the standard, as strict as its makers wrote it, and the scripted browser of the person it sends here. */

// The service of a test answers on loopback without TLS; nothing else of the library's checks is off.
const plain = { [oauth.allowInsecureRequests]: true }
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** What a client knows of itself. */
export interface Known {
  client: oauth.Client
  auth: oauth.ClientAuth
  redirect_uri: string
}

/** Reads the metadata of the service as a client does. */
export async function discover(service: TestService): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(service.url)
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...plain })
  return oauth.processDiscoveryResponse(issuer, response)
}

/** Where the person's browser ends up when it follows a link of a client: the page, or back at the client. */
export async function follow(service: TestService, values: Fields): Promise<URL> {
  const { status, headers } = await service.call('GET', `/oauth/authorize?${new URLSearchParams(given(values))}`)
  expect(status).toBe(302)
  return new URL(headers.get('location') as string)
}

/** The person, signed in, decides on the page; answers where they are sent. */
export async function decide(service: TestService, page: URL, person: Person, decision = 'allow'): Promise<URL> {
  const { client: slug, scope, ...passed } = Object.fromEntries(page.searchParams)
  const asked = await service.ok(
    'GET',
    `/v1/oauth/preview?${new URLSearchParams({ slug: slug ?? '', ...(scope ? { scope } : {}) })}`,
  )
  const scopes = asked.scopes.map((each: { scope: string }) => each.scope)
  const body = { slug, scopes, decision, ...passed }
  const { redirect_to } = await service.ok('POST', '/v1/oauth/authorize', { cookie: person.cookie, body })
  return new URL(redirect_to)
}

/** The flow with PKCE and state up to the code, which the client has found in order. */
export async function authorized(
  service: TestService,
  person: Person,
  { client, redirect_uri }: Known,
  wish: Fields = {},
) {
  const as = await discover(service)
  const code_verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const page = await follow(service, {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(code_verifier),
    code_challenge_method: 'S256',
    ...wish,
  })
  expect(page.origin + page.pathname).toBe(`${service.url}/connect`)
  const params = oauth.validateAuthResponse(as, client, await decide(service, page, person), state)
  return { as, params, code_verifier }
}

/** The whole flow, and what came of it. */
export async function signIn(service: TestService, person: Person, known: Known, wish: Fields = {}) {
  const { client, auth, redirect_uri } = known
  const { as, params, code_verifier } = await authorized(service, person, known, wish)
  const response = await oauth.authorizationCodeGrantRequest(as, client, auth, params, redirect_uri, code_verifier, {
    ...plain,
    ...(wish.resource ? { additionalParameters: { resource: wish.resource } } : {}),
  })
  return oauth.processAuthorizationCodeResponse(as, client, response)
}

/** New tokens for a refresh token. */
export async function refresh(service: TestService, { client, auth }: Known, token: string) {
  const as = await discover(service)
  return oauth.processRefreshTokenResponse(
    as,
    client,
    await oauth.refreshTokenGrantRequest(as, client, auth, token, plain),
  )
}

/** Ends a token. */
export async function revoke(service: TestService, { client, auth }: Known, token: string): Promise<void> {
  const as = await discover(service)
  await oauth.processRevocationResponse(await oauth.revocationRequest(as, client, auth, token, plain))
}

/** A form sent to a token endpoint, past what a library would mend; what is undefined is left out. */
export function post(service: TestService, path: string, form: Fields, more: Call = {}) {
  return service.call('POST', path, {
    ...more,
    body: String(new URLSearchParams(given(form))),
    headers: { ...FORM, ...more.headers },
  })
}

export type Fields = Record<string, string | undefined>

function given(fields: Fields): [string, string][] {
  return Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined)
}

/** Registers a client that is sent back to loopback unless it says otherwise. */
export function register(service: TestService, metadata: object = {}) {
  return service.call('POST', '/oauth/register', {
    body: { redirect_uris: ['http://127.0.0.1:4000/callback'], ...metadata },
  })
}
