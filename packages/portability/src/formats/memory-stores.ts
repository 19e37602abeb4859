import { elementsOf, type JsonReader, valuesOf, wholeOf } from '../document.ts'
import { memoryRecord } from '../memory.ts'
import { MODEL_CONFIDENCE, type PortableRecord } from '../records.ts'
import { isoMs, isoOf, timeIn } from '../times.ts'
import { field, isObject, type Json, listIn, numberIn, objectIn, percentOf, stringIn, stringsIn } from '../values.ts'
import { WARNINGS } from '../warnings.ts'
import { some } from './some.ts'

/* Memories as lists of entries: mem0, OpenMemory, OMI, and lists without a format. */

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
        if (owner && owner !== user) context.warn(WARNINGS.other_user)
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
    const entry = document.top === 'object' ? listIn(document.members, 'memories')[0] : document.sample.find(isObject)
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

/** Names of the list in an object that holds one. */
const LISTS = ['memories', 'items', 'entries', 'facts', 'data', 'results']

/** A list of strings, or of objects with a text, which may be a member of an object: a common form without a maker. */
export const plainList: JsonReader = {
  format: 'list',
  label: 'List of memories',
  matches: ({ top, sample, members }) => {
    const entries = top === 'object' ? LISTS.flatMap((name) => listIn(members, name)) : sample
    const known = entries.filter((value) => value !== null)
    return known.length > 0 && known.every((value) => plainText(value) !== undefined && !isForeign(value))
  },
  async *read(documents, context) {
    for (const document of documents)
      for await (const value of elementsOf(document, context, ...LISTS)) {
        const content = plainText(value)
        if (content === undefined) {
          context.warn(WARNINGS.entry_empty)
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
