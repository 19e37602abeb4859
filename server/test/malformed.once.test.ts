import { mkdtemp, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../src/app.ts'
import { FAILURES } from '../src/foundation/failures.ts'
import { isPublic, isWrite, type Route } from '../src/foundation/route.ts'
import { fakeChat } from './fake-chat.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { basicOf, type TestService, testService } from './service.ts'

/* No input causes a 5xx. Sent with a valid credential, to a service with mail, to reach as much code as possible. */

const RUNS = 40

let folder: string
let model: ScriptedModel
let service: TestService
let credentials: Record<string, string>[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mails-'))
  model = await scriptedModel()
  const upstream = { url: model.url, name: 'a-model', apiKey: undefined }
  service = await testService({ mail: { kind: 'file', folder }, model: upstream }, { chat: fakeChat })
  const scopes = ['memory:read:*', 'memory:write:*', 'signal:emit', 'identity:read', 'context:read:*', 'ai:host:chat']
  const { person, developer, app, token } = await service.connected(scopes)
  credentials = [
    { authorization: `Bearer ${token}` },
    { cookie: `${person.cookie}; ${developer.cookie}` },
    { authorization: basicOf(app) },
  ]
})
afterAll(async () => {
  await service.stop()
  await model.close()
  await rm(folder, { recursive: true })
})

// Routes that end the session, the account or the secret of the app would make the other inputs fail with 401.
const FINAL = ['logOut', 'logOutDeveloper', 'endDeveloperAccess', 'eraseAccount', 'deleteDeveloper']
const walked = routes.filter(({ name }) => !FINAL.includes(name))

interface Sent {
  method: string
  path: string
  body?: string | undefined
  headers?: Record<string, string>
}

/** Sends raw bytes, without a client library's corrections, and checks the response against the envelope. */
async function send({ method, path, body, headers = {} }: Sent) {
  const url = new URL(service.url)
  const { status, text, id } = await new Promise<{ status: number; text: string; id: unknown }>((resolve, reject) => {
    const request = httpRequest(
      { host: url.hostname, port: url.port, method, path, headers: { ...headers, connection: 'close' } },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part) => parts.push(part))
        response.on('end', () => {
          const text = Buffer.concat(parts).toString()
          resolve({ status: response.statusCode!, text, id: response.headers['x-request-id'] })
        })
      },
    )
    request.on('error', reject)
    request.end(body)
  })
  const what = `${method} ${path.slice(0, 200)} ${body?.slice(0, 200)}: ${text.slice(0, 500)}`
  expect(status, what).toBeLessThan(500)
  expect(id, what).toMatch(/^req_/)
  if (status >= 400) {
    const { error } = JSON.parse(text)
    if (typeof error === 'string') expect(error, what).toMatch(/^[a-z_]+$/)
    else expect(FAILURES[error.code as keyof typeof FAILURES].status, what).toBe(status)
  }
  return { status, text }
}

const FORM = 'application/x-www-form-urlencoded'
const isForm = ({ form }: Route) => form === 'only'
const typeOf = (route: Route) => ({ 'content-type': isForm(route) ? FORM : (route.consumes ?? 'application/json') })
const credentialOf = ({ for: kinds }: Route) =>
  credentials[kinds.includes('client') ? 2 : kinds.includes('app') ? 0 : 1]!
const pathOf = ({ path }: Route, id: string) => path.replace(/:\w+/g, id)
// A JSON Lines body is sent unchanged.
const asText = (value: unknown) => (typeof value === 'string' && value.includes('\n') ? value : JSON.stringify(value))
const asForm = (value: unknown) => {
  const fields = Object.entries(Object(value)).map(([name, each]): [string, string] => [name, String(asText(each))])
  return String(new URLSearchParams(fields))
}
const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)

const odd = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      null,
      '',
      ' ',
      -1,
      1e308,
      1.5,
      [],
      {},
      [[]],
      true,
      'x'.repeat(9_000),
      '__proto__',
      '\u0000',
      '\ud800',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('0000-01-01', '9999-12-31T23:59:59-23:59', '2026-02-30', '*', 'a.*', 'mem_x'),
  },
)

/** A documented example with some nested fields replaced by odd values. */
function bent(example: unknown): fc.Arbitrary<unknown> {
  if (typeof example !== 'object' || example === null) return fc.oneof(fc.constant(example), odd)
  const inner = Array.isArray(example)
    ? fc.tuple(...example.map(bent))
    : fc.record(Object.fromEntries(Object.entries(example).map(([name, value]) => [name, bent(value)])), {
        requiredKeys: [],
      })
  return fc.oneof({ weight: 4, arbitrary: inner }, { weight: 1, arbitrary: odd })
}

const queryNames = [
  'limit',
  'cursor',
  'scope',
  'query',
  'from',
  'to',
  'action',
  'app',
  'type',
  'pinned',
  'redirect_uri',
  'view',
  'slug',
  'status',
  'intent',
  '__proto__',
  'a[b]',
]
const queryValue = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''))),
  fc.constantFrom(
    '',
    '%00',
    '%ff',
    '%',
    '%ed%a0%80',
    '99999999999999999999',
    '-0',
    '1e3',
    '0x10',
    '0000-01-01',
    'x'.repeat(5_000),
    '[]',
  ),
)
const query = fc
  .array(fc.tuple(fc.constantFrom(...queryNames), queryValue), { maxLength: 5 })
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'))
const id = fc.oneof(
  fc.constantFrom(
    '%00',
    '%ff',
    '%2e%2e',
    '%2f',
    '%',
    '..',
    'x'.repeat(199),
    'x'.repeat(201),
    '__proto__',
    'mem_%F0%9F%98%80',
    '*',
    "'",
  ),
  fc.string({ minLength: 1 }).map((text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''))),
)
const weird = fc.constantFrom<Record<string, string>>(
  {},
  { 'idempotency-key': 'x' },
  { 'idempotency-key': '\u00ff' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'if-none-match': ',,"' },
  { 'accept-encoding': 'nonsense;q=2' },
  { origin: '\u00e9://' },
  { 'x-forwarded-for': "'; drop table users; --" },
  { 'x-request-id': 'mine' },
  { expect: '100-continue' },
)

/** Lines that are not memories. */
const LINES = ['', '\n\n', '{', '[]', 'null', '"x"', '{"__proto__":{}}', '{"content":"\\u0000"}', '\ufeff{}', '\xff']

describe.each(walked)('$method $path', (route) => {
  test('never returns a 5xx for invalid input', async () => {
    const text = isForm(route) ? asForm : asText
    const body = route.body ? bent(route.example.body).map(text) : fc.constant(undefined)
    await fc.assert(
      fc.asyncProperty(body, query, id, weird, async (body, query, id, headers) => {
        const path = `${pathOf(route, id || 'x')}${query && `?${query}`}`
        const typed = body === undefined ? {} : typeOf(route)
        await send({ method: route.method, path, body, headers: { ...typed, ...headers, ...credentialOf(route) } })
      }),
      { numRuns: RUNS },
    )
  })

  if (isWrite(route) && route.body && !route.consumes && !isForm(route))
    test('rejects a body that is too large, malformed, deeply nested or of another type', async () => {
      const sent = (body: string, headers: object = {}) =>
        send({
          method: route.method,
          path: pathOf(route, 'x'),
          body,
          headers: { ...typeOf(route), ...credentialOf(route), ...headers },
        }).then(({ status }) => status)
      expect(await sent(`"${'x'.repeat(1024 * 1024)}"`)).toBe(413)
      expect(await sent('{}', { 'content-type': 'text/plain' })).toBe(415)
      expect(await sent('{}', { 'content-type': 'garbage' })).toBe(415)
      for (const broken of ['{', '{"a":}', "{'a':1}", 'undefined', '{"a":1}x', '\ufeff', '{"__proto__":{}}'])
        expect(await sent(broken), broken).toBe(400)
      // Routes without a credential accept no more than 16 KiB.
      for (const depth of isPublic(route) ? [1_000, 2_000] : [10_000, 100_000])
        for (const deep of [nested('[', ']', depth), nested('{"a":', '}', depth).replace('}', '1}')])
          for (const key of [{}, { 'idempotency-key': `deep ${depth}` }]) expect(await sent(deep, key)).toBe(400)
      const example = route.example.body as object
      const below = Object.keys(example).map((name) => [name, nested('{"a":', '}', 3_000).replace('}', '1}')] as const)
      for (const [name, deep] of below)
        await sent(JSON.stringify({ ...example, [name]: 'DEEP' }).replace('"DEEP"', deep), { 'idempotency-key': name })
    })
})

test.each(
  walked.filter(({ consumes }) => consumes),
)('$method $path never returns a 5xx for invalid lines', async (route) => {
  const sent = (body: string, headers: object = {}) =>
    send({
      method: route.method,
      path: route.path,
      body,
      headers: { ...typeOf(route), ...credentials[1]!, ...headers },
    }).then(({ status }) => status)
  for (const body of [...LINES, LINES.join('\n'), nested('[', ']', 100_000), nested('{"a":', '}', 100_000)])
    await sent(body)
  expect(await sent('{}', { 'content-type': 'application/json' })).toBe(415)
})

test('rejects bytes that are not HTTP and closes the connection', async () => {
  const { hostname, port } = new URL(service.url)
  for (const garbage of [
    'garbage\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    `GET / HTTP/1.1\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`,
  ]) {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(garbage))
      let text = ''
      socket.on('data', (part) => (text += part))
      socket.on('end', () => resolve(text))
      socket.on('error', reject)
    })
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!).error.code).toBe('validation_failed')
    expect(answer).toMatch(/x-request-id: req_/i)
  }
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
})

test('returns 404 in the envelope for an unknown path', async () => {
  for (const path of [
    '/nothing',
    '/v1',
    '/v1/nothing',
    '/v1/memories/a/b/c',
    '//v1/memories',
    '/%',
    '/v1/%ff',
    '/v1/memories/%',
  ])
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
      expect((await send({ method, path, headers: { 'content-length': '0' } })).status, `${method} ${path}`).toBe(404)
})
