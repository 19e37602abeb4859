import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { openSender, type Sender } from './send.ts'

// Long enough for a busy machine. Tests of endpoints that hang use SHORT_MS.
const TIMEOUT_MS = 30_000
const SHORT_MS = 1_000

const open: { close(): unknown }[] = []
afterEach(() => Promise.all(open.splice(0).map((one) => one.close())))

function sender(options: Partial<Parameters<typeof openSender>[0]> = {}): Sender {
  // Endpoints in tests listen on loopback; here it counts as public.
  const made = openSender({ allowPrivate: true, timeoutMs: TIMEOUT_MS, isPublic: () => true, ...options })
  open.push(made)
  return made
}

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    request.resume()
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push({
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  })
  const { port } = server.address() as AddressInfo
  return { server, port, paths, url: `http://127.0.0.1:${port}/hooks` }
}

const impatient = () => sender({ timeoutMs: SHORT_MS })
const sendTo = (to: string, by = sender()) => by.send(to, { 'content-type': 'application/json' }, '{}')

describe('sending', () => {
  test('succeeds with a 2xx response, of which the first kilobyte is stored', async () => {
    const { url } = await serve((_, response) => response.writeHead(202).end(`\0${'é'.repeat(2_000)}`))
    const { duration_ms, ...attempt } = await sendTo(url)
    expect(duration_ms).toBeGreaterThanOrEqual(0)
    expect(attempt).toMatchObject({ status_code: 202, error: null })
    expect(attempt.response_excerpt).toMatch(/^é{511}�?$/)
  })

  test.each([301, 302, 303, 307, 308])('fails with a %i redirect, which is not followed', async (status) => {
    const { url, paths } = await serve((_, response) => response.writeHead(status, { location: '/elsewhere' }).end())
    expect(await sendTo(url)).toMatchObject({ status_code: status, error: 'redirects are not followed' })
    expect(paths).toEqual(['/hooks'])
  })

  test.each([400, 404, 410, 429, 500, 503])('fails with status %i', async (status) => {
    const { url } = await serve((_, response) => response.writeHead(status).end('no'))
    expect(await sendTo(url)).toMatchObject({ status_code: status, error: `HTTP ${status}`, response_excerpt: 'no' })
  })

  test('fails for an address that cannot be requested, such as that of a listening session', async () => {
    for (const by of [sender(), sender({ allowPrivate: false, isPublic: undefined })])
      expect(await sendTo('about:listen', by)).toMatchObject({ status_code: null, error: expect.any(String) })
  })

  test('times out if there is no response', async () => {
    const { url } = await serve(() => {})
    const error = `no answer within ${SHORT_MS / 1000} seconds`
    expect(await sendTo(url, impatient())).toMatchObject({ status_code: null, error, response_excerpt: null })
  })

  test('fails if the headers are too long', async () => {
    const { url } = await serve((request) => {
      request.socket.write('HTTP/1.1 200 OK\r\n')
      const drip = setInterval(() => request.socket.write(`x-more: ${'a'.repeat(1_000)}\r\n`), 5)
      request.socket.on('error', () => {}).on('close', () => clearInterval(drip))
    })
    expect(await sendTo(url, impatient())).toMatchObject({ status_code: null, error: expect.any(String) })
  })

  test('disconnects after the first kilobyte of an endless body', async () => {
    const { url, server } = await serve((_, response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write('a'.repeat(64 * 1024)), 1)
      response.on('close', () => clearInterval(drip))
    })
    const hungUp = once(server, 'request').then(([, response]) => once(response as ServerResponse, 'close'))
    const { response_excerpt, ...attempt } = await sendTo(url)
    expect(attempt).toMatchObject({ status_code: 200, error: null })
    expect(response_excerpt).toBe('a'.repeat(1_024))
    await hungUp
  })

  test('uses the status if the body then stalls or is aborted', async () => {
    const silent = await serve((_, response) => void response.writeHead(200).write('some'))
    expect(await sendTo(silent.url, impatient())).toMatchObject({
      status_code: 200,
      error: null,
      response_excerpt: 'some',
    })
    const broken = await serve((request, response) => {
      response.writeHead(500, { 'content-length': '100' }).write('half', () => request.socket.destroy())
    })
    expect(await sendTo(broken.url)).toMatchObject({ status_code: 500, error: 'HTTP 500' })
  })

  test('fails if the endpoint refuses the connection or does not speak HTTP', async () => {
    expect(await sendTo('http://127.0.0.1:1/')).toMatchObject({ error: 'could not connect (ECONNREFUSED)' })
    const { url } = await serve((request) => request.socket.end('hello\r\n\r\n'))
    expect(await sendTo(url)).toMatchObject({ status_code: null, error: expect.any(String) })
  })
})

describe('private addresses', () => {
  const resolvesTo =
    (...answers: string[]): LookupFunction =>
    (_hostname, _options, callback) =>
      callback(null, [{ address: answers.shift()!, family: 4 }] as never)

  test('are blocked when connecting, also if a name resolves to one since it was checked', async () => {
    const { port, paths } = await serve((_, response) => response.end())
    const guarded = sender({ allowPrivate: false, isPublic: undefined, resolve: resolvesTo('127.0.0.1') })
    expect(await sendTo(`https://hooks.example:${port}/`, guarded)).toMatchObject({
      status_code: null,
      error: 'the host has no public address',
    })
    expect(paths).toEqual([])
  })

  test('are blocked although they were allowed at registration', async () => {
    const { port, paths } = await serve((_, response) => response.end())
    const guarded = sender({ allowPrivate: false, isPublic: undefined })
    for (const [url, error] of [
      [`http://127.0.0.1:${port}/`, 'the URL must be an https URL'],
      [`https://127.0.0.1:${port}/`, 'the URL must have a public address'],
      [`https://[::ffff:127.0.0.1]:${port}/`, 'the URL must have a public address'],
    ] as const)
      expect(await sendTo(url, guarded)).toMatchObject({ status_code: null, error })
    expect(paths).toEqual([])
  })

  test('never show their response, by name or by number, even where they are allowed', async () => {
    const { port, paths } = await serve((_, response) => response.end('a secret of the machine'))
    const open = sender({ isPublic: undefined, resolve: resolvesTo('127.0.0.1', '127.0.0.1') })
    for (const url of [`http://127.0.0.1:${port}/secret`, `http://hooks.example:${port}/secret`])
      expect(await sendTo(url, open)).toMatchObject({ status_code: 200, error: null, response_excerpt: null })
    expect(paths).toEqual(['/secret', '/secret'])
  })

  test('do not hide the response of a public address where they are allowed', async () => {
    const { port } = await serve((_, response) => response.end('taken'))
    const open = sender({ isPublic: () => true, resolve: resolvesTo('127.0.0.1') })
    expect(await sendTo(`http://hooks.example:${port}/`, open)).toMatchObject({ response_excerpt: 'taken' })
  })
})
