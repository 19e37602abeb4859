import Fastify, { type FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { openCallLimits } from '../../foundation/auth/call-limits.ts'
import { limitConnections } from './connections.ts'
import { HELD_PER_NETWORK_MAX, REFUSALS_MAX, slowRefusals } from './slow-refusals.ts'

const CONCURRENT_MAX = 3

/** A server that refuses all but `GET /fine`, and how many responses wait. */
async function openServer(rateLimit: number | null = 1) {
  const waiting: (() => void)[] = []
  let now = Date.parse('2026-01-01T12:00:00Z')
  const app: FastifyInstance = Fastify({ trustProxy: true })
  app.decorateRequest('ctx', null)
  limitConnections(app, {
    connectionsMax: 1_000,
    connectionsPerAddressMax: CONCURRENT_MAX,
    trustedProxies: ['loopback'],
  })
  slowRefusals(app, { config: { rateLimit }, limits: openCallLimits(() => new Date(now)) }, async () => {
    await new Promise<void>((resolve) => waiting.push(resolve))
  })
  app.get('/fine', async () => 'fine')
  app.get('/mistake', async (request, reply) => {
    request.ctx = { actor: { kind: 'app' } } as never
    return reply.code(404).send('no such memory')
  })
  app.get('/missing', async (request, reply) => {
    request.ctx = { actor: { kind: 'public' } } as never
    request.caller = { person: 'address', credential: 'address' }
    return reply.code(404).send('no such app')
  })
  app.get('/limited', async (request, reply) => {
    request.ctx = { actor: { kind: 'app' } } as never
    return reply.code(429).send('slower')
  })
  await app.ready()
  const get = (url: string, ip = '203.0.113.1') => app.inject({ url, headers: { 'x-forwarded-for': ip } })
  const pass = () => (now += 60_000)
  return { get, pass, waiting }
}

test.each([
  '/unknown',
  '/missing',
  '/limited',
])('after many a minute, refusals wait and other responses do not: %s', async (url) => {
  const { get, pass, waiting } = await openServer()
  for (let n = 0; n < REFUSALS_MAX; n++) await get(url)
  const held = get(url)
  // Sent after the refusal, and answered while it waits.
  expect((await get('/fine')).body).toBe('fine')
  expect((await get('/mistake')).statusCode).toBe(404)
  expect((await get(url, '203.0.113.2')).statusCode).toBeGreaterThanOrEqual(400)
  expect(waiting).toHaveLength(1)
  waiting[0]!()
  expect((await held).statusCode).toBeGreaterThanOrEqual(400)
  pass()
  await get(url)
  expect(waiting).toHaveLength(1)
})

test('responses that wait do not use up the concurrent requests of their address', async () => {
  const { get, waiting } = await openServer()
  for (let n = 0; n < REFUSALS_MAX; n++) await get('/unknown')
  const held = Array.from({ length: 2 * CONCURRENT_MAX }, () => get('/unknown'))
  await expect.poll(() => waiting.length).toBe(held.length)
  expect((await get('/fine')).statusCode).toBe(200)
  for (const release of waiting) release()
  for (const { statusCode } of await Promise.all(held)) expect(statusCode).toBe(404)
})

test('a network beyond its share of waiting responses gets them at once, and those of others wait', async () => {
  const { get, waiting } = await openServer()
  for (const ip of ['203.0.113.1', '203.0.113.2']) for (let n = 0; n < REFUSALS_MAX; n++) await get('/unknown', ip)
  for (let n = 0; n < HELD_PER_NETWORK_MAX; n++) void get('/unknown')
  await expect.poll(() => waiting.length).toBe(HELD_PER_NETWORK_MAX)
  expect((await get('/unknown')).statusCode).toBe(404)
  void get('/unknown', '203.0.113.2')
  await expect.poll(() => waiting.length).toBe(HELD_PER_NETWORK_MAX + 1)
})

test('without rate limits, nothing waits', async () => {
  const { get, waiting } = await openServer(null)
  for (let n = 0; n < 2 * REFUSALS_MAX; n++) await get('/unknown')
  expect(waiting).toEqual([])
})
