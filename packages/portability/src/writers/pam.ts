import { CARRIED, carriedFields, foreignFields } from '../carried.ts'
import { canonicalJson, sha256Hex, uuidOf } from '../digest.ts'
import { checksumOf, PAM_SCHEMA } from '../formats/pam.ts'
import { mapped } from '../mapped.ts'
import type { ChatLine, MemoryLine, MessageLine, PortableRecord } from '../records.ts'
import { typeFor } from '../scopes.ts'
import { normalText } from '../text.ts'
import { timeIn } from '../times.ts'
import { field, type Json, listIn, numberIn, objectIn, percentOf, stringIn, stringsIn } from '../values.ts'
import { jsonWith, type WriteOptions, type WrittenFile } from './files.ts'

/* Writes Portable AI Memory 1.0: the store, and one file for each chat. */

const TYPES: ReadonlySet<string> = new Set(
  'fact preference skill context relationship goal instruction identity environment project'.split(' '),
)
const OWN_FIELDS = ['content', 'createdAt', 'updatedAt', 'validFrom', 'validUntil', 'confidence'] as const
const PLATFORM = 'memory-service'
const INDENT = 2

export async function writePam(
  records: AsyncIterable<PortableRecord> | Iterable<PortableRecord>,
  options: WriteOptions,
): Promise<WrittenFile[]> {
  const lines: MemoryLine[] = []
  const chats = new Map<string, { chat: ChatLine; messages: MessageLine[] }>()
  let document = options.document ?? {}
  for await (const record of records) {
    if (record.kind === 'memory') lines.push(record.memory)
    else if (record.kind === 'chat') chats.set(record.chat.id, { chat: record.chat, messages: [] })
    else if (record.kind === 'message') chats.get(record.message.chatId)?.messages.push(record.message)
    else if (record.kind === 'document') document = { ...objectIn(record.document, 'pam'), ...document }
  }
  const conversations = [...chats.values()].map(conversationOf)
  return [
    { path: 'memory-store.json', text: await storeText(lines, conversations, document, options) },
    ...conversations.map((conversation) => ({
      path: conversationPath(conversation.id),
      text: `${JSON.stringify(conversation, null, INDENT)}\n`,
    })),
  ]
}

async function storeText(
  lines: readonly MemoryLine[],
  conversations: readonly ReturnType<typeof conversationOf>[],
  document: Json,
  { writtenBy, now, owner }: WriteOptions,
): Promise<string> {
  const ids = new Map(await mapped(lines, (line) => [line.id, pamIdOf(line)] as const))
  const written = new Set(ids.values())
  const before = listIn(document, 'conversations_index')
  const known = new Set(before.map((entry) => stringIn(entry, 'id')))
  const added = conversations.filter(({ id }) => !known.has(id))
  const listed = new Set([...known, ...added.map(({ id }) => id)])
  const memories = await mapped(lines, (line) => {
    const memory = withListedConversation(memoryOf(line, ids, now), listed)
    return { id: memory.id, canonical: canonicalJson(memory), text: JSON.stringify(memory) }
  })
  const relations = lines
    .flatMap((line) => listIn(foreignFields(line, 'pam'), 'relations'))
    .filter((relation) => written.has(stringIn(relation, 'from') ?? '') && written.has(stringIn(relation, 'to') ?? ''))
  const index = before.map((entry) => ({
    ...(entry as Json),
    derived_memories: stringsIn(entry, 'derived_memories').filter((id) => written.has(id)),
  }))
  const store = {
    schema: PAM_SCHEMA,
    schema_version: '1.0',
    spec_uri: 'https://portable-ai-memory.org/spec/v1.0',
    export_id: uuidOf([owner, now.toISOString()]),
    exported_by: writtenBy,
    export_date: now.toISOString(),
    owner: { id: owner },
    ...withoutSignature(document),
    relations,
    conversations_index: [...index, ...added.map(indexEntry)],
    integrity: { canonicalization: 'RFC8785', checksum: await checksumOf(memories), total_memories: memories.length },
    export_type: 'full',
  }
  return jsonWith(store, 'memories', memories)
}

/** The memory without a reference to a conversation that the store does not list, unless it lists none. */
function withListedConversation<M extends { provenance: Json }>(memory: M, listed: ReadonlySet<string | undefined>): M {
  const ref = stringIn(memory.provenance, 'conversation_ref')
  if (!ref || !listed.size || listed.has(ref)) return memory
  return { ...memory, provenance: { ...memory.provenance, conversation_ref: null } }
}

/** A signature covers the export that was read, not this one. */
function withoutSignature({ signature: _signature, base_export_id: _base, since: _since, ...document }: Json): Json {
  return document
}

function pamIdOf(line: MemoryLine): string {
  return (isFromPam(foreignFields(line, 'pam')) && line.externalId) || uuidOf([line.id])
}

/** Whether the fields that a memory came with are those of PAM: its provenance is required there. */
function isFromPam(foreign: Json): boolean {
  return stringIn(objectIn(foreign, 'provenance'), 'platform') !== undefined
}

function memoryOf(line: MemoryLine, ids: ReadonlyMap<string, string>, now: Date) {
  const { relations: _relations, ...foreign } = foreignFields(line, 'pam')
  const next = line.supersededBy ? ids.get(line.supersededBy) : undefined
  const isPast = line.validUntil != null && Date.parse(line.validUntil) <= now.getTime()
  const status = next ? 'superseded' : isPast ? 'archived' : 'active'
  const isForeign = isFromPam(foreign)
  const carried = isForeign ? {} : { [CARRIED]: carriedFields(line, OWN_FIELDS, 'pam') }
  return {
    id: ids.get(line.id) as string,
    ...typeOf(line, foreign),
    status,
    content: line.content,
    content_hash: `sha256:${sha256Hex(normalText(line.content))}`,
    summary: field(foreign, 'summary') ?? null,
    tags: isForeign ? stringsIn(foreign, 'tags') : tagsOf(line),
    confidence: confidenceOf(line, foreign),
    temporal: temporalOf(line, foreign, next, now),
    provenance: isForeign ? objectIn(foreign, 'provenance') : { platform: platformOf(line) },
    access: isForeign ? objectIn(foreign, 'access') : { visibility: 'private', exportable: true, shared_with: [] },
    embedding_ref: null,
    metadata: { ...objectIn(foreign, 'metadata'), ...carried },
  }
}

function typeOf({ type }: MemoryLine, foreign: Json): { type: string; custom_type: string | null } {
  const before = stringIn(foreign, 'type')
  const custom = stringIn(foreign, 'custom_type') ?? null
  // The type that was read, unless it was changed since.
  if (before && typeFor(custom ?? before) === type) return { type: before, custom_type: custom }
  return TYPES.has(type) ? { type, custom_type: null } : { type: 'custom', custom_type: type }
}

function tagsOf({ scope, pinned }: MemoryLine): string[] {
  const tag = scope.replace(/[^a-z0-9_-]/g, '-').replace(/^[_-]+/, '')
  return [...new Set([...(tag ? [tag] : []), ...(pinned ? ['pinned'] : [])])]
}

function platformOf({ sourceApp }: MemoryLine): string {
  const platform = (sourceApp ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9_-]/g, '-')
    .slice(0, 32)
  return platform.length >= 2 ? platform : PLATFORM
}

function confidenceOf({ confidence }: MemoryLine, foreign: Json): Json {
  const before = objectIn(foreign, 'confidence')
  if (percentOf(numberIn(before, 'current')) === confidence && confidence !== undefined) return before
  const share = (confidence ?? 80) / 100
  return { initial: numberIn(before, 'initial') ?? share, current: share, decay_model: 'none', last_reinforced: null }
}

function temporalOf(line: MemoryLine, foreign: Json, supersededBy: string | undefined, now: Date): Json {
  const before = objectIn(foreign, 'temporal')
  // A time that was not changed is written as it was read.
  const time = (name: string, value: string | null | undefined) =>
    value && timeIn(before[name]) === value ? before[name] : (value ?? null)
  const createdAt = line.createdAt ?? line.occurredAt ?? line.updatedAt ?? now.toISOString()
  const updatedAt = line.updatedAt && line.updatedAt >= createdAt ? line.updatedAt : null
  const validFrom = line.validFrom && (!line.validUntil || line.validFrom <= line.validUntil) ? line.validFrom : null
  return {
    created_at: time('created_at', createdAt),
    updated_at: time('updated_at', updatedAt),
    valid_from: time('valid_from', validFrom),
    valid_until: time('valid_until', line.validUntil),
    superseded_by: supersededBy ?? null,
  }
}

function conversationPath(id: string): string {
  return `conversations/${id.replace(/[^\w.-]/g, '_')}.json`
}

function conversationOf({ chat, messages }: { chat: ChatLine; messages: readonly MessageLine[] }) {
  const platform = (chat.sourceApp ?? PLATFORM)
    .toLowerCase()
    .replace(/[^a-z0-9_-]/g, '-')
    .slice(0, 32)
  return {
    schema: `${PAM_SCHEMA}-conversation`,
    schema_version: '1.0',
    id: chat.id,
    provider: { name: platform, conversation_id: chat.externalId ?? chat.id, account_id: null },
    title: chat.title,
    temporal: { created_at: chat.createdAt, updated_at: chat.updatedAt },
    messages: messages.map(({ id, role, content, createdAt }, i) => ({
      id,
      role,
      content: { type: 'text', text: content },
      created_at: createdAt,
      parent_id: messages[i - 1]?.id ?? null,
      children_ids: messages[i + 1] ? [messages[i + 1]!.id] : [],
    })),
  }
}

function indexEntry({ id, provider, title, temporal, messages }: ReturnType<typeof conversationOf>): Json {
  return {
    id,
    platform: provider.name,
    title,
    message_count: messages.length,
    temporal,
    tags: [],
    derived_memories: [],
    storage: { type: 'file', ref: conversationPath(id), format: 'json' },
  }
}
