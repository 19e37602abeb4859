import { MemoryServiceError } from './errors.ts'
import { within } from './retry.ts'

const EVENT_CHARS_MAX = 1024 * 1024
// The service sends a heartbeat every 15 seconds.
const SILENCE_MAX_MS = 60_000

/**
 * What a frame says about the stream: `last`, no frame follows; `complete`, nothing that follows is essential, so the
 * stream may end at any time.
 */
type Stage = 'last' | 'complete' | undefined

/**
 * Yields the frames of a server-sent event stream as they arrive. Leaving the loop cancels the request.
 * @throws MemoryServiceError `unreachable` if the stream ends before a frame that is `complete` or `last`, `timeout` if
 *   it is silent for a minute before that
 */
export async function* framesOf<T>(
  stream: ReadableStream<Uint8Array>,
  stageOf: (frame: T) => Stage,
  signal?: AbortSignal,
): AsyncGenerator<T, void, undefined> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let open = ''
  let stage: Stage
  try {
    for (;;) {
      const { value, done } = await within(SILENCE_MAX_MS, signal, () => reader.read())
        .catch(brokenOff(signal))
        .catch((error: unknown) => {
          if (stage && !signal?.aborted) return { value: undefined, done: true as const }
          throw error
        })
      if (done && stage) return
      if (done) throw new MemoryServiceError('unreachable', 'The stream ended before its last frame.')
      open += decoder.decode(value, { stream: true })
      const events = open.split(/\r?\n\r?\n/)
      open = events.pop() as string
      if (open.length > EVENT_CHARS_MAX) throw garbled()
      for (const event of events) {
        const frame = frameOf<T>(event)
        if (frame === undefined) continue
        yield frame
        stage ??= stageOf(frame)
        if (stageOf(frame) === 'last') return
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
