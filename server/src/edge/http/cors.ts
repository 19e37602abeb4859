import type { FastifyInstance, FastifyRequest } from 'fastify'

/*
 * CORS: lets pages of any origin read public routes and those that browser-based clients need (MCP, OAuth). Credentials
 * are never allowed, so session cookies cannot be used across origins.
 */

const ORIGIN = { 'access-control-allow-origin': '*' }
/** Response headers that such clients may read. */
const EXPOSED =
  'ETag, WWW-Authenticate, Retry-After, X-Request-Id, RateLimit, RateLimit-Policy, Mcp-Session-Id, MCP-Protocol-Version'
/** Request headers that such clients may send, beside the CORS-safelisted ones. */
const SENT =
  'DPoP, Content-Type, If-None-Match, MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name, Last-Event-ID'
const PREFLIGHT_KEPT_SECONDS = 7_200

/** Adds CORS headers to all responses, including errors, of routes whose config sets `cors`. */
export function allowCrossOriginReads(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { cors } = request.routeOptions.config as { cors?: boolean }
    if (cors) reply.headers({ ...ORIGIN, 'access-control-expose-headers': EXPOSED })
    done()
  })
}

/** Responds to CORS preflight requests with the allowed methods and headers. */
export function mountPreflight(
  app: FastifyInstance,
  { url, name, methods, bearer }: { url: string; name: string; methods: string; bearer?: boolean },
): void {
  const headers = {
    ...ORIGIN,
    'access-control-allow-methods': methods,
    // Allowed only on routes that take a bearer token: a browser-based client has no client secret.
    'access-control-allow-headers': bearer ? `Authorization, ${SENT}` : SENT,
    'access-control-max-age': String(PREFLIGHT_KEPT_SECONDS),
  }
  app.options(url, { config: { name: `${name}Preflight` } }, async (_request, reply) =>
    reply.code(204).headers(headers).send(),
  )
}

/**
 * The web origin in the `Origin` header. `undefined` for clients that send none or use a custom scheme, such as desktop
 * apps.
 */
export function pageOriginOf({ headers: { origin } }: Pick<FastifyRequest, 'headers'>): string | undefined {
  if (origin === undefined) return undefined
  return !URL.canParse(origin) || /^https?:$/.test(new URL(origin).protocol) ? origin : undefined
}
