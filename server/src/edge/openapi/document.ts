import { z } from 'zod'
import type { WebhookEvent } from '../../domain/webhooks/event.ts'
import type { Audience } from '../../foundation/actor.ts'
import { FAILURES, type FailureCode } from '../../foundation/failures.ts'
import { acceptsIdempotencyKey, EVENT_STREAM, isWrite, type Route, route } from '../../foundation/route.ts'
import { VERSION } from '../../foundation/version.ts'
import { isForApps, operationIdOf, TAGS } from './areas.ts'
import { Components, type Json, relink, tidy } from './components.ts'
import { exampleOf } from './errors.ts'
import { webhookOperation } from './webhooks.ts'

/** Description of routes that always respond with server-sent events. */
const EVENTS =
  'Responds with server-sent events: each is one `data:` line with a frame as JSON; lines that begin with `:` are ' +
  'heartbeats. An error before the first frame is an ordinary error response; a later one ends the stream with an ' +
  '`error` frame. Disconnecting cancels the work. `Idempotency-Key` is ignored.'

/** Description of routes that respond with server-sent events only on request. */
const eventsWhen = ({ when, end }: NonNullable<Route['streams']>) =>
  `If \`${when}\` is true, responds with server-sent events: each is one \`data:\` line with a frame as JSON` +
  `${end ? `, the last one \`data: ${end}\`` : ''}. An error before the first frame is an ordinary error response; ` +
  'a later one ends the stream with an error frame. Disconnecting cancels the work. `Idempotency-Key` is ignored for ' +
  'streams.'

const SECURITY = {
  app: { connectionToken: [] },
  client: { clientCredentials: [] },
  user: { userSession: [] },
  developer: { developerSession: [] },
} as const satisfies Partial<Record<Audience, Json>>

const SECURITY_SCHEMES = {
  connectionToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The connection token of an app, `mst_…`. One that is bound to a key is sent as `DPoP`, with a proof (RFC 9449).',
  },
  clientCredentials: { type: 'http', scheme: 'basic', description: 'Client id and secret of an app.' },
  userSession: { type: 'apiKey', in: 'cookie', name: 'ms_session', description: 'A user signed in at the Hub.' },
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
  add(
    kinds.includes('client'),
    'invalid_dpop_proof',
    'app_suspended',
    'connection_revoked',
    'connection_paused',
    'account_suspended',
  )
  add(true, 'rate_limited')
  add(
    kinds.includes('app'),
    'invalid_dpop_proof',
    'connection_revoked',
    'connection_paused',
    'account_suspended',
    'app_suspended',
  )
  const isOfSession = kinds.includes('user') || kinds.includes('developer')
  add(isOfSession && r.tag !== 'Account' && r.tag !== 'Developer account', 'address_unconfirmed')
  add(kinds.includes('app') && isWrite(r), 'limit_exceeded')
  add(isOfSession && isWrite(r), 'csrf_rejected')
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
      summary: 'One memory store per user, shared by apps under scoped consent.',
      description:
        'Apps connect with a user’s consent and get a connection token. Every read and write is limited to the ' +
        'scopes that the user granted. Times are ISO 8601 in UTC; where a request takes a time, it also takes a day ' +
        '(`2026-03-01`), which begins at midnight in the time zone of the person. Unknown fields of a request are ' +
        'rejected, except where another standard says otherwise; later versions may add fields to responses. Every ' +
        'response has an `X-Request-Id`; the `Link` header of an error leads to the page about its code.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: Object.entries(TAGS)
      .filter(([name]) => routes.some(({ tag }) => tag === name) || (events.length && name === 'Webhooks'))
      .map(([name, description]) => ({ name, description })),
    paths,
    webhooks: Object.fromEntries(events.map((event) => [event.type, webhookOperation(event, components)])),
    components: {
      schemas: components.schemas,
      examples: components.examples,
      securitySchemes: Object.fromEntries(
        Object.entries(SECURITY_SCHEMES).filter(([name]) =>
          routes.some((r) => securityOf(r).some((way) => name in way)),
        ),
      ),
    },
  }
}

function operationOf(r: Route, components: Components): Json {
  const scope = r.scope ? `Needs the consent scope \`${r.scope}\`.` : ''
  const description = [r.description, r.produces === EVENT_STREAM && EVENTS, r.streams && eventsWhen(r.streams), scope]
    .filter(Boolean)
    .join('\n\n')
  return {
    operationId: operationIdOf(r),
    summary: r.summary,
    ...(description ? { description } : {}),
    tags: [r.tag],
    security: securityOf(r),
    parameters: parametersOf(r),
    ...(r.body
      ? {
          requestBody: {
            required: !(r.method === 'POST' && !r.consumes && r.body.safeParse({}).success),
            content: Object.fromEntries(
              typesOf(r).map((type) => [type, { schema: components.useBody(r), example: r.example.body }]),
            ),
          },
        }
      : {}),
    responses: responsesOf(r, components),
  }
}

function securityOf({ for: kinds, link }: Route): Json[] {
  const audience: readonly Audience[] = kinds
  return [
    ...(audience.includes('public') ? [] : audience.map((kind) => SECURITY[kind as keyof typeof SECURITY])),
    ...(link ? [{ connectorLink: [] }] : []),
  ]
}

function typesOf({ consumes, form }: Route): string[] {
  return [
    ...(form === 'only' ? [] : [consumes ?? 'application/json']),
    ...(form ? ['application/x-www-form-urlencoded'] : []),
  ]
}

function parametersOf(r: Route): Json[] {
  const of = (shape: z.ZodType | undefined, where: 'path' | 'query' | 'header', examples: Json = {}) => {
    if (!shape) return []
    const { properties = {}, required = [] } = relink(z.toJSONSchema(shape, { io: 'input', override: tidy }))
    return Object.entries(properties as Record<string, Json>).map(([name, { description, example, ...schema }]) => ({
      name,
      in: where,
      required: where === 'path' || (required as string[]).includes(name),
      ...(description ? { description } : {}),
      // `metadata[topic]=tea`; see `foundation/record-parameters.ts`.
      ...(schema.type === 'object' ? { style: 'deepObject', explode: true } : {}),
      schema,
      ...(examples[name] === undefined && example === undefined ? {} : { example: examples[name] ?? example }),
    }))
  }
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes a retry safe for 24 hours: requests with the same key and body run once and get the same response.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  }
  const { params, query } = r.example
  return [
    ...of(r.params, 'path', params),
    ...of(r.query, 'query', query),
    ...of(r.headers, 'header'),
    ...(acceptsIdempotencyKey(r) ? [key] : []),
  ]
}

function responsesOf(r: Route, components: Components): Json {
  const byStatus = new Map<number, FailureCode[]>()
  for (const code of failuresOf(r)) {
    const { status } = exampleOf(code, r.errorFormat)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const failures = [...byStatus].sort(([a], [b]) => a - b)
  return {
    ...(r.status === 302 ? { '302': { description: 'Redirects.', headers: REDIRECT_HEADERS } } : doneOf(r, components)),
    ...(r.etag ? { '304': { description: 'The document still has the ETag in `If-None-Match`.' } } : {}),
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
      description: 'Success.',
      ...(r.for.includes('app' as never) ? { headers: RATE_HEADERS } : {}),
      content: {
        [r.produces ?? 'application/json']: shown,
        ...Object.fromEntries((r.alsoProduces ?? []).map((type) => [type, { schema: { type: 'string' } }])),
        ...(streams
          ? { [EVENT_STREAM]: { schema: components.use(streams.frame, 'output'), example: streams.example } }
          : {}),
      },
    },
  }
}

const header = (description: string, type: string, example: unknown) => ({ description, schema: { type }, example })
const REDIRECT_HEADERS = {
  Location: header('The redirect URL.', 'string', 'https://memory.example/connect?client=trail-coach'),
}
const RETRY_HEADERS = { 'Retry-After': header('Seconds to wait before a retry.', 'integer', 12) }
const RATE_HEADERS = {
  'RateLimit-Policy': header('The rate limit of a connection, if there is one.', 'string', '"connection";q=600;w=60'),
  RateLimit: header(
    'The remaining calls, and the seconds until the limit resets. A turn with the model also has the limit `"chat"`.',
    'string',
    '"connection";r=599;t=42',
  ),
}

const OpenApiQuery = z.object({
  audience: z.enum(['app']).optional().meta({ description: 'Whose routes to describe; all when omitted.' }),
})

/** Creates the route that serves the document of all routes, including itself, and all webhook events. */
export function openApiRoute(all: () => Described): Route<unknown> {
  const made = new Map<string | undefined, { baseUrl: string; document: Json }>()
  return route({
    name: 'getOpenApi',
    method: 'GET',
    path: '/v1/openapi.json',
    for: ['public'],
    tag: 'Discovery',
    summary: 'This document, or with `audience=app` only what apps call.',
    query: OpenApiQuery,
    output: z.record(z.string(), z.unknown()),
    cors: true,
    etag: true,
    example: { output: { openapi: '3.1.0' } },
    run: ({ config: { baseUrl } }, { query: { audience } }) => {
      const known = made.get(audience)
      if (known?.baseUrl === baseUrl) return known.document
      const { routes, events } = all()
      const document = openApiOf({ routes: audience ? routes.filter(isForApps) : routes, events }, baseUrl)
      made.set(audience, { baseUrl, document })
      return document
    },
  })
}
