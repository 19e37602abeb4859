const NEWLINE = 0x0a

/** A line, or that it was longer than it may be. */
export type Line = string | typeof TOO_LONG
export const TOO_LONG: unique symbol = Symbol('too long')

/** The lines of a stream of bytes, each of so many bytes at most. One that is longer is passed over to its end. */
export async function* linesOf(stream: AsyncIterable<Uint8Array>, bytesMax: number): AsyncGenerator<Line> {
  let parts: Uint8Array[] = []
  let bytes = 0
  const keep = (part: Uint8Array) => {
    bytes += part.length
    if (bytes > bytesMax) parts = []
    else parts.push(part)
  }
  const line = (): Line => {
    const whole = bytes > bytesMax ? TOO_LONG : Buffer.concat(parts).toString()
    parts = []
    bytes = 0
    return whole
  }
  for await (const chunk of stream) {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      keep(chunk.subarray(from, at))
      from = at + 1
      yield line()
    }
    keep(chunk.subarray(from))
  }
  if (bytes) yield line()
}
