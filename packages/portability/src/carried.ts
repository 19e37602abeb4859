import { lineRecord } from './formats/ours.ts'
import type { MemoryLine, PortableRecord } from './records.ts'
import { isObject, type Json } from './values.ts'

/*
 * Fields of a memory for which another format has no field of its own. They travel in the format's free metadata, under
 * one name, so that a memory comes back as it was.
 */

/** The name in the free metadata. */
export const CARRIED = 'memory_service'

const FIELDS = [
  'id',
  'scope',
  'type',
  'importance',
  'confidence',
  'pinned',
  'occurredAt',
  'createdAt',
  'updatedAt',
  'sourceApp',
  'validFrom',
  'validUntil',
  'expiresAt',
  'supersededBy',
  'externalId',
  'source',
] as const satisfies (keyof MemoryLine)[]

/** The fields to carry: all that are set, without those that the format has. */
export function carriedFields(memory: MemoryLine, ownFields: readonly (keyof MemoryLine)[], foreign: string): Json {
  const { [foreign]: _foreign, ...metadata } = memory.metadata ?? {}
  const fields = FIELDS.filter((name) => !ownFields.includes(name) && memory[name] != null)
  return {
    ...Object.fromEntries(fields.map((name) => [name, memory[name]])),
    ...(memory.sourceApp === null ? { sourceApp: null } : {}),
    ...(Object.keys(metadata).length ? { metadata } : {}),
  }
}

/** The memory of carried fields, with the fields that the format has; `undefined` if nothing was carried. */
export function carriedRecord(
  metadata: Json,
  { metadata: added, ...own }: Partial<Omit<MemoryLine, 'metadata'>> & { metadata?: Json },
): PortableRecord | undefined {
  const found = metadata[CARRIED]
  if (!isObject(found)) return undefined
  // Only a memory is carried.
  const { object: _object, ...carried } = found
  const set = Object.entries(own).filter(([, value]) => value !== undefined)
  const kept = isObject(carried.metadata) ? carried.metadata : {}
  return lineRecord({ ...carried, ...Object.fromEntries(set), metadata: { ...kept, ...added } })
}

/** A memory that a format came with: the JSON of its fields, as the reader stored it. */
export function foreignFields(memory: MemoryLine, foreign: string): Json {
  const text = memory.metadata?.[foreign]
  if (typeof text !== 'string') return {}
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
