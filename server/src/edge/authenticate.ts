import type { FastifyRequest } from 'fastify'
import type { Target } from '../domain/connections/target.ts'
import { developerOf } from '../domain/developers/developers.ts'
import { userOf } from '../domain/users/users.ts'
import type { Actor, Audience } from '../foundation/actor.ts'
import type { Ports } from '../foundation/ctx.ts'
import { Failure } from '../foundation/errors.ts'
import { type Cookie, changes, type Route } from '../foundation/route.ts'

const NOBODY = { kind: 'public' } as const

/** What decides who may come in: all that is looked at of a route here. */
export interface Entrance extends Pick<Route, 'method' | 'for' | 'link' | 'cookies'> {
  /** What a token must be good for to open it; the API unless said. */
  target?: Target
}

/**
 * Who asks. An `Authorization` header always decides: a bad one is refused, whatever cookies come along.
 * @throws Failure `unauthorized`; `forbidden` when the credential is good but not for this route.
 */
export async function authenticate(ports: Ports, route: Entrance, request: FastifyRequest): Promise<Actor> {
  const audience: readonly Audience[] = route.for
  if (audience.includes('public')) return NOBODY
  const { authorization } = request.headers
  if (authorization !== undefined) {
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
    const actor = token && (await ports.tokens.actorOf(token, route.target))
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
  const actor =
    (audience.includes('user') && (await fromCookie(ports, request, 'ms_session', userOf))) ||
    (audience.includes('developer') && (await fromCookie(ports, request, 'ms_dev_session', developerOf)))
  if (!actor) throw new Failure('unauthorized')
  return actor
}

// Like the header, a token in the address decides: a bad one never falls back to a cookie.
function linkOf(route: Entrance, request: FastifyRequest): string | undefined {
  const { connect } = request.query as { connect?: unknown }
  return route.link && connect !== undefined ? String(connect) : undefined
}

async function fromCookie<A extends Actor>(
  ports: Ports,
  request: FastifyRequest,
  name: Cookie['name'],
  find: (ports: Ports, cookie: string) => Promise<A | undefined>,
): Promise<A | undefined> {
  const cookie = request.cookies[cookieName(ports, name)]
  return cookie ? find(ports, cookie) : undefined
}

/** The cookie's name in the browser: `__Host-` before it wherever we are served over https. */
export function cookieName({ config }: Ports, name: Cookie['name']): string {
  return config.baseUrl.startsWith('https:') ? `__Host-${name}` : name
}

// By whatever name we are reached; where we are served over https, nobody's plain page is ours (RFC 6454, 3.2).
function isSameHost(origin: string, host: string | undefined, baseUrl: string): boolean {
  if (!URL.canParse(origin)) return false
  const page = new URL(origin)
  return page.host === host && (page.protocol === 'https:' || baseUrl.startsWith('http:'))
}

/**
 * A change under a session cookie, or one that hands a cookie out, must come from our own pages. Browsers say
 * where a request comes from (`Origin`, `Sec-Fetch-Site`); servers and curl say nothing and pass.
 * @throws Failure `csrf_rejected`
 */
export function checkOrigin(ports: Ports, route: Entrance, actor: Actor, request: FastifyRequest): void {
  const underCookie = actor.kind === 'user' || actor.kind === 'developer' || route.cookies
  if (!underCookie || !changes(route) || linkOf(route, request) !== undefined) return
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  const { baseUrl, hubUrl } = ports.config
  const ours = [new URL(baseUrl).origin, new URL(hubUrl).origin]
  if (origin !== undefined && ours.includes(origin)) return
  if (origin !== undefined && !isSameHost(origin, host, baseUrl)) throw new Failure('csrf_rejected')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Failure('csrf_rejected')
}
