import { routes } from '../src/app.ts'
import type { Route } from '../src/foundation/route.ts'
import { fakeChat } from './fake-chat.ts'
import { type Reply, testService } from './service.ts'

/* Puts a text into each input field of each route, one at a time, with a valid credential. */

const SCOPES = ['memory:read:*', 'memory:write:*', 'signal:emit', 'identity:read', 'context:read:*', 'ai:host:chat']
// Routes that end the session or the account would make the other inputs fail with 401.
const FINAL = ['logOut', 'logOutDeveloper', 'eraseAccount', 'deleteDeveloper']
const AT_ONCE = 8

/** Every route that can be called repeatedly. */
export const walked = (routes as readonly Route[]).filter(({ name }) => !FINAL.includes(name))

/** Replacements for parts of a route's example. */
interface Instead {
  path?: string
  query?: object
  body?: unknown
}

/** A service with a user, a developer and an app with all permissions. */
export async function openEverywhere() {
  const service = await testService({}, { chat: fakeChat })
  const { person, developer, token } = await service.connected(SCOPES)
  const cookie = `${person.cookie}; ${developer.cookie}`

  function send(route: Route, { path = route.path, query, body }: Instead): Promise<Reply> {
    const asked = new URLSearchParams((query ?? route.example.query ?? {}) as Record<string, string>)
    const form = route.form === 'only'
    const type = form ? 'application/x-www-form-urlencoded' : route.consumes
    const sent = body ?? route.example.body
    const text = form ? String(new URLSearchParams(sent as Record<string, string>)) : sent
    return service.call(route.method, `${path}${asked.size ? `?${asked}` : ''}`, {
      ...(route.for.includes('app' as never) ? { token } : { cookie }),
      ...(type ? { headers: { 'content-type': type } } : {}),
      ...(text === undefined ? {} : { body: text }),
    })
  }

  /** Every response of a route with one of these texts in one of its input fields. */
  async function repliesTo(route: Route, texts: readonly string[]): Promise<Reply[]> {
    const requests = texts.flatMap((text): Instead[] => [
      ...(route.path.includes(':') ? [{ path: route.path.replace(/:\w+/g, encodeURIComponent(text)) }] : []),
      ...[...replaced(route.example.query, text)].map((query) => ({ query: query as object })),
      ...[...replaced(route.example.body, text)].map((body) => ({ body })),
    ])
    const replies: Reply[] = []
    while (requests.length)
      replies.push(...(await Promise.all(requests.splice(0, AT_ONCE).map((each) => send(route, each)))))
    return replies
  }

  return { service, send, repliesTo }
}

/** Copies of an example, each with one string or field name replaced. */
function* replaced(value: unknown, by: string): Generator<unknown> {
  if (typeof value === 'string') yield by
  else if (Array.isArray(value))
    for (const [at, each] of value.entries()) for (const other of replaced(each, by)) yield value.with(at, other)
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) {
      for (const other of replaced(each, by)) yield { ...value, [name]: other }
      yield { ...value, [by]: each }
    }
}
