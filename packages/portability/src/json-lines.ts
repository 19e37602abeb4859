import { FORMAT, VERSION } from './formats/ours.ts'
import type { PortableRecord } from './records.ts'

export interface JsonLinesOptions {
  /** Scopes to store instead of those that were found, as the person chose in the preview. */
  readonly scopes?: ReadonlyMap<string, string>
  /** Fields of the document for the header, so that another format can be written from the lines without loss. */
  readonly document?: Readonly<Record<string, unknown>>
}

/**
 * Writes records as the JSON Lines that the service imports: a header, memories, chats and messages. Candidates are not
 * part of them: they become memories only when the person accepts them.
 */
export async function* toJsonLines(
  records: AsyncIterable<PortableRecord> | Iterable<PortableRecord>,
  { scopes, document }: JsonLinesOptions = {},
): AsyncGenerator<string> {
  yield lineOf({ format: FORMAT, version: VERSION, ...(document ? { document } : {}) })
  for await (const record of records) {
    if (record.kind === 'memory') {
      const scope = scopes?.get(record.memory.scope) ?? record.memory.scope
      yield lineOf({ ...record.memory, scope })
    } else if (record.kind === 'chat') yield lineOf(record.chat)
    else if (record.kind === 'message') yield lineOf(record.message)
  }
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`
}
