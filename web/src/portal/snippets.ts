import type { Shape } from '../api/client.ts'
import { pythonValue } from './reference/example-call.ts'

const PYTHON_INDENT = '    '

type App = Shape<'App'>

/** An API request in an example. */
interface Call {
  method: 'GET' | 'POST'
  url: string
  /** A connection token or a placeholder. */
  token?: string
  body?: Record<string, unknown>
}

/** An API request with its examples in JavaScript and Python, which use the SDKs. */
interface SdkCall extends Call {
  javaScript: string
  python: string
}

/** The address of the consent page for an app. */
export function consentLink(origin: string, app: App): string {
  const query = new URLSearchParams({ client: app.slug })
  if (app.redirect_uris[0]) query.set('redirect_uri', app.redirect_uris[0])
  query.set('scope', app.manifest.scopes.join(' '))
  return `${origin}/connect?${query}`
}

/** The call that exchanges a code for a connection token. */
export function exchangeCall(origin: string, app: App, secret: string, code: string): SdkCall {
  const [redirectUri] = app.redirect_uris
  const options = { baseUrl: origin, code, clientId: app.client_id, clientSecret: secret, redirectUri }
  return {
    method: 'POST',
    url: `${origin}/v1/oauth/token`,
    body: { code, client_id: app.client_id, client_secret: secret, redirect_uri: redirectUri },
    javaScript: `import { exchangeCode } from '@memory-service/sdk'\n\nconsole.log(await exchangeCode(${literal(options)}))`,
    python: [
      'from memory_service import OAuthClient',
      '',
      `app = OAuthClient(${pythonArguments(origin, app.client_id, secret)})`,
      `print(app.exchange_code(${[pythonValue(code), ...(redirectUri ? [`redirect_uri=${pythonValue(redirectUri)}`] : [])].join(', ')}))`,
    ].join('\n'),
  }
}

/** The first calls for an app: remember and recall, if its manifest allows them, else a look at its grants. */
export function firstCalls(origin: string, { manifest }: App, token: string): { title: string; call: SdkCall }[] {
  const scopeFor = (permission: string) =>
    manifest.scopes
      .find((scope) => scope.startsWith(`${permission}:`))
      ?.slice(permission.length + 1)
      .replace(/\.?\*$/, '')
  const [writeScope, readScope] = [scopeFor('memory:write'), scopeFor('memory:read')]
  const memory = { content: 'Runs along the river every Tuesday.', kind: 'preference', scope: writeScope || 'general' }
  const calls = [
    writeScope !== undefined && {
      title: 'Remember something',
      call: {
        method: 'POST' as const,
        url: `${origin}/v1/memories`,
        token,
        body: { memories: [memory] },
        javaScript: withClient(origin, token, `remember(${literal(memory)})`),
        python: withPythonClient(origin, token, `remember(${pythonValue(memory, PYTHON_INDENT)})`),
      },
    },
    readScope !== undefined && {
      title: 'Recall it',
      call: {
        method: 'GET' as const,
        url: `${origin}/v1/memories?query=running`,
        token,
        javaScript: withClient(origin, token, `recall('running')`),
        python: withPythonClient(origin, token, 'recall("running")'),
      },
    },
  ].filter((call) => call !== false)
  if (calls.length) return calls
  const javaScript = withClient(origin, token, 'connection()')
  const python = withPythonClient(origin, token, 'connection()')
  const call = { method: 'GET' as const, url: `${origin}/v1/connection`, token, javaScript, python }
  return [{ title: 'Ask what was granted', call }]
}

/** A call as a curl command. */
export function asCurl({ method, url, token, body }: Call): string {
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${shellQuoted(url)}`,
    ...(token ? [`-H ${shellQuoted(`Authorization: Bearer ${token}`)}`] : []),
    ...(body ? [`-H 'Content-Type: application/json'`, `-d ${shellQuoted(JSON.stringify(body))}`] : []),
  ].join(' \\\n  ')
}

/** A call as JavaScript for Node. */
export function asJavaScript({ javaScript }: SdkCall): string {
  return javaScript
}

/** A call as Python. */
export function asPython({ python }: SdkCall): string {
  return python
}

function withClient(baseUrl: string, token: string, call: string): string {
  return [
    `import { MemoryService } from '@memory-service/sdk'`,
    '',
    `const memory = new MemoryService(${literal({ baseUrl, token })})`,
    `console.log(await memory.${call})`,
  ].join('\n')
}

function withPythonClient(baseUrl: string, token: string, call: string): string {
  return [
    'from memory_service import Client',
    '',
    `with Client(${pythonArguments(baseUrl, token)}) as memory:`,
    `${PYTHON_INDENT}print(memory.${call})`,
  ].join('\n')
}

const pythonArguments = (...values: string[]) => values.map((value) => pythonValue(value)).join(', ')

const literal = (value: object) => JSON.stringify(value, null, 2)

/** A text as one word of a shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
