import { afterAll, beforeAll, expect, test } from 'vitest'
import { FairConcurrency, type Leave } from '../src/edge/request/fair-concurrency.ts'
import { ask } from './mcp-clients.ts'
import { type TestService, testService } from './service.ts'

/* One person's requests beside another's: the queue of the first is never between the second and a response. */

const WRITES = 12
const TOOK_MS = 300

let now = 0

/** Each request of the people in `slow` takes 300 ms of its clock. */
class Watched extends FairConcurrency {
  readonly slow = new Set<string>()
  running = 0
  runningMax = 0

  override enter(key: string): Leave | Promise<Leave> {
    const turn = super.enter(key)
    return turn instanceof Promise ? turn.then((leave) => this.#watch(key, leave)) : this.#watch(key, turn)
  }

  #watch(key: string, leave: Leave): Leave {
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
  // The clock stands still between requests, so the pause after the first ones does not end.
  await expect.poll(() => written).toBe(4)
  for (let n = 0; n < 5; n++) await read()
  expect(written).toBe(4)
  expect(concurrency.runningMax).toBeLessThanOrEqual(4)
  now += 60_000
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

test('calls of tools wait like other requests', async () => {
  const entered: string[] = []
  const enter = concurrency.enter.bind(concurrency)
  concurrency.enter = (key) => {
    entered.push(key)
    return enter(key)
  }
  const { token, person } = await service.connected(['memory:read:*'])
  const before = entered.length
  await ask(service, token, 'tools/list', {})
  expect(entered.slice(before)).toEqual([person.id])
})
