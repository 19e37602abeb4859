import { FORMAT, VERSION } from './formats/ours.ts'
import type { MemoryLine, PortableRecord } from './records.ts'

export interface JsonLinesOptions {
  /** Fields of the document for the header, so that another format can be written from the lines without loss. */
  readonly document?: Readonly<Record<string, unknown>>
  /** Whether candidates are written, too, as lines that an import leaves to review. */
  readonly candidates?: boolean
}

/** The source and id of an entry, by which an import finds its memory. */
interface EntryKey {
  readonly sourceApp: string | null
  readonly externalId: string
}

/**
 * Writes records as the JSON Lines that the service imports: a header, memories, chats and messages, at the end which
 * entries replaced others. Candidates become memories only when the person accepts them.
 */
export async function* toJsonLines(
  records: AsyncIterable<PortableRecord> | Iterable<PortableRecord>,
  { document, candidates = false }: JsonLinesOptions = {},
): AsyncGenerator<string> {
  yield lineOf({ format: FORMAT, version: VERSION, ...(document ? { document } : {}) })
  const links = new Links()
  for await (const record of records) {
    if (record.kind === 'memory') {
      links.add(record.memory)
      yield lineOf(record.memory)
    } else if (record.kind === 'chat') yield lineOf(record.chat)
    else if (record.kind === 'message') yield lineOf(record.message)
    else if (record.kind === 'revision') yield lineOf(record.revision)
    else if (record.kind === 'candidate' && candidates) yield lineOf({ object: 'candidate', ...record.candidate })
  }
  for (const link of links.lines()) yield lineOf({ object: 'supersession', ...link })
}

/** Which entries replaced others. Either may come first, so they are known at the end. */
class Links {
  private readonly byId = new Map<string, EntryKey>()
  private readonly successors = new Map<string, string>()

  add({ id, sourceApp = null, externalId, supersededBy }: MemoryLine): void {
    if (!externalId) return
    this.byId.set(id, { sourceApp, externalId })
    if (supersededBy) this.successors.set(id, supersededBy)
  }

  *lines(): Generator<{ earlier: EntryKey; later: EntryKey }> {
    for (const [id, successor] of this.successors) {
      const [earlier, later] = [this.byId.get(id), this.byId.get(successor)]
      if (earlier && later) yield { earlier, later }
    }
  }
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`
}
