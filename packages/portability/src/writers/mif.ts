import { CARRIED, carriedFields, foreignFields } from '../carried.ts'
import { uuidOf } from '../digest.ts'
import { mapped } from '../mapped.ts'
import type { MemoryLine, PortableRecord } from '../records.ts'
import { typeFor } from '../scopes.ts'
import { timeIn } from '../times.ts'
import { type Json, objectIn, stringIn } from '../values.ts'
import { jsonWith, type WriteOptions, type WrittenFile } from './files.ts'

/* Writes Memory Interchange Format 2: one document. Chats are not part of it. */

const OWN_FIELDS = ['content', 'createdAt', 'updatedAt'] as const
const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

export async function writeMif(
  records: AsyncIterable<PortableRecord> | Iterable<PortableRecord>,
  { writtenBy, now, owner, document = {} }: WriteOptions,
): Promise<WrittenFile[]> {
  const lines: MemoryLine[] = []
  let about: Json = document
  for await (const record of records) {
    if (record.kind === 'memory') lines.push(record.memory)
    else if (record.kind === 'document') about = { ...objectIn(record.document, 'mif'), ...about }
  }
  const [name, version = '0'] = writtenBy.split('/')
  const store = {
    mif_version: '2.0',
    generator: { name, version },
    export_meta: { id: uuidOf([owner, now.toISOString()]), created_at: now.toISOString(), user_id: owner },
    ...about,
  }
  const memories = await mapped(lines, (line) => ({ text: JSON.stringify(memoryOf(line, now)) }))
  return [{ path: 'memories.mif.json', text: jsonWith(store, 'memories', memories) }]
}

function memoryOf(line: MemoryLine, now: Date): Json {
  const foreign = foreignFields(line, 'mif')
  const isForeign = stringIn(foreign, 'id') !== undefined && stringIn(foreign, 'created_at') !== undefined
  const own = [line.externalId, stringIn(foreign, 'id')].find((id) => id && UUID_4.test(id))
  const createdAt = line.createdAt ?? line.occurredAt ?? now.toISOString()
  const time = (name: string, value: string | undefined) =>
    value === undefined ? {} : { [name]: timeIn(foreign[name]) === value ? foreign[name] : value }
  const type = stringIn(foreign, 'memory_type')
  return {
    ...(isForeign ? foreign : {}),
    id: stringIn(foreign, 'id') ?? own ?? uuidOf([line.id]),
    content: line.content,
    // A type that was not changed is written as it was read, also where there was none.
    ...(isForeign && typeFor(type) === line.type ? {} : { memory_type: line.type }),
    ...time('created_at', createdAt),
    ...time('updated_at', line.updatedAt),
    ...(isForeign
      ? {}
      : {
          tags: [line.scope],
          external_id: line.externalId ?? line.id,
          source: { source_type: 'user', ...(line.sourceApp ? { agent_name: line.sourceApp } : {}) },
          metadata: { [CARRIED]: carriedFields(line, OWN_FIELDS, 'mif') },
        }),
  }
}
