import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { MemoryServiceError as ServiceError } from '../src/errors.ts'
import { exchangeCode, MemoryService, type MemoryServiceError, type RetryOptions, revoke } from '../src/index.ts'
import { delayBefore, retryOf, secondsOf } from '../src/retry.ts'
import { VERSION } from '../src/version.ts'
import { type Behaviour, FINE, openFailing } from './failing-server.ts'

const PATIENCE_MS = 30_000
const HANG_MS = 250
const HALFWAY = 0.5
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A client of a server that handles requests as `behaviours` lists. Delays are recorded instead of waited for. */
async function clientOf(behaviours: Behaviour[], retry: RetryOptions = {}) {
  const server = await openFailing(...behaviours)
  closing.push(server.close)
  const delays: number[] = []
  const options = {
    baseUrl: server.url,
    timeoutMs: timeoutFor(behaviours),
    retry: { random: () => HALFWAY, sleep: async (ms: number) => void delays.push(ms), ...retry },
  }
  return { ...server, delays, options, memory: new MemoryService({ ...options, token: 'mst_secret' }) }
}

// A short timeout only for requests that hang, so that a busy machine causes no timeouts.
const timeoutFor = (behaviours: Behaviour[]) => (behaviours.includes('hang') ? HANG_MS : PATIENCE_MS)

const failed = (promise: PromiseLike<unknown>): Promise<MemoryServiceError> =>
  Promise.resolve(promise).then(
    () => Promise.reject(new Error('it did not fail')),
    (error) => error,
  )

const MEMORY = { scope: 'fitness', content: 'Runs.' }
/** One call of each kind. */
const CALLS: Record<string, (memory: MemoryService) => PromiseLike<unknown>> = {
  remember: (memory) => memory.remember(MEMORY),
  recall: (memory) => memory.recall('run'),
  update: (memory) => memory.update('mem_1', { pinned: true }),
  forget: (memory) => memory.forget('mem_1'),
  signal: (memory) => memory.signal('workout.completed'),
  'schedule.create': (memory) => memory.schedule.create({ fireAt: new Date(), kind: 'checkin' }),
  'schedule.cancel': (memory) => memory.schedule.cancel('trg_1'),
  chat: (memory) => memory.chat({ intent: 'coach' }),
}
const callsFor = (behaviour: Behaviour) => Object.values(CALLS).slice(0, behaviour === 'hang' ? 2 : undefined)
const PASSING: Behaviour[] = [500, 502, 503, 429, 'drop unread', 'drop read', 'drop midway', 'garbage', 'hang']

describe('a call', () => {
  test.each(PASSING)('succeeds after two failures (%s)', async (behaviour) => {
    for (const call of callsFor(behaviour)) {
      const { memory, seen, delays } = await clientOf([behaviour, behaviour])
      expect(await call(memory)).toEqual(FINE)
      expect(seen).toHaveLength(3)
      expect(delays).toEqual([200, 400])
    }
  })

  test.each(PASSING)('fails after three attempts (%s)', async (behaviour) => {
    for (const call of callsFor(behaviour)) {
      const { memory, seen, delays } = await clientOf(Array(5).fill(behaviour))
      const error = await failed(call(memory))
      expect(error.attempts).toBe(3)
      expect(seen).toHaveLength(3)
      expect(delays).toEqual([200, 400])
      if (behaviour === 'hang') expect(error.code).toBe('timeout')
      else if (typeof behaviour === 'string') expect(error).toMatchObject({ code: 'unreachable', status: undefined })
      else expect(error).toMatchObject({ status: behaviour, code: behaviour === 429 ? 'rate_limited' : 'internal' })
    }
  })

  test.each<Behaviour>([
    400,
    401,
    402,
    404,
    409,
    422,
    { status: 200, body: 'Welcome to our network' },
    { status: 302, headers: { location: '/elsewhere' }, body: '' },
  ])('is not retried after a permanent error (%s)', async (behaviour) => {
    for (const call of Object.values(CALLS)) {
      const { memory, seen, delays } = await clientOf([behaviour])
      expect((await failed(call(memory))).attempts).toBe(1)
      expect(seen).toHaveLength(1)
      expect(delays).toEqual([])
    }
  })

  test('sends the same idempotency key with all of its attempts, and a new key for each call', async () => {
    const { memory, seen } = await clientOf(['drop read', 500, 200, 500])
    await memory.remember(MEMORY)
    await memory.remember(MEMORY)
    await memory.remember(MEMORY, { idempotencyKey: 'mine' })
    const keys = seen.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
    expect(keys).toEqual([keys[0], keys[0], keys[0], keys[3], keys[3], 'mine'])
    expect(new Set(keys).size).toBe(3)
    expect(new Set(seen.map(({ body }) => body)).size).toBe(1)
  })

  test('accepts its own retry options, and sends the version as user agent', async () => {
    const { memory, seen, delays } = await clientOf([500, 500, 500, 500, 500], { attempts: 2 })
    expect(await failed(memory.remember(MEMORY, { retry: { attempts: 1 } }))).toMatchObject({ attempts: 1 })
    expect(await failed(memory.list({ retry: { attempts: 1 } }))).toMatchObject({ attempts: 1 })
    expect(delays).toEqual([])
    expect(await failed(memory.brief({ retry: { initialDelayMs: 50 } }))).toMatchObject({ attempts: 2 })
    expect(delays).toEqual([50])
    expect(seen.map(({ headers }) => headers['user-agent'])).toEqual(Array(4).fill(`memory-service-sdk/${VERSION}`))
  })

  test('waits for its own earlier attempt that is still running, but not for another call', async () => {
    const busy = { status: 409, body: JSON.stringify({ error: { code: 'idempotency_in_progress', message: 'Busy.' } }) }
    const { memory, seen } = await clientOf(['drop read', busy, 200, busy])
    expect(await memory.remember(MEMORY)).toEqual(FINE)
    expect(await failed(memory.remember(MEMORY))).toMatchObject({ code: 'idempotency_in_progress', attempts: 1 })
    expect(seen).toHaveLength(4)
  })
})

describe('delays', () => {
  test('double from 200 ms to 4000 ms', async () => {
    const { memory, delays } = await clientOf(Array(8).fill(500), { attempts: 9 })
    await memory.brief()
    expect(delays).toEqual([200, 400, 800, 1_600, 3_200, 4_000, 4_000, 4_000])
  })

  test('vary by up to 25 % and never exceed the maximum', () => {
    const error = new ServiceError('unreachable', 'Away.')
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
        const retry = retryOf({ attempts: 100, random: () => random })
        const middle = Math.min(4_000, 200 * 2 ** (attempt - 1))
        const delay = delayBefore(error, attempt, 'always', retry)
        expect(delay).toBeGreaterThanOrEqual(middle * 0.75)
        expect(delay).toBeLessThanOrEqual(Math.min(4_000, middle * 1.25))
      }),
    )
    const first = (random: number) => delayBefore(error, 1, 'always', retryOf({ random: () => random }))
    expect([first(0), first(0.5), first(1)]).toEqual([150, 200, 250])
  })

  test('follow Retry-After, in seconds or as a date', async () => {
    const limited = (value: string): Behaviour => ({ status: 429, headers: { 'retry-after': value }, body: '{}' })
    const inTenSeconds = new Date(Date.now() + 10_000).toUTCString()
    const { memory, delays } = await clientOf([limited('7'), limited(inTenSeconds), 200, limited('60'), limited('0')])
    await memory.brief()
    await memory.brief()
    expect(delays).toHaveLength(4)
    expect(delays.toSpliced(1, 1)).toEqual([7_000, 60_000, 0])
    expect(delays[1]).toBeGreaterThan(0)
    expect(delays[1]).toBeLessThanOrEqual(10_000)
    expect(secondsOf('Sat, 21 Nov 2026 12:00:10 GMT', Date.parse('2026-11-21T12:00:00Z'))).toBe(10)
    expect(secondsOf('Sat, 21 Nov 2026 12:00:10 GMT', Date.parse('2026-11-21T13:00:00Z'))).toBe(0)
    expect(secondsOf('soon')).toBe(undefined)
  })

  test('longer than a minute are reported in the error instead of waited for', async () => {
    const later = { status: 503, headers: { 'retry-after': '61' }, body: '{}' }
    const { memory, seen, delays } = await clientOf([later])
    expect(await failed(memory.brief())).toMatchObject({ status: 503, retryAfter: 61, attempts: 1 })
    expect(seen).toHaveLength(1)
    expect(delays).toEqual([])
  })
})

describe('a call that is not idempotent', () => {
  const credentials = { clientId: 'cli_1', clientSecret: 'sec_1' }
  type Options = Awaited<ReturnType<typeof clientOf>>['options']
  const ONCE: Record<string, (memory: MemoryService, options: Options) => PromiseLike<unknown>> = {
    exchangeCode: (_memory, options) => exchangeCode({ ...options, ...credentials, code: 'cod_1' }),
    revoke: (_memory, options) => revoke({ ...options, ...credentials, token: 'mst_1' }),
    chatStream: (memory, { timeoutMs }) => memory.chatStream({ intent: 'coach' }, { timeoutMs }).next(),
  }

  test.each<Behaviour>([
    500,
    502,
    'drop unread',
    'drop read',
    'drop midway',
    'garbage',
    'hang',
  ])('is not retried after %s', async (behaviour) => {
    for (const call of Object.values(ONCE)) {
      const { memory, options, seen, delays } = await clientOf([behaviour])
      expect((await failed(call(memory, options))).attempts).toBe(1)
      expect(seen).toHaveLength(1)
      expect(delays).toEqual([])
    }
  })

  test('is retried after 429 and 503', async () => {
    const { options, seen, delays } = await clientOf([429, 503])
    expect(await exchangeCode({ ...options, ...credentials, code: 'cod_1' })).toEqual(FINE)
    expect(delays).toEqual([200, 400])
    expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, undefined, undefined])
  })

  test('is not retried after its stream has started', async () => {
    const frame = 'data: {"type":"delta","text":"Hello"}\n\n'
    const headers = { 'content-type': 'text/event-stream' }
    const { memory, seen } = await clientOf([503, { status: 200, headers, body: frame }])
    const frames: unknown[] = []
    const error = await failed(
      (async () => {
        for await (const frame of memory.chatStream({ intent: 'coach' })) frames.push(frame)
      })(),
    )
    expect(frames).toEqual([{ type: 'delta', text: 'Hello' }])
    expect(error.code).toBe('unreachable')
    expect(seen).toHaveLength(2)
  })
})

describe('an aborted call', () => {
  test('rejects at once with the reason of the signal', async () => {
    const reason = new Error('enough')
    const signal = AbortSignal.abort(reason)
    const { memory, seen } = await clientOf(['hang', 500], { sleep: (_ms, signal) => Promise.reject(signal?.reason) })
    await expect(memory.brief({ signal })).rejects.toBe(reason)
    expect(seen).toHaveLength(0)
    const leaving = new AbortController()
    const call = memory.brief({ signal: leaving.signal, timeoutMs: 60_000 })
    setTimeout(() => leaving.abort(reason), 20)
    await expect(call).rejects.toBe(reason)
  })

  test('rejects without waiting for the next attempt', async () => {
    const { url } = await clientOf([{ status: 429, headers: { 'retry-after': '50' }, body: '{}' }])
    const memory = new MemoryService({ baseUrl: url, token: 'mst_1' })
    const leaving = new AbortController()
    const call = memory.brief({ signal: leaving.signal })
    setTimeout(() => leaving.abort('enough'), 100)
    await expect(call).rejects.toBe('enough')
  })
})
