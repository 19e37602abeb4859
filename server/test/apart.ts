import { setTimeout as sleep } from 'node:timers/promises'

/*
 * Clients of a service in a separate process, and a load that continues through crashes and outages of the service.
 */

export const PASSWORD = 'a long walk home'
const SCOPES = ['memory:read:*', 'memory:write:*', 'context:read:*', 'identity:read', 'signal:emit']
const AGAIN_MS = 50
const PAGE = 100

export interface Call {
  token?: string
  cookie?: string
  /** An `Idempotency-Key`. */
  key?: string
  body?: unknown
}

export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: responses of every shape.
  body: any
  /** The duration in milliseconds. */
  ms: number
}

interface App {
  slug: string
  client_id: string
  client_secret: string
  /** The session of its developer. */
  cookie: string
}

export type Client = ReturnType<typeof clientAt>

/** A client of a service at a URL. */
export function clientAt(url: string) {
  /** Returns any response; rejects if there is none. */
  async function ask(method: string, path: string, { token, cookie, key, body }: Call = {}): Promise<Answer> {
    const begun = performance.now()
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(cookie ? { cookie } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const ms = performance.now() - begun
    return { status: response.status, headers: response.headers, body: text && JSON.parse(text), ms }
  }

  /** Returns the body of a successful response; throws otherwise. */
  async function call(method: string, path: string, options: Call = {}) {
    const { status, headers, body } = await ask(method, path, options)
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`)
    return { ...body, cookie: headers.getSetCookie()[0]?.split(';')[0] as string | undefined }
  }

  let accounts = 0
  const account = () => ({ body: { email: `user${accounts++}@example.com`, password: PASSWORD } })
  /** Creates an app with a webhook subscription for all events at each of these URLs. */
  async function newApp(listensAt: readonly string[] = []): Promise<App> {
    const { cookie } = await call('POST', '/v1/dev/auth/signup', account())
    const manifest = { scopes: SCOPES, eventTypes: ['workout.completed'] }
    const made = await call('POST', '/v1/dev/apps', { cookie, body: { name: 'Listener', manifest } })
    for (const url of listensAt) {
      const body = { url, events: ['memory.created', 'signal.created', 'schedule.fired'] }
      await call('POST', `/v1/dev/apps/${made.app.id}/subscriptions`, { cookie, body })
    }
    return { slug: made.app.slug, client_id: made.client_id, client_secret: made.client_secret, cookie }
  }

  /** Connects a new user to an app; returns the app's token and the user's session. */
  async function newPerson({ slug, client_id, client_secret }: App): Promise<{ token: string; cookie: string }> {
    const { cookie } = await call('POST', '/v1/auth/signup', account())
    const { code } = await call('POST', '/v1/oauth/authorize', { cookie, body: { slug, scopes: SCOPES } })
    const { connection_token } = await call('POST', '/v1/oauth/token', { body: { code, client_id, client_secret } })
    return { token: connection_token, cookie: cookie as string }
  }
  return {
    url,
    ask,
    call,
    newApp,
    newPerson,
    /** Connects a new user to a new app that receives webhooks at these URLs. */
    connected: async (listensAt: readonly string[] = []) => newPerson(await newApp(listensAt)),
    /** The contents of all memories of a user. */
    async contents(cookie: string): Promise<string[]> {
      const all: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query: string = cursor && `&cursor=${cursor}`
        const page = await call('GET', `/v1/memories?limit=${PAGE}${query}`, { cookie })
        all.push(...page.memories.map(({ content }: { content: string }) => content))
        cursor = page.next_cursor
      }
      return all
    },
  }
}

/** Whether a response is a clean 503 of a temporarily unavailable service. */
export function isUnavailable({ status, headers, body }: Answer): boolean {
  return status === 503 && body?.error?.code === 'unavailable' && Number(headers.get('retry-after')) > 0
}

/** Results of a load: successes, clean 503 responses, and unexpected failures. */
export interface Met {
  answered: number
  refused: number
  /** No response, because the process or the connection was lost. */
  cut: number
  wrong: string[]
  slowestMs: number
}

/**
 * Starts writers and readers that run until they are stopped. Each writer sends one memory at a time and repeats it
 * under the same key until it is acknowledged; readers list, search and request context. Acknowledged writes are
 * recorded: memory ids by content, and the ids of triggers that are due `dueMs` later.
 */
export function startLoad(client: Client, token: string, { writers = 6, readers = 2, dueMs = 1_500, chars = 0 } = {}) {
  const met: Met = { answered: 0, refused: 0, cut: 0, wrong: [], slowestMs: 0 }
  const written = new Map<string, string>()
  const triggers: string[] = []
  let over = false

  async function once(method: string, path: string, call: Call): Promise<Answer | undefined> {
    const answer = await client.ask(method, path, call).catch(() => undefined)
    if (!answer) met.cut++
    else {
      met.slowestMs = Math.max(met.slowestMs, answer.ms)
      if (answer.status === 200 || answer.status === 201) {
        met.answered++
        return answer
      }
      if (isUnavailable(answer)) met.refused++
      else met.wrong.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    await sleep(AGAIN_MS)
    return undefined
  }
  async function untilTaken(path: string, call: Call): Promise<Answer> {
    for (;;) {
      const answer = await once('POST', path, call)
      if (answer) return answer
    }
  }
  async function write(writer: number): Promise<void> {
    for (let n = 0; !over; n++) {
      const key = `Writer ${writer} wrote ${n}.`
      const content = key.padEnd(chars, '.')
      const body = { memories: [{ content, scope: 'note' }] }
      const answer = await untilTaken('/v1/memories', { token, key, body })
      written.set(content, answer.body.memoryIds[0])
      if (n % 10 === 0) triggers.push(await setTrigger(key))
    }
  }
  // A trigger that was not stored before its due time is replaced by a new one.
  async function setTrigger(name: string): Promise<string> {
    for (;;) {
      const due = Date.now() + dueMs
      const body = { fireAt: new Date(due).toISOString(), kind: 'checkin' }
      while (Date.now() < due) {
        const answer = await once('POST', '/v1/schedule', { token, key: `${name} ${due}`, body })
        if (answer) return answer.body.id
      }
    }
  }
  async function read(): Promise<void> {
    const paths = ['/v1/memories?limit=20', '/v1/memories?query=wrote&limit=10', '/v1/context?intent=assistant']
    for (let n = 0; !over; n++) {
      await once('GET', paths[n % paths.length] as string, { token })
    }
  }
  const all = Promise.all([
    ...Array.from({ length: writers }, (_, writer) => write(writer)),
    ...Array.from({ length: readers }, read),
  ])
  return {
    met,
    written,
    triggers,
    /** Starts no new requests; resolves when all pending ones are acknowledged. */
    async stop(): Promise<void> {
      over = true
      await all
    },
  }
}

/** What an event tells of: the id of its trigger or memory; a signal has only the event's id. */
// biome-ignore lint/suspicious/noExplicitAny: events have several shapes.
export const toldOf = (body: any): string => body.data.trigger?.id ?? body.data.memory?.id ?? body.id
