import {
  elementsOf,
  type JsonDocument,
  type JsonReader,
  type ReadContext,
  type SampledDocument,
  wholeOf,
} from '../document.ts'
import { candidateRecord, memoryRecord } from '../memory.ts'
import { MODEL_CONFIDENCE, type PortableRecord } from '../records.ts'
import { timeIn } from '../times.ts'
import { field, isObject, listIn, objectIn, stringIn, stringsIn } from '../values.ts'
import { WARNINGS } from '../warnings.ts'
import { some } from './some.ts'

/* Memories as entries that refer to each other: supermemory, LangGraph, Graphiti, server-memory. */

const firstIn = (document: SampledDocument, ...keys: string[]): unknown =>
  document.top === 'object'
    ? keys.map((key) => listIn(document.members, key)[0]).find((value) => value !== undefined)
    : document.sample.find(isObject)

export const supermemory: JsonReader = {
  format: 'supermemory',
  label: 'supermemory export',
  matches: (document) => {
    const entry = firstIn(document, 'memoryEntries', 'documents')
    return [entry, listIn(entry, 'memoryEntries')[0]].some(
      (value) => typeof field(value, 'memory') === 'string' && field(value, 'isLatest') !== undefined,
    )
  },
  async *read(documents, context) {
    const entries: unknown[] = []
    for (const document of documents)
      for await (const value of elementsOf(document, context, 'memoryEntries', 'documents'))
        entries.push(...(Array.isArray(field(value, 'memoryEntries')) ? listIn(value, 'memoryEntries') : [value]))
    const nextOf = new Map(entries.map((entry) => [field(entry, 'parentMemoryId'), entry]))
    for (const entry of entries) yield* some(supermemoryEntry(entry, nextOf.get(field(entry, 'id'))))
  },
}

function supermemoryEntry(entry: unknown, next: unknown): PortableRecord | undefined {
  const content = stringIn(entry, 'memory')
  if (!content || field(entry, 'isForgotten') === true) return undefined
  const maker = 'supermemory'
  const createdAt = timeIn(field(entry, 'createdAt'))
  if (field(entry, 'isInference') === true)
    return candidateRecord({ content, origin: 'inference', maker, occurredAt: createdAt })
  const isPast = field(entry, 'isLatest') === false
  return memoryRecord({
    maker,
    content,
    externalId: stringIn(entry, 'id'),
    confidence: MODEL_CONFIDENCE,
    pinned: field(entry, 'isStatic') === true ? true : undefined,
    createdAt,
    occurredAt: createdAt,
    updatedAt: timeIn(field(entry, 'updatedAt')),
    validUntil: isPast
      ? (timeIn(field(next, 'createdAt')) ?? timeIn(field(entry, 'updatedAt')))
      : timeIn(field(entry, 'forgetAfter')),
    supersededById: isPast ? stringIn(next, 'id') : undefined,
    metadata: objectIn(entry, 'metadata'),
  })
}

export const langgraph: JsonReader = {
  format: 'langgraph-store',
  label: 'LangGraph store',
  matches: (document) => {
    const entry = firstIn(document, 'items')
    const item = document.top === 'object' && !entry ? document.members : entry
    return (
      Array.isArray(field(item, 'namespace')) && stringIn(item, 'key') !== undefined && isObject(field(item, 'value'))
    )
  },
  async *read(documents, context) {
    for (const document of documents) {
      if (document.top === 'object' && !listIn(document.members, 'items').length)
        yield* some(langgraphItem(await wholeOf(document, context)))
      else for await (const item of elementsOf(document, context, 'items')) yield* some(langgraphItem(item))
    }
  },
}

function langgraphItem(item: unknown): PortableRecord | undefined {
  const maker = 'langgraph'
  const value = objectIn(item, 'value')
  const inner = field(value, 'content')
  const content = stringIn(inner, 'content') ?? stringIn(value, 'content', 'text', 'memory', 'fact')
  const createdAt = timeIn(field(item, 'created_at'))
  const kind = stringIn(value, 'kind')
  if (!content) {
    // A profile is one object about the person; everything else is the state of a program.
    const fields = isObject(inner) ? Object.entries(inner).filter(([, part]) => typeof part !== 'object') : []
    if (!kind || !fields.length) return undefined
    const text = fields.map(([name, part]) => `${name.replace(/_/g, ' ')}: ${String(part)}`).join('; ')
    return candidateRecord({ content: text, origin: 'profile', maker, occurredAt: createdAt })
  }
  return memoryRecord({
    maker,
    content,
    externalId: stringIn(item, 'key'),
    type: kind && kind !== 'Memory' ? kind : 'fact',
    confidence: MODEL_CONFIDENCE,
    createdAt,
    occurredAt: createdAt,
    updatedAt: timeIn(field(item, 'updated_at')),
    metadata: { namespace: stringsIn(item, 'namespace').join('/') },
  })
}

export const graphiti: JsonReader = {
  format: 'graphiti',
  label: 'Graphiti graph',
  matches: (document) => {
    const entry = firstIn(document, 'edges')
    return (
      typeof field(entry, 'fact') === 'string' &&
      ['valid_at', 'invalid_at', 'source_node_uuid'].some((name) => field(entry, name) !== undefined)
    )
  },
  async *read(documents, context) {
    for (const document of documents)
      for await (const edge of elementsOf(document, context, 'edges')) yield* some(graphitiEdge(edge))
  },
}

function graphitiEdge(edge: unknown): PortableRecord | undefined {
  const content = stringIn(edge, 'fact')
  if (!content) return undefined
  const createdAt = timeIn(field(edge, 'created_at'))
  const validFrom = timeIn(field(edge, 'valid_at'))
  return memoryRecord({
    maker: 'graphiti',
    content,
    externalId: stringIn(edge, 'uuid'),
    confidence: MODEL_CONFIDENCE,
    createdAt,
    occurredAt: validFrom ?? createdAt,
    validFrom,
    validUntil: timeIn(field(edge, 'invalid_at')) ?? timeIn(field(edge, 'expired_at')) ?? null,
    metadata: { relation: stringIn(edge, 'name'), group: stringIn(edge, 'group_id') },
  })
}

export const serverMemory: JsonReader = {
  format: 'mcp-memory',
  label: 'Memory of the MCP server-memory',
  matches: ({ sample, members }) =>
    [...sample, members].some(
      (value) =>
        (field(value, 'type') === 'entity' || field(value, 'entityType') !== undefined) &&
        Array.isArray(field(value, 'observations')),
    ) ||
    (listIn(members, 'entities').length > 0 && Array.isArray(field(listIn(members, 'entities')[0], 'observations'))),
  async *read(documents, context) {
    for (const document of documents)
      for await (const value of document.top === 'object'
        ? entitiesOf(document, context)
        : elementsOf(document, context)) {
        const name = stringIn(value, 'name') ?? ''
        const isPerson = /^(?:default_user|user|me|self)$/i.test(name)
        for (const observation of stringsIn(value, 'observations')) {
          const content = isPerson || !name ? observation : `${name}: ${observation}`
          const maker = 'mcp-memory'
          yield* some(memoryRecord({ maker, content, confidence: MODEL_CONFIDENCE, metadata: { entity: name } }))
        }
        if (field(value, 'type') === 'relation' || stringIn(value, 'relationType')) context.warn(WARNINGS.relations)
      }
  },
}

async function* entitiesOf(document: JsonDocument, context: ReadContext): AsyncGenerator<unknown> {
  const whole = await wholeOf(document, context)
  if (Array.isArray(whole.entities)) yield* listIn(whole, 'entities')
  else yield whole
}
