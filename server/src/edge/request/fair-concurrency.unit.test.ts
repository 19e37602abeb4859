import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callerOf, FairConcurrency, type Leave } from './fair-concurrency.ts'

let concurrency: FairConcurrency
beforeEach(() => {
  vi.useFakeTimers()
  concurrency = new FairConcurrency(() => Date.now())
})
afterEach(() => void vi.useRealTimers())

/** The requests of a person that run, in order; `next` ends the first of them. */
function requestsOf(key: string) {
  const running: { number: number; leave: Leave }[] = []
  const started: number[] = []
  let sent = 0
  const add = (number: number) => (leave: Leave) => {
    running.push({ number, leave })
    started.push(number)
  }
  return {
    running,
    started,
    send(count: number) {
      for (let n = 0; n < count; n++) {
        const turn = concurrency.enter(key)
        const added = add(sent++)
        if (turn instanceof Promise) void turn.then(added)
        else added(turn)
      }
    },
    async next() {
      running.shift()?.leave()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

test('requests of somebody alone all run', () => {
  const ann = requestsOf('ann')
  ann.send(100)
  expect(ann.running).toHaveLength(100)
})

test('four requests of one person run at a time beside another person, in order', async () => {
  requestsOf('bob').send(1)
  const ann = requestsOf('ann')
  ann.send(10)
  expect(ann.started).toEqual([0, 1, 2, 3])
  for (let n = 0; n < 6; n++) await ann.next()
  expect(ann.started).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(ann.running).toHaveLength(4)
})

test('requests that take much time run one at a time, with a pause for each of up to three other people', async () => {
  const others = ['bob', 'cem', 'dee', 'eve'].map(requestsOf)
  for (const other of others) {
    other.send(1)
    await other.next()
  }
  const ann = requestsOf('ann')
  ann.send(10)
  await vi.advanceTimersByTimeAsync(200)
  await ann.next()
  await vi.advanceTimersByTimeAsync(300)
  // Four took 50 ms each of the first 200, and three 100 ms each of the next 300.
  for (let n = 0; n < 3; n++) await ann.next()
  expect(ann.started).toEqual([0, 1, 2, 3])
  await vi.advanceTimersByTimeAsync(449)
  expect(ann.running).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(ann.started).toEqual([0, 1, 2, 3, 4])
})

test('a request that is slow because of others does not count as much as theirs', async () => {
  const ann = requestsOf('ann')
  const bob = requestsOf('bob')
  bob.send(1)
  ann.send(4)
  await vi.advanceTimersByTimeAsync(900)
  await bob.next()
  bob.send(2)
  expect(bob.started).toEqual([0, 1])
  ann.send(1)
  for (let n = 0; n < 4; n++) await ann.next()
  expect(ann.started).toEqual([0, 1, 2, 3])
})

test('another person never waits for them', async () => {
  const ann = requestsOf('ann')
  ann.send(50)
  await vi.advanceTimersByTimeAsync(500)
  const bob = requestsOf('bob')
  bob.send(1)
  expect(bob.running).toHaveLength(1)
})

test('a queue goes on as soon as nobody else is active', async () => {
  requestsOf('bob').send(1)
  const ann = requestsOf('ann')
  ann.send(100)
  expect(ann.running).toHaveLength(4)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(ann.running).toHaveLength(100)
})

test('a request that runs for more than a second no longer holds up others of its person', async () => {
  const bob = requestsOf('bob')
  const ann = requestsOf('ann')
  bob.send(1)
  ann.send(5)
  for (let n = 0; n < 8; n++) {
    await vi.advanceTimersByTimeAsync(500)
    bob.send(1)
  }
  expect(ann.started).toHaveLength(5)
  // What had stopped counting ends without another start.
  while (ann.running.length) await ann.next()
  expect(ann.started).toHaveLength(5)
})

test('a request ends once', async () => {
  requestsOf('bob').send(1)
  const ann = requestsOf('ann')
  ann.send(8)
  const [first] = ann.running
  first?.leave()
  first?.leave()
  await vi.advanceTimersByTimeAsync(0)
  expect(ann.started).toEqual([0, 1, 2, 3, 4])
})

test('requests are limited by user, app or developer, and not if they wait for a model, a stream or have no credential', () => {
  const app = { kind: 'app', userId: 'usr_1', connectionId: 'con_1' } as never
  expect(callerOf({}, app)).toBe('usr_1')
  expect(callerOf({ costly: true }, app)).toBeNull()
  expect(callerOf({ consumes: 'application/x-ndjson' }, app)).toBeNull()
  expect(callerOf({}, { kind: 'public' })).toBeNull()
  expect(callerOf({}, { kind: 'client', appId: 'app_1' } as never)).toContain('app_1')
})
