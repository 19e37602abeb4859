import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from './service.ts'

let service: TestService
let token: string
beforeAll(async () => {
  // A fixed clock, so that no rate-limit window ends during a test.
  const now = new Date('2026-11-22T12:00:10Z')
  service = await testService({ rateLimit: 600 }, { clock: () => now })
  token = (await service.connected(['memory:read:*', 'memory:write:*'])).token
})
afterAll(() => service.stop())

const note = '{"memories":[{"content":"Likes rye bread.","scope":"note"}]}'

/** The response to raw bytes. */
function sendBytes(bytes: string): Promise<{ status: number; head: string; body: string }> {
  const { hostname, port } = new URL(service.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let text = ''
    socket.on('data', (part) => (text += part))
    socket.on('error', reject)
    socket.on('end', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n')
      resolve({ status: Number(head.split(' ')[1]), head, body })
    })
  })
}

function write(headers: Record<string, string>, body: string | Buffer = note) {
  return fetch(`${service.url}/v1/memories`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body,
  })
}

describe('every response has a request id and the error envelope', () => {
  test('for a request without a Host header', async () => {
    const { status, head, body } = await sendBytes('GET /v1/catalog HTTP/1.1\r\nConnection: close\r\n\r\n')
    expect([status, JSON.parse(body).error.message]).toEqual([400, 'Host: is missing'])
    expect(head).toMatch(/x-request-id: req_/)
  })

  test('for headers that are too large', async () => {
    const { head, body } = await sendBytes(`GET /?${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)
    expect(JSON.parse(body).error.message).toMatch(/at most 16384 bytes/)
    expect(head).toMatch(/x-request-id: req_/)
  })

  test('for an unknown expectation', async () => {
    const asked = 'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: a-reply\r\nConnection: close\r\n\r\n'
    const { status, head } = await sendBytes(asked)
    expect(status).toBe(200)
    expect(head).toMatch(/x-request-id: req_/)
  })
})

describe('a body', () => {
  test('of another charset or content type returns 415 with the accepted types', async () => {
    for (const type of [
      'application/json; charset=latin1',
      'application/json;charset="utf-16"',
      'text/plain',
      'json',
    ]) {
      const { status, error } = await write({ 'content-type': type }).then(refused)
      expect([status, error.code], type).toEqual([415, 'unsupported_media_type'])
      expect(error.message).toMatch(/Content-Type: application\/json/)
    }
    for (const type of ['application/json', 'Application/JSON; charset=UTF-8', 'application/json; charset="utf8"'])
      expect((await write({ 'content-type': type })).status, type).toBe(200)
  })

  test('that is not UTF-8 is rejected', async () => {
    const latin1 = Buffer.from(note.replace('rye', 'r\xe9'), 'latin1')
    const { status, error } = await write({}, latin1).then(refused)
    expect([status, error.code, error.message]).toEqual([400, 'invalid_json', expect.stringMatching(/not UTF-8/)])
  })

  test('with a content encoding returns 415', async () => {
    const packed = await write({ 'content-encoding': 'gzip' }, gzipSync(note)).then(refused)
    expect([packed.status, packed.error.message]).toEqual([415, expect.stringMatching(/without Content-Encoding/)])
    expect((await write({ 'content-encoding': 'identity' })).status).toBe(200)
  })

  test('that is malformed JSON returns the position and repeats no content', async () => {
    const broken = await write({}, '{"memories": hunter2}').then(refused)
    expect([broken.status, broken.error.code]).toEqual([400, 'invalid_json'])
    expect(broken.error.message).not.toMatch(/hunter2/)
    expect((await write({}, '{"memories": [}').then(refused)).error.message).not.toMatch(/memories/)
    expect((await write({}, '{"memories" []}').then(refused)).error.message).toMatch(/is at character 12/)
    expect((await write({}, '{"__proto__":{}}').then(refused)).error.message).toMatch(/__proto__/)
  })

  test('may be up to 1 MiB', async () => {
    const padded = (bytes: number) => note.padEnd(bytes)
    expect((await write({}, padded(1024 * 1024))).status).toBe(200)
    expect((await write({}, padded(1024 * 1024 + 1))).status).toBe(413)
  })

  test('is not read before authentication', async () => {
    for (const body of ['{', 'x'.repeat(2_000)])
      expect((await write({ authorization: 'Bearer mst_nobody' }, body)).status).toBe(401)
  })

  test('that cannot be parsed counts as a call and returns the rate-limit headers', async () => {
    const windowOf = ({ headers }: Response) => {
      expect(headers.get('ratelimit-policy')).toBe('"connection";q=600;w=60')
      return Number(/^"connection";r=(\d+);t=50$/.exec(headers.get('ratelimit') ?? '')?.[1])
    }
    const left = windowOf(await write({}))
    const broken = await write({}, '{')
    const typed = await write({ 'content-type': 'text/plain' })
    const large = await write({}, note.padEnd(1024 * 1024 + 1))
    expect([broken, typed, large].map(({ status }) => status)).toEqual([400, 415, 413])
    expect([broken, typed, large].map(windowOf)).toEqual([left - 1, left - 2, left - 3])
  })
})

test('a drain completes a request whose body is still arriving, and closes unused connections at once', async () => {
  const ending = await testService()
  const { cookie } = await ending.newPerson()
  const { hostname, port } = new URL(ending.url)
  const socket = connect(Number(port), hostname)
  const head = ['POST /v1/memories HTTP/1.1', 'Host: localhost', `Cookie: ${cookie}`, 'Content-Type: application/json']
  socket.write([...head, `Content-Length: ${note.length}`, 'Expect: 100-continue', '', ''].join('\r\n'))
  let text = ''
  socket.on('data', (part) => (text += part))
  // A connection without a request, as browsers open in advance. The service accepts connections in order.
  const unused = connect(Number(port), hostname).on('error', () => {})
  await once(unused, 'connect')
  await expect.poll(() => text).toContain('100 Continue')
  await fetch(`${ending.url}/healthz`)
  const stopped = ending.stop()
  await once(unused.resume(), 'close')
  socket.write(note)
  await Promise.all([stopped, once(socket, 'close')])
  expect(text).toMatch(/^HTTP\/1\.1 200 OK/m)
  expect(text).toMatch(/"accepted":true/)
})

test('an unsupported method returns 405 with Allow', async () => {
  const { memoryIds } = await service.remember(token, [{ content: 'Runs on Tuesdays.', scope: 'note' }])
  const { status, headers, body } = await service.call('PUT', `/v1/memories/${memoryIds[0]}`, { token })
  expect([status, body.error.code]).toEqual([405, 'method_not_allowed'])
  expect(headers.get('allow')?.split(', ').sort()).toEqual(['DELETE', 'GET', 'HEAD', 'PATCH'])
  expect(body.error.message).toMatch(/accepts .*PATCH/)
  const nowhere = await service.call('GET', '/v1/memoires', { token })
  expect([nowhere.headers.get('allow'), nowhere.body.error.message]).toEqual([null, expect.stringMatching(/openapi/)])
})

test('responses that need or contain a credential are not cacheable', async () => {
  for (const [method, path, body] of [
    ['POST', '/v1/auth/login', { email: 'ada@example.com', password: 'a long walk home' }],
    ['POST', '/v1/auth/signup', { email: 'grace@example.com', password: 'a long walk home' }],
    ['POST', '/v1/oauth/token', { code: 'cod_x', client_id: 'cli_x', client_secret: 'sec_x' }],
    ['POST', '/v1/oauth/revoke', { token: 'mst_x', client_id: 'cli_x', client_secret: 'sec_x' }],
    ['GET', '/v1/memories', undefined],
  ] as const)
    expect((await service.call(method, path, { body })).headers.get('cache-control'), path).toBe('no-store')
})

async function refused(response: Response): Promise<{ status: number; error: { code: string; message: string } }> {
  const { error } = (await response.json()) as { error: { code: string; message: string } }
  return { status: response.status, error }
}
