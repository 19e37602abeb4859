import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLIENT_TIMEOUTS } from '../src/edge/http/client-timeouts.ts'
import { LINES } from './portable.ts'
import { type TestService, testService } from './service.ts'

/* Slow clients are disconnected after their timeout without affecting other clients. */

const SHORT_MS = 1_500
const PACE_MS = 50
const CROWD = 150
// More than socket buffers hold for a client that does not read.
const EXPORT_LINES = 2_500
const CONTENT_CHARS = 4_000

let service: TestService
let token: string
let cookie: string
beforeAll(async () => {
  const timeouts = {
    ...CLIENT_TIMEOUTS,
    headersMs: SHORT_MS,
    bodyMs: SHORT_MS,
    inactivityMs: 2 * SHORT_MS,
    idleMs: SHORT_MS,
    checkMs: 100,
  }
  service = await testService({ userPlan: 'pro' }, { clientTimeouts: timeouts })
  const connected = await service.connected(['memory:read:*', 'memory:write:*'])
  token = connected.token
  cookie = connected.person.cookie
})
afterAll(() => service.stop())

interface Slow {
  socket: Socket
  heard: () => string
  /** Resolves when the connection is closed. */
  closed: Promise<void>
}

function dial(): Slow {
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  let heard = ''
  socket.on('data', (part) => (heard += part))
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return { socket, heard: () => heard, closed }
}

/** Sends a text one character at a time until the connection closes. */
async function drip({ socket }: Slow, text: string): Promise<void> {
  for (const char of text) {
    if (socket.destroyed || !socket.writable) return
    socket.write(char)
    await sleep(PACE_MS)
  }
}

const head = (lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`
const HOST = 'host: localhost'

describe('a client that sends one byte at a time', () => {
  test.each([
    ['says nothing at all', ''],
    ['sends a head', head(['GET /v1/catalog HTTP/1.1', HOST, `x-slow: ${'a'.repeat(500)}`])],
  ])('and %s is disconnected after the timeout', async (_name, text) => {
    const slow = dial()
    const dripping = drip(slow, text)
    await slow.closed
    await dripping
    expect(slow.heard()).not.toMatch(/^HTTP\/1.1 (2|5)/)
  })

  test('and sends a body is disconnected after the timeout, and nothing is stored', async () => {
    const slow = dial()
    const body = JSON.stringify({ memories: [{ content: 'x'.repeat(500), scope: 'note' }] })
    slow.socket.write(
      head([
        'POST /v1/memories HTTP/1.1',
        HOST,
        `authorization: Bearer ${token}`,
        'content-type: application/json',
        `content-length: ${body.length}`,
      ]),
    )
    const dripping = drip(slow, body)
    await slow.closed
    await dripping
    expect((await service.get('/v1/memories', token)).memories).toEqual([])
  })

  test('does not delay others, even when there are many', async () => {
    const crowd = Array.from({ length: CROWD }, dial)
    const dripping = crowd.map((slow) => drip(slow, head(['GET / HTTP/1.1', HOST, `x-slow: ${'a'.repeat(200)}`])))
    for (let i = 0; i < 20; i++) await service.get('/v1/memories', token)
    await Promise.all(crowd.map(({ closed }) => closed))
    await Promise.all(dripping)
  })
})

test('closes idle keep-alive connections', async () => {
  const idle = dial()
  idle.socket.write(head(['GET /healthz HTTP/1.1', HOST]))
  await expect.poll(idle.heard).toContain('"ok"')
  await idle.closed
})

test('disconnects a client that stops reading, without delaying others', async () => {
  const line = (n: number) => JSON.stringify({ content: `${n} ${'x'.repeat(CONTENT_CHARS)}`, scope: 'note' })
  const lines = Array.from({ length: EXPORT_LINES }, (_, n) => line(n)).join('\n')
  const { imported } = await service.ok('POST', '/v1/import', { cookie, body: lines, headers: LINES })
  expect(imported).toBe(EXPORT_LINES)
  const slow = dial()
  slow.socket.once('data', () => slow.socket.pause())
  slow.socket.write(head(['GET /v1/export HTTP/1.1', HOST, `cookie: ${cookie}`]))
  await expect.poll(() => slow.heard().length).toBeGreaterThan(0)
  for (let i = 0; i < 20; i++) await service.get('/v1/memories?limit=1', token)
  // A paused socket emits no end event.
  await sleep(6 * SHORT_MS)
  slow.socket.resume()
  await slow.closed
  expect(slow.heard().length).toBeLessThan(EXPORT_LINES * CONTENT_CHARS)
  expect(slow.heard()).not.toContain('\r\n0\r\n\r\n')
})
