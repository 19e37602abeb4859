import { expect, test } from 'vitest'
import { openRests } from './rests.ts'

test('all imports together rest after four milliseconds of lines that store nothing', async () => {
  const rests: number[] = []
  const rest = openRests(async (ms) => rests.push(ms))
  // Two imports take turns.
  for (const tookMs of [1, 1, 1]) expect(rest(tookMs)).toBeUndefined()
  await rest(1)
  expect(rests).toEqual([16])
  expect(rest(3.9)).toBeUndefined()
  await rest(0.1)
  expect(rests).toEqual([16, 16])
})

test('imports that rest at the same time wait for one another', async () => {
  const waiting: (() => void)[] = []
  const rest = openRests(() => new Promise<void>((resolve) => waiting.push(resolve)))
  let rested = 0
  for (const _ of [1, 2, 3]) void rest(4)!.then(() => rested++)
  await Promise.resolve()
  expect(waiting).toHaveLength(1)
  waiting[0]!()
  await new Promise(setImmediate)
  expect([rested, waiting.length]).toEqual([1, 2])
})

test('lines that take no time count too', () => {
  const rest = openRests(async () => {})
  let lines = 0
  while (!rest(0)) lines++
  expect(lines).toBeLessThan(2_100)
})
