import { MemoryServiceError } from './errors.ts'
import { within } from './retry.ts'

const EVENT_CHARS_MAX = 1024 * 1024
// The service sends a heartbeat every 15 seconds.
const SILENCE_MAX_MS = 60_000

/**
 * Yields the frames of a server-sent event stream as they arrive. Leaving the loop cancels the request.
 * @throws MemoryServiceError `unreachable` if the stream ends before a frame for which `isLast` is true, `timeout` if it is
 *   silent for a minute
 */
export async function* framesOf<T>(
  stream: ReadableStream<Uint8Array>,
  isLast: (frame: T) => boolean,
  signal?: AbortSignal,
): AsyncGenerator<T, void, undefined> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let open = ''
  try {
    for (;;) {
      const { value, done } = await within(SILENCE_MAX_MS, signal, () => reader.read()).catch(brokenOff(signal))
      if (done) throw new MemoryServiceError('unreachable', 'The stream ended before its last frame.')
      open += decoder.decode(value, { stream: true })
      const events = open.split(/\r?\n\r?\n/)
      open = events.pop() as string
      if (open.length > EVENT_CHARS_MAX) throw garbled()
      for (const event of events) {
        const frame = frameOf<T>(event)
        if (frame === undefined) continue
        yield frame
        if (isLast(frame)) return
      }
    }
  } finally {
    // Not awaited: it may never settle.
    reader.cancel().catch(() => {})
  }
}

function frameOf<T>(event: string): T | undefined {
  const data = event.split(/\r?\n/).flatMap((line) => (line.startsWith('data:') ? [line.slice(5)] : []))
  if (!data.length) return undefined
  try {
    return JSON.parse(data.join('\n')) as T
  } catch {
    throw garbled()
  }
}

const garbled = () => new MemoryServiceError('invalid_response', 'The stream contains an event that is not a frame.')

function brokenOff(signal: AbortSignal | undefined): (error: unknown) => never {
  return (cause) => {
    if (cause instanceof MemoryServiceError || signal?.aborted) throw cause
    throw new MemoryServiceError('unreachable', 'The stream ended before its last frame.', { cause })
  }
}
