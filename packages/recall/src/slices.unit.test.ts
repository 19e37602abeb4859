import { expect, test } from 'vitest'
import { Slices } from './slices.ts'

const STEP_MS = 1
const SLICE_MS = 3

/** Changes of some steps, each of which takes a millisecond, and how many steps run in each turn of the event loop. */
async function run(stepsOfChanges: readonly number[]) {
  let now = 0
  let [inTurn, most] = [0, 0]
  const order: number[] = []
  const slices = new Slices(SLICE_MS, () => now)
  function* steps(change: number, count: number): Generator<void> {
    for (let i = 0; i < count; i++) {
      now += STEP_MS
      order.push(change)
      most = Math.max(most, ++inTurn)
      yield
    }
  }
  let isDone = false
  const all = Promise.all(stepsOfChanges.map((count, change) => slices.run(steps(change, count)))).then(() => {
    isDone = true
  })
  while (!isDone) {
    inTurn = 0
    await new Promise((resolve) => setImmediate(resolve))
  }
  await all
  return { most, order }
}

test('all changes together keep the thread for one slice of each turn', async () => {
  const { most, order } = await run(Array.from({ length: 20 }, () => 5))
  expect(most).toBeLessThanOrEqual(2 * SLICE_MS)
  expect(order).toHaveLength(100)
})

test('a long change does not delay short ones until its end', async () => {
  const { order } = await run([100, 2, 2])
  expect(order.lastIndexOf(2)).toBeLessThan(20)
})

test('a short change runs at once', async () => {
  const done: string[] = []
  const change = new Slices(SLICE_MS, () => 0).run(
    (function* () {
      done.push('step')
      yield
    })(),
  )
  expect(done).toEqual(['step'])
  await change
})
