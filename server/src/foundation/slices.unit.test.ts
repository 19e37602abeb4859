import { expect, test } from 'vitest'
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
