import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { FairConcurrency, type Leave } from '../src/edge/request/fair-concurrency.ts'
import type { RequestCaller } from '../src/edge/request/request-caller.ts'
import { ask } from './mcp-clients.ts'
import { type TestService, testService } from './service.ts'

/* One person's requests beside another's: the queue of the first is never between the second and a response. */

const WRITES = 12
const TOOK_MS = 300
/** After this time, no other person counts as active. */
const OTHERS_LEFT_MS = 5_000

let now = 0

/** Each request of the people in `slow` takes 300 ms of its clock. */
class Watched extends FairConcurrency {
  readonly slow = new Set<string>()
  /** People whose requests keep their turn. */
  readonly endless = new Set<string>()
  running = 0
  runningMax = 0

  /** Whether the client is gone, of each request that had to wait. */
  readonly waited: (() => boolean)[] = []
  refused = 0

  override enter(caller: RequestCaller, isGone = () => false, isLarge = false): Leave | Promise<Leave> {
    const turn = super.enter(caller, isGone, isLarge)
    const key = caller.person
    if (!(turn instanceof Promise)) return this.#watch(key, turn)
    this.waited.push(isGone)
    turn.catch(() => this.refused++)
    return turn.then((leave) => this.#watch(key, leave))
  }

  #watch(key: string, leave: Leave): Leave {
    if (this.endless.has(key)) return () => {}
    if (!this.slow.has(key)) return leave
    this.runningMax = Math.max(this.runningMax, ++this.running)
    let isOver = false
    return () => {
      if (!isOver) {
        this.running--
        now += TOOK_MS
      }
      isOver = true
      leave()
    }
  }
}

const concurrency = new Watched(() => now)
let service: TestService
beforeAll(async () => {
  service = await testService({}, { concurrency })
})
afterAll(() => service.stop())

const large = (n: number) => ({
  memories: Array.from({ length: 10 }, (_, at) => ({ content: `${n} ${at} ${'a'.repeat(8_000)}`, scope: 'note' })),
})

test('large writes of one person wait before they are parsed, while others are answered', async () => {
  const [busy, other] = [await service.connected(['memory:write:*']), await service.connected(['memory:read:*'])]
  concurrency.slow.add(busy.person.id)
  const read = () => service.ok('GET', '/v1/memories', { token: other.token })
  await read()
  let written = 0
  const writes = Array.from({ length: WRITES }, async (_, n) => {
    const key = `key-${n}`
    const { memoryIds } = await service.ok('POST', '/v1/memories', {
      token: busy.token,
      headers: { 'idempotency-key': key },
      body: large(n),
    })
    written++
    return memoryIds as string[]
  })
  // The clock stands still between requests, so the pause after the first one does not end.
  await expect.poll(() => written).toBe(1)
  for (let n = 0; n < 5; n++) await read()
  expect(written).toBe(1)
  expect(concurrency.runningMax).toBe(1)
  now += OTHERS_LEFT_MS
  const ids = (await Promise.all(writes)).flat()
  expect(new Set(ids).size).toBe(WRITES * 10)
  // Each was stored once.
  const again = await service.ok('POST', '/v1/memories', {
    token: busy.token,
    headers: { 'idempotency-key': 'key-3' },
    body: large(3),
  })
  expect(ids).toEqual(expect.arrayContaining(again.memoryIds))
})

/** Sends twelve writes of a person beside another, and waits until four are stored and eight wait. */
async function withWaitingWrites(service: TestService, concurrency: Watched, signal?: AbortSignal) {
  const busy = await service.connected(['memory:write:*', 'memory:read:*'])
  const other = await service.connected(['memory:read:*'])
  await service.ok('GET', '/v1/memories', { token: other.token })
  concurrency.endless.add(busy.person.id)
  const before = concurrency.waited.length
  const ends: Promise<number | undefined>[] = []
  let stored = 0
  for (let n = 0; n < WRITES; n++) {
    const response = fetch(`${service.url}/v1/memories`, {
      method: 'POST',
      headers: { authorization: `Bearer ${busy.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ memories: [{ content: `Write ${n} of many`, scope: 'note' }] }),
      signal,
    })
    const end = response.then(async ({ status, body }) => {
      await body?.cancel()
      if (status === 200) stored++
      return status
    })
    ends.push(end.catch(() => undefined))
  }
  await expect.poll(() => [stored, concurrency.waited.length - before]).toEqual([4, WRITES - 4])
  return { busy, ends, waited: concurrency.waited.slice(before) }
}

test('writes whose client disconnects while they wait are not stored', async () => {
  const hangUp = new AbortController()
  const { busy, ends, waited } = await withWaitingWrites(service, concurrency, hangUp.signal)
  const before = concurrency.refused
  hangUp.abort()
  await Promise.all(ends)
  await expect.poll(() => waited.every((isGone) => isGone())).toBe(true)
  now += OTHERS_LEFT_MS
  await expect.poll(() => concurrency.refused - before, { timeout: 5_000 }).toBe(WRITES - 4)
  expect((await service.get('/v1/memories', busy.token)).memories).toHaveLength(4)
})

test('waiting requests are answered when the service drains', async () => {
  const watched = new Watched(() => now)
  const draining = await testService({}, { concurrency: watched })
  const { ends } = await withWaitingWrites(draining, watched)
  await draining.stop()
  expect(await Promise.all(ends)).toEqual(Array(WRITES).fill(200))
})

test('a call of a tool is rejected if its token was revoked while it waited', async () => {
  const { token, person, app } = await service.connected(['memory:read:*'])
  const enter = concurrency.enter.bind(concurrency)
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  let isWaiting = false
  concurrency.enter = (caller, isGone, isLarge) => {
    if (caller.person !== person.id || caller.isFirst) return enter(caller, isGone, isLarge)
    isWaiting = true
    return opened.then(() => () => {})
  }
  onTestFinished(() => void (concurrency.enter = enter))
  const call = ask(service, token, 'tools/list', {})
  await expect.poll(() => isWaiting).toBe(true)
  const { client_id, client_secret } = app
  await service.ok('POST', '/v1/oauth/revoke', { body: { token, client_id, client_secret } })
  open()
  expect((await call).status).toBe(401)
})

test('calls of tools wait like other requests', async () => {
  const entered: string[] = []
  const enter = concurrency.enter.bind(concurrency)
  concurrency.enter = (caller, isGone, isLarge) => {
    entered.push(caller.person)
    return enter(caller, isGone, isLarge)
  }
  onTestFinished(() => void (concurrency.enter = enter))
  const { token, person } = await service.connected(['memory:read:*'])
  const before = entered.length
  await ask(service, token, 'tools/list', {})
  expect(entered.slice(before)).toEqual([person.id])
})
