import { CARRIED, carriedRecord } from '../carried.ts'
import { sha256Hex } from '../digest.ts'
import { type JsonReader, wholeOf } from '../document.ts'
import { memoryRecord } from '../memory.ts'
import { MODEL_CONFIDENCE, type PortableRecord } from '../records.ts'
import { timeIn } from '../times.ts'
import { field, isObject, type Json, listIn, numberIn, objectIn, percentOf, stringIn, stringsIn } from '../values.ts'

/* Memory Interchange Format 2: one document. Memories of equal content are one. */

const MAKER = 'mif'

export const mif: JsonReader = {
  format: 'mif-2',
  label: 'Memory Interchange Format 2',
  matches: ({ members }) => typeof field(members, 'mif_version') === 'string',
  async *read(documents, context) {
    for (const document of documents) {
      const whole = await wholeOf(document, context)
      const seen = new Set<string>()
      for (const memory of listIn(whole, 'memories')) {
        const content = stringIn(memory, 'content')
        const digest = content && sha256Hex(content)
        // Our own memories keep their ids: the same text may stand in two scopes, or have been true twice.
        const isOwn = isObject(field(objectIn(memory, 'metadata'), CARRIED))
        if (!digest || (!isOwn && seen.has(digest))) continue
        seen.add(digest)
        const record = mifMemory(memory as Json, content)
        if (record) yield record
      }
      const { memories: _memories, ...rest } = whole
      yield { kind: 'document', document: { mif: rest } }
    }
  },
}

function mifMemory(memory: Json, content: string): PortableRecord | undefined {
  const { content: _c, ...rest } = memory
  const own = objectIn(memory, 'metadata')
  const createdAt = timeIn(memory.created_at)
  const updatedAt = timeIn(memory.updated_at)
  const carried = carriedRecord(own, { content, createdAt, updatedAt })
  if (carried) return carried
  return memoryRecord({
    maker: MAKER,
    content,
    externalId: stringIn(memory, 'external_id', 'id'),
    type: stringIn(memory, 'memory_type'),
    named: own.scope,
    words: stringsIn(memory, 'tags'),
    importance: percentage(own.importance),
    pinned: own.pinned === true ? true : undefined,
    confidence: percentage(own.confidence) ?? MODEL_CONFIDENCE,
    createdAt,
    occurredAt: timeIn(own.occurred_at) ?? createdAt,
    updatedAt,
    validFrom: timeIn(own.valid_from),
    validUntil: timeIn(own.valid_until),
    supersededById: stringIn(own, 'superseded_by'),
    sourceApp: stringIn(objectIn(memory, 'source'), 'agent_name'),
    metadata: { mif: rest },
  })
}

/** A share from 0 to 1, or a percentage above. */
function percentage(value: unknown): number | undefined {
  const number = numberIn({ value }, 'value')
  return percentOf(number) ?? (number !== undefined && number > 1 && number <= 100 ? number : undefined)
}
