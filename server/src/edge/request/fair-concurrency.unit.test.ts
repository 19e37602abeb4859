import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FairConcurrency } from './fair-concurrency.ts'
import { requestsOf as requestsWith } from './test/requests-of.ts'

let concurrency: FairConcurrency
beforeEach(() => {
  vi.useFakeTimers()
  concurrency = new FairConcurrency(() => Date.now())
})
afterEach(() => void vi.useRealTimers())

const requestsOf = (person: string, credential?: string, options?: { isFirst?: boolean; isUntimed?: boolean }) =>
  requestsWith(concurrency, person, credential, options)

/** Four people of whom each has just sent a request. */
async function activateFour() {
  for (const other of ['bob', 'cem', 'dee', 'eve'].map((name) => requestsOf(name))) {
    other.send(1)
    await other.next()
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

test('requests of one person with a large body run one at a time beside another person, small ones beside them', async () => {
  requestsOf('bob').send(1)
  const ann = requestsOf('ann')
  ann.send(3, { isLarge: true })
  ann.send(2)
  await vi.advanceTimersByTimeAsync(0)
  expect(ann.started).toEqual([0, 3, 4])
  await ann.next()
  expect(ann.started).toEqual([0, 3, 4, 1])
  // The small ones and one of the large ones end; the last waits for the large one that runs.
  await ann.next()
  await ann.next()
  expect(ann.started).toEqual([0, 3, 4, 1])
  await ann.next()
  expect(ann.started).toEqual([0, 3, 4, 1, 2])
})

test('a large request that runs for five seconds does not hold others any more', async () => {
  const bob = requestsOf('bob')
  bob.send(1)
  const ann = requestsOf('ann')
  ann.send(2, { isLarge: true })
  for (let n = 0; n < 9; n++) {
    await vi.advanceTimersByTimeAsync(500)
    bob.send(1)
  }
  expect(ann.started).toEqual([0])
  bob.send(1)
  await vi.advanceTimersByTimeAsync(1_500)
  expect(ann.started).toEqual([0, 1])
})

test('requests whose time does not matter run four at a time beside others, without a pause', async () => {
  await activateFour()
  const office = requestsOf('office', 'office', { isUntimed: true })
  office.send(10)
  for (let n = 0; n < 6; n++) {
    expect(office.running).toHaveLength(4)
    await vi.advanceTimersByTimeAsync(400)
    await activateFour()
    await office.next()
  }
  expect(office.started).toHaveLength(10)
})

test('requests that take much time run one at a time, with a pause for each of up to twenty other people', async () => {
  await activateFour()
  const ann = requestsOf('ann')
  ann.send(10)
  await vi.advanceTimersByTimeAsync(200)
  await ann.next()
  await vi.advanceTimersByTimeAsync(300)
  // Four took 50 ms each of the first 200, and three 100 ms each of the next 300.
  for (let n = 0; n < 3; n++) await ann.next()
  expect(ann.started).toEqual([0, 1, 2, 3])
  await vi.advanceTimersByTimeAsync(599)
  expect(ann.running).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(ann.started).toEqual([0, 1, 2, 3, 4])
})

test('after short requests, the pause is for at most three other people', async () => {
  await activateFour()
  const ann = requestsOf('ann')
  for (let n = 0; n < 12; n++) {
    ann.send(1)
    await vi.advanceTimersByTimeAsync(9)
    await ann.next()
  }
  ann.send(1)
  await vi.advanceTimersByTimeAsync(26)
  expect(ann.started).toHaveLength(12)
  await vi.advanceTimersByTimeAsync(1)
  expect(ann.started).toHaveLength(13)
})

test('a request that is slow because of others does not count as much as theirs', async () => {
  const ann = requestsOf('ann')
  const bob = requestsOf('bob')
  bob.send(1)
  ann.send(4)
  await vi.advanceTimersByTimeAsync(450)
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

test('a request that runs for more than five seconds no longer holds up others of its person', async () => {
  const bob = requestsOf('bob')
  const ann = requestsOf('ann')
  bob.send(1)
  ann.send(5)
  for (let n = 0; n < 16; n++) {
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

test('requests that never end do not make those of others seem shorter', async () => {
  for (const name of ['bob', 'cem', 'dee', 'eve']) requestsOf(name).send(2)
  const [ann, fay] = [requestsOf('ann'), requestsOf('fay')]
  for (let n = 0; n < 12; n++) {
    await vi.advanceTimersByTimeAsync(500)
    fay.send(1)
    await fay.next()
  }
  ann.send(1)
  await vi.advanceTimersByTimeAsync(400)
  await ann.next()
  fay.send(1)
  // It took all of the 400 ms, which is more than its part.
  ann.send(1)
  expect(ann.started).toEqual([0])
})

test('requests whose time does not matter do not make those of others seem shorter', async () => {
  const fay = requestsOf('fay')
  fay.send(1)
  requestsOf('office', 'office', { isUntimed: true }).send(4)
  const ann = requestsOf('ann')
  ann.send(1)
  await fay.next()
  await vi.advanceTimersByTimeAsync(400)
  await ann.next()
  fay.send(1)
  ann.send(1)
  expect(ann.started).toEqual([0])
})

test('requests whose time does not matter limit no person beside them', () => {
  requestsOf('office', 'office', { isUntimed: true }).send(4)
  const ann = requestsOf('ann')
  ann.send(100)
  expect(ann.running).toHaveLength(100)
})

test('a request of the own session goes before waiting ones of apps', async () => {
  requestsOf('bob').send(1)
  const app = requestsOf('ann', 'con_1')
  const session = requestsOf('ann', 'ann', { isFirst: true })
  app.send(50)
  session.send(2)
  await app.next()
  await app.next()
  expect(session.started).toEqual([0, 1])
  expect(app.started).toEqual([0, 1, 2, 3])
})

test('connections of one person take turns', async () => {
  requestsOf('bob').send(1)
  const [busy, other] = [requestsOf('ann', 'con_1'), requestsOf('ann', 'con_2')]
  busy.send(50)
  other.send(3)
  for (let n = 0; n < 4; n++) await busy.next()
  expect(other.started).toEqual([0, 1])
  expect(busy.started).toEqual([0, 1, 2, 3, 4, 5])
})

test('a hundred requests of a connection wait, further ones are refused, and the person may still wait', async () => {
  requestsOf('bob').send(1)
  const apps = ['con_1', 'con_2', 'con_3', 'con_4', 'con_5'].map((credential) => requestsOf('ann', credential))
  for (const app of apps) app.send(105)
  const session = requestsOf('ann', 'ann', { isFirst: true })
  session.send(1)
  await vi.advanceTimersByTimeAsync(0)
  expect(apps.map(({ refused }) => refused.length)).toEqual([1, 5, 5, 5, 105])
  expect(new Set(apps.flatMap(({ refused }) => refused))).toEqual(new Set(['rate_limited']))
  expect(session.refused).toEqual([])
})

test('requests whose client disconnects while they wait do not run and make room', async () => {
  requestsOf('bob').send(1)
  const ann = requestsOf('ann')
  let isGone = false
  ann.send(104, { isGone: () => isGone })
  isGone = true
  ann.send(1)
  await ann.next()
  expect(ann.refused).toEqual(Array(100).fill('unavailable'))
  expect(ann.started).toEqual([0, 1, 2, 3, 104])
})

test('a request that waits for 20 seconds is refused', async () => {
  const [bob, ann] = [requestsOf('bob'), requestsOf('ann')]
  bob.send(1)
  ann.send(100)
  for (let n = 0; n < 50; n++) {
    await vi.advanceTimersByTimeAsync(500)
    bob.send(1)
    await bob.next()
  }
  expect(ann.refused.length).toBeGreaterThan(0)
  expect(ann.started.length + ann.refused.length).toBe(100)
  expect(new Set(ann.refused)).toEqual(new Set(['rate_limited']))
})

test('all waiting requests run once limits end, and later ones at once', async () => {
  requestsOf('bob').send(1)
  const ann = requestsOf('ann')
  ann.send(50)
  concurrency.endLimits()
  await vi.advanceTimersByTimeAsync(0)
  expect(ann.running).toHaveLength(50)
  ann.send(10)
  expect(ann.running).toHaveLength(60)
})
