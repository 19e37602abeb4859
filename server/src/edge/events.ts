import { Readable } from 'node:stream'

/*
 * Server-sent events. A frame is written as soon as it is there and no faster than it is taken; while there is none, a
 * comment now and then keeps proxies from closing the line. The verb is a generator, so leaving the stream ends it.
 */

const FIRST_FRAME_WAIT_MS = 10_000
const HEARTBEAT_MS = 15_000
const HEARTBEAT = ': heartbeat\n\n'

interface Timing {
  /** How long the first frame is waited for before the answer begins without it. */
  firstFrameMs: number
  heartbeatMs: number
}

interface Ending {
  /** The last frame of a stream that fails under way. */
  failed: (error: unknown) => object
  /** What the last event of a whole stream says, as it is. */
  end?: string | undefined
}

/** What keeps everything on the way from holding frames back or rewriting them. */
export const EVENT_HEADERS = { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' }

/**
 * Frames as the text of a stream of events. What fails before the first frame, or within the ten seconds it is waited
 * for, is thrown, to be an ordinary answer; what fails later is told in a last frame, in place of the stream's last
 * word.
 */
export async function eventsOf(
  frames: AsyncIterable<unknown>,
  ending: Ending,
  timing: Timing = { firstFrameMs: FIRST_FRAME_WAIT_MS, heartbeatMs: HEARTBEAT_MS },
): Promise<Readable> {
  const iterator = frames[Symbol.asyncIterator]()
  const first = iterator.next()
  // Whoever leaves right now leaves it to nobody.
  first.catch(() => {})
  const isThere = (await within(first, timing.firstFrameMs)) !== undefined
  const events = Readable.from(textOf(iterator, first, isThere, ending, timing.heartbeatMs), { objectMode: false })
  // Also when nobody has begun to read: a generator that was not begun knows of no end.
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
    // The head of the answer goes out with the first text.
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

const eventOf = (frame: unknown): string => `data: ${JSON.stringify(frame)}\n\n`

/** What is promised, or `undefined` when it takes longer. */
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
