import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../src/app.ts'
import { type Answer, modern, post } from './mcp-clients.ts'
import { type TestService, testService } from './service.ts'

/* No message causes a 5xx, an internal error or a missing response. Sent with a valid token to reach as much code as possible. */

const RUNS = 50

let service: TestService
let token: string
beforeAll(async () => {
  service = await testService()
  const { token: good } = await service.connected([
    'identity:read',
    'memory:read:*',
    'memory:write:*',
    'context:read:*',
  ])
  token = good
})
afterAll(() => service.stop())

function holdAgainstProtocol({ status, headers, message }: Answer, sent: unknown) {
  const what = `${JSON.stringify(sent)?.slice(0, 300)}: ${status} ${JSON.stringify(message)?.slice(0, 500)}`
  expect(status, what).toBeLessThan(500)
  expect(headers.get('x-request-id'), what).toMatch(/^req_/)
  expect(headers.get('cache-control'), what).toBe('no-store')
  if (status === 202) return expect(message, what).toBeUndefined()
  expect(message.jsonrpc, what).toBe('2.0')
  // The library uses this code for malformed messages of the 2025 revision; the service itself never uses it.
  if (message.error?.code === -32_603) expect(message.error.message, what).toContain('Invalid input')
  expect(JSON.stringify(message), what).not.toContain('"internal"')
}

async function send(body: unknown, headers: Record<string, string> = {}) {
  const answer = await post(service, body, { token, headers })
  holdAgainstProtocol(answer, body)
  return answer
}

const odd = fc.oneof(
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      ...[null, '', -1, 1e308, 1.5, [], {}, [[]], true, 'x'.repeat(9_000), '__proto__', 'constructor', '\u0000'],
      ...[
        '\ud800',
        'memory://brief',
        'memory://context/',
        'memory://context/%',
        'memory://context/../brief',
        '2026-07-28',
      ],
      ...['1999-01-01', 'tools/call', 'initialize', 'subscriptions/listen', 'notifications/initialized', 'recall'],
      ...[{ toString: 1 }, { length: 1e9 }, { toJSON: 1 }],
    ),
  },
)

/** A value with some of its nested parts replaced by odd values or removed. */
function bent(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null)
    return fc.oneof({ weight: 5, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: odd })
  const inner = Array.isArray(value)
    ? fc.tuple(...value.map(bent))
    : fc
        .tuple(
          fc.record(Object.fromEntries(Object.entries(value).map(([name, each]) => [name, bent(each)])), {
            requiredKeys: Object.keys(value),
          }),
          fc.option(fc.constantFrom(...Object.keys(value), ''), { freq: 3 }),
        )
        .map(([record, without]) => Object.fromEntries(Object.entries(record).filter(([name]) => name !== without)))
  return fc.oneof({ weight: 8, arbitrary: inner }, { weight: 1, arbitrary: odd })
}

const calls = routes.flatMap(({ tool, example: { params, query, body } }) =>
  tool ? [{ name: tool.name, arguments: { ...params, ...query, ...body } }] : [],
)
const asked: [string, Record<string, unknown>][] = [
  ...calls.map((call): [string, Record<string, unknown>] => ['tools/call', call]),
  ['resources/read', { uri: 'memory://context/coach' }],
  ['resources/read', { uri: 'memory://brief' }],
  ['tools/list', { cursor: 'x' }],
  ['resources/list', {}],
  ['resources/templates/list', {}],
  ['server/discover', {}],
  ['ping', {}],
  [
    'completion/complete',
    { ref: { type: 'ref/resource', uri: 'memory://context/{intent}' }, argument: { name: 'intent', value: 'c' } },
  ],
  ['subscriptions/listen', { notifications: {} }],
  ['initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } }],
  ['notifications/initialized', {}],
  ['notifications/cancelled', { requestId: 1 }],
]

/** A mutated message of either revision with mutated headers. */
const message = fc.constantFrom(...asked).chain(([method, params]) => {
  const { message, headers } = modern(method, params)
  const { id: _id, ...notification } = { ...message, params }
  const header = fc.constantFrom(
    ...Object.values(headers),
    '',
    'x',
    '=?base64?!?=',
    '=?base64?/w==?=',
    '\u00e9',
    '2025-03-26',
  )
  const headersOf = (value: Record<string, string>) =>
    fc.oneof(
      fc.constant(value),
      fc.dictionary(fc.constantFrom(...Object.keys(headers), 'accept', 'mcp-session-id'), header),
    )
  return fc.oneof(
    fc.tuple(bent(message), headersOf(headers)),
    fc.tuple(bent({ ...message, params }), headersOf({})),
    fc.tuple(bent(notification), headersOf({})),
  )
})

describe('a malformed message', () => {
  test('gets a protocol error, never an internal error', async () => {
    await fc.assert(
      fc.asyncProperty(message, ([body, headers]) => send(body, headers).then(() => {})),
      { numRuns: RUNS * calls.length },
    )
  })

  test('that is any other JSON value is rejected', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(odd, fc.array(odd)), async (body) => {
        expect((await send(JSON.stringify(body))).status).toBeGreaterThanOrEqual(400)
      }),
      { numRuns: RUNS },
    )
  })

  const text = (id: string, method = '"tools/list"', params = '{}') =>
    `{"jsonrpc":"2.0","id":${id},"method":${method},"params":${params}}`
  const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
  test.each([
    ['nothing', '', 415],
    ['no JSON', '{', 400],
    ['an id of a megabyte', text(`"${'x'.repeat(1024 * 1024)}"`), 413],
    ['an id beyond numbers', text('1e999'), 400],
    ['an id that is an object', text('{}'), 400],
    ['a NUL in an argument', text('1', '"tools/call"', '{"name":"recall","arguments":{"query":"a\\u0000b"}}'), 400],
    ['half a pair in an id', text('"\\ud800"'), 400],
    ['a prototype', text('1', '"tools/call"', '{"name":"recall","arguments":{"__proto__":{"query":"x"}}}'), 400],
    ['nesting beyond reason', text('1', '"tools/call"', `{"name":"recall","arguments":${nested(200)}}`), 400],
    ['nesting without an end', '['.repeat(500_000), 400],
    ['a batch of a thousand', `[${Array(1_000).fill(text('1')).join()}]`, 400],
    ['a tool called by an object', text('1', '"tools/call"', '{"name":{"toString":1}}'), 200],
  ])('with %s is rejected', async (_what, body, status) => {
    expect((await send(body, body ? {} : { 'content-type': '' })).status).toBe(status)
  })

  test('of another content type is rejected', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/x-ndjson',
      'multipart/form-data',
    ])
      expect((await send(text('1'), { 'content-type': type })).status).toBe(415)
    expect((await send(text('1'), { accept: 'text/html' })).status).toBe(406)
  })
})
