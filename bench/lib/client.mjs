// The public API as apps and users call it: accounts, an app, consent, and memories in batches.

const MEMORIES_PER_CALL = 100
const PASSWORD = 'a long walk home'

/** Calls an endpoint; throws if the status is not a success. */
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

let accounts = 0

async function signUp(base, path, name) {
  const email = `bench-${process.pid}-${Date.now()}-${accounts++}@example.com`
  return (await call(base, 'POST', path, { body: { email, password: PASSWORD, name } })).cookie
}

/** Creates a user; returns the session cookie. */
export const newUser = (base, name) => signUp(base, '/v1/auth/signup', name)

/** Creates an app; by default, its manifest lists all memory scopes. */
export async function newApp(
  base,
  { name = `Bench ${Date.now()}`, scopes = ['memory:read:*', 'memory:write:*'] } = {},
) {
  const cookie = await signUp(base, '/v1/dev/auth/signup')
  const body = { name, manifest: { scopes } }
  const { body: created } = await call(base, 'POST', '/v1/dev/apps', { cookie, body })
  const { id, slug } = created.app
  return { id, slug, client_id: created.client_id, client_secret: created.client_secret, scopes, cookie }
}

/** Creates a user who grants the app all scopes; returns the connection token. */
export async function newToken(base, app) {
  return connect(base, app, await newUser(base))
}

/** Grants the app all its scopes in a user's session; returns the connection token. */
export async function connect(base, { slug, client_id, client_secret, scopes }, cookie) {
  const { body } = await call(base, 'POST', '/v1/oauth/authorize', { cookie, body: { slug, scopes } })
  const exchange = { code: body.code, client_id, client_secret }
  return (await call(base, 'POST', '/v1/oauth/token', { body: exchange })).body.connection_token
}

/** Writes memories in batches of 100; returns their ids in order. */
export async function remember(base, token, memories) {
  const ids = []
  for (let at = 0; at < memories.length; at += MEMORIES_PER_CALL) {
    const body = { memories: memories.slice(at, at + MEMORIES_PER_CALL) }
    ids.push(...(await call(base, 'POST', '/v1/memories', { token, body })).body.memoryIds)
  }
  return ids
}

/** Recalls memories; returns the list. */
export async function recall(base, token, query, limit) {
  return (await search(base, token, query, limit)).memories
}

/** Recalls memories; returns the whole response, which includes the search mode. */
export async function search(base, token, query, limit) {
  const parameters = new URLSearchParams({ query, limit: String(limit) })
  return (await call(base, 'GET', `/v1/memories?${parameters}`, { token })).body
}
