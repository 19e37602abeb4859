import type { FastifyRequest } from 'fastify'
import { clientActor } from '../../domain/apps/clients.ts'
import type { Target } from '../../domain/connections/target.ts'
import { developerOfSession } from '../../domain/developers/developers.ts'
import { userOfSession } from '../../domain/users/users.ts'
import type { Actor, Audience, ClientActor } from '../../foundation/actor.ts'
import { invalidProof, type Proof, verifyProof } from '../../foundation/auth/dpop.ts'
import { Failure } from '../../foundation/errors.ts'
import { type Cookie, isWrite, type Route } from '../../foundation/route.ts'
import { cookieName } from '../http/cookies.ts'
import type { EdgePorts } from '../ports.ts'

const UNAUTHENTICATED = { kind: 'public' } as const

declare module 'fastify' {
  interface FastifyRequest {
    /** The proof of a request with a token that is bound to a key, once it is verified. */
    proof: Proof | null
  }
}

/** The properties of a route that decide who may call it. */
export interface AccessRules extends Pick<Route, 'method' | 'for' | 'link' | 'cookies'> {
  /** The audience a token must be issued for; the API by default. */
  target?: Target
}

/**
 * Authenticates a request. An `Authorization` header takes precedence: if it is invalid, cookies are ignored.
 * @throws Failure `unauthorized`; `invalid_dpop_proof`; `connection_revoked`; `connection_paused`; `forbidden` if the credential is valid but not accepted by this route.
 */
export async function authenticate(ports: EdgePorts, route: AccessRules, request: FastifyRequest): Promise<Actor> {
  const audience: readonly Audience[] = route.for
  const { authorization } = request.headers
  if (audience.includes('public')) {
    // A session is optional where the response says more to a signed-in user; an expired one is like none.
    if (authorization !== undefined) return UNAUTHENTICATED
    return (await fromCookies(ports, audience, request)) || UNAUTHENTICATED
  }
  if (audience.includes('client')) {
    const client = authorization === undefined ? undefined : await clientOf(ports, authorization)
    if (client) return client
  }
  if (authorization !== undefined) {
    const [, scheme, token] = /^(Bearer|DPoP) +(\S+)$/i.exec(authorization) ?? []
    const prove = token && scheme?.toLowerCase() === 'dpop' ? proofFor(ports, request, token) : undefined
    const actor = token && (await ports.tokens.actorOf(token, route.target, prove))
    if (!actor) throw new Failure('unauthorized')
    if (!audience.includes('app')) throw new Failure('forbidden')
    return actor
  }
  const link = linkOf(route, request)
  if (link !== undefined) {
    const actor = await route.link?.(ports, link)
    if (!actor) throw new Failure('unauthorized')
    return actor
  }
  const actor = await fromCookies(ports, audience, request)
  if (!actor) throw new Failure('unauthorized')
  return actor
}

/**
 * Returns a function that checks that the sender of a request has the key that its token is bound to. A proof is verified
 * once, when the request arrives, however long its body takes.
 */
function proofFor({ config, clock }: EdgePorts, request: FastifyRequest, accessToken: string) {
  return async (jkt: string): Promise<void> => {
    const { method, headers } = request
    const url = config.baseUrl + pathOf(request)
    request.proof ??= await verifyProof(headers.dpop, { method, url, accessToken }, clock())
    if (request.proof.jkt !== jkt) throw invalidProof('Its key is not the one that the token is bound to.')
  }
}

/** The path of a request, whose target may be a whole URL of another host (RFC 9112, 3.2.2). */
function pathOf({ url }: FastifyRequest): string {
  if (url.startsWith('/') || !URL.canParse(url)) return url.split('?')[0] as string
  return new URL(url).pathname
}

/** The app that authenticates with `Authorization: Basic`, client id and secret (RFC 7617). */
async function clientOf(ports: EdgePorts, authorization: string): Promise<ClientActor | undefined> {
  const encoded = /^Basic +(\S+)$/i.exec(authorization)?.[1]
  const [clientId = '', secret = ''] = Buffer.from(encoded ?? '', 'base64')
    .toString()
    .split(':')
  return encoded ? clientActor(ports, clientId, secret) : undefined
}

/** Whether a request has any credential that this route would look up, valid or not. */
export function hasCredential(route: AccessRules, request: FastifyRequest): boolean {
  const { authorization, cookie } = request.headers
  return authorization !== undefined || cookie !== undefined || linkOf(route, request) !== undefined
}

// A token in the URL takes precedence too: if it is invalid, cookies are ignored.
export function linkOf(route: AccessRules, request: FastifyRequest): string | undefined {
  const { connect } = request.query as { connect?: unknown }
  return route.link && connect !== undefined ? String(connect) : undefined
}

async function fromCookies(ports: EdgePorts, audience: readonly Audience[], request: FastifyRequest) {
  return (
    (audience.includes('user') && (await fromCookie(ports, request, 'ms_session', userOfSession))) ||
    (audience.includes('developer') && (await fromCookie(ports, request, 'ms_dev_session', developerOfSession)))
  )
}

async function fromCookie<A extends Actor>(
  ports: EdgePorts,
  request: FastifyRequest,
  name: Cookie['name'],
  find: (ports: EdgePorts, cookie: string) => Promise<A | undefined>,
): Promise<A | undefined> {
  const cookie = request.cookies[cookieName(ports, name)]
  return cookie ? find(ports, cookie) : undefined
}

// Compares with the `Host` header, so that any hostname of the service works. If the service uses https, plain http
// origins are rejected (RFC 6454, 3.2).
function isSameHost(origin: string, host: string | undefined, baseUrl: string): boolean {
  if (!URL.canParse(origin)) return false
  const page = new URL(origin)
  return page.host === host && (page.protocol === 'https:' || baseUrl.startsWith('http:'))
}

/**
 * CSRF check: a write with a session cookie, or a request that sets one, must come from our own pages. Browsers send
 * `Origin` or `Sec-Fetch-Site`; clients that send neither are not browsers and pass.
 * @throws Failure `csrf_rejected`
 */
export function checkOrigin(ports: EdgePorts, route: AccessRules, actor: Actor, request: FastifyRequest): void {
  const underCookie = actor.kind === 'user' || actor.kind === 'developer' || route.cookies
  if (!underCookie || !isWrite(route) || linkOf(route, request) !== undefined) return
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  const { baseUrl, hubUrl } = ports.config
  const ours = [new URL(baseUrl).origin, new URL(hubUrl).origin]
  if (origin !== undefined && ours.includes(origin)) return
  if (origin !== undefined && !isSameHost(origin, host, baseUrl)) throw new Failure('csrf_rejected')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Failure('csrf_rejected')
}
