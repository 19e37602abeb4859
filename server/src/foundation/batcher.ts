import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from './telemetry/log.ts'

/*
 * A write-behind buffer: its owner collects something in memory, and the batcher writes all of it at once, at an
 * interval or on demand. Writes never overlap. What cannot be written stays in the buffer and is written with the next
 * batch.
 */

/** How often and at which interval `close` asks again whether a batch was written, while the database cannot tell. */
const CLOSE_TRIES = 10
const CLOSE_RETRY_MS = 100

/** Where a batcher takes batches from. */
export interface Buffer<Batch> {
  /** Empties the buffer and returns its content; `undefined` if it is empty. */
  take(): Batch | undefined
  /** Puts a batch that was not written back, before what has been added since. */
  restore(batch: Batch): void
}

export interface BatcherOptions<Batch> extends Buffer<Batch> {
  /** The name of the batcher in logs. */
  name: string
  log: Pick<Log, 'warn'>
  /** The interval between flushes, which is also the retry interval of failed writes. */
  everyMs: number
  write(batch: Batch): Promise<void>
  /**
   * Whether a batch was written although its write failed, for example if the connection broke during a commit. Called
   * before the next write, and repeated if it throws. Without it, `write` must be idempotent.
   */
  wasWritten?(batch: Batch): Promise<boolean>
}

export interface Batcher {
  /** Writes the buffer after the write in progress. Rejects if that fails; the batch is then back in the buffer. */
  flush(): Promise<void>
  /** Writes the buffer as soon as the write in progress has ended; after a failure, at the next interval. */
  flushSoon(): void
  /**
   * Stops the interval and flushes once more, and again for up to a second while the outcome of the last write is
   * unknown. Rejects if that fails.
   */
  close(): Promise<void>
}

/** Starts to flush a buffer at an interval. */
export function openBatcher<Batch>(options: BatcherOptions<Batch>): Batcher {
  const { name, log, everyMs, take, restore, write, wasWritten } = options
  let last: Promise<void> = Promise.resolve()
  let soon = false
  let failed = false
  /** The batch whose write failed and which may have been written. */
  let uncertain: Batch | undefined

  const timer = setInterval(() => logFailure(flush()), everyMs).unref()

  function flush(): Promise<void> {
    return enqueue(writeBuffer)
  }

  function flushSoon(): void {
    if (soon || failed) return
    soon = true
    logFailure(
      enqueue(async () => {
        soon = false
        if (!failed) await writeBuffer()
      }),
    )
  }

  function enqueue(work: () => Promise<void>): Promise<void> {
    last = last.catch(() => {}).then(work)
    return last
  }

  function logFailure(flushed: Promise<void>): void {
    flushed.catch((err) => log.warn({ err, batcher: name }, 'batch write failed; will retry'))
  }

  async function writeBuffer(): Promise<void> {
    failed = false
    try {
      await settle()
      const batch = take()
      if (batch !== undefined) await writeBatch(batch)
    } catch (error) {
      failed = true
      throw error
    }
  }

  async function writeBatch(batch: Batch): Promise<void> {
    try {
      await write(batch)
    } catch (error) {
      if (wasWritten) uncertain = batch
      else restore(batch)
      throw error
    }
  }

  async function settle(): Promise<void> {
    if (!wasWritten || uncertain === undefined) return
    const written = await wasWritten(uncertain)
    if (!written) restore(uncertain)
    uncertain = undefined
  }

  return {
    flush,
    flushSoon,
    async close() {
      clearInterval(timer)
      for (let tries = 1; ; tries++)
        try {
          return await flush()
        } catch (error) {
          if (uncertain === undefined || tries === CLOSE_TRIES) throw error
          await wait(CLOSE_RETRY_MS)
        }
    },
  }
}

/** A buffer of items in the order in which they are added. */
export function openList<Item>(): Buffer<Item[]> & { add(item: Item): void; size(): number } {
  let items: Item[] = []
  return {
    add: (item) => items.push(item),
    size: () => items.length,
    take() {
      const batch = items
      items = []
      return batch.length ? batch : undefined
    },
    restore(batch) {
      items = batch.concat(items)
    },
  }
}
