import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PATIENCE } from '../src/edge/connections.ts'
import { LINES } from './portable.ts'
import { type TestService, testService } from './service.ts'

/* Clients that take their time: each is let go after its own, and nobody else notices. */

const SHORT_MS = 600
const PACE_MS = 50
const CROWD = 150
const GONE_MAX_MS = 15_000
// More than the system takes for a client that does not read.
const EXPORT_LINES = 2_500
const CONTENT_CHARS = 4_000

let service: TestService
let token: string
let cookie: string
beforeAll(async () => {
  const patience = {
    ...PATIENCE,
    headersMs: SHORT_MS,
    bodyMs: SHORT_MS,
    silenceMs: 2 * SHORT_MS,
    idleMs: SHORT_MS,
    checkMs: 100,
  }
  service = await testService({ userPlan: 'pro' }, { patience })
  const connected = await service.connected(['memory:read:*', 'memory:write:*'])
  token = connected.token
  cookie = connected.person.cookie
})
afterAll(() => service.stop())

interface Slow {
  socket: Socket
  heard: () => string
  /** Resolves when the connection is no more, to how long it has been in milliseconds. */
  gone: Promise<number>
}

function dial(): Slow {
  const { hostname, port } = new URL(service.url)
  const begun = performance.now()
  const socket = connect(Number(port), hostname)
  let heard = ''
  socket.on('data', (part) => (heard += part))
  socket.on('error', () => {})
  const gone = new Promise<number>((resolve) => socket.once('close', () => resolve(performance.now() - begun)))
  return { socket, heard: () => heard, gone }
}

/** Sends a text a character at a time, for as long as somebody takes it. */
async function drip({ socket }: Slow, text: string): Promise<void> {
  for (const char of text) {
    if (socket.destroyed || !socket.writable) return
    socket.write(char)
    await sleep(PACE_MS)
  }
}

const head = (lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`
const HOST = 'host: localhost'

describe('who sends a byte now and then', () => {
  test.each([
    ['says nothing at all', ''],
    ['sends a head', head(['GET /v1/catalog HTTP/1.1', HOST, `x-slow: ${'a'.repeat(500)}`])],
  ])('and %s is let go in time', async (_name, text) => {
    const slow = dial()
    const dripping = drip(slow, text)
    expect(await slow.gone).toBeLessThan(GONE_MAX_MS)
    await dripping
    expect(slow.heard()).not.toMatch(/^HTTP\/1.1 (2|5)/)
  })

  test('and sends a body is let go in time, and nothing of it is kept', async () => {
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
    expect(await slow.gone).toBeLessThan(GONE_MAX_MS)
    await dripping
    expect((await service.get('/v1/memories', token)).memories).toEqual([])
  })

  test('is one of many, and others are answered as ever', async () => {
    const crowd = Array.from({ length: CROWD }, dial)
    const dripping = crowd.map((slow) => drip(slow, head(['GET / HTTP/1.1', HOST, `x-slow: ${'a'.repeat(200)}`])))
    for (let i = 0; i < 20; i++) await service.get('/v1/memories', token)
    await Promise.all(crowd.map(({ gone }) => gone))
    await Promise.all(dripping)
  })
})

test('who is idle after an answer is let go', async () => {
  const idle = dial()
  idle.socket.write(head(['GET /healthz HTTP/1.1', HOST]))
  await expect.poll(idle.heard).toContain('"ok"')
  expect(await idle.gone).toBeLessThan(GONE_MAX_MS)
})

test('who does not read a long answer delays nobody, and is let go before the end of it', async () => {
  const line = (n: number) => JSON.stringify({ content: `${n} ${'x'.repeat(CONTENT_CHARS)}`, scope: 'note' })
  const lines = Array.from({ length: EXPORT_LINES }, (_, n) => line(n)).join('\n')
  const { imported } = await service.ok('POST', '/v1/import', { cookie, body: lines, headers: LINES })
  expect(imported).toBe(EXPORT_LINES)
  const slow = dial()
  slow.socket.once('data', () => slow.socket.pause())
  slow.socket.write(head(['GET /v1/export HTTP/1.1', HOST, `cookie: ${cookie}`]))
  await expect.poll(() => slow.heard().length).toBeGreaterThan(0)
  for (let i = 0; i < 20; i++) await service.get('/v1/memories?limit=1', token)
  // A paused socket does not hear of its end.
  await sleep(6 * SHORT_MS)
  slow.socket.resume()
  expect(await slow.gone).toBeLessThan(GONE_MAX_MS)
  expect(slow.heard().length).toBeLessThan(EXPORT_LINES * CONTENT_CHARS)
  expect(slow.heard()).not.toContain('\r\n0\r\n\r\n')
})
