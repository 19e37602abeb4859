import { carriedRecord } from '../carried.ts'
import { chatRecords, type FoundMessage } from '../chat.ts'
import { canonicalJson, TextDigest } from '../digest.ts'
import { type JsonDocument, type JsonReader, type ReadContext, wholeOf } from '../document.ts'
import { mapped } from '../mapped.ts'
import { memoryRecord } from '../memory.ts'
import { MODEL_CONFIDENCE, type PortableRecord } from '../records.ts'
import { isoMs, timeIn } from '../times.ts'
import { field, isObject, type Json, listIn, numberIn, objectIn, percentOf, stringIn, stringsIn } from '../values.ts'
import { WARNINGS } from '../warnings.ts'
import { lineRecord } from './ours.ts'

/* Portable AI Memory 1.0: a store of memories, and conversations in files of their own. */

export const PAM_SCHEMA = 'portable-ai-memory'
const MAKER = 'pam'
/** Memories in these states are past; those in any other state but `active` are not imported. */
const PAST: ReadonlySet<unknown> = new Set(['superseded', 'archived'])

export const pam: JsonReader = {
  format: 'pam-1',
  label: 'Portable AI Memory 1.0',
  matches: ({ members }) => String(field(members, 'schema') ?? '').startsWith(PAM_SCHEMA),
  read,
}

async function* read(documents: readonly JsonDocument[], context: ReadContext): AsyncGenerator<PortableRecord> {
  for (const document of documents) {
    const schema = document.members.schema
    if (schema === PAM_SCHEMA) yield* storeRecords(await wholeOf(document, context), context)
    else if (schema === `${PAM_SCHEMA}-conversation`) yield* conversationRecords(await wholeOf(document, context))
  }
}

async function* storeRecords(store: Json, { warn }: ReadContext): AsyncGenerator<PortableRecord> {
  const memories = listIn(store, 'memories')
  const checksum = stringIn(objectIn(store, 'integrity'), 'checksum')
  if (checksum && checksum !== (await pamChecksum(memories))) warn(WARNINGS.checksum_differs)
  const relations = listIn(store, 'relations')
  for (const memory of memories) {
    const related = relations.filter((relation) => field(relation, 'from') === field(memory, 'id'))
    const record = storeMemory(memory, related)
    if (record) yield record
  }
  // Fields of the store, which a later export as PAM writes back.
  const { memories: _memories, relations: _relations, integrity: _integrity, ...document } = store
  yield { kind: 'document', document: { pam: document } }
}

/** The checksum of a store: over its memories in the order of their ids, as canonical JSON. */
export async function pamChecksum(memories: readonly unknown[]): Promise<string> {
  return checksumOf(
    await mapped(memories, (memory) => ({ id: String(field(memory, 'id')), canonical: canonicalJson(memory) })),
  )
}

/** The checksum of memories that are canonical JSON already. */
export async function checksumOf(memories: readonly { id: string; canonical: string }[]): Promise<string> {
  const sorted = [...memories].sort((a, b) => (a.id < b.id ? -1 : 1))
  const digest = new TextDigest()
  digest.add('[')
  await mapped(sorted, ({ canonical }, i) => digest.add(i ? `,${canonical}` : canonical))
  digest.add(']')
  return `sha256:${digest.hex()}`
}

function storeMemory(memory: unknown, relations: readonly unknown[]): PortableRecord | undefined {
  const content = stringIn(memory, 'content')
  const status = field(memory, 'status') ?? 'active'
  const isPast = PAST.has(status)
  if (!content || (status !== 'active' && !isPast)) return undefined
  const temporal = objectIn(memory, 'temporal')
  const createdAt = timeIn(temporal.created_at)
  const updatedAt = timeIn(temporal.updated_at)
  const validFrom = timeIn(temporal.valid_from)
  const tags = stringsIn(memory, 'tags')
  const confidence = percentOf(numberIn(objectIn(memory, 'confidence'), 'current'))
  const validUntil = timeIn(temporal.valid_until) ?? (isPast ? (updatedAt ?? createdAt) : undefined)
  const carried = carriedRecord(objectIn(memory, 'metadata'), {
    ...{ content, createdAt, updatedAt, validFrom, validUntil, confidence },
  })
  if (carried) return carried
  const type = stringIn(memory, 'type')
  return memoryRecord({
    maker: MAKER,
    content,
    externalId: stringIn(memory, 'id'),
    type: type === 'custom' ? stringIn(memory, 'custom_type') : type,
    words: [...tags, stringIn(objectIn(memory, 'metadata'), 'domain') ?? ''],
    pinned: tags.includes('pinned') ? true : undefined,
    confidence: confidence ?? MODEL_CONFIDENCE,
    createdAt,
    occurredAt: validFrom ?? createdAt,
    updatedAt,
    validFrom,
    validUntil,
    supersededById: stringIn(temporal, 'superseded_by'),
    sourceApp: stringIn(objectIn(memory, 'provenance'), 'platform'),
    metadata: { pam: pamExtras(memory, relations) },
  })
}

/** What PAM has and a memory has not, so that nothing is lost on the way back. */
function pamExtras(memory: unknown, relations: readonly unknown[]): Json {
  const { content: _c, content_hash: _h, id: _i, ...rest } = memory as Json
  return relations.length ? { ...rest, relations } : rest
}

function* conversationRecords(conversation: Json): Generator<PortableRecord> {
  const provider = objectIn(conversation, 'provider')
  const id = stringIn(provider, 'conversation_id') ?? stringIn(conversation, 'id')
  if (!id) return
  const temporal = objectIn(conversation, 'temporal')
  const own = ownLines(conversation)
  if (own) return yield* own
  yield* chatRecords({
    maker: stringIn(provider, 'name') ?? MAKER,
    id,
    title: stringIn(conversation, 'title'),
    createdMs: isoMs(temporal.created_at),
    updatedMs: isoMs(temporal.updated_at),
    messages: shownMessages(listIn(conversation, 'messages')),
  })
}

/** The lines of a chat that this service exported, with their ids; `undefined` for any other. */
function ownLines(conversation: Json): PortableRecord[] | undefined {
  const temporal = objectIn(conversation, 'temporal')
  const { id: chatId, title } = conversation
  const times = { createdAt: temporal.created_at, updatedAt: temporal.updated_at }
  const lines = listIn(conversation, 'messages')
    .filter(isObject)
    .map((message) => {
      const { id, role, content, created_at: createdAt } = message
      return lineRecord({ object: 'message', id, chatId, role, content: textOf(content), createdAt })
    })
  const isOwn = [conversation, ...listIn(conversation, 'messages')].every((item, i) =>
    (i ? OWN_MESSAGE : OWN_CHAT).test(stringIn(item, 'id') ?? ''),
  )
  const chat = isOwn ? lineRecord({ object: 'chat', id: chatId, title, ...times }) : undefined
  return chat ? [chat, ...lines.filter((line) => line !== undefined)] : undefined
}

const OWN_CHAT = /^cht_[0-9a-hjkmnp-tv-z]{26,28}$/
const OWN_MESSAGE = /^msg_[0-9a-hjkmnp-tv-z]{26,28}$/

/** The messages from the first to the last leaf. At a fork, the last child is taken, as no current one is named. */
function shownMessages(list: readonly unknown[]): FoundMessage[] {
  const byId = new Map(list.map((message) => [stringIn(message, 'id'), message]))
  let shown = list
  if (list.some((message) => stringIn(message, 'parent_id'))) {
    const path: unknown[] = []
    const seen = new Set<unknown>()
    for (let at = list.find((message) => !stringIn(message, 'parent_id')); at !== undefined && !seen.has(at); ) {
      seen.add(at)
      path.push(at)
      const id = stringIn(at, 'id')
      const children = stringsIn(at, 'children_ids')
      at = children.length
        ? byId.get(children.at(-1))
        : list.filter((message) => stringIn(message, 'parent_id') === id).at(-1)
    }
    shown = path
  }
  return shown.flatMap((message, i): FoundMessage[] => {
    const role = field(message, 'role')
    if ((role !== 'user' && role !== 'assistant') || field(message, 'is_thought') === true) return []
    const ms = isoMs(field(message, 'created_at'))
    return [{ id: stringIn(message, 'id') ?? String(i), role, text: textOf(field(message, 'content')), ms }]
  })
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  const parts = listIn(content, 'parts').filter((part) => field(part, 'type') === 'text')
  return parts.length
    ? parts.map((part) => stringIn(part, 'text') ?? '').join('\n\n')
    : (stringIn(content, 'text') ?? '')
}
