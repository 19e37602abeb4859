import { expect, test } from 'vitest'
import { openLimiter } from './limiter.ts'

/** Work that ends when it is released. */
function held() {
  const started: number[] = []
  const releases: (() => void)[] = []
  return {
    started,
    work: (at: number) => async () => {
      started.push(at)
      await new Promise<void>((resolve) => releases.push(resolve))
      return at
    },
    release: () => releases.shift()?.(),
  }
}

test('runs a few at a time and the rest in order, and refuses what is beyond the queue', async () => {
  const limit = openLimiter({ concurrentMax: 2, waitingMax: 2 })
  const { started, work, release } = held()
  const results = [0, 1, 2, 3].map((at) => limit(work(at)))
  await expect(limit(work(4))).rejects.toMatchObject({ code: 'unavailable' })
  expect(started).toEqual([0, 1])
  for (const at of [0, 1, 2, 3]) {
    release()
    expect(await results[at]).toBe(at)
  }
  expect(started).toEqual([0, 1, 2, 3])
  const later = limit(work(5))
  release()
  expect(await later).toBe(5)
})

test('makes room after work that failed', async () => {
  const limit = openLimiter({ concurrentMax: 1, waitingMax: 0 })
  await expect(limit(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await limit(async () => 'done')).toBe('done')
})
