import { z } from 'zod'
import type { Audience } from '../foundation/actor.ts'
import { FAILURES, type FailureCode } from '../foundation/errors.ts'
import { changes, isKeyed, type Route, route } from '../foundation/route.ts'

type Json = Record<string, unknown>

const VERSION = '1.0.0'

const TAGS: Record<Route['tag'], string> = {
  Memories: 'Remember, recall, edit and forget.',
  Discovery: 'The vocabulary, and where memories live.',
  Connections: 'What a token stands for and what it has used.',
  OAuth: 'From consent to a connection token.',
  Account: 'People sign up, in and out.',
  Hub: 'People manage what is theirs.',
  'Developer account': 'Developers sign up, in and out.',
  'Developer apps': 'Apps, their credentials, meters and logs.',
}

const SECURITY = {
  app: { connectionToken: [] },
  user: { userSession: [] },
  developer: { developerSession: [] },
} as const satisfies Partial<Record<Audience, Json>>

const SECURITY_SCHEMES = {
  connectionToken: { type: 'http', scheme: 'bearer', description: 'The connection token of an app, `mst_…`.' },
  userSession: { type: 'apiKey', in: 'cookie', name: 'ms_session', description: 'A person signed in at the Hub.' },
  developerSession: {
    type: 'apiKey',
    in: 'cookie',
    name: 'ms_dev_session',
    description: 'A developer signed in at the portal.',
  },
}

/** Every failure a route can answer with: what its kind implies, and what it names itself. */
export function failuresOf(r: Route): FailureCode[] {
  const codes = new Set<FailureCode>(r.failures ?? [])
  const add = (when: unknown, ...more: FailureCode[]) => when && more.forEach((code) => codes.add(code))
  const kinds: readonly Audience[] = r.for
  add(!kinds.includes('public'), 'unauthorized', 'forbidden')
  add(kinds.includes('app'), 'rate_limited')
  add(kinds.includes('app') && changes(r), 'limit_exceeded')
  add((kinds.includes('user') || kinds.includes('developer')) && changes(r), 'csrf_rejected')
  add(r.needs, 'scope_denied')
  add(r.query || r.body || isKeyed(r), 'validation_failed')
  add(r.body, 'invalid_json', 'payload_too_large', 'unsupported_media_type')
  add(isKeyed(r), 'idempotency_in_progress', 'idempotency_key_reused')
  add(true, 'internal', 'unavailable')
  return [...codes]
}

/** The shape of a reply for the compiled serialiser, which lets nothing out that the shape does not name. */
export function replySchema(r: Route): Json {
  return plain(z.toJSONSchema(r.output, { io: 'output', target: 'draft-7', unrepresentable: 'any' }) as Json)
}

// The serialiser picks between alternatives by trying each; a nullable type it knows at sight.
function plain(node: unknown): Json {
  return JSON.parse(JSON.stringify(node), (_key, value) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
    const schema = value as Json & { anyOf?: Json[] }
    delete schema.$schema
    // In a shape `id` is its name in the document; among properties it is a property, and an object.
    if (typeof schema.id === 'string') delete schema.id
    const other = schema.anyOf?.find((each) => each.type !== 'null')
    if (schema.anyOf?.length !== 2 || typeof other?.type !== 'string') return schema
    if (!schema.anyOf.some((each) => each.type === 'null')) return schema
    delete schema.anyOf
    return { ...schema, ...other, type: [other.type, 'null'] }
  })
}

/** The OpenAPI 3.1 document of these routes, made from nothing but them. */
export function openApiOf(routes: readonly Route[], baseUrl: string): Json {
  const components = new Components()
  const paths: Record<string, Json> = {}
  for (const r of routes) {
    const path = r.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    ;(paths[path] as Json)[r.method.toLowerCase()] = operationOf(r, components)
  }
  components.add('Error', {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { type: 'string', enum: Object.keys(FAILURES) },
          message: { type: 'string' },
          details: { description: 'What there is to know beyond the code.' },
        },
      },
    },
  })
  return {
    openapi: '3.1.0',
    info: {
      title: 'Memory Service',
      version: VERSION,
      summary: 'One memory store per person, shared by apps under scoped consent.',
      description:
        'Apps connect with a person’s consent and get a connection token. Every read and write is cut to the ' +
        'scopes the person granted. Field names are as they are sent; times are ISO 8601 in UTC.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: { schemas: components.schemas, securitySchemes: SECURITY_SCHEMES },
  }
}

function operationOf(r: Route, components: Components): Json {
  const kinds: readonly Audience[] = r.for
  const scope = r.scope ? `Needs the consent scope \`${r.scope}\`.` : ''
  const description = [r.description, scope].filter(Boolean).join('\n\n')
  return {
    operationId: r.name,
    summary: r.summary,
    ...(description ? { description } : {}),
    tags: [r.tag],
    security: kinds.includes('public') ? [] : kinds.map((kind) => SECURITY[kind as keyof typeof SECURITY]),
    parameters: parametersOf(r),
    ...(r.body
      ? {
          requestBody: {
            required: true,
            content: Object.fromEntries(
              ['application/json', ...(r.form ? ['application/x-www-form-urlencoded'] : [])].map((type) => [
                type,
                { schema: components.use(r.body, 'input'), example: r.example.body },
              ]),
            ),
          },
        }
      : {}),
    responses: responsesOf(r, components),
  }
}

function parametersOf(r: Route): Json[] {
  const of = (shape: z.ZodType | undefined, where: 'path' | 'query') => {
    if (!shape) return []
    const { properties = {}, required = [] } = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as {
      properties?: Record<string, Json>
      required?: string[]
    }
    return Object.entries(properties).map(([name, { description, example, ...schema }]) => ({
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      ...(description ? { description } : {}),
      schema: schema.type || schema.anyOf || schema.enum ? schema : { type: 'integer', minimum: 1, ...schema },
      ...(example === undefined ? {} : { example }),
    }))
  }
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Makes a retry safe for 24 hours: the same key and body get the same answer, done once.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  }
  return [...of(r.params, 'path'), ...of(r.query, 'query'), ...(isKeyed(r) ? [key] : [])]
}

function responsesOf(r: Route, components: Components): Json {
  const byStatus = new Map<number, FailureCode[]>()
  for (const code of failuresOf(r)) {
    const { status } = FAILURES[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const failures = [...byStatus].sort(([a], [b]) => a - b)
  return {
    [String(r.status ?? 200)]: {
      description: 'Done.',
      content: { 'application/json': { schema: components.use(r.output, 'output'), example: r.example.output } },
    },
    ...(r.etag ? { '304': { description: 'Unchanged since the ETag sent along.' } } : {}),
    ...Object.fromEntries(
      failures.map(([status, codes]) => [
        String(status),
        {
          description: codes.map((code) => `\`${code}\`: ${FAILURES[code].message}`).join(' '),
          ...(status === 429 ? { headers: { 'Retry-After': { schema: { type: 'integer' } } } } : {}),
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Error' },
              example: { error: { code: codes[0], message: FAILURES[codes[0] as FailureCode].message } },
            },
          },
        },
      ]),
    ),
  }
}

/** Collects the shapes that carry a name, so that each stands in the document once. */
class Components {
  readonly schemas: Record<string, Json> = {}

  add(name: string, schema: Json): void {
    this.schemas[name] = schema
  }

  use(shape: z.ZodType, io: 'input' | 'output'): Json {
    const made = z.toJSONSchema(shape, { io, target: 'draft-2020-12', unrepresentable: 'any' }) as Json
    const { $schema, $defs = {}, id, ...schema } = made as Json & { $defs?: Record<string, Json>; id?: string }
    for (const [name, { id, ...definition }] of Object.entries($defs)) this.add(name, relink(definition))
    const name = typeof id === 'string' ? id : z.globalRegistry.get(shape)?.id
    if (!name) return relink(schema)
    this.add(name, relink(schema))
    return { $ref: `#/components/schemas/${name}` }
  }
}

function relink(node: Json): Json {
  return JSON.parse(JSON.stringify(node).replaceAll('"#/$defs/', '"#/components/schemas/'))
}

/** The route that serves the document of all routes, itself among them. */
export function openApiRoute(all: () => readonly Route[]): Route {
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
