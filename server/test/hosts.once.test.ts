import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../src/app.ts'
import { freePort } from './free-port.ts'
import { type TestService, testService } from './service.ts'

/* Requests must use a name of the service, so that a page whose name resolves to it (DNS rebinding) gets nothing. */

let port: number
let service: TestService
beforeAll(async () => {
  port = await freePort()
  service = await testService({
    port,
    baseUrl: 'https://memory.example:8443',
    hubUrl: 'https://hub.example',
    allowedHosts: ['memory.internal'],
  })
})
afterAll(() => service.stop())

/** Sends a request with this Host header; `fetch` would overwrite it. */
function statusAs(host: string, method = 'GET', path = '/v1/catalog'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, method, path, headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
}

const all = [
  ...routes.map(({ method, path }) => [method, path.replace(/:\w+/g, 'x')] as const),
  ...['/', '/memories', '/mcp', '/metrics', '/assets/x.js', '/nowhere'].map((path) => ['GET', path] as const),
  ...[['POST', '/mcp'] as const, ['OPTIONS', '/mcp'] as const],
]

describe('the Host header', () => {
  test.each(all)('of another name is rejected by %s %s', async (method, path) => {
    expect(await statusAs('rebound.example', method, path)).toBe(403)
  })

  test.each([
    ...['rebound.example:8787', 'memory.example.evil.example', 'evil-memory.example', 'localhost.evil.example'],
    ...['127.0.0.1.evil.example', 'memory.example@evil.example', 'evil.example/memory.example', 'evil.example?'],
  ])('%j is rejected', async (host) => {
    expect(await statusAs(host)).toBe(403)
  })

  test.each([
    ...['memory.example', 'MEMORY.example:8443', 'memory.example.', 'hub.example', 'memory.internal:80'],
    ...['localhost', 'localhost:8787', 'hub.localhost', '127.0.0.1', '127.0.0.1:9', '[::1]:8787', '10.1.2.3'],
  ])('%j is accepted', async (host) => {
    expect(await statusAs(host)).toBe(200)
  })

  test('must not occur twice', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('data', (head) => resolve(head.toString()))
      socket.once('error', reject)
      socket.end('GET /v1/catalog HTTP/1.1\r\nHost: memory.example\r\nHost: evil.example\r\n\r\n')
    })
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('of probes may be any name', async () => {
    for (const path of ['/healthz', '/readyz']) expect(await statusAs('pod-1.cluster', 'GET', path)).toBe(200)
  })

  test('may be any name with ALLOWED_HOSTS=*', async () => {
    const [other, before] = [await freePort(), port]
    const open = await testService({ port: other, allowedHosts: ['*'] })
    port = other
    try {
      expect(await statusAs('rebound.example')).toBe(200)
    } finally {
      port = before
      await open.stop()
    }
  })
})
