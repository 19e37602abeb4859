import { BlobReader, configure, type Entry, type FileEntry, ZipReader } from '@zip.js/zip.js'
import { checkAborted, PortabilityError } from './errors.ts'
import { piecesOf, type Source, type UnpackBudget } from './source.ts'

/*
 * Reads zip archives of unknown origin. Refuses everything that readers disagree about: encrypted entries, links, names
 * that lead out of the archive, two entries of one name, entries that overlap, methods other than deflate.
 */

/** Each takes some 8 KB of memory while the archive is open. */
const ZIP_ENTRIES_MAX = 30_000
const METHODS: ReadonlySet<number> = new Set([0, 8])
const LOCAL_HEADER_BYTES = 30

// Workers of its own would only copy the data once more: a page runs all of this in a worker.
configure({ useWebWorkers: false })

/** The files of an archive, without folders, in the order of its directory. @throws PortabilityError */
export async function zipEntries(archive: Blob, budget: UnpackBudget, signal?: AbortSignal): Promise<Source[]> {
  const reader = new ZipReader(new BlobReader(archive), { strictness: 'balanced', filenameValidation: 'strict' })
  const entries: Entry[] = []
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      checkAborted(signal)
      entries.push(entry)
      if (entries.length > ZIP_ENTRIES_MAX)
        throw new PortabilityError(
          'too_large',
          `The archive is too large: it has more than ${ZIP_ENTRIES_MAX} entries.`,
        )
    }
  } catch (error) {
    throw refusalOf(error)
  }
  checkEntries(entries)
  return entries
    .filter((entry): entry is FileEntry => !entry.directory)
    .map((entry) => ({
      path: entry.filename,
      size: entry.uncompressedSize,
      open: (signal) => budget.counted(unpacked(entry, signal), entry.compressedSize),
    }))
}

function checkEntries(entries: readonly Entry[]): void {
  const names = new Set<string>()
  for (const entry of entries) {
    const { filename } = entry
    const refuse = (what: string) => {
      throw new PortabilityError('unsafe_zip', `The archive ${what}: ${JSON.stringify(filename.slice(0, 200))}.`)
    }
    if (entry.encrypted)
      throw new PortabilityError('encrypted', 'The archive is encrypted; unpack it with its password first.')
    if (entry.symlink) refuse('contains a symlink')
    if (names.has(filename)) refuse('contains a name twice')
    if (isUnsafeName(filename)) refuse('contains a name that leads out of it')
    if (!entry.directory && !METHODS.has(entry.compressionMethod))
      refuse(`uses the unknown compression method ${entry.compressionMethod}`)
    names.add(filename)
  }
  const byOffset = [...entries].sort((a, b) => a.offset - b.offset)
  byOffset.forEach(({ offset, compressedSize, rawFilename }, i) => {
    const next = byOffset[i + 1]
    if (next && offset + LOCAL_HEADER_BYTES + rawFilename.length + compressedSize > next.offset)
      throw new PortabilityError('too_large', 'The archive has overlapping entries and is too large when unpacked.')
  })
}

function isUnsafeName(name: string): boolean {
  return /^[/\\]|^[a-z]:|\0/i.test(name) || name.split(/[/\\]/).includes('..')
}

/** The content of an entry, unpacked as it is read. The check sum and the size are checked at the end. */
function unpacked(entry: FileEntry, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  const stop = new AbortController()
  let resume = () => {}
  let output!: ReadableStreamDefaultController<Uint8Array>
  const readable = new ReadableStream<Uint8Array>({
    start(controller) {
      output = controller
    },
    pull: () => resume(),
    cancel() {
      stop.abort()
      resume()
    },
  })
  const writable = new WritableStream<Uint8Array>({
    async write(piece) {
      output.enqueue(piece)
      if ((output.desiredSize ?? 0) <= 0) await new Promise<void>((resolve) => (resume = resolve))
    },
  })
  // The stream is ended here and not by the library, which leaves it open after some errors.
  entry.getData(writable, { checkSignature: true, useWebWorkers: false, signal: stop.signal }).then(
    () => stop.signal.aborted || output.close(),
    (error: unknown) => output.error(refusalOf(error)),
  )
  return piecesOf(readable, signal)
}

/** The refusal for an error of the zip library. */
function refusalOf(error: unknown): PortabilityError {
  if (error instanceof PortabilityError) return error
  const text = error instanceof Error ? error.message : String(error)
  if (/encrypt|password/i.test(text))
    return new PortabilityError('encrypted', 'The archive is encrypted; unpack it with its password first.', error)
  if (/unsafe filename/i.test(text))
    return new PortabilityError('unsafe_zip', 'The archive contains a name that leads out of it.', error)
  if (/overlap/i.test(text))
    return new PortabilityError(
      'too_large',
      'The archive has overlapping entries and is too large when unpacked.',
      error,
    )
  if (/ambiguous/i.test(text))
    return new PortabilityError('unsafe_zip', `The archive can be read in more than one way (${text}).`, error)
  if (/compression method/i.test(text))
    return new PortabilityError('unsafe_zip', 'The archive uses an unknown compression method.', error)
  if (/uncompressed size|crc32|signature/i.test(text))
    return new PortabilityError('unsafe_zip', 'The size or check sum of an entry differs from its data.', error)
  if (/split/i.test(text))
    return new PortabilityError('truncated', 'The archive is one part of several; join them first.', error)
  return new PortabilityError('truncated', 'The archive is damaged or truncated; download it again.', error)
}
