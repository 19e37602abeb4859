import { signatureHeaders } from '../domain/webhooks/signature.ts'
import { addressOf, call, type Json, ServiceError } from './api.ts'
import { appOf, cookieOf } from './apps.ts'
import type { Session } from './command.ts'
import { confirmed } from './confirm.ts'
import { CommandError, EXIT, usageError } from './errors.ts'

const FORWARD_TIMEOUT_MS = 10_000
const WAIT_SECONDS = 15
const AGAIN_MS = 2_000
const ERROR_CHARS_MAX = 200
/** Failures of the service that end by themselves. */
const PASSING = ['internal', 'rate_limited', 'unavailable']

export interface ListenOptions {
  app?: string | undefined
  forwardTo?: string | undefined
  events?: string | undefined
}

/** A delivery as the service hands it over. */
interface Delivery {
  id: string
  body: string
  headers: Record<string, string>
}

interface Result {
  id: string
  status_code: number | null
  duration_ms: number
  error?: string
}

/**
 * Fetches the webhooks of an app and forwards them, signed with the secret of this machine, until it is interrupted. The
 * service gets the status of each forwarded request, so that it retries as it would in production.
 */
export async function listen(session: Session, options: ListenOptions): Promise<void> {
  const { url, store, print, note, stop } = session
  const target = targetOf(options.forwardTo)
  const app = await appOf(session, options.app)
  // Test events, which are about no connection, are sent to a subscription that exists.
  const described = Object.entries((await describedEvents(url)).events)
  const all = described.flatMap(([type, { data }]) => ('connection_id' in data ? [type] : []))
  const events = options.events ? options.events.split(',').map((each) => each.trim()) : all
  const secret = store.signingSecret()
  const cookie = cookieOf(session)
  const path = `/v1/dev/apps/${app.id}/listen`
  const begin = async (): Promise<string> =>
    (await confirmed(session, () => call(url, 'POST', path, { cookie, body: { events, secret } }))).body.id
  let isOver = false
  const stopped = stop.then(() => (isOver = true))
  let id = await begin()
  print(`Forwarding ${events.length} event types of ${app.slug} to ${target}.`)
  print(`Signing secret: ${secret}`)
  try {
    let results: Result[] = []
    while (!isOver) {
      const body = { results, wait_seconds: WAIT_SECONDS }
      const fetched = await Promise.race([
        call(url, 'POST', `${path}/${id}/fetch`, { cookie, body }).catch((error) => error as CommandError),
        stopped,
      ])
      if (isOver) break
      if (fetched instanceof CommandError) {
        // The session ends while this machine sleeps, and the service may restart.
        if (fetched instanceof ServiceError && fetched.code === 'not_found') id = await begin()
        else if (isPassing(fetched)) await interrupted(fetched)
        else throw fetched
        continue
      }
      // At the same time, so that a slow endpoint does not outlast the session.
      results = await Promise.all((fetched as { body: { deliveries: Delivery[] } }).body.deliveries.map(forwarded))
    }
  } finally {
    await call(url, 'DELETE', `${path}/${id}`, { cookie }).catch(() => {})
  }

  async function forwarded({ id, body, headers }: Delivery): Promise<Result> {
    const { status, durationMs, error, detail } = await forward(target, body, headers)
    print(`${new Date().toISOString()}  ${String(headers['x-service-event'] ?? '?').padEnd(20)}  ${detail}`)
    return { id, status_code: status, duration_ms: durationMs, ...(error ? { error } : {}) }
  }

  async function interrupted({ message }: CommandError): Promise<void> {
    note(`memory-service: ${message} Trying again.`)
    await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, AGAIN_MS))])
  }
}

function isPassing(error: CommandError): boolean {
  return error.exitCode === EXIT.unreachable || (error instanceof ServiceError && PASSING.includes(error.code))
}

export interface TriggerOptions {
  forwardTo?: string | undefined
  data?: string | undefined
}

/** Sends a sample of an event, signed with the secret of this machine, to an address. */
export async function trigger(session: Session, type: string | undefined, options: TriggerOptions): Promise<void> {
  const { url, store, print } = session
  const { events } = await describedEvents(url)
  const known = Object.keys(events).join(', ')
  if (!type) throw usageError(`Name an event. Events: ${known}`)
  const sample = events[type]
  if (!sample) throw usageError(`There is no event “${type}”. Events: ${known}`)
  const target = targetOf(options.forwardTo)
  const unique = String(Date.now())
  const body = JSON.stringify({
    ...sample,
    id: `evt_sample${unique}`,
    created_at: new Date().toISOString(),
    data: { ...sample.data, ...dataOf(options.data) },
  })
  const headers = {
    'content-type': 'application/json',
    'x-service-event': type,
    ...signatureHeaders([store.signingSecret()], `dlv_sample${unique}`, Math.floor(Date.now() / 1_000), body),
  }
  const { status, detail } = await forward(target, body, headers)
  print(`${type}  ${detail}`)
  if (status === null || status < 200 || status >= 300) throw new CommandError(`${target} did not accept the event.`)
}

function dataOf(text: string | undefined): object {
  if (text === undefined) return {}
  try {
    const data: unknown = JSON.parse(text)
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data
  } catch {
    // Reported below.
  }
  throw usageError('--data must be a JSON object, such as \'{"change":"moved"}\'.')
}

/** The events of an installation with a sample of each, from its API description. */
async function describedEvents(url: string): Promise<{ events: Record<string, Json> }> {
  const { body } = await call(url, 'GET', '/v1/openapi.json?audience=app')
  const operations = Object.entries<Json>(body.webhooks ?? {})
  const sampleOf = ({ post }: Json) => post.requestBody.content['application/json'].example
  return { events: Object.fromEntries(operations.map(([type, operation]) => [type, sampleOf(operation)])) }
}

function targetOf(forwardTo: string | undefined): string {
  if (!forwardTo) throw usageError('--forward-to is missing: the address of your webhook endpoint.')
  return addressOf(/^\d+$/.test(forwardTo) ? `http://127.0.0.1:${forwardTo}` : forwardTo)
}

/** Sends a delivery; without a status if the target cannot be reached. */
async function forward(target: string, body: string, headers: Record<string, string>) {
  const began = performance.now()
  const elapsed = () => Math.round(performance.now() - began)
  try {
    const signal = AbortSignal.timeout(FORWARD_TIMEOUT_MS)
    const response = await fetch(target, { method: 'POST', redirect: 'manual', signal, headers, body })
    await response.body?.cancel()
    return { status: response.status, durationMs: elapsed(), detail: `${response.status}  ${elapsed()} ms` }
  } catch (caught) {
    const { cause, message } = caught as Error & { cause?: { code?: string } }
    const error = `cannot be reached: ${cause?.code ?? message}`.slice(0, ERROR_CHARS_MAX)
    return { status: null, durationMs: elapsed(), error, detail: `${target} ${error}` }
  }
}
