import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type BatcherOptions, openBatcher, openList } from './batcher.ts'

const EVERY_MS = 1_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Resolves once everything that waits for nothing but promises has run. */
const idle = () => new Promise((resolve) => setImmediate(resolve))

/** A batcher of numbers whose writes the test ends, one at a time. */
function opened({ wasWritten }: Pick<BatcherOptions<number[]>, 'wasWritten'> = {}) {
  const list = openList<number>()
  const writes: { batch: number[]; succeed: () => void; fail: (error: Error) => void }[] = []
  const log = { warn: vi.fn() }
  const write = (batch: number[]) =>
    new Promise<void>((succeed, fail) => writes.push({ batch: [...batch], succeed, fail }))
  const batcher = openBatcher({ name: 'numbers', log, everyMs: EVERY_MS, ...list, write, wasWritten })
  return {
    ...batcher,
    log,
    add: list.add,
    batches: () => writes.map(({ batch }) => batch),
    /** The n-th write, once it has begun. */
    async nth(n: number) {
      while (!writes[n - 1]) await idle()
      return writes[n - 1]!
    },
  }
}

describe('the interval', () => {
  test('flushes what was added, and does nothing when the buffer is empty', async () => {
    const { add, nth, batches } = opened()
    vi.advanceTimersByTime(EVERY_MS)
    await idle()
    expect(batches()).toEqual([])
    add(1)
    add(2)
    vi.advanceTimersByTime(EVERY_MS)
    await nth(1)
    expect(batches()).toEqual([[1, 2]])
  })

  test('repeats a failed write together with what was added meanwhile, in order', async () => {
    const { add, nth, batches, log } = opened()
    add(1)
    vi.advanceTimersByTime(EVERY_MS)
    const error = new Error('no database')
    ;(await nth(1)).fail(error)
    await idle()
    expect(log.warn).toHaveBeenCalledExactlyOnceWith({ err: error, batcher: 'numbers' }, expect.any(String))
    add(2)
    vi.advanceTimersByTime(EVERY_MS)
    ;(await nth(2)).succeed()
    await idle()
    expect(batches()).toEqual([[1], [1, 2]])
  })
})

describe('flush', () => {
  test('waits for the write in progress and then writes what was added since', async () => {
    const { add, flush, nth, batches } = opened()
    add(1)
    const first = flush()
    const { succeed } = await nth(1)
    add(2)
    const second = flush()
    await idle()
    expect(batches()).toEqual([[1]])
    succeed()
    await first
    ;(await nth(2)).succeed()
    await second
    expect(batches()).toEqual([[1], [2]])
  })

  test('rejects if the write fails, logs nothing, and runs again after a failure', async () => {
    const { add, flush, nth, batches, log } = opened()
    add(1)
    const first = expect(flush()).rejects.toThrow('no database')
    const second = flush()
    ;(await nth(1)).fail(new Error('no database'))
    await first
    ;(await nth(2)).succeed()
    await second
    expect([batches(), log.warn.mock.calls]).toEqual([[[1], [1]], []])
  })
})

describe('flushSoon', () => {
  test('writes at once, and the next batch as soon as the write in progress has ended', async () => {
    const { add, flushSoon, nth, batches } = opened()
    for (const n of [1, 2]) {
      add(n)
      flushSoon()
    }
    const { succeed } = await nth(1)
    for (const n of [3, 4]) {
      add(n)
      flushSoon()
    }
    succeed()
    ;(await nth(2)).succeed()
    await idle()
    expect(batches()).toEqual([
      [1, 2],
      [3, 4],
    ])
  })

  test('leaves the retry of a failed write to the interval', async () => {
    const { add, flushSoon, nth, batches, log } = opened()
    add(1)
    flushSoon()
    const { fail } = await nth(1)
    add(2)
    flushSoon()
    fail(new Error('no database'))
    await idle()
    add(3)
    flushSoon()
    await idle()
    expect([batches(), log.warn.mock.calls.length]).toEqual([[[1]], 1])
    vi.advanceTimersByTime(EVERY_MS)
    const retry = await nth(2)
    add(4)
    flushSoon()
    retry.succeed()
    ;(await nth(3)).succeed()
    expect(batches()).toEqual([[1], [1, 2, 3], [4]])
  })
})

describe('a batch that may have been written', () => {
  test('is not written again if it was', async () => {
    const { add, flush, nth, batches } = opened({ wasWritten: async () => true })
    add(1)
    const failed = expect(flush()).rejects.toThrow('no answer')
    ;(await nth(1)).fail(new Error('no answer'))
    await failed
    add(2)
    const next = flush()
    ;(await nth(2)).succeed()
    await next
    await flush()
    expect(batches()).toEqual([[1], [2]])
  })

  test('is written again if it was not', async () => {
    const { add, flush, nth, batches } = opened({ wasWritten: async () => false })
    add(1)
    const failed = expect(flush()).rejects.toThrow('no answer')
    ;(await nth(1)).fail(new Error('no answer'))
    await failed
    add(2)
    const next = flush()
    ;(await nth(2)).succeed()
    await next
    await flush()
    expect(batches()).toEqual([[1], [1, 2]])
  })

  test('holds up every write until it is known whether it was', async () => {
    const answers = [() => Promise.reject(new Error('still unknown')), async () => false]
    const wasWritten = vi.fn((_batch: number[]) => answers.shift()!())
    const { add, flush, nth, batches } = opened({ wasWritten })
    add(1)
    const failed = expect(flush()).rejects.toThrow('no answer')
    ;(await nth(1)).fail(new Error('no answer'))
    await failed
    add(2)
    await expect(flush()).rejects.toThrow('still unknown')
    expect(batches()).toEqual([[1]])
    const next = flush()
    ;(await nth(2)).succeed()
    await next
    expect(batches()).toEqual([[1], [1, 2]])
    expect(wasWritten.mock.calls).toEqual([[[1]], [[1]]])
  })
})

describe('close', () => {
  test('waits for the write in progress, writes the rest and stops the interval', async () => {
    const { add, flushSoon, close, nth, batches } = opened()
    add(1)
    flushSoon()
    const { succeed } = await nth(1)
    add(2)
    let closed = false
    const closing = close().then(() => (closed = true))
    succeed()
    const last = await nth(2)
    await idle()
    expect(closed).toBe(false)
    last.succeed()
    await closing
    add(3)
    vi.advanceTimersByTime(2 * EVERY_MS)
    await idle()
    expect(batches()).toEqual([[1], [2]])
  })

  test('tries once more after a failure, and rejects if that fails too', async () => {
    const { add, flushSoon, close, nth, batches } = opened()
    add(1)
    flushSoon()
    ;(await nth(1)).fail(new Error('no database'))
    await idle()
    const closing = expect(close()).rejects.toThrow('still no database')
    ;(await nth(2)).fail(new Error('still no database'))
    await closing
    vi.advanceTimersByTime(2 * EVERY_MS)
    await idle()
    expect(batches()).toEqual([[1], [1]])
  })

  test('asks again while the outcome of the last write is unknown', async () => {
    const wasWritten = vi.fn().mockRejectedValueOnce(new Error('in progress')).mockResolvedValueOnce(false)
    const { add, flush, close, nth, batches } = opened({ wasWritten })
    add(1)
    const failing = expect(flush()).rejects.toThrow('connection lost')
    ;(await nth(1)).fail(new Error('connection lost'))
    await failing
    const closing = close()
    ;(await nth(2)).succeed()
    await closing
    expect(wasWritten).toHaveBeenCalledTimes(2)
    expect(batches()).toEqual([[1], [1]])
  })
})
