// A small app that uses the Memory Service, without a framework. Start reading here: `ROUTES` maps each request to a
// function, whose result becomes the response.

import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { APP_NAME, APP_URL, PORT, SERVICE_URL } from './config.mjs'
import { callback, connect, disconnect } from './connect.mjs'
import { home, writeEntry } from './diary.mjs'
import { credentials } from './register.mjs'
import { isOwnForm, visitorOf } from './visitors.mjs'
import { live, webhook } from './webhooks.mjs'

const BODY_BYTES_MAX = 64 * 1024
const FILES = { '/diary.css': 'text/css', '/live.js': 'text/javascript' }

const ROUTES = {
  'GET /': home,
  'POST /': writeEntry,
  'POST /connect': connect,
  'GET /callback': callback,
  'POST /disconnect': disconnect,
  'GET /live': live,
}

// Allows only the app's own scripts and styles. Forms may also redirect to the service, as Connect does.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
  `form-action 'self' ${new URL(SERVICE_URL).origin}; base-uri 'none'; frame-ancestors 'none'`
const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  // The callback's address contains the code, so it must not leak as a referrer.
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

async function answer(app, request) {
  const url = new URL(request.url, app.url)
  if (request.method === 'GET' && FILES[url.pathname]) {
    const body = await readFile(new URL(`public${url.pathname}`, import.meta.url))
    return { body, headers: { 'content-type': FILES[url.pathname] } }
  }
  // Webhooks are authenticated by their signature, not by a cookie.
  if (request.method === 'POST' && url.pathname === '/webhooks')
    return webhook({ app, headers: request.headers, body: await bodyOf(request) })
  const route = ROUTES[`${request.method} ${url.pathname}`]
  if (!route) return { status: 404 }
  const { visitor, setCookie } = visitorOf(request.headers, app.secure)
  const form = request.method === 'POST' ? new URLSearchParams(String(await bodyOf(request))) : undefined
  if (form && !isOwnForm(visitor, form)) return { status: 403 }
  return { setCookie, ...(await route({ app, visitor, url, query: url.searchParams, form })) }
}

async function bodyOf(request) {
  const parts = []
  let bytes = 0
  for await (const part of request) {
    bytes += part.length
    if (bytes > BODY_BYTES_MAX) throw Object.assign(new Error('too large'), { status: 413 })
    parts.push(part)
  }
  return Buffer.concat(parts)
}

async function handle(app, request, response) {
  let result
  try {
    result = await answer(app, request)
  } catch (error) {
    if (!error.status) console.error(error)
    result = { status: error.status ?? 500 }
  }
  const { page, to, stream, body = '', setCookie } = result
  const type = page ? 'text/html; charset=utf-8' : stream ? 'text/event-stream' : 'text/plain; charset=utf-8'
  response.writeHead(to ? 303 : (result.status ?? 200), {
    ...HEADERS,
    'content-type': type,
    ...(to ? { location: to } : {}),
    ...(setCookie ? { 'set-cookie': setCookie } : {}),
    ...result.headers,
  })
  if (stream) stream(response)
  else response.end(page ? page.text : body)
}

const server = createServer()
await new Promise((resolve, reject) => server.once('error', reject).listen(PORT, '127.0.0.1', resolve))
const url = APP_URL ?? `http://127.0.0.1:${server.address().port}`
try {
  const app = { ...(await credentials(url)), url, secure: url.startsWith('https:') }
  server.on('request', (request, response) => handle(app, request, response))
  console.log(`${APP_NAME} is open at ${url}`)
} catch (error) {
  const isAway = error.cause?.code === 'ECONNREFUSED'
  console.error(isAway ? `Nothing answers at ${SERVICE_URL}. Start the service first: npm start` : error.message)
  process.exit(1)
}

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    server.close()
    server.closeAllConnections()
  })
