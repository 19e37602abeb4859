const NEWLINE = 0x0a

/** A line, or `TOO_LONG` in place of one that exceeds the limit. */
export type Line = string | typeof TOO_LONG
export const TOO_LONG: unique symbol = Symbol('too long')

/** Splits a byte stream into lines of at most `maxBytes`. The rest of a longer line is skipped. */
export async function* linesOf(stream: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line> {
  let parts: Uint8Array[] = []
  let bytes = 0
  const append = (part: Uint8Array) => {
    bytes += part.length
    if (bytes > maxBytes) parts = []
    else parts.push(part)
  }
  const line = (): Line => {
    const complete = bytes > maxBytes ? TOO_LONG : Buffer.concat(parts).toString()
    parts = []
    bytes = 0
    return complete
  }
  for await (const chunk of stream) {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      append(chunk.subarray(from, at))
      from = at + 1
      yield line()
    }
    append(chunk.subarray(from))
  }
  if (bytes) yield line()
}
