import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, inject } from 'vitest'
import { z } from 'zod'
import { routes } from '../src/app.ts'
import { failuresOf } from '../src/edge/openapi.ts'
import { exampleOf } from '../src/edge/openapi-failures.ts'
import { type Config, readConfig } from '../src/foundation/config.ts'
import { FAILURES, type FailureCode } from '../src/foundation/errors.ts'
import { EVENT_STREAM, type Route } from '../src/foundation/route.ts'
import { type Instead, type Service, startService } from '../src/service.ts'
import { expectNoLeaks, lookAt, watchedLog, watchFor } from './leaks.ts'
import { freshDatabase } from './postgres.ts'

const PASSWORD = 'a long walk home'

export interface Reply {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape.
  body: any
}

// biome-ignore lint/suspicious/noExplicitAny: frames are of several shapes.
export type Frame = any

export interface Call {
  /** A connection token. */
  token?: string
  /** A session cookie as `name=value`. */
  cookie?: string
  body?: unknown
  headers?: Record<string, string>
}

/** Somebody with a session. */
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

export type TestService = Awaited<ReturnType<typeof testService>>

/**
 * A real service on this project's engine, on a database of its own, listening on a free port of loopback.
 * Limits by rate are off unless a test asks for them.
 */
export async function testService(over: Partial<Config> = {}, instead: Instead = {}) {
  const database = await freshStore(over)
  const start = () => startOn(database, over, instead)
  const service = await start()
  return {
    ...clientOf(service),
    databaseUrl: database.databaseUrl,
    stop: () => service.stop(),
    start,
    /** Once it is stopped: another one on what it holds, with other settings. Embedded this takes a `dataDir`. */
    async again(now: Partial<Config>) {
      const next = await startOn(database, { ...over, ...now }, instead)
      return { ...clientOf(next), stop: () => next.stop() }
    },
  }
}

type Store = { databaseUrl?: string; dump?: Uint8Array }

async function freshStore({ dataDir }: Partial<Config>): Promise<Store> {
  const engine = inject('engine')
  if (engine.kind === 'embedded') return dataDir ? {} : { dump: await readFile(engine.dumpPath) }
  return { databaseUrl: await freshDatabase(engine.url, engine.template) }
}

async function startOn({ databaseUrl, dump }: Store, over: Partial<Config>, instead: Instead): Promise<Service> {
  const config = readConfig({
    PORT: '0',
    SECRET_KEY: 'only for tests, only for tests, only for tests',
    RATE_LIMIT: 'off',
    AUTH_RATE_LIMIT: 'off',
    EMBEDDINGS: 'off',
    RELATIONS: 'off',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  })
  // Whoever tests a job has it take its turns.
  const usual: Instead = { log: watchedLog(), practice: false, jobs: [] }
  const service = await startService({ ...config, ...over }, { ...usual, ...instead, ...(dump ? { dump } : {}) })
  const stop = async () => {
    // Some tests have ended it by then, or taken its database away.
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

/** Another process on the same database; only where several can share one. */
export async function secondService(first: TestService, over: Partial<Config> = {}, instead: Instead = {}) {
  if (!first.databaseUrl) throw new Error('the embedded engine serves one process')
  const service = await startOn({ databaseUrl: first.databaseUrl }, over, instead)
  return { ...clientOf(service), stop: () => service.stop() }
}

/** Whether this project's engine can be shared by several processes. */
export function isShared(): boolean {
  return inject('engine').kind === 'postgres'
}

function clientOf({ url, ports }: Service) {
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
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const reply = { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
    holdAgainstRoute(method, path, reply)
    noteSecrets(body, reply)
    return reply
  }

  /** Begins a call that answers with a stream of events, and hands over each frame as it comes. */
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
          const told = framesOf(`${event}\n\n`)
          const route = routeOf('POST', path)
          for (const frame of told) if (route) frameOf(route, true).parse(frame)
          yield* told
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

  /** A new app that may ask for these scopes. */
  async function newApp(developer: Person, scopes: string[], more: Record<string, unknown> = {}): Promise<App> {
    const { manifest = {}, ...rest } = more as { manifest?: object }
    const body = { name: `App ${randomUUID()}`, manifest: { scopes, ...manifest }, ...rest }
    const made = await ok('POST', '/v1/dev/apps', { cookie: developer.cookie, body })
    return { id: made.app.id, slug: made.app.slug, client_id: made.client_id, client_secret: made.client_secret }
  }

  /** The person allows the app these scopes; the app gets its token. */
  async function connect(person: Person, app: App, scopes: string[]): Promise<string> {
    const { code } = await ok('POST', '/v1/oauth/authorize', {
      cookie: person.cookie,
      body: { slug: app.slug, scopes },
    })
    return (await exchange(app, code)).connection_token
  }

  function exchange(app: App, code: string) {
    const { client_id, client_secret } = app
    return ok('POST', '/v1/oauth/token', { body: { code, client_id, client_secret } })
  }

  /** A person, a developer's app and a token for these scopes, in one go. */
  async function connected(scopes: string[]) {
    const [person, developer] = await Promise.all([signUp('user'), signUp('developer')])
    const app = await newApp(developer, scopes)
    return { person, developer, app, token: await connect(person, app, scopes) }
  }

  return {
    url,
    ports,
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

const OWN_ERROR = z.strictObject({
  code: z.enum(Object.keys(FAILURES) as [FailureCode]),
  message: z.string().min(1),
  details: z.unknown().optional(),
})
const OPENAI_ERROR = OWN_ERROR.extend({ type: z.string().min(1), param: z.string().min(1).nullable() })
const OAUTH_ERROR = z.strictObject({ error: z.string(), error_description: z.string().min(1) })

/** A password that was taken is looked for from now on; a refusal and what was logged meanwhile are looked through. */
function noteSecrets(body: unknown, { status, body: told, headers }: Reply): void {
  const { password, new_password } = (body ?? {}) as { password?: unknown; new_password?: unknown }
  if (status < 300) for (const taken of [password, new_password]) if (typeof taken === 'string') watchFor(taken)
  if (status >= 400) lookAt('a refusal', JSON.stringify([told, [...headers]]))
  expectNoLeaks()
}

// Every reply any test provokes is held against what its route says of itself.
function holdAgainstRoute(method: string, path: string, { status, headers, body }: Reply): void {
  const route = routeOf(method, path)
  expect(headers.get('x-request-id')).toMatch(/^req_/)
  if (status >= 400 && route?.dialect === 'oauth') {
    const { error } = OAUTH_ERROR.parse(body)
    const listed = failuresOf(route).map((code) => exampleOf(code, 'oauth'))
    expect(listed, `${method} ${path} does not list its failure`).toContainEqual(
      expect.objectContaining({ status, body: expect.objectContaining({ error }) }),
    )
  } else if (status >= 400) {
    const { error } = z.strictObject({ error: route?.dialect === 'openai' ? OPENAI_ERROR : OWN_ERROR }).parse(body)
    expect(status, `${method} ${path}: ${error.message}`).toBe(FAILURES[error.code].status)
    expect(error.code, `${method} ${path} failed: ${JSON.stringify(error)}`).not.toBe('internal')
    if (route) expect(failuresOf(route), `${method} ${path} does not list its failure`).toContain(error.code)
  } else if (route && status !== 304) {
    expect(status).toBe(route.status ?? 200)
    const isStream = headers.get('content-type')?.startsWith(EVENT_STREAM)
    for (const output of isStream ? framesOf(body) : [body]) frameOf(route, isStream).parse(output)
  }
}

/** What an answer fits, or a frame of one that is a stream. */
const frameOf = (route: Route, isStream = false) => (isStream && route.streams ? route.streams.frame : route.output)

/** The frames of a stream of events that was read to its end. */
function framesOf(text: string): Frame[] {
  const data = text.split('\n\n').flatMap((event) => (event.startsWith('data: ') ? [event.slice(6)] : []))
  return data.filter((each) => each !== '[DONE]').map((each) => JSON.parse(each))
}

function routeOf(method: string, path: string): Route | undefined {
  const parts = (path.split('?')[0] as string).split('/')
  const fits = ({ path }: Route) => {
    const pattern = path.split('/')
    return pattern.length === parts.length && pattern.every((part, i) => part.startsWith(':') || part === parts[i])
  }
  return routes.find((route) => route.method === method && fits(route))
}
