/*
 * The body of a snapshot: sections one after the other, each of a length in bytes and a payload that is padded to 8
 * bytes, so that arrays of all types can be read in place. Numbers are little-endian, as on all platforms of Node.
 */

type NumberArray = Uint8Array | Uint16Array | Uint32Array | Int8Array | Float32Array | Float64Array

const ALIGNMENT = 8
const LATIN1_MAX = 0xff

/** Takes the bytes of a body, in order. */
export type ByteSink = (bytes: Uint8Array) => void

/** Writes sections. What it is given is read at once and not kept. */
export class SectionWriter {
  readonly #sink: ByteSink

  constructor(sink: ByteSink) {
    this.#sink = sink
  }

  array(values: NumberArray): void {
    this.gathered(values.byteLength, [values])
  }

  /** One section of several arrays, of so many bytes together. */
  gathered(byteLength: number, arrays: Iterable<NumberArray>): void {
    this.#sink(bytesOf(Float64Array.of(byteLength)))
    for (const each of arrays) this.#sink(bytesOf(each))
    this.#sink(new Uint8Array(paddingOf(byteLength)))
  }

  strings(list: readonly string[]): void {
    this.array(Uint32Array.from(list, ({ length }) => length))
    const text = list.join('')
    const encoding = isLatin1(text) ? 'latin1' : 'utf16le'
    this.array(Uint8Array.of(encoding === 'latin1' ? 1 : 2))
    this.array(Buffer.from(text, encoding))
  }

  json(value: unknown): void {
    this.array(Buffer.from(JSON.stringify(value), 'utf8'))
  }

  numberMap(map: ReadonlyMap<number, number>): void {
    this.array(Uint32Array.from(map.keys()))
    this.array(Float64Array.from(map.values()))
  }

  stringMap(map: ReadonlyMap<number, string>): void {
    this.array(Uint32Array.from(map.keys()))
    this.strings([...map.values()])
  }
}

/** Reads sections in the order in which they were written; arrays are views of the body. Throws where it ends early. */
export class SectionReader {
  readonly #body: ArrayBuffer
  #at = 0

  constructor(body: ArrayBuffer) {
    this.#body = body
  }

  array<T extends NumberArray>(type: {
    new (buffer: ArrayBuffer, byteOffset: number, length: number): T
    readonly BYTES_PER_ELEMENT: number
  }): T {
    const [byteLength] = new Float64Array(this.#body, this.#at, 1)
    const start = this.#at + Float64Array.BYTES_PER_ELEMENT
    const end = start + byteLength!
    if (!(byteLength! >= 0) || end > this.#body.byteLength) throw new RangeError('the snapshot ends early')
    this.#at = end + paddingOf(byteLength!)
    return new type(this.#body, start, byteLength! / type.BYTES_PER_ELEMENT)
  }

  /** Many strings, which share the memory of one. */
  strings(): string[] {
    const lengths = this.array(Uint32Array)
    const encoding = this.array(Uint8Array)[0] === 1 ? 'latin1' : 'utf16le'
    const bytes = this.array(Uint8Array)
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding)
    const list = new Array<string>(lengths.length)
    let start = 0
    for (let at = 0; at < lengths.length; at++) list[at] = text.slice(start, (start += lengths[at]!))
    return list
  }

  json<T>(): T {
    const bytes = this.array(Uint8Array)
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')) as T
  }

  numberMap(into: Map<number, number>): void {
    const keys = this.array(Uint32Array)
    const values = this.array(Float64Array)
    for (let at = 0; at < keys.length; at++) into.set(keys[at]!, values[at]!)
  }

  stringMap(into: Map<number, string>): void {
    const keys = this.array(Uint32Array)
    const values = this.strings()
    for (let at = 0; at < keys.length; at++) into.set(keys[at]!, values[at]!)
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: NumberArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

const paddingOf = (bytes: number) => (ALIGNMENT - (bytes % ALIGNMENT)) % ALIGNMENT

function isLatin1(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > LATIN1_MAX) return false
  return true
}
