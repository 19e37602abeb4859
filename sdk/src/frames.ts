import { MemoryServiceError } from './errors.ts'
import { within } from './retry.ts'

const EVENT_CHARS_MAX = 1024 * 1024
// The service sends a heartbeat every 15 seconds.
const SILENCE_MAX_MS = 60_000

/**
 * The frames of a stream of server-sent events, each as soon as it is there. Whoever leaves the loop ends the request.
 * @throws MemoryServiceError `unreachable` when the stream breaks off before `isLast` was told, `timeout` when it falls
 *   silent
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
      if (done) throw new MemoryServiceError('unreachable', 'The stream broke off before its end.')
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
    // Not waited for: it may never be told that it is over.
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

const garbled = () => new MemoryServiceError('invalid_response', 'The stream holds what is no frame.')

function brokenOff(signal: AbortSignal | undefined): (error: unknown) => never {
  return (cause) => {
    if (cause instanceof MemoryServiceError || signal?.aborted) throw cause
    throw new MemoryServiceError('unreachable', 'The stream broke off before its end.', { cause })
  }
}
