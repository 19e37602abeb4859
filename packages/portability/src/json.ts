import { PortabilityError } from './errors.ts'
import { encodingOf } from './text.ts'

/* Reads JSON of any length one value at a time: the elements of a list, the members of an object, the lines of a file. */

/** The longest value that is parsed at once. */
const JSON_VALUE_BYTES_MAX = 64 * 1024 ** 2
const BUFFER_BYTES = 64 * 1024
const DEPTH_MAX = 256

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, COMMA, COLON] = [...'"\\[]{},:'].map(
  (char) => char.charCodeAt(0),
)
const SPACES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d])
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** What a document is: a list, an object, one JSON value per line, or none of them. */
export type JsonTop = 'list' | 'object' | 'values'

/** A value at the top of a document. */
export interface JsonItem {
  /** The name of the member of the document's object that holds the value; none in lists and lines. */
  readonly key: string | undefined
  /** Whether the value is an element of a list in that member. */
  readonly isElement: boolean
  readonly value: unknown
}

/**
 * Reads a document as a sequence of values: the elements of its list; the members of its object, where members that are
 * lists give their elements one by one; or several values after each other.
 * @throws PortabilityError `json` for malformed text, `encoding`, `too_large` for a value beyond 64 MiB
 */
export async function* jsonItems(pieces: AsyncIterable<Uint8Array>, top: JsonTop): AsyncGenerator<JsonItem> {
  const scanner = new Scanner(top)
  for await (const piece of inUtf8(pieces)) yield* scanner.read(piece)
  yield* scanner.end()
}

class Scanner {
  private readonly top: JsonTop
  /** How many brackets are open. */
  private depth = 0
  /** The depth at which values begin. */
  private level: number
  private inString = false
  private isEscaped = false
  private key: string | undefined
  private isElement = false
  /** Whether bytes belong to a value now. */
  private inValue = false
  private expectsKey: boolean
  /** Holds the beginning of a value that continues in the next piece. Used again for each value, so that none is garbage. */
  private buffer = new Uint8Array(BUFFER_BYTES)
  private bytes = 0
  private isEnded = false

  constructor(top: JsonTop) {
    this.top = top
    this.level = top === 'values' ? 0 : 1
    this.expectsKey = top === 'object'
  }

  *read(piece: Uint8Array): Generator<JsonItem> {
    let from = 0
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at] as number
      if (this.inString) {
        if (this.isEscaped) this.isEscaped = false
        else if (byte === BACKSLASH) this.isEscaped = true
        else if (byte === QUOTE) {
          this.inString = false
          if (this.depth === this.level && this.top === 'values') {
            yield this.taken(piece.subarray(from, at + 1))
          }
        }
        continue
      }
      if (byte > COLON! && byte < OPEN_LIST!) {
        if (!this.inValue) from = this.begin(at)
        continue
      }
      if (byte === QUOTE) {
        this.inString = true
        if (!this.inValue) from = this.begin(at)
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        if (this.isOpening(byte)) continue
        if (!this.inValue) from = this.begin(at)
        if (++this.depth > DEPTH_MAX) throw malformed(`is nested deeper than ${DEPTH_MAX} levels`)
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        if (this.depth === this.level && this.level > 0) {
          if (this.inValue) yield this.taken(piece.subarray(from, at))
          this.close(byte)
          continue
        }
        this.depth--
        if (this.depth < 0) throw malformed('closes a bracket that was never opened')
        if (this.top === 'values' && this.depth === 0 && this.inValue) yield this.taken(piece.subarray(from, at + 1))
      } else if (this.depth === this.level && byte === COMMA && this.level > 0) {
        if (this.inValue) yield this.taken(piece.subarray(from, at))
        this.expectsKey = this.top === 'object' && this.level === 1
      } else if (this.depth === this.level && byte === COLON && this.expectsKey) {
        this.key = String(this.taken(piece.subarray(from, at)).value)
        this.expectsKey = false
      } else if (SPACES.has(byte)) {
        if (this.inValue && this.depth === 0 && this.top === 'values') yield this.taken(piece.subarray(from, at))
      } else if (!this.inValue) from = this.begin(at)
    }
    if (this.inValue) this.add(piece.subarray(from))
  }

  *end(): Generator<JsonItem> {
    if (this.top === 'values' && this.inValue && this.depth === 0 && !this.inString) yield this.taken(new Uint8Array())
    if (this.inValue || (this.top !== 'values' && !this.isEnded)) throw malformed('ends in the middle')
  }

  /** Whether a bracket opens the document, or a list of values in a member of it, and not a value. */
  private isOpening(byte: number): boolean {
    if (this.isEnded) throw malformed('continues after its end')
    if (this.top === 'values' || this.inValue) return false
    if (this.depth === 0) {
      this.depth = 1
      return true
    }
    if (this.top !== 'object' || this.level !== 1 || this.expectsKey || byte !== OPEN_LIST) return false
    this.level = 2
    this.depth = 2
    this.isElement = true
    return true
  }

  private close(byte: number): void {
    this.depth--
    if (this.level === 2) {
      if (byte !== CLOSE_LIST) throw malformed('mixes brackets')
      this.level = 1
      this.isElement = false
    } else {
      if (byte !== (this.top === 'list' ? CLOSE_LIST : CLOSE_OBJECT)) throw malformed('mixes brackets')
      this.isEnded = true
      this.level = -1
    }
  }

  private begin(at: number): number {
    if (this.isEnded) throw malformed('continues after its end')
    this.inValue = true
    return at
  }

  private add(part: Uint8Array): void {
    const bytes = this.bytes + part.length
    checkSize(bytes)
    if (bytes > this.buffer.length) {
      const larger = new Uint8Array(Math.max(bytes, Math.min(JSON_VALUE_BYTES_MAX, this.buffer.length * 2)))
      larger.set(this.buffer.subarray(0, this.bytes))
      this.buffer = larger
    }
    this.buffer.set(part, this.bytes)
    this.bytes = bytes
  }

  private taken(rest: Uint8Array): JsonItem {
    if (this.bytes) this.add(rest)
    else checkSize(rest.length)
    const text = decodeUtf8(this.bytes ? this.buffer.subarray(0, this.bytes) : rest)
    this.bytes = 0
    this.inValue = false
    return { key: this.key, isElement: this.isElement, value: parseJson(text) }
  }
}

/** @throws PortabilityError `too_large` */
function checkSize(bytes: number): void {
  if (bytes <= JSON_VALUE_BYTES_MAX) return
  throw new PortabilityError('too_large', `A value of the file is too large: more than ${JSON_VALUE_BYTES_MAX} bytes.`)
}

/** @throws PortabilityError `json` */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw malformed('cannot be parsed', cause)
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw new PortabilityError('encoding', 'The file has another encoding than UTF-8.', cause)
  }
}

function malformed(what: string, cause?: unknown): PortabilityError {
  return new PortabilityError('json', `The JSON of the file ${what}; it may be truncated.`, cause)
}

/** The pieces in UTF-8 without a byte order mark; UTF-16 is converted. */
async function* inUtf8(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  let isFirst = true
  const encoder = new TextEncoder()
  for await (const piece of pieces) {
    let data = piece
    if (isFirst) {
      isFirst = false
      const encoding = encodingOf(piece)
      if (encoding !== 'utf-8') decoder = new TextDecoder(encoding, { fatal: true })
      else if (piece[0] === 0xef && piece[1] === 0xbb && piece[2] === 0xbf) data = piece.subarray(3)
    }
    if (!decoder) yield data
    else yield encoder.encode(decodeStream(decoder, data))
  }
}

function decodeStream(decoder: InstanceType<typeof TextDecoder>, piece: Uint8Array): string {
  try {
    return decoder.decode(piece, { stream: true })
  } catch (cause) {
    throw new PortabilityError('encoding', 'The file has another encoding than its byte order mark says.', cause)
  }
}
