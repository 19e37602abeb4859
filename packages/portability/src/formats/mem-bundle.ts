import { sha256Hex } from '../digest.ts'
import type { ReadContext } from '../document.ts'
import { PortabilityError } from '../errors.ts'
import { jsonItems, parseJson } from '../json.ts'
import { memoryRecord } from '../memory.ts'
import { MODEL_CONFIDENCE, type PortableRecord } from '../records.ts'
import { allBytes, type Source } from '../source.ts'
import { decodeText } from '../text.ts'
import { timeIn } from '../times.ts'
import { field, type Json, listIn, numberIn, percentOf, stringIn, stringsIn } from '../values.ts'
import { some } from './some.ts'

/*
 * A .mem bundle: a folder with a manifest and items as JSON Lines. Every file must have the digest that the manifest and
 * CHECKSUMS name. What a tombstone names is not brought back, and references to secrets are never read.
 */

const MAKER = 'mem'
const FILE_BYTES_MAX = 256 * 1024 ** 2

/** Whether a JSON object is the manifest of a bundle. */
export function isBundleManifest(members: Json): boolean {
  const [first] = listIn(members, 'files')
  return stringIn(members, 'conformanceLevel') !== undefined && typeof field(first, 'sha256') === 'string'
}

/** Reads the bundle whose manifest is at `manifest`. @throws PortabilityError `checksum` */
export async function* readBundle(
  manifest: Source,
  siblings: readonly Source[],
  { signal }: ReadContext,
): AsyncGenerator<PortableRecord> {
  const folder = manifest.path.slice(0, manifest.path.lastIndexOf('/') + 1)
  const inBundle = new Map(siblings.map((source) => [source.path, source]))
  const fileAt = (path: string) => inBundle.get(folder + path)
  const digests = await declaredDigests(manifest, fileAt('CHECKSUMS'), signal)
  const items = new Map<string, unknown[]>()
  for (const [path, digest] of digests) {
    const file = fileAt(path)
    if (!file) throw mismatch(path, 'is missing')
    const bytes = await allBytes(file, FILE_BYTES_MAX, signal)
    if (sha256Hex(bytes) !== digest) throw mismatch(path, 'was changed after the bundle was written')
    if (/^(?:items\/(?:episode|fact)|audit\/tombstones)\.jsonl$/.test(path)) items.set(path, await linesIn(bytes))
  }
  // What no digest covers may have been added by anybody.
  const loose = ['items/episode.jsonl', 'items/fact.jsonl'].find((path) => fileAt(path) && !digests.has(path))
  if (loose) throw mismatch(loose, 'is not covered by a digest')
  const removed = new Set(
    (items.get('audit/tombstones.jsonl') ?? []).flatMap((tombstone) => [
      ...stringsIn(tombstone, 'reach'),
      stringIn(tombstone, 'id') ?? '',
    ]),
  )
  const isThere = (item: unknown) => !removed.has(stringIn(item, 'id') ?? '')
  for (const item of (items.get('items/episode.jsonl') ?? []).filter(isThere)) yield* some(episode(item))
  for (const item of (items.get('items/fact.jsonl') ?? []).filter(isThere)) yield* some(fact(item))
}

function mismatch(path: string, what: string): PortabilityError {
  return new PortabilityError('checksum', `The checksum of the bundle is wrong: ${path} ${what}.`)
}

/** The digest of each file, by the manifest and by CHECKSUMS, which must agree. */
async function declaredDigests(manifest: Source, checksums: Source | undefined, signal: AbortSignal | undefined) {
  const digests = new Map<string, string>()
  const declare = (path: string | undefined, digest: string | undefined) => {
    if (!path || !digest) return
    if (digests.has(path) && digests.get(path) !== digest) throw mismatch(path, 'has two digests')
    digests.set(path, digest.toLowerCase())
  }
  const parsed = parseJson(decodeText(await allBytes(manifest, FILE_BYTES_MAX, signal)))
  for (const file of listIn(parsed, 'files')) declare(stringIn(file, 'path'), stringIn(file, 'sha256'))
  const lines = checksums ? decodeText(await allBytes(checksums, FILE_BYTES_MAX, signal)).split(/\r?\n/) : []
  for (const line of lines) {
    const match = /^([0-9a-f]{64}) [ *](.+)$/i.exec(line)
    declare(match?.[2], match?.[1])
  }
  return digests
}

async function linesIn(bytes: Uint8Array): Promise<unknown[]> {
  const values: unknown[] = []
  const pieces = (async function* () {
    yield bytes
  })()
  for await (const { value } of jsonItems(pieces, 'values')) values.push(value)
  return values
}

function episode(item: unknown): PortableRecord | undefined {
  const content = stringIn(item, 'details', 'summary')
  if (!content) return undefined
  return memoryRecord({
    maker: MAKER,
    content,
    externalId: stringIn(item, 'id'),
    type: 'event',
    words: stringsIn(item, 'categories'),
    importance: percentOf(numberIn(item, 'importance')),
    confidence: percentOf(numberIn(item, 'confidence')) ?? MODEL_CONFIDENCE,
    pinned: field(item, 'pinned') === true ? true : undefined,
    occurredAt: timeIn(field(item, 'eventTime')),
    createdAt: timeIn(field(item, 'ingestionTime')) ?? timeIn(field(item, 'mentionTime')),
    metadata: { tags: stringsIn(item, 'categories').join(', '), sourceType: stringIn(item, 'sourceType') },
  })
}

function fact(item: unknown): PortableRecord | undefined {
  const content = stringIn(item, 'text')
  if (!content) return undefined
  const createdAt = timeIn(field(item, 'createdAt'))
  const validFrom = timeIn(field(item, 'tValidFrom'))
  return memoryRecord({
    maker: MAKER,
    content,
    externalId: stringIn(item, 'id'),
    type: 'fact',
    importance: percentOf(numberIn(item, 'importance')),
    confidence: percentOf(numberIn(item, 'confidence')) ?? MODEL_CONFIDENCE,
    createdAt,
    occurredAt: validFrom ?? createdAt,
    validFrom,
    validUntil: timeIn(field(item, 'tValidTo')),
    supersededById: stringIn(item, 'supersededBy'),
  })
}
