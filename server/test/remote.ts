// biome-ignore lint/suspicious/noExplicitAny: responses have many shapes.
type Any = any

/** Sends a request to a running service and returns its JSON; throws for an error status. */
export type Call = (method: string, path: string, options?: CallOptions) => Promise<Any>

interface CallOptions {
  token?: string
  cookie?: string
  body?: unknown
}

/** Calls services that run in other processes; `baseOf` chooses one for each request. Adds the cookie it received. */
export function remote(baseOf: () => string): Call {
  return async (method, path, { token, cookie = '', body } = {}) => {
    const base = baseOf()
    const headers = {
      'content-type': 'application/json',
      cookie,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    }
    const response = await fetch(base + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${base}${path}: ${response.status} ${text}`)
    return { ...JSON.parse(text), cookie: response.headers.getSetCookie()[0]?.split(';')[0] }
  }
}

/** Signs up a user and a developer, and connects the developer's app with these scopes. */
export async function connectApp(call: Call, scopes: string[]): Promise<{ token: string; userCookie: string }> {
  const account = (name: string) => ({ email: `${name}@example.com`, password: 'a long walk home' })
  const { cookie: developerCookie } = await call('POST', '/v1/dev/auth/signup', { body: account('developer') })
  const created = await call('POST', '/v1/dev/apps', {
    cookie: developerCookie,
    body: { name: 'Trail Coach', manifest: { scopes } },
  })
  const { cookie: userCookie } = await call('POST', '/v1/auth/signup', { body: account('user') })
  const { code } = await call('POST', '/v1/oauth/authorize', {
    cookie: userCookie,
    body: { slug: created.app.slug, scopes },
  })
  const { client_id, client_secret } = created
  const { connection_token: token } = await call('POST', '/v1/oauth/token', {
    body: { code, client_id, client_secret },
  })
  return { token, userCookie }
}
