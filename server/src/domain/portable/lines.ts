import { Failure, invalid } from '../../foundation/errors.ts'
import { type JsonLines, jsonLines } from '../../foundation/json-lines.ts'
import { STREAM_BYTES_MAX } from '../../foundation/route.ts'

/** The longest chat message, every character of it escaped, needs three quarters of this; every memory needs less. */
export const LINE_BYTES_MAX = 512 * 1024

const NEWLINE = 0x0a
const utf8 = new TextDecoder('utf-8', { fatal: true })

export const MemoryLines = jsonLines(
  'MemoryLines',
  'The first line is a header, `{ "format": "memory-service", "version": 1, "exportedAt", "count", "identity" }`; ' +
    'the following lines are memories. Earlier states come after the memories, `{ "object": "revision", "id", ' +
    '"revision", "at", "until", "change", "actor", "app", "memory" }`; deleted memories are not exported. Then come ' +
    'chats, `{ "object": "chat", "id", "title", "createdAt", "updatedAt" }`, each followed by its messages, ' +
    '`{ "object": "message", "id", "chatId", "role", "content", "createdAt" }`. Import also accepts lines without a header.',
)

/** A line, numbered from 1; `text` is `undefined` when it is too long or not UTF-8. */
export interface Line {
  number: number
  text: string | undefined
}

/**
 * Splits a stream into lines and buffers at most one; lines that are too long are discarded as they arrive.
 * @throws Failure `payload_too_large` beyond the maximum size, `validation_failed` when the stream ends early
 */
export async function* linesOf(body: JsonLines): AsyncGenerator<Line> {
  let parts: Uint8Array[] = []
  let bytes = 0
  let number = 0
  const add = (part: Uint8Array) => {
    bytes += part.length
    if (bytes <= LINE_BYTES_MAX) parts.push(part)
    else parts = []
  }
  const end = (): Line => {
    const whole = bytes <= LINE_BYTES_MAX ? Buffer.concat(parts) : undefined
    parts = []
    bytes = 0
    return { number: ++number, text: whole && decode(whole) }
  }
  for await (const chunk of chunksOf(body)) {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      add(chunk.subarray(from, at))
      yield end()
      from = at + 1
    }
    add(chunk.subarray(from))
  }
  if (bytes) yield end()
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

// When the consumer stops early, the stream stays open, since the response goes out on the same connection; the rest of
// the body is discarded, or the next request on that connection would wait behind it.
async function* chunksOf(body: JsonLines): AsyncGenerator<Uint8Array> {
  if (typeof body === 'string') return yield Buffer.from(body)
  let bytes = 0
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      if (bytes > STREAM_BYTES_MAX) throw new Failure('payload_too_large', { max_bytes: STREAM_BYTES_MAX })
      yield chunk
    }
  } catch (error) {
    if (error instanceof Failure) throw error
    throw invalid('', 'The stream ended early; send it again, and lines that were stored are skipped')
  } finally {
    if (bytes <= STREAM_BYTES_MAX) body.resume()
  }
}
