import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { openSender, type Sender } from './send.ts'

const TIMEOUT_MS = 400

const open: { close(): unknown }[] = []
afterEach(() => Promise.all(open.splice(0).map((one) => one.close())))

function sender(options: Partial<Parameters<typeof openSender>[0]> = {}): Sender {
  const made = openSender({ allowPrivate: true, timeoutMs: TIMEOUT_MS, ...options })
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

const sendTo = (to: string, by = sender()) => by.send(to, { 'content-type': 'application/json' }, '{}')

describe('an endpoint', () => {
  test('that answers 2xx has it, and the first kilobyte of what it says is kept', async () => {
    const { url } = await serve((_, response) => response.writeHead(202).end(`\0${'é'.repeat(2_000)}`))
    const { duration_ms, ...attempt } = await sendTo(url)
    expect(duration_ms).toBeGreaterThanOrEqual(0)
    expect(attempt).toMatchObject({ status_code: 202, error: null })
    expect(attempt.response_excerpt).toMatch(/^é{511}�?$/)
  })

  test.each([301, 302, 303, 307, 308])('that redirects with %i has failed, and nobody follows', async (status) => {
    const { url, paths } = await serve((_, response) => response.writeHead(status, { location: '/elsewhere' }).end())
    expect(await sendTo(url)).toMatchObject({ status_code: status, error: 'redirects are not followed' })
    expect(paths).toEqual(['/hooks'])
  })

  test.each([400, 404, 410, 429, 500, 503])('that answers %i has failed', async (status) => {
    const { url } = await serve((_, response) => response.writeHead(status).end('no'))
    expect(await sendTo(url)).toMatchObject({ status_code: status, error: `HTTP ${status}`, response_excerpt: 'no' })
  })

  test('that never answers is given up', async () => {
    const { url } = await serve(() => {})
    const error = `no answer within ${TIMEOUT_MS / 1000} seconds`
    expect(await sendTo(url)).toMatchObject({ status_code: null, error, response_excerpt: null })
  })

  test('that sends headers without end is given up', async () => {
    const { url } = await serve((request) => {
      request.socket.write('HTTP/1.1 200 OK\r\n')
      const drip = setInterval(() => request.socket.write(`x-more: ${'a'.repeat(1_000)}\r\n`), 5)
      request.socket.on('error', () => {}).on('close', () => clearInterval(drip))
    })
    expect(await sendTo(url)).toMatchObject({ status_code: null, error: expect.any(String) })
  })

  test('that talks without end is heard for a kilobyte and hung up on', async () => {
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

  test('that gave its status and then falls silent or breaks off has answered all the same', async () => {
    const silent = await serve((_, response) => void response.writeHead(200).write('some'))
    expect(await sendTo(silent.url)).toMatchObject({ status_code: 200, error: null, response_excerpt: 'some' })
    const broken = await serve((request, response) => {
      response.writeHead(500, { 'content-length': '100' }).write('half', () => request.socket.destroy())
    })
    expect(await sendTo(broken.url)).toMatchObject({ status_code: 500, error: 'HTTP 500' })
  })

  test('that is not there, or speaks no HTTP, has failed', async () => {
    expect(await sendTo('http://127.0.0.1:1/')).toMatchObject({ error: 'could not connect (ECONNREFUSED)' })
    const { url } = await serve((request) => request.socket.end('hello\r\n\r\n'))
    expect(await sendTo(url)).toMatchObject({ status_code: null, error: expect.any(String) })
  })
})

describe('the guard', () => {
  const resolvesTo =
    (...answers: string[]): LookupFunction =>
    (_hostname, _options, callback) =>
      callback(null, [{ address: answers.shift()!, family: 4 }] as never)

  test('stands at the connection: a name that has moved inside since it was checked is not called', async () => {
    const { port, paths } = await serve((_, response) => response.end())
    const guarded = sender({ allowPrivate: false, resolve: resolvesTo('127.0.0.1') })
    expect(await sendTo(`https://hooks.example:${port}/`, guarded)).toMatchObject({
      status_code: null,
      error: 'hooks.example resolves to 127.0.0.1, which is not public',
    })
    expect(paths).toEqual([])
  })

  test('refuses an inner address that was registered while it was allowed', async () => {
    const { port, paths } = await serve((_, response) => response.end())
    const guarded = sender({ allowPrivate: false })
    for (const [url, error] of [
      [`http://127.0.0.1:${port}/`, 'the address takes an https address'],
      [`https://127.0.0.1:${port}/`, 'the address takes a public address'],
      [`https://[::ffff:127.0.0.1]:${port}/`, 'the address takes a public address'],
    ] as const)
      expect(await sendTo(url, guarded)).toMatchObject({ status_code: null, error })
    expect(paths).toEqual([])
  })
})
