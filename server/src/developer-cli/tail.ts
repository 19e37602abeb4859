import { call, type Json } from './api.ts'
import { appOf, cookieOf } from './apps.ts'
import type { Session } from './command.ts'
import { usageError } from './errors.ts'

const POLL_MS = 1_000
const FIRST_LINES = 10
const PAGE = 100

/** What can be followed: the last part of its path, and a line for each item. */
const LOGS: ReadonlyMap<string, (item: Json) => string> = new Map(
  Object.entries({
    requests: ({ at, method, route, status, code, ms, request_id }) =>
      `${at}  ${status}  ${method.padEnd(6)} ${route}  ${ms} ms${code ? `  ${code}` : ''}  ${request_id}`,
    deliveries: ({ created_at, event_type, status, attempts, id }) => {
      const last = attempts.at(-1)
      const detail = last ? `  ${last.status_code ?? last.error}  ${last.duration_ms} ms` : ''
      return `${created_at}  ${status.padEnd(9)}  ${event_type}${detail}  ${id}`
    },
    audit: ({ at, actor, action, scope, count, connection_id }) =>
      `${at}  ${actor.padEnd(9)}  ${action}  ${scope || '-'}  ${count}  ${connection_id ?? '-'}`,
  }),
)

export interface TailOptions {
  app?: string | undefined
  noFollow?: boolean | undefined
  json?: boolean | undefined
}

/** Prints the newest items of a log of an app, then new ones as they come, until it is interrupted. */
export async function tail(session: Session, log: string | undefined, options: TailOptions): Promise<void> {
  const { url, print, printJson, stop } = session
  const name = log ?? 'requests'
  const line = LOGS.get(name)
  if (!line) throw usageError(`There is no log “${name}”. Logs: ${[...LOGS.keys()].join(', ')}`)
  const app = await appOf(session, options.app)
  const cookie = cookieOf(session)
  const path = `/v1/dev/apps/${app.id}/${name}`
  // A delivery is printed again when its status changes.
  const seen = new Set<string>()
  const keyOf = ({ id, status }: Json) => `${id} ${status}`
  let oldest: string | undefined
  let isOver = false
  stop.then(() => (isOver = true))
  for (let limit = FIRST_LINES; !isOver; limit = PAGE) {
    const { body } = await call(url, 'GET', `${path}?limit=${limit}`, { cookie })
    // The first poll shows a few; items older than these are not new later.
    const fresh = (body.items as Json[]).filter((item) => !seen.has(keyOf(item)) && (!oldest || item.id >= oldest))
    oldest ??= body.items.at(-1)?.id
    for (const item of [...fresh].reverse()) options.json ? printJson(item) : print(line(item))
    for (const item of fresh) seen.add(keyOf(item))
    if (options.noFollow) return
    await Promise.race([stop, new Promise((resolve) => setTimeout(resolve, POLL_MS))])
  }
}
