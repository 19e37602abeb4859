import { sha256Hex } from '../digest.ts'
import { type JsonReader, valuesOf } from '../document.ts'
import { flatMetadata } from '../memory.ts'
import { CONTENT_CHARS_MAX, MESSAGE_CHARS_MAX, type MemoryLine, type PortableRecord } from '../records.ts'
import { scopeFor } from '../scopes.ts'
import { cleanText, cleanTitle, cutText, normalText } from '../text.ts'
import { timeIn } from '../times.ts'
import { field, isObject, type Json, numberIn, stringIn } from '../values.ts'
import { WARNINGS } from '../warnings.ts'

/* An export of this service: JSON Lines with a header, memories, chats and messages. */

export const FORMAT = 'memory-service'
export const VERSION = 1
const TYPE_CHARS_MAX = 64
const TIMES = ['occurredAt', 'createdAt', 'updatedAt', 'validFrom', 'validUntil', 'expiresAt'] as const

export const ours: JsonReader = {
  format: FORMAT,
  label: 'Memory Service export',
  matches: ({ top, sample, members }) =>
    top !== 'list' &&
    [members, ...sample].some(
      (value) =>
        field(value, 'format') === FORMAT ||
        (stringIn(value, 'content') && stringIn(value, 'scope') && !field(value, 'memory_type')),
    ),
  async *read(documents, context) {
    for (const document of documents) {
      // A file of one line is an object, whose members are the fields of the line.
      const values = document.top === 'object' ? [document.members] : linesOf(valuesOf(document, context))
      for await (const value of values) {
        if (!isObject(value)) continue
        if (value.object === 'supersession') continue
        if (value.format === FORMAT) {
          const { document: fields } = value
          if (isObject(fields)) yield { kind: 'document', document: fields }
        } else {
          const record = lineRecord(value)
          if (record) yield record
          else context.warn(WARNINGS.line_unreadable)
        }
      }
    }
  },
}

async function* linesOf(items: AsyncIterable<{ value: unknown }>): AsyncGenerator<unknown> {
  for await (const { value } of items) yield value
}

/** An id of this service: fields that mean something only in a store of it are read only beside one. */
const OWN_ID = /^mem_[0-9a-hjkmnp-tv-z]{26,28}$/

/** The record of a line; `undefined` if a field that it needs cannot be read. */
export function lineRecord(line: Json): PortableRecord | undefined {
  const createdAt = timeIn(line.createdAt)
  if (line.object === 'chat') {
    const id = stringIn(line, 'id')
    if (!id || !createdAt) return undefined
    const title = cleanTitle(stringIn(line, 'title'))
    const updatedAt = timeIn(line.updatedAt) ?? createdAt
    const unread = line.doNotRemember === true ? { doNotRemember: true as const } : {}
    return { kind: 'chat', chat: { object: 'chat', id, title, createdAt, updatedAt, ...unread } }
  }
  if (line.object === 'message') {
    const [id, chatId, role] = [stringIn(line, 'id'), stringIn(line, 'chatId'), line.role]
    if (!id || !chatId || !createdAt || (role !== 'user' && role !== 'assistant')) return undefined
    const content = cutText(cleanText(stringIn(line, 'content') ?? ''), MESSAGE_CHARS_MAX)
    return { kind: 'message', message: { object: 'message', id, chatId, role, content, createdAt } }
  }
  if (line.object === 'revision') {
    const id = stringIn(line, 'id')
    return id && isObject(line.memory) ? { kind: 'revision', revision: { ...line, object: 'revision', id } } : undefined
  }
  return memoryLine(line)
}

function memoryLine(line: Json): PortableRecord | undefined {
  const content = cutText(cleanText(stringIn(line, 'content') ?? ''), CONTENT_CHARS_MAX)
  if (!content) return undefined
  const percent = (name: string) => {
    const value = numberIn(line, name)
    return value !== undefined && value >= 0 && value <= 100 ? { [name]: value } : {}
  }
  const times = Object.fromEntries(TIMES.flatMap((name) => (timeIn(line[name]) ? [[name, timeIn(line[name])]] : [])))
  const metadata = isObject(line.metadata) ? flatMetadata(line.metadata) : undefined
  const source = flatMetadata(
    Object.fromEntries(
      ['url', 'messageId', 'quote'].flatMap((name) =>
        stringIn(line.source, name) ? [[name, stringIn(line.source, name)]] : [],
      ),
    ),
  )
  const memory: MemoryLine = {
    id: stringIn(line, 'id') ?? `line:${sha256Hex(normalText(content)).slice(0, 32)}`,
    content,
    scope: scopeFor(content, [], line.scope),
    type: cutText(cleanText(stringIn(line, 'type', 'kind') ?? ''), TYPE_CHARS_MAX) || 'event',
    ...percent('importance'),
    ...percent('confidence'),
    ...(typeof line.pinned === 'boolean' ? { pinned: line.pinned } : {}),
    ...times,
    ...('sourceApp' in line ? { sourceApp: stringIn(line, 'sourceApp') ?? null } : {}),
    ...(stringIn(line, 'supersededBy') ? { supersededBy: stringIn(line, 'supersededBy') as string } : {}),
    ...(stringIn(line, 'externalId') ? { externalId: stringIn(line, 'externalId') as string } : {}),
    ...(metadata ? { metadata } : {}),
    ...(source ? { source } : {}),
    ...ownState(line),
  }
  return { kind: 'memory', memory }
}

function ownState(line: Json): Partial<MemoryLine> {
  const id = stringIn(line, 'id')
  if (!id || !OWN_ID.test(id)) return {}
  const revision = numberIn(line, 'revision')
  const maybeSupersededBy = stringIn(line, 'maybeSupersededBy')
  const supersedes = Array.isArray(line.supersedes)
    ? line.supersedes.filter((each): each is string => typeof each === 'string')
    : []
  return {
    ...(supersedes.length ? { supersedes } : {}),
    ...(maybeSupersededBy ? { maybeSupersededBy } : {}),
    ...(revision !== undefined && Number.isInteger(revision) && revision > 0 ? { revision } : {}),
    ...(isObject(line.editedBy) ? { editedBy: line.editedBy } : {}),
  }
}
