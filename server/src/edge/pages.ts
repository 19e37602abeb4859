import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const BUILT = fileURLToPath(new URL('../../../web/dist/', import.meta.url))
const NONCE_BYTES = 16
const NONCE_PLACE = '{{nonce}}'
// How a page is called in the metrics.
const PAGE = { config: { name: 'page' } }
// Files that keep their names, so they are asked for again.
const LOOSE = [
  ['colour-scheme.js', 'text/javascript; charset=utf-8'],
  ['icon.svg', 'image/svg+xml'],
] as const
const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Memory Service</title>
<h1>The pages are not built</h1><p>The API works as usual. <code>npm run build</code> builds the pages.</p></html>
`

/** The pages of the Hub and the portal, as the build has laid them down. */
interface Built {
  html: string
  /** Addresses that are pages, parameters as `:name`. */
  addresses: string[]
}

/** Answers a reader of pages where there is none; `undefined` when it is a program that asks. */
export type NoPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined

/**
 * Serves the pages: at every page's address the same small document, which fetches what that page needs. Scripts and
 * styles carry the hash of their content in their name, lie there compressed, and are kept for good. Without a build
 * a plain page says so, and the API is served alike.
 */
export async function mountPages(app: FastifyInstance, folder = BUILT): Promise<NoPage> {
  const built = readBuilt(folder)
  for (const address of built?.addresses ?? ['/'])
    app.get(address, PAGE, (_request, reply) =>
      built ? sendPage(reply, 200, built.html) : sendPage(reply, 503, NOT_BUILT),
    )
  if (!built) return () => undefined

  await app.register(fastifyStatic, {
    root: `${folder}assets`,
    prefix: '/assets/',
    index: false,
    wildcard: false,
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
  })
  for (const [name, type] of LOOSE) {
    const text = readFileSync(folder + name, 'utf8')
    app.get(`/${name}`, PAGE, (_request, reply) =>
      reply.headers({ 'cache-control': 'public, max-age=3600', 'content-type': type }).send(text),
    )
  }
  return (request, reply) => (wantsPage(request) ? sendPage(reply, 404, built.html) : undefined)
}

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && !/^\/(v1|assets)(\/|$|\?)/.test(url) && (headers.accept?.includes('text/html') ?? false)
}

function readBuilt(folder: string): Built | undefined {
  if (!existsSync(`${folder}pages.json`)) return undefined
  const pages = JSON.parse(readFileSync(`${folder}pages.json`, 'utf8')) as string[]
  return {
    html: readFileSync(`${folder}index.html`, 'utf8'),
    addresses: pages.map((address) => address.replace(/\$(\w+)/g, ':$1')),
  }
}

/**
 * The document of a page. Nothing may run or be fetched but our own files. The component library writes style
 * elements as the page runs, so those carry a mark that is made anew for each answer.
 */
function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policyWith(nonce),
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    })
    .send(html.replaceAll(NONCE_PLACE, nonce))
}

function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
