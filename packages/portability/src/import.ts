import type { ReadContext } from './document.ts'
import { PortabilityError } from './errors.ts'
import { type Part, type RecogniseOptions, recogniseParts } from './recognise.ts'
import type { Candidate, MemoryLine, PortableRecord } from './records.ts'
import type { InputFile } from './source.ts'

/** How far an import is. */
export interface Progress {
  /** Bytes that were read of the recognised files, unpacked. */
  readonly bytes: number
  /** Their sizes together. Some are read twice. */
  readonly bytesTotal: number
  readonly records: number
}

export interface ReadingOptions {
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
}

/** Files of which the format is known. They can be read any number of times. */
export interface Recognised {
  readonly formats: readonly { readonly format: string; readonly label: string; readonly files: number }[]
  /** Reads everything, each record once. Sentences about what was left out are added to `warnings`. */
  records(options?: ReadingOptions): AsyncGenerator<PortableRecord>
  /** What was left out so far, each with how often it happened. */
  readonly warnings: ReadonlyMap<string, number>
}

/** What an import would store. */
export interface Preview {
  readonly counts: { memories: number; chats: number; messages: number; candidates: number }
  /** Memories and candidates by scope, the largest first. */
  readonly topics: readonly { readonly scope: string; readonly memories: number; readonly candidates: number }[]
  readonly samples: {
    readonly memories: readonly MemoryLine[]
    readonly chats: readonly { readonly title: string | null; readonly createdAt: string; readonly first: string }[]
    readonly candidates: readonly Candidate[]
  }
  readonly warnings: readonly { readonly message: string; readonly times: number }[]
}

const PROGRESS_RECORDS = 500
const WARNINGS_MAX = 50

/**
 * Recognises files by their bytes and structure, never by their names, and prepares to read them.
 * @throws PortabilityError for files that cannot be imported, with a sentence that says why
 */
export async function recognise(
  input: InputFile | readonly InputFile[],
  options: RecogniseOptions = {},
): Promise<Recognised> {
  const inputs = Array.isArray(input) ? (input as readonly InputFile[]) : [input as InputFile]
  const { parts, read, warnings: found } = await refusing(() => recogniseParts(inputs, options))
  const warnings = new Map<string, number>()
  const warn = (message: string) => {
    if (warnings.has(message) || warnings.size < WARNINGS_MAX) warnings.set(message, (warnings.get(message) ?? 0) + 1)
  }
  const bytesTotal = parts.flatMap(({ sources }) => sources).reduce((sum, { size }) => sum + size, 0)
  return {
    formats: formatsOf(parts),
    warnings,
    async *records({ signal, onProgress } = {}) {
      warnings.clear()
      read.bytes = 0
      for (const message of found) warn(message)
      const seen = new Set<string>()
      let records = 0
      const context: ReadContext = { options, signal: signal ?? options.signal, warn }
      for (const part of parts) {
        const reading = part.read(context)
        for (;;) {
          const { done, value } = await refusing(() => reading.next())
          if (done) break
          if (!isNew(value, seen)) continue
          if (++records % PROGRESS_RECORDS === 0)
            onProgress?.({ bytes: Math.min(read.bytes, bytesTotal), bytesTotal, records })
          yield value
        }
      }
      onProgress?.({ bytes: bytesTotal, bytesTotal, records })
    },
  }
}

function formatsOf(parts: readonly Part[]): Recognised['formats'] {
  const found = new Map<string, { format: string; label: string; files: number }>()
  for (const { format, label, sources } of parts)
    found.set(format, { format, label, files: (found.get(format)?.files ?? 0) + sources.length })
  return [...found.values()]
}

/** Reads everything once and says what an import would store. */
export async function preview(
  recognised: Recognised,
  { samples = 5, ...options }: ReadingOptions & { samples?: number } = {},
): Promise<Preview> {
  const counts = { memories: 0, chats: 0, messages: 0, candidates: 0 }
  const topics = new Map<string, { memories: number; candidates: number }>()
  const memories: MemoryLine[] = []
  const candidates: Candidate[] = []
  const chats: { title: string | null; createdAt: string; first: string }[] = []
  const topic = (scope: string) => {
    const found = topics.get(scope) ?? { memories: 0, candidates: 0 }
    topics.set(scope, found)
    return found
  }
  for await (const record of recognised.records(options)) {
    if (record.kind === 'memory') {
      counts.memories++
      topic(record.memory.scope).memories++
      if (memories.length < samples) memories.push(record.memory)
    } else if (record.kind === 'candidate') {
      counts.candidates++
      topic(record.candidate.scope).candidates++
      if (candidates.length < samples) candidates.push(record.candidate)
    } else if (record.kind === 'chat') {
      counts.chats++
      if (chats.length < samples) chats.push({ title: record.chat.title, createdAt: record.chat.createdAt, first: '' })
    } else if (record.kind === 'message') {
      counts.messages++
      const last = counts.chats === chats.length ? chats.at(-1) : undefined
      if (last && !last.first) last.first = record.message.content.slice(0, 200)
    }
  }
  return {
    counts,
    topics: [...topics]
      .map(([scope, number]) => ({ scope, ...number }))
      .sort((a, b) => b.memories + b.candidates - a.memories - a.candidates || (a.scope < b.scope ? -1 : 1)),
    samples: { memories, chats, candidates },
    warnings: [...recognised.warnings].map(([message, times]) => ({ message, times })),
  }
}

function isNew(record: PortableRecord, seen: Set<string>): boolean {
  const id =
    record.kind === 'memory'
      ? record.memory.id
      : record.kind === 'chat'
        ? record.chat.id
        : record.kind === 'message'
          ? record.message.id
          : record.kind === 'candidate'
            ? record.candidate.id
            : record.kind === 'revision'
              ? `${record.revision.id}#${record.revision.revision}`
              : undefined
  if (id === undefined) return true
  if (seen.has(id)) return false
  seen.add(id)
  return true
}

/** Runs a step of reading; an error that is not a refusal becomes one, so that no input ends an import in another way. */
async function refusing<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof PortabilityError) throw error
    if (error instanceof DOMException && (error.name === 'NotReadableError' || error.name === 'NotFoundError'))
      throw new PortabilityError('changed', 'The file was moved or changed while it was read; choose it again.', error)
    throw new PortabilityError('structure', 'The file has a structure that cannot be read.', error)
  }
}
