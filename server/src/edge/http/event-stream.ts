import { Readable } from 'node:stream'
import { EventText } from '../../foundation/event-text.ts'

/*
 * Server-sent events. Frames are written immediately, with backpressure. Heartbeat comments keep proxies from closing
 * an idle connection. The verb is a generator, which is closed when the client disconnects.
 */

const FIRST_FRAME_WAIT_MS = 10_000
const HEARTBEAT_MS = 15_000
const HEARTBEAT = ': heartbeat\n\n'

interface Timing {
  /** How long to wait for the first frame before the response headers are sent without it. */
  firstFrameMs: number
  heartbeatMs: number
}

interface Ending {
  /** Returns the final frame of a stream that fails after it started. */
  failed: (error: unknown) => object
  /** The data of the last event of a complete stream, written verbatim. */
  end?: string | undefined
}

/** Keeps proxies from buffering or transforming frames. */
export const EVENT_HEADERS = { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' }

/**
 * Writes frames as server-sent events. An error before the first frame, or within the first 10 s, is thrown and becomes
 * an ordinary error response; a later error is sent as the final frame, in place of `end`.
 */
export async function eventStream(
  frames: AsyncIterable<unknown>,
  ending: Ending,
  timing: Timing = { firstFrameMs: FIRST_FRAME_WAIT_MS, heartbeatMs: HEARTBEAT_MS },
): Promise<Readable> {
  const iterator = frames[Symbol.asyncIterator]()
  const first = iterator.next()
  // Avoids an unhandled rejection when the client disconnects now.
  first.catch(() => {})
  const isThere = (await within(first, timing.firstFrameMs)) !== undefined
  const events = Readable.from(textOf(iterator, first, isThere, ending, timing.heartbeatMs), { objectMode: false })
  // Also closes the iterator if reading never began: a generator that did not start does not run its `finally` block.
  return events.once('close', () => void iterator.return?.().catch(() => {}))
}

async function* textOf(
  iterator: AsyncIterator<unknown>,
  first: Promise<IteratorResult<unknown>>,
  isThere: boolean,
  { failed, end }: Ending,
  heartbeatMs: number,
): AsyncGenerator<string> {
  try {
    // The first chunk also sends the response headers.
    if (!isThere) yield HEARTBEAT
    for (let next = first; ; next = iterator.next()) {
      let frame = await within(next, heartbeatMs)
      while (!frame) {
        yield HEARTBEAT
        frame = await within(next, heartbeatMs)
      }
      if (frame.done) {
        if (end !== undefined) yield `data: ${end}\n\n`
        return
      }
      yield eventOf(frame.value)
    }
  } catch (error) {
    yield eventOf(failed(error))
  }
}

const eventOf = (frame: unknown): string =>
  frame instanceof EventText ? frame.text : `data: ${JSON.stringify(frame)}\n\n`

/** Resolves with the value of the promise, or with `undefined` after `ms` milliseconds. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined).unref()
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
