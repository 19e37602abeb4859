import * as oauth from 'oauth4webapi'
import { expect } from 'vitest'
import type { Call, Person, TestService } from './service.ts'

/* A strict, standard OAuth client and the scripted browser of the user it redirects here. */

// Tests serve plain http on loopback; every other check of the library stays on.
const plain = { [oauth.allowInsecureRequests]: true }
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** A client's own registration. */
export interface Registration {
  client: oauth.Client
  auth: oauth.ClientAuth
  redirect_uri: string
}

/** Reads the authorization server metadata. */
export async function discover(service: TestService): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(service.url)
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...plain })
  return oauth.processDiscoveryResponse(issuer, response)
}

/** Where the browser is redirected by a client's authorization request: the consent page or the client. */
export async function follow(service: TestService, values: Fields): Promise<URL> {
  const { status, headers } = await service.call('GET', `/oauth/authorize?${new URLSearchParams(given(values))}`)
  expect(status).toBe(302)
  return new URL(headers.get('location') as string)
}

/** What else the user chooses on the consent page. */
interface Terms {
  /** Seconds. */
  expires_in?: number
}

/** Decides on the consent page as the signed-in user; returns the redirect URI. */
export async function decide(
  service: TestService,
  page: URL,
  person: Person,
  decision = 'allow',
  terms: Terms = {},
): Promise<URL> {
  const { client: slug, scope, ...passed } = Object.fromEntries(page.searchParams)
  const preview = await service.ok(
    'GET',
    `/v1/oauth/preview?${new URLSearchParams({ slug: slug ?? '', ...(scope ? { scope } : {}) })}`,
  )
  const scopes = preview.scopes.map((each: { scope: string }) => each.scope)
  const body = { slug, scopes, decision, ...terms, ...passed }
  const { redirect_to } = await service.ok('POST', '/v1/oauth/authorize', { cookie: person.cookie, body })
  return new URL(redirect_to)
}

/** Runs the flow with PKCE and state up to a validated authorization response. */
export async function authorized(
  service: TestService,
  person: Person,
  { client, redirect_uri }: Registration,
  wish: Fields = {},
  terms: Terms = {},
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
  const params = oauth.validateAuthResponse(as, client, await decide(service, page, person, 'allow', terms), state)
  return { as, params, code_verifier }
}

/** Runs the whole flow; returns the token response. */
export async function signIn(
  service: TestService,
  person: Person,
  known: Registration,
  wish: Fields = {},
  terms: Terms = {},
) {
  const { client, auth, redirect_uri } = known
  const { as, params, code_verifier } = await authorized(service, person, known, wish, terms)
  const response = await oauth.authorizationCodeGrantRequest(as, client, auth, params, redirect_uri, code_verifier, {
    ...plain,
    ...(wish.resource ? { additionalParameters: { resource: wish.resource } } : {}),
  })
  return oauth.processAuthorizationCodeResponse(as, client, response)
}

/** Exchanges a refresh token. */
export async function refresh(service: TestService, { client, auth }: Registration, token: string) {
  const as = await discover(service)
  return oauth.processRefreshTokenResponse(
    as,
    client,
    await oauth.refreshTokenGrantRequest(as, client, auth, token, plain),
  )
}

/** Revokes a token. */
export async function revoke(service: TestService, { client, auth }: Registration, token: string): Promise<void> {
  const as = await discover(service)
  await oauth.processRevocationResponse(await oauth.revocationRequest(as, client, auth, token, plain))
}

/** Posts a raw form to a token endpoint, without the library's corrections; undefined fields are omitted. */
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

/** Registers a client with a loopback redirect URI unless overridden. */
export function register(service: TestService, metadata: object = {}) {
  return service.call('POST', '/oauth/register', {
    body: { redirect_uris: ['http://127.0.0.1:4000/callback'], ...metadata },
  })
}
