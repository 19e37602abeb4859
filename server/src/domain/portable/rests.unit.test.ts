import { expect, test } from 'vitest'
import { openRests } from './rests.ts'

const IDLE = 0.02

test('all imports together rest after four milliseconds of lines that store nothing', async () => {
  const rests: number[] = []
  const rest = openRests(async (ms) => {
    rests.push(ms)
    return IDLE
  })
  // Two imports take turns.
  for (const tookMs of [1, 1, 1]) expect(rest(tookMs)).toBeUndefined()
  await rest(1)
  expect(rests).toEqual([16])
  expect(rest(3.9)).toBeUndefined()
  await rest(0.1)
  expect(rests).toEqual([16, 16])
})

test('they rest longer while the process serves others', async () => {
  const rests: number[] = []
  const loads = [0.02, 0.3, 0.11, 0.1]
  const rest = openRests(async (ms) => loads[rests.push(ms) - 1] as number)
  for (const _ of loads) await rest(4)
  await rest(4)
  expect(rests).toEqual([16, 16, 96, 96, 16])
})

test('imports that rest at the same time wait for one another', async () => {
  const waiting: (() => void)[] = []
  const rest = openRests(() => new Promise((resolve) => waiting.push(() => resolve(IDLE))))
  let rested = 0
  for (const _ of [1, 2, 3]) void rest(4)!.then(() => rested++)
  await Promise.resolve()
  expect(waiting).toHaveLength(1)
  waiting[0]!()
  await new Promise(setImmediate)
  expect([rested, waiting.length]).toEqual([1, 2])
})

test('lines that take no time count too', () => {
  const rest = openRests(async () => IDLE)
  let lines = 0
  while (!rest(0)) lines++
  expect(lines).toBeLessThan(2_100)
})
