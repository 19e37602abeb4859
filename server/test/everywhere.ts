import { routes } from '../src/app.ts'
import type { Route } from '../src/foundation/route.ts'
import { fakeChat } from './fake-chat.ts'
import { scriptedModel } from './scripted-model.ts'
import { basicOf, type Reply, testService } from './service.ts'

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
  const model = await scriptedModel()
  const upstream = { url: model.url, name: 'a-model', apiKey: undefined }
  const service = await testService({ model: upstream }, { chat: fakeChat })
  const { person, developer, app, token } = await service.connected(SCOPES)
  const cookie = `${person.cookie}; ${developer.cookie}`

  /** The credential of the first kind of caller that the route accepts. */
  function credentialOf({ for: kinds }: Route) {
    if (kinds.includes('app' as never)) return { token }
    return kinds.includes('client' as never) ? { headers: { authorization: basicOf(app) } } : { cookie }
  }

  function send(route: Route, { path = route.path, query, body }: Instead): Promise<Reply> {
    const asked = new URLSearchParams((query ?? route.example.query ?? {}) as Record<string, string>)
    const form = route.form === 'only'
    const type = form ? 'application/x-www-form-urlencoded' : route.consumes
    const sent = body ?? route.example.body
    const text = form ? String(new URLSearchParams(sent as Record<string, string>)) : sent
    const credential = credentialOf(route)
    return service.call(route.method, `${path}${asked.size ? `?${asked}` : ''}`, {
      ...credential,
      headers: { ...(type ? { 'content-type': type } : {}), ...credential.headers },
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

  async function stop(): Promise<void> {
    await service.stop()
    await model.close()
  }

  return { service, send, repliesTo, stop }
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
