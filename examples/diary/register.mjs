// Provides the app's credentials. Normally you create them once in the developer portal. With a service on localhost,
// for trying things out, the app registers itself through the same calls as the portal.

import { randomUUID } from 'node:crypto'
import { APP_NAME, SCOPES, SERVICE_URL } from './config.mjs'
import { read, write } from './files.mjs'

const FILE = 'app.json'
const EVENTS = ['memory.created', 'connection.revoked']

/** `{ slug, clientId, clientSecret, webhookSecret }` of this app, whose public address is `appUrl`. */
export async function credentials(appUrl) {
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(new URL(SERVICE_URL).hostname)) return fromEnvironment(appUrl)
  const stored = read(FILE)
  if (stored?.serviceUrl === SERVICE_URL && stored.appUrl === appUrl && (await isKnown(stored))) return stored
  const made = { serviceUrl: SERVICE_URL, appUrl, ...(await register(appUrl)) }
  write(FILE, made)
  return made
}

function fromEnvironment(appUrl) {
  const {
    APP_SLUG: slug,
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    WEBHOOK_SECRET: webhookSecret,
  } = process.env
  if (slug && clientId && clientSecret) return { slug, clientId, clientSecret, webhookSecret }
  throw new Error(
    `Register the app at ${SERVICE_URL}/developers: redirect URI ${appUrl}/callback, scopes ${SCOPES.join(' ')}.\n` +
      'Then set APP_SLUG, CLIENT_ID and CLIENT_SECRET. For what is new to show by itself, add a webhook at\n' +
      `${appUrl}/webhooks for ${EVENTS.join(' and ')}, and set WEBHOOK_SECRET.`,
  )
}

// A local service may have a new database since the registration.
async function isKnown({ slug }) {
  return (await fetch(`${SERVICE_URL}/v1/oauth/preview?slug=${slug}`)).ok
}

async function register(appUrl) {
  const account = { email: `diary-${randomUUID()}@example.com`, password: randomUUID() }
  const signedUp = await post('/v1/dev/auth/signup', account)
  const cookie = signedUp.headers.getSetCookie()[0].split(';')[0]
  const registered = await post(
    '/v1/dev/apps',
    { name: APP_NAME, redirect_uris: [`${appUrl}/callback`], manifest: { scopes: SCOPES } },
    cookie,
  )
  const { app, client_id: clientId, client_secret: clientSecret } = await registered.json()
  const hook = { url: `${appUrl}/webhooks`, events: EVENTS }
  const { secret } = await (await post(`/v1/dev/apps/${app.id}/subscriptions`, hook, cookie)).json()
  // Includes the developer account, so that you can sign in to the portal.
  return { account, slug: app.slug, clientId, clientSecret, webhookSecret: secret }
}

async function post(path, body, cookie) {
  const headers = { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) }
  const response = await fetch(SERVICE_URL + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`Registering failed at ${path}: ${response.status} ${await response.text()}`)
  return response
}
