import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CompressedOnce, sendCompressed } from './compression.ts'
import { ENGLISH, inLanguage, type NoScriptsTexts, preferredLanguage } from './page-languages.ts'

const DIST = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))
const NONCE_BYTES = 16
const NONCE_PLACEHOLDER = '{{nonce}}'
const ORIGIN_PLACEHOLDER = '{{origin}}'
const NOT_LISTED = '<meta name="robots" content="noindex" />'
const SESSION_COOKIES = { hub: /(?:^|; ?)(?:__Host-)?ms_session=/, portal: /(?:^|; ?)(?:__Host-)?ms_dev_session=/ }
// The route name of pages in metrics.
const ROUTE_OPTIONS = { config: { name: 'page' } }
// Files outside of `assets`, whose addresses cannot change.
const CACHED = { 'cache-control': 'public, max-age=3600' }
const ROOT_FILES = {
  'icon.svg': { 'content-type': 'image/svg+xml', ...CACHED },
  'manifest.webmanifest': { 'content-type': 'application/manifest+json', ...CACHED },
  // A new version replaces the worker with the next visit. It may fetch our own pages, and nothing else.
  'service-worker.js': {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  },
}
const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Memory Service</title>
<h1>The pages are not built</h1><p>The API works as usual. <code>npm run build</code> builds the pages.</p></html>
`

/** A page as the build describes it (`web/scripts/documents.ts`). */
interface Page {
  address: string
  layout: string
  surface: 'hub' | 'portal'
  listed: boolean
  preload: string[]
  data: string[]
  unfiltered: string[]
  /** The values of its parameter for which it exists; any if omitted. */
  values?: string[]
}

/** A text for programs, such as `/llms.txt` (`web/scripts/guides.ts`). */
interface PageText {
  path: string
  text: string
}

/** The document at an address, and the same with elements that request what the page reads first. */
interface PageDocument {
  address: string
  html: string
  withData: string
  /** For an address without parameters. */
  withAllData: string
  /** Whether the page exists for these parameters of its address. */
  exists: (parameters: Record<string, string>) => boolean
  /** Whether the browser sends a session of the kind that the page needs. */
  hasSession: (cookies: string) => boolean
}

/** The built documents of the Hub and the portal. */
interface Build {
  documents: PageDocument[]
  notFound: string
  /** The hashes of the inline scripts, as sources of the content security policy. */
  scriptHashes: string[]
  texts: PageText[]
  noScripts: NoScriptsTexts
}

/** Sends the “not found” page to a browser; returns `undefined` for API clients. */
export type SendNotFoundPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | undefined

/**
 * Serves the pages: at the address of each, a document with a shell to paint at once, which loads the scripts. Scripts
 * and styles have the hash of their content in their names, are compressed at build time and may be cached forever.
 * Without a build, the home page says so, and the API works as usual.
 */
export async function mountPages(app: FastifyInstance, origin: () => string, folder = DIST): Promise<SendNotFoundPage> {
  const build = readBuild(folder)
  if (!build) {
    app.get('/', ROUTE_OPTIONS, (request, reply) => sendDocument(request, reply.code(503), NOT_BUILT))
    return () => undefined
  }
  const { documents, notFound, scriptHashes, texts, noScripts } = build
  const send = (request: FastifyRequest, reply: FastifyReply, html: string) => {
    const language = preferredLanguage(request.headers['accept-language'], Object.keys(noScripts))
    return sendDocument(request, reply, inLanguage(html, language, noScripts), scriptHashes)
  }
  for (const document of documents)
    app.get(document.address, ROUTE_OPTIONS, (request, reply) => {
      if (document.exists(request.params as Record<string, string>))
        return send(request, reply, htmlFor(request, document))
      // The page says that it does not exist, and links to what does.
      if (acceptsPage(request)) return send(request, reply.code(404), document.html)
      reply.callNotFound()
      return reply
    })
  for (const { path, text } of texts) {
    let document: CompressedOnce | undefined
    app.get(path, ROUTE_OPTIONS, (request, reply) => {
      const type = path.endsWith('.md') ? 'text/markdown' : 'text/plain'
      reply.headers({ 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=3600' })
      // The address is known once the service listens.
      document ??= new CompressedOnce(text.replaceAll(ORIGIN_PLACEHOLDER, origin()))
      return sendCompressed(request, reply, document)
    })
  }
  await app.register(fastifyStatic, {
    root: `${folder}assets`,
    prefix: '/assets/',
    index: false,
    decorateReply: false,
    preCompressed: true,
    // Workers get their own policy from their script: they cannot connect to anything.
    setHeaders: (reply) => void reply.setHeader('content-security-policy', "default-src 'none'; script-src 'self'"),
    immutable: true,
    maxAge: '1y',
  })
  for (const [name, headers] of Object.entries(ROOT_FILES)) {
    const text = readFileSync(folder + name, 'utf8')
    app.get(`/${name}`, ROUTE_OPTIONS, (_request, reply) => reply.headers(headers).send(text))
  }
  return (request, reply) => (acceptsPage(request) ? send(request, reply.code(404), notFound) : undefined)
}

function acceptsPage({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && !/^\/(v1|assets)(\/|$|\?)/.test(url) && (headers.accept?.includes('text/html') ?? false)
}

function readBuild(folder: string): Build | undefined {
  if (!existsSync(`${folder}pages.json`)) return undefined
  const pages = JSON.parse(readFileSync(`${folder}pages.json`, 'utf8')) as Page[]
  const template = readFileSync(`${folder}index.html`, 'utf8')
  const noScripts = JSON.parse(readFileSync(`${folder}no-scripts.json`, 'utf8')) as NoScriptsTexts
  const inlineScripts = template
    .split(/<script(?: nonce="[^"<]*")?>/)
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf('</script>')))
  return {
    // The portal is in English.
    documents: pages.map((page) =>
      documentOf(page.surface === 'portal' ? inLanguage(template, ENGLISH, noScripts) : template, page),
    ),
    notFound: fillIn(template, { layout: 'column', surface: 'hub', listed: false, preload: [] }),
    texts: JSON.parse(readFileSync(`${folder}texts.json`, 'utf8')) as PageText[],
    noScripts,
    scriptHashes: inlineScripts.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`),
  }
}

function documentOf(template: string, page: Page): PageDocument {
  const html = fillIn(template, page)
  return {
    address: page.address,
    html,
    withData: requesting(html, page.data),
    withAllData: requesting(html, [...page.data, ...page.unfiltered]),
    exists: (parameters) => Object.values(parameters).every((value) => page.values?.includes(value) ?? true),
    hasSession: (cookies) => SESSION_COOKIES[page.surface].test(cookies),
  }
}

/** A browser with a session requests what the page reads first while it loads the scripts. */
function htmlFor({ url, headers }: FastifyRequest, document: PageDocument): string {
  if (!document.hasSession(headers.cookie ?? '')) return document.html
  return url.includes('?') ? document.withData : document.withAllData
}

function requesting(html: string, addresses: readonly string[]): string {
  const links = addresses.map((address) => `<link rel="preload" as="fetch" crossorigin href="${address}">`)
  return html.replace('</head>', `${links.join('')}</head>`)
}

function fillIn(
  template: string,
  { layout, surface, listed, preload }: Pick<Page, 'layout' | 'surface' | 'listed' | 'preload'>,
): string {
  const links = preload.map((path) => `<link rel="modulepreload" crossorigin href="${path}">`)
  return template
    .replace('{{layout}}', layout)
    .replace('{{surface}}', surface)
    .replace(NOT_LISTED, listed ? '' : NOT_LISTED)
    .replace('</head>', `${links.join('')}</head>`)
}

/** Sends a document with a new nonce for its style elements, compressed if the client accepts that. */
async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
  scriptHashes: readonly string[] = [],
): Promise<FastifyReply> {
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policyWith(nonce, scriptHashes),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  })
  // Compressed in each response, because its nonce changes.
  return sendCompressed(request, reply, html.replaceAll(NONCE_PLACEHOLDER, nonce))
}

/** Allows our own files, the inline scripts of our own document and the style elements that carry the nonce. */
function policyWith(nonce: string, scriptHashes: readonly string[]): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
