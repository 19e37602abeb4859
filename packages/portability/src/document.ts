import { PortabilityError } from './errors.ts'
import { type JsonItem, type JsonTop, jsonItems } from './json.ts'
import type { PortableRecord } from './records.ts'
import type { Source } from './source.ts'
import { isObject, type Json } from './values.ts'

/** What the person says about the files. */
export interface ReadOptions {
  /** The user id in a store of several people; without it, the one of the first entry. */
  readonly user?: string
  /** The service from which pasted text was copied. */
  readonly source?: string
}

export interface ReadContext {
  readonly options: ReadOptions
  readonly signal: AbortSignal | undefined
  /** Reports something that does not stop the import, as a sentence. Repeated ones are counted. */
  readonly warn: (message: string) => void
}

/** A JSON document whose beginning was read. */
export interface JsonDocument {
  readonly source: Source
  readonly top: JsonTop
  /** The members of the top object, a list reduced to its first object or first element; empty for lists and lines. */
  readonly members: Json
  /** Every path of the archive that holds the document; empty outside of one. */
  readonly siblings: readonly Source[]
}

/** A document with the values that show its format; they are large, so they are held only until it is known. */
export interface SampledDocument extends JsonDocument {
  /** The first values of a list or of lines; empty for an object. */
  readonly sample: readonly unknown[]
}

/** Reads the JSON of one maker. */
export interface JsonReader {
  readonly format: string
  /** The name shown to people. */
  readonly label: string
  matches(document: SampledDocument): boolean
  /** Reads all documents of the format, in the order of the files. */
  read(documents: readonly JsonDocument[], context: ReadContext): AsyncGenerator<PortableRecord>
}

/** A document of this size or less is read whole to see what it is. */
const SAMPLE_BYTES = 4 * 1024 ** 2
const SAMPLE_ITEMS = 200

/** Opens a document and reads its beginning. @throws PortabilityError `json` if no value could be read */
export async function openDocument(
  source: Source,
  top: JsonTop,
  siblings: readonly Source[] = [],
): Promise<SampledDocument> {
  const sample: unknown[] = []
  const members: [string, unknown][] = []
  const seen = new Set<string>()
  const withoutObject = new Map<string, unknown[]>()
  const found = (): SampledDocument => ({ source, top, sample, members: Object.fromEntries(members), siblings })
  let items = 0
  try {
    for await (const { key, isElement, value } of jsonItems(source.open(), top)) {
      items++
      if (key === undefined) sample.push(value)
      else if (!seen.has(key)) {
        seen.add(key)
        const first = isElement ? [value] : value
        if (isElement && !isObject(value)) withoutObject.set(key, first as unknown[])
        members.push([key, first])
      } else if (isElement && isObject(value) && withoutObject.has(key)) {
        withoutObject.get(key)?.splice(0, 1, value)
        withoutObject.delete(key)
      }
      if (items >= SAMPLE_ITEMS && source.size > SAMPLE_BYTES) break
      if (top !== 'object' && items >= 20) break
    }
  } catch (error) {
    // Reading the document reports the error again; what it is may be clear from its beginning.
    if (!(error instanceof PortabilityError) || !items) throw error
  }
  return found()
}

/** All values of a document. */
export async function* valuesOf(document: JsonDocument, { signal }: ReadContext): AsyncGenerator<JsonItem> {
  yield* jsonItems(document.source.open(signal), document.top)
}

/** The elements of a list or of lines, or of the given member of an object. */
export async function* elementsOf(
  document: JsonDocument,
  context: ReadContext,
  ...keys: readonly string[]
): AsyncGenerator<unknown> {
  for await (const { key, isElement, value } of valuesOf(document, context))
    if (key === undefined || (isElement && keys.includes(key))) yield value
}

/** A document of one object as a whole. */
export async function wholeOf(document: JsonDocument, context: ReadContext): Promise<Json> {
  const members: [string, unknown][] = []
  const lists = new Map<string, unknown[]>()
  for await (const { key, isElement, value } of valuesOf(document, context)) {
    if (key === undefined) continue
    const list = lists.get(key)
    if (isElement && list) list.push(value)
    else {
      const first = isElement ? [value] : value
      if (isElement) lists.set(key, first as unknown[])
      members.push([key, first])
    }
  }
  return Object.fromEntries(members)
}
