import type { FastifyInstance, FastifyRequest } from 'fastify'

/*
 * What pages of other origins may read: what is public, and what a client that runs in a page needs (MCP, OAuth). Always
 * of any origin and never with the browser's credentials, so that no cookie of ours is ever worth anything to them.
 */

const ORIGIN = { 'access-control-allow-origin': '*' }
/** Headers of our answers that such a client reads. */
const EXPOSED =
  'ETag, WWW-Authenticate, Retry-After, X-Request-Id, RateLimit, RateLimit-Policy, Mcp-Session-Id, MCP-Protocol-Version'
/** Headers of requests that it sends, beside those that need no leave. */
const SENT = 'Content-Type, If-None-Match, MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name, Last-Event-ID'
const PREFLIGHT_KEPT_SECONDS = 7_200

/** Lets pages read every answer of the routes whose config says `cors`, refusals included. */
export function openToPages(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { cors } = request.routeOptions.config as { cors?: boolean }
    if (cors) reply.headers({ ...ORIGIN, 'access-control-expose-headers': EXPOSED })
    done()
  })
}

/** Answers the question a browser asks before it sends what is not plain: by which methods, with which headers. */
export function answerPreflights(
  app: FastifyInstance,
  { url, name, methods, bearer }: { url: string; name: string; methods: string; bearer?: boolean },
): void {
  const headers = {
    ...ORIGIN,
    'access-control-allow-methods': methods,
    // Named only where a token is asked for: a client in a page has no secret to prove itself with.
    'access-control-allow-headers': bearer ? `Authorization, ${SENT}` : SENT,
    'access-control-max-age': String(PREFLIGHT_KEPT_SECONDS),
  }
  app.options(url, { config: { name: `${name}Preflight` } }, async (_request, reply) =>
    reply.code(204).headers(headers).send(),
  )
}

/** The origin of the web page a request says it comes from. Apps that are none say nothing, or name a scheme of their own. */
export function pageOf({ headers: { origin } }: Pick<FastifyRequest, 'headers'>): string | undefined {
  if (origin === undefined) return undefined
  return !URL.canParse(origin) || /^https?:$/.test(new URL(origin).protocol) ? origin : undefined
}
