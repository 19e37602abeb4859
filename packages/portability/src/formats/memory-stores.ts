import { elementsOf, type JsonDocument, type JsonReader, type ReadContext, valuesOf, wholeOf } from '../document.ts'
import { candidateRecord, memoryRecord } from '../memory.ts'
import { MODEL_CONFIDENCE, type PortableRecord } from '../records.ts'
import { isoMs, isoOf, timeIn } from '../times.ts'
import { field, isObject, type Json, listIn, numberIn, objectIn, percentOf, stringIn, stringsIn } from '../values.ts'

/* Stores of memories that are lists of entries: mem0, OpenMemory, supermemory, LangGraph, Graphiti, server-memory. */

const firstIn = (document: JsonDocument, ...keys: string[]): unknown =>
  document.top === 'object'
    ? keys.map((key) => listIn(document.members, key)[0]).find((value) => value !== undefined)
    : document.sample[0]

/** Yields a record if there is one. */
function* some(record: PortableRecord | undefined): Generator<PortableRecord> {
  if (record) yield record
}

export const mem0: JsonReader = {
  format: 'mem0',
  label: 'mem0 export',
  matches: (document) => {
    const candidates = document.top === 'object' ? listIn(document.members, 'results') : document.sample
    return candidates.some(
      (value) => typeof field(value, 'memory') === 'string' && field(value, 'spaceId') === undefined,
    )
  },
  async *read(documents, context) {
    let user = context.options.user
    for (const document of documents)
      for await (const entry of elementsOf(document, context, 'results')) {
        const owner = stringIn(entry, 'user_id')
        user ??= owner
        if (owner && owner !== user) context.warn(`Memories of another user than ${user} are left out.`)
        else yield* some(mem0Memory(entry))
      }
  },
}

function mem0Memory(entry: unknown): PortableRecord | undefined {
  const content = field(entry, 'memory')
  if (typeof content !== 'string') return undefined
  const { scope, kind, importance, ...own } = objectIn(entry, 'metadata')
  const createdAt = timeIn(field(entry, 'created_at'))
  return memoryRecord({
    maker: 'mem0',
    content,
    externalId: stringIn(entry, 'id'),
    type: typeof kind === 'string' ? kind : 'fact',
    named: scope,
    words: stringsIn(entry, 'categories'),
    importance: typeof importance === 'number' && importance >= 0 && importance <= 100 ? importance : undefined,
    confidence: MODEL_CONFIDENCE,
    createdAt,
    occurredAt: createdAt,
    updatedAt: timeIn(field(entry, 'updated_at')),
    validUntil: timeIn(field(entry, 'expiration_date')),
    metadata: {
      ...own,
      tags: stringsIn(entry, 'categories').join(', '),
      ...picked(entry, 'agent_id', 'run_id', 'app_id', 'actor_id', 'attributed_to'),
    },
  })
}

function picked(entry: unknown, ...names: string[]): Json {
  return Object.fromEntries(names.flatMap((name) => (field(entry, name) == null ? [] : [[name, field(entry, name)]])))
}

export const openMemory: JsonReader = {
  format: 'openmemory-backup',
  label: 'OpenMemory backup',
  matches: (document) => {
    const entry = document.top === 'object' ? listIn(document.members, 'memories')[0] : document.sample[0]
    return typeof field(entry, 'content') === 'string' && STATES.has(field(entry, 'state')) && !field(entry, 'schema')
  },
  async *read(documents, context) {
    for (const document of documents) {
      const whole = document.top === 'object' ? await wholeOf(document, context) : {}
      const names = new Map(listIn(whole, 'apps').map((app) => [field(app, 'id'), stringIn(app, 'name')]))
      const categories = new Map(listIn(whole, 'categories').map((each) => [field(each, 'id'), stringIn(each, 'name')]))
      const entries = document.top === 'object' ? listIn(whole, 'memories') : elementsOf(document, context)
      for await (const entry of entries) yield* some(openMemoryEntry(entry, names, categories))
    }
  },
}

const STATES: ReadonlySet<unknown> = new Set(['active', 'paused', 'archived', 'deleted'])

function openMemoryEntry(
  entry: unknown,
  apps: ReadonlyMap<unknown, string | undefined>,
  categories: ReadonlyMap<unknown, string | undefined>,
): PortableRecord | undefined {
  const content = stringIn(entry, 'content')
  const state = field(entry, 'state')
  if (!content || state === 'deleted' || field(entry, 'deleted_at')) return undefined
  const createdAt = timeIn(field(entry, 'created_at'))
  const updatedAt = timeIn(field(entry, 'updated_at'))
  return memoryRecord({
    maker: 'openmemory',
    content,
    externalId: stringIn(entry, 'id'),
    confidence: MODEL_CONFIDENCE,
    words: [
      ...listIn(entry, 'category_ids').flatMap((id) => categories.get(id) ?? []),
      ...stringsIn(entry, 'categories'),
    ],
    createdAt,
    occurredAt: createdAt,
    updatedAt,
    // An archived memory no longer counts there, so it is past here.
    ...(state === 'archived' ? { validUntil: timeIn(field(entry, 'archived_at')) ?? updatedAt ?? createdAt } : {}),
    sourceApp: apps.get(field(entry, 'app_id')) ?? stringIn(entry, 'app'),
    metadata: { ...objectIn(entry, 'metadata'), ...(state === 'paused' ? { state } : {}) },
  })
}

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
    return typeof field(entry, 'fact') === 'string' && Object.hasOwn((entry ?? {}) as Json, 'valid_at')
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
      (value) => field(value, 'type') === 'entity' && Array.isArray(field(value, 'observations')),
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
        if (field(value, 'type') === 'relation' || stringIn(value, 'relationType'))
          context.warn('Relations between entities are left out.')
      }
  },
}

async function* entitiesOf(document: JsonDocument, context: ReadContext): AsyncGenerator<unknown> {
  const whole = await wholeOf(document, context)
  if (Array.isArray(whole.entities)) yield* listIn(whole, 'entities')
  else yield whole
}

export const omi: JsonReader = {
  format: 'omi-ai',
  label: 'Open Memory Interchange',
  matches: ({ sample, members }) =>
    [members, ...sample.slice(0, 1)].some((value) => field(value, 'format') === 'open-memory-interchange'),
  async *read(documents, context) {
    for (const document of documents)
      for await (const { key, isElement, value } of valuesOf(document, context))
        if (key === undefined || (isElement && key === 'memories')) yield* some(omiMemory(value))
  },
}

function omiMemory(entry: unknown): PortableRecord | undefined {
  const content = stringIn(entry, 'content')
  if (!content) return undefined
  const createdAt = timeIn(field(entry, 'created'))
  const validFrom = timeIn(field(entry, 'valid_from'))
  const method = stringIn(objectIn(entry, 'source'), 'method')
  return memoryRecord({
    maker: 'omi',
    content,
    externalId: stringIn(entry, 'id'),
    type: stringIn(entry, 'type'),
    words: stringsIn(entry, 'tags'),
    confidence: percentOf(numberIn(entry, 'confidence')) ?? (method === 'stated' ? undefined : MODEL_CONFIDENCE),
    createdAt,
    occurredAt: validFrom ?? createdAt,
    updatedAt: timeIn(field(entry, 'updated')),
    validFrom,
    validUntil: timeIn(field(entry, 'valid_to')),
    sourceApp: stringIn(objectIn(entry, 'source'), 'platform'),
    metadata: { tags: stringsIn(entry, 'tags').join(', '), ext: field(entry, 'ext'), lang: stringIn(entry, 'lang') },
  })
}

/** A list of strings, or of objects with a text: no format of anybody, but a common one. */
export const plainList: JsonReader = {
  format: 'list',
  label: 'List of memories',
  matches: ({ top, sample }) =>
    top !== 'object' &&
    sample.length > 0 &&
    sample.every((value) => plainText(value) !== undefined && !isForeign(value)),
  async *read(documents, context) {
    for (const document of documents)
      for await (const value of elementsOf(document, context)) {
        const content = plainText(value)
        if (content === undefined) {
          context.warn('An entry of the list has no text, and is left out.')
          continue
        }
        const at = ['timestamp', 'created_at', 'createdAt', 'created', 'date', 'time'].map((name) => field(value, name))
        const ms = at.map(isoMs).find((each) => each !== undefined)
        yield* some(
          memoryRecord({
            maker: 'list',
            content,
            externalId: stringIn(value, 'id', 'uuid'),
            type: stringIn(value, 'type', 'kind'),
            named: field(value, 'scope'),
            words: [...stringsIn(value, 'categories'), ...stringsIn(value, 'tags')],
            ...(ms === undefined ? {} : { createdAt: isoOf(ms), occurredAt: isoOf(ms) }),
          }),
        )
      }
  },
}

/** A message of a chat, which is no memory. */
function isForeign(value: unknown): boolean {
  return ['role', 'sender', 'author', 'messages', 'chat_messages', 'mapping', 'header'].some(
    (name) => field(value, name) !== undefined,
  )
}

function plainText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() ? value : undefined
  return stringIn(value, 'content', 'text', 'memory', 'fact')
}
