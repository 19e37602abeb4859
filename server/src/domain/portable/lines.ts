import { Failure, invalid } from '../../foundation/errors.ts'
import { type JsonLines, jsonLines } from '../../foundation/lines.ts'
import { STREAM_BYTES_MAX } from '../../foundation/route.ts'

/** The longest reply there is, every character of it escaped, is three quarters of this; no memory is as long. */
export const LINE_BYTES_MAX = 512 * 1024

const NEWLINE = 0x0a
const utf8 = new TextDecoder('utf-8', { fatal: true })

export const MemoryLines = jsonLines(
  'MemoryLines',
  'The first line is a header, `{ "format": "memory-service", "version": 1, "exportedAt", "count", "identity" }`; ' +
    'each of the others is a memory. Behind the memories come the chats, `{ "object": "chat", "id", "title", ' +
    '"createdAt", "updatedAt" }`, and behind each what was said in it, `{ "object": "message", "id", "chatId", "role", ' +
    '"content", "createdAt" }`. Import takes lines without a header, too.',
)

/** One line, from 1; without text when it is too long or no UTF-8. */
export interface Line {
  number: number
  text: string | undefined
}

/**
 * Cuts a stream into lines, never holding more than one; lines too long are let go as they come.
 * @throws Failure `payload_too_large` beyond the most that is taken, `validation_failed` when the sender breaks off.
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

// A reader that stops early leaves the connection open, for its answer has yet to go out on it; what is still coming
// then is let go, or the next request on that connection would wait behind it.
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
    throw invalid('', 'The stream broke off; send it again, and what is there already is skipped')
  } finally {
    if (bytes <= STREAM_BYTES_MAX) body.resume()
  }
}
