import { checkAborted, PortabilityError } from './errors.ts'

/** Bytes that can be read from their beginning any number of times, a piece at a time. */
export interface Source {
  /** The path within the archive, or the name of the file. Only shown to people; it decides nothing about the format. */
  readonly path: string
  readonly size: number
  /** The bytes as a random-access file, where they are one. */
  readonly blob?: Blob
  open(signal?: AbortSignal): AsyncGenerator<Uint8Array>
}

/** A file as a page, a program or a test has it. */
export type InputFile = Blob | Uint8Array | string

/** The most bytes that are unpacked from the files of one import, counted as they arrive. */
const UNPACKED_BYTES_MAX = 2 * 1024 ** 3
const RATIO_MAX = 200
const BLOB_PART_BYTES = 8 * 1024 ** 2
/** The ratio is not checked below this size: a small file may be very regular. */
const RATIO_FREE_BYTES = 1024 ** 2

/** Counts what is unpacked, so that a small archive cannot become a large amount of data. */
export class UnpackBudget {
  private left: number

  constructor(max: number = UNPACKED_BYTES_MAX) {
    this.left = max
  }

  /** Passes on the pieces of an entry. @throws PortabilityError `too_large` */
  async *counted(pieces: AsyncIterable<Uint8Array>, packedSize: number): AsyncGenerator<Uint8Array> {
    let bytes = 0
    for await (const piece of pieces) {
      bytes += piece.length
      this.left -= piece.length
      if (this.left < 0) throw tooLarge(`holds more than ${UNPACKED_BYTES_MAX} bytes when unpacked`)
      if (bytes > RATIO_FREE_BYTES && bytes > packedSize * RATIO_MAX)
        throw tooLarge(`unpacks to more than ${RATIO_MAX} times its size`)
      yield piece
    }
  }
}

function tooLarge(what: string): PortabilityError {
  return new PortabilityError('too_large', `The file is too large: it ${what}.`)
}

/** The source of a file that was dropped, chosen or pasted. */
export function sourceOf(input: InputFile): Source {
  const data = typeof input === 'string' ? new TextEncoder().encode(input) : input
  const blob = data instanceof Blob ? data : new Blob([data as Uint8Array<ArrayBuffer>])
  const { name = '' } = blob as Blob & { name?: string }
  return { path: name, size: blob.size, blob, open: (signal) => piecesOf(blob.stream(), signal) }
}

/** The same source; what is read of it is added to `read`. */
export function countedSource(source: Source, read: { bytes: number }): Source {
  return {
    ...source,
    async *open(signal) {
      for await (const piece of source.open(signal)) {
        read.bytes += piece.length
        yield piece
      }
    },
  }
}

/** Reads a stream to its end; a consumer that stops early cancels it. */
export async function* piecesOf(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  let isDone = false
  try {
    for (;;) {
      checkAborted(signal)
      const { done, value } = await reader.read()
      if (done) {
        isDone = true
        return
      }
      if (value?.length) yield value
    }
  } finally {
    // Cancelling rejects where the stream failed before; that error was reported by read.
    if (!isDone) await reader.cancel().catch(() => {})
  }
}

/** The first bytes of a source. */
export async function firstBytes(source: Source, max: number, signal?: AbortSignal): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of source.open(signal)) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes >= max) break
  }
  return joined(pieces).subarray(0, max)
}

/** All bytes of a source. @throws PortabilityError `too_large` beyond `max` */
export async function allBytes(source: Source, max: number, signal?: AbortSignal): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of source.open(signal)) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes > max) throw tooLarge(`holds a part of more than ${max} bytes (${source.path || 'the file itself'})`)
  }
  return joined(pieces)
}

/** All bytes of a source as a blob, which a browser can hold outside of memory. @throws PortabilityError `too_large` */
export async function blobOf(source: Source, max: number, signal?: AbortSignal): Promise<Blob> {
  const parts: Blob[] = []
  let pieces: Uint8Array<ArrayBuffer>[] = []
  let [bytes, held] = [0, 0]
  for await (const piece of source.open(signal)) {
    pieces.push(piece as Uint8Array<ArrayBuffer>)
    bytes += piece.length
    held += piece.length
    if (bytes > max) throw tooLarge(`holds a part of more than ${max} bytes (${source.path || 'the file itself'})`)
    if (held < BLOB_PART_BYTES) continue
    parts.push(new Blob(pieces))
    pieces = []
    held = 0
  }
  return new Blob([...parts, ...pieces])
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0] as Uint8Array
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

/** The unpacked content of a gzip file. */
export function gunzipped(source: Source, budget: UnpackBudget): Source {
  return {
    path: source.path,
    size: source.size,
    open: (signal) => budget.counted(inflated(source, signal), source.size),
  }
}

async function* inflated(source: Source, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  const pieces = source.open(signal)
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value as Uint8Array<ArrayBuffer>)
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
  try {
    yield* piecesOf(packed.pipeThrough(new DecompressionStream('gzip')), signal)
  } catch (error) {
    if (error instanceof PortabilityError) throw error
    throw new PortabilityError('truncated', 'The gzip file is damaged or truncated.', error)
  }
}
