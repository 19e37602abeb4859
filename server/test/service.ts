import { randomUUID } from 'node:crypto'
import { expect, inject } from 'vitest'
import { routes } from '../src/app.ts'
import { failuresOf } from '../src/edge/openapi/document.ts'
import { exampleOf } from '../src/edge/openapi/errors.ts'
import { type Config, readConfig } from '../src/foundation/config.ts'
import { FAILURES } from '../src/foundation/failures.ts'
import { EVENT_STREAM, type Route } from '../src/foundation/route.ts'
import { type Overrides, type Service, startService } from '../src/service.ts'
import { ERRORS, OAUTH_ERROR } from './error-shapes.ts'
import { framesOf } from './frames.ts'
import { expectNoLeaks, lookAt, lookAtCompressed, watchedLog, watchFor } from './leaks.ts'
import { bodyOf } from './response-body.ts'
import { giveBack, type Store, storeFor } from './stores.ts'

const PASSWORD = 'a long walk home'
// The lowest cost that argon2 accepts, because tests create thousands of accounts.
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 }

export interface Reply {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
  body: any
}

// biome-ignore lint/suspicious/noExplicitAny: frames have several shapes.
export type Frame = any

export interface Call {
  /** A connection token. */
  token?: string
  /** A session cookie as `name=value`. */
  cookie?: string
  body?: unknown
  headers?: Record<string, string>
}

/** A user with a session. */
export interface Person {
  id: string
  email: string
  cookie: string
}

export interface App {
  id: string
  slug: string
  client_id: string
  client_secret: string
}

/** The header with which an app authenticates on its own. */
export const basicOf = ({ client_id, client_secret }: App) =>
  `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`

export type TestService = Awaited<ReturnType<typeof testService>>

/**
 * A real service on this project's engine with its own database, listening on a free loopback port.
 * Rate limits are off unless a test enables them.
 */
export async function testService(over: Partial<Config> = {}, overrides: Overrides = {}) {
  const store = await storeFor(over)
  const service = await startOn(store, over, overrides)
  return {
    ...clientOf(service),
    databaseUrl: store.databaseUrl,
    async stop() {
      await service.stop()
      await giveBack(store)
    },
    /** Starts another service on the same database; requires an engine that several processes can share. */
    start: () => startOn(store, over, overrides),
    /** Starts another service on the data of this stopped one, with other settings. The embedded engine needs a `dataDir`. */
    async again(now: Partial<Config>) {
      if (store.embedded) throw new Error('the next service may have this database already')
      const next = await startOn(store, { ...over, ...now }, overrides)
      return { ...clientOf(next), stop: () => next.stop() }
    },
  }
}

async function startOn(
  { databaseUrl, embedded }: Store,
  over: Partial<Config>,
  overrides: Overrides,
): Promise<Service> {
  const config = readConfig({
    PORT: '0',
    SECRET_KEY: 'only for tests, only for tests, only for tests',
    RATE_LIMIT: 'off',
    AUTH_RATE_LIMIT: 'off',
    EMBEDDINGS: 'off',
    RELATIONS: 'off',
    RECALL_WARM_UP: 'off',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  })
  // Tests of a job start its runs themselves.
  const usual: Overrides = { log: watchedLog(), jobs: [], passwordCost: CHEAP }
  // Without a setting of the test, mails would be files in the working directory.
  config.mail = { kind: 'off' }
  // Stays open for the next service.
  const inMemory = embedded && { embedded: { ...embedded, close: async () => {} } }
  const service = await startService({ ...config, ...over }, { ...usual, ...overrides, ...inMemory })
  const stop = async () => {
    // Fails if the test has already stopped the service or its database.
    await lookAtMetrics(service).catch(() => {})
    await service.stop()
    expectNoLeaks()
  }
  return { ...service, stop }
}

async function lookAtMetrics({ url }: Service): Promise<void> {
  if (new URL(url).hostname !== '127.0.0.1') return
  lookAt('/metrics', await (await fetch(`${url}/metrics`)).text())
}

/** A second service on the same database; requires an engine that several processes can share. */
export async function secondService(first: TestService, over: Partial<Config> = {}, overrides: Overrides = {}) {
  if (!first.databaseUrl) throw new Error('the embedded engine serves one process')
  const service = await startOn({ databaseUrl: first.databaseUrl }, over, overrides)
  return { ...clientOf(service), stop: () => service.stop() }
}

/** Whether several processes can share this project's engine. */
export function isShared(): boolean {
  return inject('engine').kind === 'postgres'
}

function clientOf({ url, ports, metricsPort }: Service) {
  async function call(method: string, path: string, { token, cookie, body, headers }: Call = {}): Promise<Reply> {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(cookie ? { cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    })
    const reply = { status: response.status, headers: response.headers, body: await bodyOf(response) }
    holdAgainstRoute(method, path, reply)
    noteSecrets(body, reply)
    return reply
  }

  /** Starts a call whose response is an event stream; yields each frame as it arrives. */
  async function listen(path: string, { token, cookie, body, headers }: Call = {}) {
    const hangUp = new AbortController()
    const response = await fetch(url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(cookie ? { cookie } : {}),
        ...headers,
      },
      body: JSON.stringify(body),
      signal: hangUp.signal,
    })
    const text = response.body!.pipeThrough(new TextDecoderStream())
    async function* frames(): AsyncGenerator<Frame> {
      let open = ''
      for await (const piece of text) {
        const events = (open + piece).split('\n\n')
        open = events.pop() as string
        for (const event of events) {
          const received = framesOf(`${event}\n\n`)
          const route = routeOf('POST', path)
          for (const frame of received) if (route) frameOf(route, true).parse(frame)
          yield* received
        }
      }
    }
    return { status: response.status, headers: response.headers, frames: frames(), leave: () => hangUp.abort() }
  }

  async function ok(method: string, path: string, options: Call = {}) {
    const reply = await call(method, path, options)
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }

  async function signUp(kind: 'user' | 'developer'): Promise<Person> {
    const email = `${randomUUID()}@example.com`
    const path = kind === 'user' ? '/v1/auth/signup' : '/v1/dev/auth/signup'
    const reply = await call('POST', path, { body: { email, password: PASSWORD } })
    expect(reply.status).toBe(201)
    const cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    return { id: reply.body[kind].id, email, cookie }
  }

  /** A new app that may request these scopes. */
  async function newApp(developer: Person, scopes: string[], more: Record<string, unknown> = {}): Promise<App> {
    const { manifest = {}, ...rest } = more as { manifest?: object }
    const body = { name: `App ${randomUUID()}`, manifest: { scopes, ...manifest }, ...rest }
    const made = await ok('POST', '/v1/dev/apps', { cookie: developer.cookie, body })
    return { id: made.app.id, slug: made.app.slug, client_id: made.client_id, client_secret: made.client_secret }
  }

  /** The user grants the app these scopes; returns the app's token. */
  async function connect(person: Person, app: App, scopes: string[]): Promise<string> {
    const { cookie } = person
    const authorize = () => call('POST', '/v1/oauth/authorize', { cookie, body: { slug: app.slug, scopes } })
    let reply = await authorize()
    // A test has moved the clock since the sign-in.
    if (reply.body.error?.code === 'reauthentication_required') {
      await ok('POST', '/v1/auth/confirm', { cookie, body: { password: PASSWORD } })
      reply = await authorize()
    }
    if (reply.status >= 300) throw new Error(`authorize: ${reply.status} ${JSON.stringify(reply.body)}`)
    return (await exchange(app, reply.body.code)).connection_token
  }

  function exchange(app: App, code: string) {
    const { client_id, client_secret } = app
    return ok('POST', '/v1/oauth/token', { body: { code, client_id, client_secret } })
  }

  /** Creates a user, a developer's app and a token for these scopes. */
  async function connected(scopes: string[]) {
    const [person, developer] = await Promise.all([signUp('user'), signUp('developer')])
    const app = await newApp(developer, scopes)
    return { person, developer, app, token: await connect(person, app, scopes) }
  }

  return {
    url,
    ports,
    metricsPort,
    password: PASSWORD,
    call,
    listen,
    ok,
    newPerson: () => signUp('user'),
    newDeveloper: () => signUp('developer'),
    newApp,
    connect,
    connected,
    exchange,
    get: (path: string, token: string) => ok('GET', path, { token }),
    remember: (token: string, memories: object[]) => ok('POST', '/v1/memories', { token, body: { memories } }),
  }
}

/** Registers an accepted password as a secret, and checks errors and the log for secrets. */
function noteSecrets(body: unknown, { status, body: output, headers }: Reply): void {
  const { password, new_password } = (body ?? {}) as { password?: unknown; new_password?: unknown }
  if (status < 300) for (const taken of [password, new_password]) if (typeof taken === 'string') watchFor(taken)
  const withoutCookies = [...headers].filter(([name]) => name !== 'set-cookie')
  if (status >= 400) lookAt('an error response', JSON.stringify([output, withoutCookies]))
  if (headers.has('content-encoding')) lookAtCompressed(JSON.stringify(output))
  expectNoLeaks()
}

// Checks every response of every test against the declaration of its route.
function holdAgainstRoute(method: string, path: string, { status, headers, body }: Reply): void {
  const route = routeOf(method, path)
  expect(headers.get('x-request-id')).toMatch(/^req_/)
  if (status >= 400 && route?.errorFormat === 'oauth') {
    const { error } = OAUTH_ERROR.parse(body)
    const listed = failuresOf(route).map((code) => exampleOf(code, 'oauth'))
    expect(listed, `${method} ${path} does not list its failure`).toContainEqual(
      expect.objectContaining({ status, body: expect.objectContaining({ error }) }),
    )
  } else if (route?.errorFormat === 'openai' && body?.error?.details?.upstream_status) {
    const { error } = ERRORS.upstream.parse(body)
    expect(status, `${method} ${path}: ${error.message}`).toBe(error.details.upstream_status)
    expect(failuresOf(route), `${method} ${path} does not list its failure`).toContain('upstream_refused')
  } else if (status >= 400) {
    const { error } = ERRORS[route?.errorFormat === 'openai' ? 'openai' : 'own'].parse(body)
    expect(status, `${method} ${path}: ${error.message}`).toBe(FAILURES[error.code].status)
    expect(error.code, `${method} ${path} failed: ${JSON.stringify(error)}`).not.toBe('internal')
    if (route) expect(failuresOf(route), `${method} ${path} does not list its failure`).toContain(error.code)
  } else if (route && status !== 304) {
    expect(status).toBe(route.status ?? 200)
    const isStream = headers.get('content-type')?.startsWith(EVENT_STREAM)
    for (const output of isStream ? framesOf(body) : [body]) frameOf(route, isStream).parse(output)
  }
}

/** The schema of a response, or of one frame if the response is a stream. */
const frameOf = (route: Route, isStream = false) => (isStream && route.streams ? route.streams.frame : route.output)

const PATTERNS = routes.map((route) => ({ route, pattern: route.path.split('/') }))

function routeOf(method: string, path: string): Route | undefined {
  const parts = (path.split('?')[0] as string).split('/')
  const fits = ({ pattern }: { pattern: string[] }) =>
    pattern.length === parts.length && pattern.every((part, i) => part.startsWith(':') || part === parts[i])
  return PATTERNS.find((each) => each.route.method === method && fits(each))?.route
}
