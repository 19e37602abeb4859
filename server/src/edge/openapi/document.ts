import { z } from 'zod'
import type { WebhookEvent } from '../../domain/webhooks/event.ts'
import type { Audience } from '../../foundation/actor.ts'
import { FAILURES, type FailureCode } from '../../foundation/errors.ts'
import { acceptsIdempotencyKey, EVENT_STREAM, isWrite, type Route, route } from '../../foundation/route.ts'
import { VERSION } from '../../foundation/version.ts'
import { Components, type Json, tidy } from './components.ts'
import { exampleOf } from './errors.ts'
import { webhookOperation } from './webhooks.ts'

const TAGS: Record<Route['tag'], string> = {
  Memories: 'Remember, recall, edit and forget.',
  Discovery: 'The vocabulary, and where memories live.',
  Connections: 'What a token stands for and what it has used.',
  OAuth: 'From consent to a connection token.',
  Context: 'What to put before a model.',
  Gateway: 'Chat through the hosted model, with memory in front of it.',
  Signals: 'Tell other apps, store nothing.',
  Schedule: 'Be called back later.',
  Account: 'People sign up, in and out.',
  Hub: 'People manage what is theirs.',
  Chats: 'People talk with their own assistant.',
  'Developer account': 'Developers sign up, in and out.',
  'Developer apps': 'Apps, their credentials, meters and logs.',
  Webhooks: 'Where events go, and what came of them.',
}

/** Description of routes that always respond with server-sent events. */
const EVENTS =
  'Answers with server-sent events: each is one `data:` line that holds a frame as JSON, and lines that begin with `:` ' +
  'are heartbeats. What fails before the first frame is answered with its status; what fails later ends the stream ' +
  'with an `error` frame. Leaving the stream ends the work. `Idempotency-Key` is not honoured.'

/** Description of routes that respond with server-sent events only on request. */
const eventsWhen = ({ when, end }: NonNullable<Route['streams']>) =>
  `Where \`${when}\` is true it answers with server-sent events: each is one \`data:\` line that holds a frame as JSON` +
  `${end ? `, the last one \`data: ${end}\`` : ''}. What fails before the first frame is answered with its status; ` +
  'what fails later ends the stream with a frame that holds the error. Leaving the stream ends the work. ' +
  '`Idempotency-Key` is honoured where the answer is no stream.'

const SECURITY = {
  app: { connectionToken: [] },
  user: { userSession: [] },
  developer: { developerSession: [] },
} as const satisfies Partial<Record<Audience, Json>>

const SECURITY_SCHEMES = {
  connectionToken: { type: 'http', scheme: 'bearer', description: 'The connection token of an app, `mst_…`.' },
  userSession: { type: 'apiKey', in: 'cookie', name: 'ms_session', description: 'A person signed in at the Hub.' },
  connectorLink: { type: 'apiKey', in: 'query', name: 'connect', description: 'For services without sessions.' },
  developerSession: {
    type: 'apiKey',
    in: 'cookie',
    name: 'ms_dev_session',
    description: 'A developer signed in at the portal.',
  },
}

/** Returns every failure code a route can respond with: those implied by its properties and those it declares. */
export function failuresOf(r: Route): FailureCode[] {
  const codes = new Set<FailureCode>(r.failures ?? [])
  const add = (when: unknown, ...more: FailureCode[]) => {
    if (when) for (const code of more) codes.add(code)
  }
  const kinds: readonly Audience[] = r.for
  add(!kinds.includes('public'), 'unauthorized')
  add(!kinds.includes('public') && !kinds.includes('app'), 'forbidden')
  add(!kinds.includes('public') || isWrite(r), 'rate_limited')
  add(kinds.includes('app') && isWrite(r), 'limit_exceeded')
  add((kinds.includes('user') || kinds.includes('developer')) && isWrite(r), 'csrf_rejected')
  add(r.needs, 'scope_denied')
  add(r.params, 'not_found')
  if (r.invalidBodyCode) add(true, r.invalidBodyCode)
  add(isWrite(r) && !r.consumes, 'invalid_json')
  add(isWrite(r), 'payload_too_large', 'unsupported_media_type')
  add(acceptsIdempotencyKey(r), 'idempotency_in_progress', 'idempotency_key_reused')
  add(true, 'validation_failed', 'internal', 'unavailable')
  return [...codes]
}

/** The routes and webhook events of a document. */
interface Described {
  routes: readonly Route[]
  events: readonly WebhookEvent[]
}

/** Builds the OpenAPI 3.1 document of these routes and webhook events. */
function openApiOf({ routes, events }: Described, baseUrl: string): Json {
  const components = new Components()
  const paths: Record<string, Json> = {}
  for (const r of routes) {
    const path = r.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    ;(paths[path] as Json)[r.method.toLowerCase()] = operationOf(r, components)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Memory Service',
      version: VERSION,
      summary: 'One memory store per person, shared by apps under scoped consent.',
      description:
        'Apps connect with a person’s consent and get a connection token. Every read and write is cut to the ' +
        'scopes the person granted. Field names are as they are sent; times are ISO 8601 in UTC. Unknown fields of ' +
        'a request are ignored; answers may gain fields. Every answer carries an `X-Request-Id`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: Object.fromEntries(events.map((event) => [event.type, webhookOperation(event, components)])),
    components: { schemas: components.schemas, examples: components.examples, securitySchemes: SECURITY_SCHEMES },
  }
}

function operationOf(r: Route, components: Components): Json {
  const kinds: readonly Audience[] = r.for
  const scope = r.scope ? `Needs the consent scope \`${r.scope}\`.` : ''
  const description = [r.description, r.produces === EVENT_STREAM && EVENTS, r.streams && eventsWhen(r.streams), scope]
    .filter(Boolean)
    .join('\n\n')
  return {
    operationId: r.name,
    summary: r.summary,
    ...(description ? { description } : {}),
    tags: [r.tag],
    security: [
      ...(kinds.includes('public') ? [] : kinds.map((kind) => SECURITY[kind as keyof typeof SECURITY])),
      ...(r.link ? [{ connectorLink: [] }] : []),
    ],
    parameters: parametersOf(r),
    ...(r.body
      ? {
          requestBody: {
            required: !(r.method === 'POST' && !r.consumes && r.body.safeParse({}).success),
            content: Object.fromEntries(
              typesOf(r).map((type) => [type, { schema: components.use(r.body, 'input'), example: r.example.body }]),
            ),
          },
        }
      : {}),
    responses: responsesOf(r, components),
  }
}

function typesOf({ consumes, form }: Route): string[] {
  return [
    ...(form === 'only' ? [] : [consumes ?? 'application/json']),
    ...(form ? ['application/x-www-form-urlencoded'] : []),
  ]
}

function parametersOf(r: Route): Json[] {
  const of = (shape: z.ZodType | undefined, where: 'path' | 'query', examples: Json = {}) => {
    if (!shape) return []
    const { properties = {}, required = [] } = z.toJSONSchema(shape, { io: 'input', override: tidy })
    return Object.entries(properties as Record<string, Json>).map(([name, { description, example, ...schema }]) => ({
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      ...(description ? { description } : {}),
      schema,
      ...(examples[name] === undefined && example === undefined ? {} : { example: examples[name] ?? example }),
    }))
  }
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Makes a retry safe for 24 hours: the same key and body get the same answer, done once.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  }
  const { params, query } = r.example
  return [...of(r.params, 'path', params), ...of(r.query, 'query', query), ...(acceptsIdempotencyKey(r) ? [key] : [])]
}

function responsesOf(r: Route, components: Components): Json {
  const byStatus = new Map<number, FailureCode[]>()
  for (const code of failuresOf(r)) {
    const { status } = exampleOf(code, r.errorFormat)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const failures = [...byStatus].sort(([a], [b]) => a - b)
  return {
    ...(r.status === 302
      ? { '302': { description: 'Goes on elsewhere.', headers: PLACE_HEADERS } }
      : doneOf(r, components)),
    ...(r.etag ? { '304': { description: 'Unchanged since the ETag sent along.' } } : {}),
    ...Object.fromEntries(
      failures.map(([status, codes]) => [
        String(status),
        {
          description: codes.map((code) => `\`${code}\`: ${FAILURES[code].message}`).join(' '),
          ...(status === 429 || status === 503 ? { headers: RETRY_HEADERS } : {}),
          content: { 'application/json': components.failures(codes, r.errorFormat) },
        },
      ]),
    ),
  }
}

function doneOf(r: Route, components: Components): Json {
  const shown = { schema: components.use(r.output, 'output'), example: r.example.output }
  const { streams } = r
  return {
    [String(r.status ?? 200)]: {
      description: 'Done.',
      ...(r.for.includes('app' as never) ? { headers: RATE_HEADERS } : {}),
      content: {
        [r.produces ?? 'application/json']: shown,
        ...(streams
          ? { [EVENT_STREAM]: { schema: components.use(streams.frame, 'output'), example: streams.example } }
          : {}),
      },
    },
  }
}

const header = (description: string, type: string, example: unknown) => ({ description, schema: { type }, example })
const PLACE_HEADERS = { Location: header('Where to.', 'string', 'https://memory.example/connect?client=trail-coach') }
const RETRY_HEADERS = { 'Retry-After': header('Seconds to wait before trying again.', 'integer', 12) }
const RATE_HEADERS = {
  'RateLimit-Policy': header('The limit of a connection, where one is set.', 'string', '"connection";q=600;w=60'),
  RateLimit: header('What is left of it, and the seconds until it starts anew.', 'string', '"connection";r=599;t=42'),
}

/** Creates the route that serves the document of all routes, including itself, and all webhook events. */
export function openApiRoute(all: () => Described): Route<unknown> {
  let made: { baseUrl: string; document: Json } | undefined
  return route({
    name: 'getOpenApi',
    method: 'GET',
    path: '/v1/openapi.json',
    for: ['public'],
    tag: 'Discovery',
    summary: 'This document.',
    output: z.record(z.string(), z.unknown()),
    cors: true,
    etag: true,
    example: { output: { openapi: '3.1.0' } },
    run: ({ config: { baseUrl } }) => {
      if (made?.baseUrl !== baseUrl) made = { baseUrl, document: openApiOf(all(), baseUrl) }
      return made.document
    },
  })
}
