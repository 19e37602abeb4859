import { clientAt, PASSWORD } from './apart.ts'

/*
 * Sends generated requests to every route of a service's OpenAPI document: valid ones, ones with single wrong values, and
 * ids that earlier responses contained, with every kind of credential.
 */

type Schema = Record<string, unknown> & {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  pattern?: string
}

interface Operation {
  operationId: string
  security?: Record<string, unknown>[]
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> }
}

interface Described {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

interface Target extends Operation {
  method: string
  path: string
}

export interface FuzzResult {
  requests: number
  /** How many operations there are to send requests to. */
  walked: number
  /** Requests of each operation. */
  operations: Map<string, number>
  statuses: Map<number, number>
  wrong: string[]
}

const ODD = [
  ...[null, true, false, 0, -1, 1.5, 1e308, -1e308, 2 ** 53, '', ' ', '0', 'null', '*', '.', '..', '%00', "';--", '{}'],
  ...['\u0000', '\u200b', '\u202e', '\ud800', 'é', '日本語', '😀'.repeat(50), 'a'.repeat(9_000), '-1', '9'.repeat(400)],
  ...[
    '2026-02-30T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '+275760-09-13T00:00:00Z',
    'infinity',
  ],
  ...[
    'http://127.0.0.1/',
    'https://[::1]/',
    'javascript:alert(1)',
    '/\\evil.example',
    '__proto__',
    'constructor',
    '$1',
  ],
  ...[
    [],
    {},
    [[]],
    [null],
    JSON.parse('{"__proto__": {"admin": true}}'),
    { constructor: { prototype: {} } },
    Array(300).fill('x'),
  ],
] as readonly unknown[]

/** End the credentials that the other requests use; these are sent before the credentials are replaced. */
const ENDING =
  /^[a-z]+_(?:logOut|eraseAccount|deleteDeveloper|changePassword|endSession|endOther|changeDeveloperPassword|endDeveloperAccess)/
const SCOPES = ['memory:read:*', 'memory:write:*', 'context:read:*', 'identity:read', 'signal:emit', 'ai:host:chat']
/** Models, mail and identity providers are not configured. */
const UNAVAILABLE = ['model_unavailable', 'mail_unavailable', 'provider_unavailable']
const HARVEST_MAX = 400
const RENEWED_AFTER = 1_000
const TIMEOUT_MS = 60_000

/** A repeatable source of random numbers (mulberry32). */
function randomFrom(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Fuzzes the service at a URL until `isOver`, several requests at a time. */
export async function fuzz(url: string, seed: number, isOver: () => boolean, parallel = 4): Promise<FuzzResult> {
  const random = randomFrom(seed)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const chance = (share: number) => random() < share
  const client = clientAt(url)
  const { paths, components } = (await client.call('GET', '/v1/openapi.json')) as Described
  const targets = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): Target => ({ ...operation, path, method: method.toUpperCase() }),
    ),
  )
  const walked = targets.filter(({ operationId }) => !ENDING.test(operationId))
  const ending = targets.filter(({ operationId }) => ENDING.test(operationId))
  const maps = { operations: new Map(), statuses: new Map() }
  const result: FuzzResult = { requests: 0, walked: targets.length, ...maps, wrong: [] }
  const harvest: string[] = []
  /** All credentials so far, by the name of the security scheme. */
  const everKnown = new Map<string, Set<string>>()
  let connectorLink = ''
  let known = await credentials()

  /** The headers of a new person, developer and app, by the name of the security scheme. */
  async function credentials(): Promise<Record<string, Record<string, string>>> {
    const app = await client.newApp([])
    const { cookie, token } = await client.newPerson(app)
    harvest.push(app.slug, app.client_id)
    const { items } = await client.call('GET', '/v1/connectors', { cookie })
    connectorLink = new URL(items[0].url).searchParams.get('connect') as string
    const basic = Buffer.from(`${app.client_id}:${app.client_secret}`).toString('base64')
    const made: Record<string, Record<string, string>> = {
      clientCredentials: { authorization: `Basic ${basic}` },
      connectionToken: { authorization: `Bearer ${token}` },
      userSession: { cookie },
      developerSession: { cookie: app.cookie },
    }
    for (const [name, headers] of Object.entries(made))
      everKnown.set(name, new Set([...(everKnown.get(name) ?? []), ...Object.values(headers)]))
    return made
  }

  /** Mostly headers that the operation accepts; otherwise others, wrong ones or none. */
  function headersFor({ security = [] }: Target): Record<string, string> {
    const accepted = security.flatMap((each) => Object.keys(each)).flatMap((name) => (known[name] ? [known[name]] : []))
    const wrong: Record<string, string>[] = [
      {},
      { authorization: 'Bearer mst_nonsense' },
      { cookie: 'ms_session=nonsense' },
      { authorization: 'Basic Y2xpXzE6c2VjXzE=' },
    ]
    return chance(0.9) && accepted.length ? pick(accepted) : pick([...Object.values(known), ...wrong])
  }

  /** Whether an operation may serve a request with these headers. */
  function isAccepted({ security = [] }: Target, { authorization, cookie }: Record<string, string>): boolean {
    const names = security.flatMap((each) => Object.keys(each))
    if (!names.length || names.includes('connectorLink')) return true
    const sent = authorization ?? cookie
    return names.some((name) => everKnown.get(name)?.has(sent ?? ''))
  }

  function resolve(schema: Schema): Schema {
    const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined
    return name ? resolve(components.schemas[name] ?? {}) : schema
  }

  function generate(given: Schema, depth = 0): unknown {
    const schema = resolve(given)
    if (chance(0.03)) return pick(ODD)
    if ('const' in schema) return schema.const
    if (schema.enum) return pick(schema.enum)
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return generate(pick(choices), depth + 1)
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((each) => generate(each, depth + 1)))
    const type = Array.isArray(schema.type) ? pick(schema.type) : schema.type
    switch (type) {
      case 'object': {
        const fields = Object.entries(schema.properties ?? {}).filter(
          ([name]) => chance(0.4) || (schema.required?.includes(name) && !chance(0.02)),
        )
        const value = Object.fromEntries(
          fields.map(([name, each]) => [name, depth > 8 ? null : generate(each, depth + 1)]),
        )
        return chance(0.02) ? { ...value, [pick(['extra', '__proto__', 'constructor', 'toString'])]: pick(ODD) } : value
      }
      case 'array':
        return Array.from({ length: pick([0, 1, 1, 2, 3]) }, () => generate(schema.items ?? {}, depth + 1))
      case 'integer':
      case 'number':
        return pick([schema.minimum ?? 0, schema.maximum ?? 100, 1, 2, 50, 0.5, -3])
      case 'boolean':
        return chance(0.5)
      case 'null':
        return null
      default:
        return textOf(schema)
    }
  }

  function textOf(schema: Schema): string {
    if (schema.format === 'date-time') return new Date(Date.now() + pick([-1e10, -1e5, 1e5, 1e8])).toISOString()
    if (schema.format === 'email') return `${Math.floor(random() * 1e9)}@example.com`
    if (schema.format === 'uri' || schema.format === 'url') return 'https://app.example/callback'
    if (harvest.length && chance(0.4)) return pick(harvest)
    return pick(['note', 'fitness.trail', 'health', 'Lives in Bergen.', 'coach', 'user', 'S256', PASSWORD, ...SCOPES])
  }

  function requestOf(target: Target) {
    const { method, path, parameters = [], requestBody } = target
    const query = new URLSearchParams()
    const hasLink = target.security?.some((each) => 'connectorLink' in each)
    if (hasLink && chance(0.5)) query.append('connect', chance(0.8) ? connectorLink : 'mcl_nonsense')
    let address = path
    const sent = { ...headersFor(target) }
    for (const { name, in: where, required, schema } of parameters) {
      if (!required && where !== 'path' && chance(0.6)) continue
      const value = asText(chance(0.5) && where === 'path' && harvest.length ? pick(harvest) : generate(schema))
      if (where === 'path') address = address.replace(`{${name}}`, encodeURIComponent(wellFormed(value)) || '-')
      else if (where === 'query') query.append(name, value)
      else if (where === 'header' && /^[\x20-\x7e]{1,300}$/.test(value)) sent[name.toLowerCase()] = value
    }
    if (chance(0.01)) query.append(pick(['cursor', 'limit', 'x']), asText(pick(ODD)))
    if (method === 'POST' && chance(0.2)) sent['idempotency-key'] = `key-${Math.floor(random() * 40)}`
    const types = Object.entries(requestBody?.content ?? {})
    let body: string | undefined
    if (types.length) {
      const [type, { schema, example }] = pick(types)
      sent['content-type'] = chance(0.02) ? pick(['text/plain', 'application/json; charset=utf-7', 'x']) : type
      const value = example !== undefined && chance(0.2) ? example : generate(schema)
      body = type.includes('urlencoded')
        ? new URLSearchParams(
            Object.entries(Object(value)).map(([name, each]) => [name, asText(each)] as [string, string]),
          ).toString()
        : JSON.stringify(value)
      if (chance(0.02)) body = body?.slice(0, Math.floor(random() * body.length))
    }
    const text = query.toString()
    return {
      url: `${url}${address}${text ? `?${text}` : ''}`,
      init: { method, headers: sent, ...(body === undefined ? {} : { body }) },
    }
  }

  /** Remembers ids, slugs, cursors and codes, so that later requests name what exists. */
  function remember(value: unknown): void {
    if (typeof value === 'string') {
      if (value.length > 200 || (!/^[a-z]{2,4}_\w+$/.test(value) && !chance(0.02))) return
      if (harvest.length < HARVEST_MAX) harvest.push(value)
      else harvest[Math.floor(random() * HARVEST_MAX)] = value
    } else if (value && typeof value === 'object') Object.values(value).forEach(remember)
  }

  async function send(target: Target): Promise<void> {
    const { url, init } = requestOf(target)
    const sent = `${target.method} ${url} ${JSON.stringify(init)}`
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
      String,
    )
    const text = await (typeof response === 'string'
      ? response
      : response.text().catch((error) => `broken off: ${error}`))
    if (typeof response === 'string' || text.startsWith('broken off')) {
      result.wrong.push(`${sent} -> ${text}`)
      return
    }
    const { status } = response
    result.requests++
    result.operations.set(target.operationId, (result.operations.get(target.operationId) ?? 0) + 1)
    result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1)
    const isJson =
      response.headers.get('content-type')?.includes('json') &&
      !/ndjson/.test(response.headers.get('content-type') ?? '')
    const body = isJson && text ? JSON.parse(text) : undefined
    const code = body?.error?.code ?? body?.error
    const isServed = status < 400 && !isAccepted(target, init.headers)
    const isWrong = isServed || (status >= 500 && !UNAVAILABLE.includes(code))
    if (
      isWrong ||
      !response.headers.get('x-request-id') ||
      /\bat \S+ \(|node_modules|select .* from /.test(text.slice(0, 5_000))
    )
      result.wrong.push(`${sent} -> ${status} ${text.slice(0, 300)}`)
    remember(body)
  }

  const seats = Array.from({ length: parallel }, async () => {
    while (!isOver()) {
      await send(pick(walked))
      // What a person, developer or app holds is bounded, and a request may have ended a connection.
      if (result.requests % RENEWED_AFTER) continue
      for (const target of ending) await send(target)
      known = await credentials().catch(() => known)
    }
  })
  await Promise.all(seats)
  return result
}

/** Without lone surrogates, which no URL can contain. */
const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '�')

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
