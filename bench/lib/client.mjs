// The public API as an app and a person use it: accounts, an app, consent, and memories by the hundred.

const MEMORIES_A_CALL = 100
const PASSWORD = 'a long walk home'

/** Calls one endpoint; throws on anything but success. */
export async function call(base, method, path, { token, cookie, body } = {}) {
  const response = await fetch(base + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(cookie ? { cookie } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body: body && JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return { body: JSON.parse(text), cookie: response.headers.getSetCookie()[0]?.split(';')[0] }
}

let people = 0

async function signUp(base, path) {
  const email = `bench-${process.pid}-${Date.now()}-${people++}@example.com`
  return (await call(base, 'POST', path, { body: { email, password: PASSWORD } })).cookie
}

/** An app that may ask for all memories. */
export async function newApp(base) {
  const cookie = await signUp(base, '/v1/dev/auth/signup')
  const scopes = ['memory:read:*', 'memory:write:*']
  const body = { name: `Bench ${Date.now()}`, manifest: { scopes } }
  const { body: made } = await call(base, 'POST', '/v1/dev/apps', { cookie, body })
  const { id, slug } = made.app
  return { id, slug, client_id: made.client_id, client_secret: made.client_secret, scopes, cookie }
}

/** A new person who allows the app everything; the connection's token. */
export async function newToken(base, { slug, client_id, client_secret, scopes }) {
  const cookie = await signUp(base, '/v1/auth/signup')
  const { body } = await call(base, 'POST', '/v1/oauth/authorize', { cookie, body: { slug, scopes } })
  const exchange = { code: body.code, client_id, client_secret }
  return (await call(base, 'POST', '/v1/oauth/token', { body: exchange })).body.connection_token
}

/** Writes memories a hundred at a time; the ids they were given, in order. */
export async function remember(base, token, memories) {
  const ids = []
  for (let at = 0; at < memories.length; at += MEMORIES_A_CALL) {
    const body = { memories: memories.slice(at, at + MEMORIES_A_CALL) }
    ids.push(...(await call(base, 'POST', '/v1/memories', { token, body })).body.memoryIds)
  }
  return ids
}

/** Recalls; the list as the API gives it. */
export async function recall(base, token, query, limit) {
  return (await search(base, token, query, limit)).memories
}

/** Recalls; the whole answer, which tells how it was searched. */
export async function search(base, token, query, limit) {
  const asked = new URLSearchParams({ query, limit: String(limit) })
  return (await call(base, 'GET', `/v1/memories?${asked}`, { token })).body
}
