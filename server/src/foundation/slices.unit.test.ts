import { expect, test } from 'vitest'
import { countTurns } from '../../test/count-turns.ts'
import { openSlices } from './slices.ts'

test('a computation pauses once for each slice of time that it uses up', async () => {
  let now = 0
  const pause = openSlices(10, () => now)
  expect(pause()).toBeUndefined()
  now = 9
  expect(pause()).toBeUndefined()
  now = 10
  let turns = 0
  setImmediate(() => turns++)
  await pause()
  expect(turns).toBe(1)
  now = 19
  expect(pause()).toBeUndefined()
  now = 20
  expect(pause()).toBeInstanceOf(Promise)
})

test('computations that wait go on in order, one in each turn of the event loop', async () => {
  const counter = countTurns()
  const resumedAt = await Promise.all(
    Array.from({ length: 3 }, async () => {
      await openSlices(0)()
      return counter.turns()
    }),
  )
  counter.stop()
  expect(new Set(resumedAt).size).toBe(3)
  expect(resumedAt).toEqual([...resumedAt].sort((a, b) => a - b))
})
