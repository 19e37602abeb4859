import type { Shape } from '../api/client.ts'

type App = Shape<'App'>

/** A request to show. */
interface Call {
  method: 'GET' | 'POST'
  url: string
  /** A connection token, or what stands in its place. */
  token?: string
  body?: Record<string, unknown>
}

/** A request that is shown in JavaScript too, by means of the SDK. */
interface SdkCall extends Call {
  javaScript: string
}

/** The page on which a person is asked, and then sent back with a code. */
export function consentLink(origin: string, app: App): string {
  const query = new URLSearchParams({ client: app.slug })
  if (app.redirect_uris[0]) query.set('redirect_uri', app.redirect_uris[0])
  query.set('scope', app.manifest.scopes.join(' '))
  return `${origin}/connect?${query}`
}

/** The exchange of a code for a connection token. */
export function exchangeCall(origin: string, app: App, secret: string, code: string): SdkCall {
  const [redirectUri] = app.redirect_uris
  const options = { baseUrl: origin, code, clientId: app.client_id, clientSecret: secret, redirectUri }
  return {
    method: 'POST',
    url: `${origin}/v1/oauth/token`,
    body: { code, client_id: app.client_id, client_secret: secret, redirect_uri: redirectUri },
    javaScript: `import { exchangeCode } from '@memory-service/sdk'\n\nconsole.log(await exchangeCode(${literal(options)}))`,
  }
}

/** What an app may do first with its token: remember and recall where its manifest says so, else ask what it may. */
export function firstCalls(origin: string, { manifest }: App, token: string): { title: string; call: SdkCall }[] {
  const place = (verb: string) =>
    manifest.scopes
      .find((scope) => scope.startsWith(`${verb}:`))
      ?.slice(verb.length + 1)
      .replace(/\.?\*$/, '')
  const [written, read] = [place('memory:write'), place('memory:read')]
  const memory = { content: 'Runs along the river every Tuesday.', kind: 'preference', scope: written || 'general' }
  const calls = [
    written !== undefined && {
      title: 'Remember something',
      call: {
        method: 'POST' as const,
        url: `${origin}/v1/memories`,
        token,
        body: { memories: [memory] },
        javaScript: withClient(origin, token, `remember(${literal(memory)})`),
      },
    },
    read !== undefined && {
      title: 'Recall it',
      call: {
        method: 'GET' as const,
        url: `${origin}/v1/memories?query=running`,
        token,
        javaScript: withClient(origin, token, `recall('running')`),
      },
    },
  ].filter((call) => call !== false)
  if (calls.length) return calls
  const javaScript = withClient(origin, token, 'connection()')
  return [{ title: 'Ask what was granted', call: { method: 'GET', url: `${origin}/v1/connection`, token, javaScript } }]
}

/** A call for a shell. */
export function asCurl({ method, url, token, body }: Call): string {
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`,
    ...(token ? [`-H ${quoted(`Authorization: Bearer ${token}`)}`] : []),
    ...(body ? [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`] : []),
  ].join(' \\\n  ')
}

/** The same in JavaScript, for any server. */
export function asJavaScript({ javaScript }: SdkCall): string {
  return javaScript
}

function withClient(baseUrl: string, token: string, call: string): string {
  return [
    `import { MemoryService } from '@memory-service/sdk'`,
    '',
    `const memory = new MemoryService(${literal({ baseUrl, token })})`,
    `console.log(await memory.${call})`,
  ].join('\n')
}

const literal = (value: object) => JSON.stringify(value, null, 2)

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
