import { chatRecords, type FoundMessage } from '../chat.ts'
import { elementsOf, type JsonDocument, type JsonReader, type ReadContext, wholeOf } from '../document.ts'
import { candidateRecord } from '../memory.ts'
import type { PortableRecord } from '../records.ts'
import { epochMs, isoOf } from '../times.ts'
import { field, isObject, type Json, listIn, numberIn, objectIn, stringIn } from '../values.ts'
import { WARNINGS } from '../warnings.ts'

/*
 * ChatGPT's export: a list of conversations, each a tree of messages of which `current_node` names the leaf that was shown
 * last. Newer exports have several files; one conversation may be in two of them.
 */

const MAKER = 'chatgpt'
/** Citations and other marks of the interface, in a private area of Unicode. */
const MARKS = /\ue200[^\ue201]*\ue201|[\ue200-\ue2ff]/g
const INSTRUCTIONS = /```([\s\S]*?)```/

export const chatgpt: JsonReader = {
  format: 'chatgpt-export',
  label: 'ChatGPT export',
  matches: (document) =>
    document.sample.some(isConversation) || (document.top === 'object' && isConversation(document.members)),
  read,
}

function isConversation(value: unknown): boolean {
  return (
    isObject(field(value, 'mapping')) && ['current_node', 'conversation_id', 'id'].some((name) => field(value, name))
  )
}

async function* read(documents: readonly JsonDocument[], context: ReadContext): AsyncGenerator<PortableRecord> {
  const newest = documents.length > 1 ? await newestVersions(documents, context) : undefined
  for (const [at, document] of documents.entries())
    for await (const value of conversations(document, context)) {
      const id = idOf(value)
      if (newest && newest.get(id)?.at !== at) continue
      yield* conversationRecords(value, id, context)
    }
}

async function* conversations(document: JsonDocument, context: ReadContext): AsyncGenerator<Json> {
  if (document.top === 'object' && isConversation(document.members)) {
    yield await wholeOf(document, context)
    return
  }
  for await (const value of elementsOf(document, context)) {
    if (isConversation(value)) yield value as Json
    else context.warn(WARNINGS.chat_unreadable)
  }
}

/** For each conversation, the file that holds its newest version. */
async function newestVersions(documents: readonly JsonDocument[], context: ReadContext) {
  const newest = new Map<string, { at: number; updated: number }>()
  for (const [at, document] of documents.entries())
    for await (const value of conversations(document, context)) {
      const id = idOf(value)
      const updated = numberIn(value, 'update_time') ?? 0
      if (updated >= (newest.get(id)?.updated ?? 0)) newest.set(id, { at, updated })
    }
  return newest
}

function idOf(conversation: Json): string {
  return (
    stringIn(conversation, 'conversation_id', 'id') ?? JSON.stringify(Object.keys(objectIn(conversation, 'mapping')))
  )
}

function* conversationRecords(conversation: Json, id: string, { warn }: ReadContext): Generator<PortableRecord> {
  const path = shownPath(conversation)
  const isMined = field(conversation, 'is_do_not_remember') !== true
  const messages: FoundMessage[] = []
  const extras: PortableRecord[] = []
  for (const node of path) {
    const message = field(node, 'message')
    if (!isObject(message)) continue
    const ms = epochMs(field(message, 'create_time'))
    const nodeId = stringIn(message, 'id') ?? stringIn(node, 'id') ?? String(messages.length)
    if (isMined) extras.push(...aboutThePerson(message, ms))
    const role = shownRole(message)
    const text = role && textOf(message)
    if (role && text) messages.push({ id: nodeId, role, text, ms })
  }
  if (!messages.length && path.length > 2) warn(WARNINGS.chat_empty)
  yield* chatRecords({
    maker: MAKER,
    id,
    title: stringIn(conversation, 'title'),
    createdMs: epochMs(field(conversation, 'create_time')),
    updatedMs: epochMs(field(conversation, 'update_time')),
    messages,
    isMined,
  })
  yield* extras
}

/** The nodes from the root to the leaf that was shown last; to the newest leaf if none is named. */
function shownPath(conversation: Json): readonly unknown[] {
  const mapping = objectIn(conversation, 'mapping')
  const named = stringIn(conversation, 'current_node')
  const path: unknown[] = []
  const seen = new Set<string>()
  let at: string | undefined = named && Object.hasOwn(mapping, named) ? named : newestLeaf(mapping)
  while (at !== undefined && Object.hasOwn(mapping, at) && !seen.has(at)) {
    seen.add(at)
    const node: unknown = mapping[at]
    path.push(node)
    at = stringIn(node, 'parent')
  }
  return path.reverse()
}

function newestLeaf(mapping: Json): string | undefined {
  let newest: string | undefined
  let newestTime = Number.NEGATIVE_INFINITY
  for (const [id, node] of Object.entries(mapping)) {
    // A node whose parent is missing belongs to no chat.
    const parent = stringIn(node, 'parent')
    if (listIn(node, 'children').length || (parent && !Object.hasOwn(mapping, parent))) continue
    const time = numberIn(field(node, 'message'), 'create_time') ?? 0
    if (time < newestTime) continue
    newest = id
    newestTime = time
  }
  return newest
}

/** The role of a message that the person saw; `undefined` for tools, hidden and internal ones. */
function shownRole(message: Json): 'user' | 'assistant' | undefined {
  const role = field(objectIn(message, 'author'), 'role')
  const recipient = field(message, 'recipient') ?? 'all'
  const isHidden = field(objectIn(message, 'metadata'), 'is_visually_hidden_from_conversation') === true
  if (recipient !== 'all' || isHidden || field(message, 'weight') === 0) return undefined
  return role === 'user' || role === 'assistant' ? role : undefined
}

function textOf(message: Json): string {
  const content = objectIn(message, 'content')
  const type = field(content, 'content_type')
  if (type !== 'text' && type !== 'multimodal_text') return ''
  const parts = listIn(content, 'parts').map((part) =>
    typeof part === 'string'
      ? part
      : field(part, 'content_type') === 'audio_transcription'
        ? (stringIn(part, 'text') ?? '')
        : '',
  )
  return parts
    .filter((part) => part.trim())
    .join('\n\n')
    .replace(MARKS, '')
}

/** Custom instructions, and sentences that ChatGPT saved as memories. */
function* aboutThePerson(message: Json, ms: number | undefined): Generator<PortableRecord> {
  const content = objectIn(message, 'content')
  const occurredAt = ms === undefined ? undefined : isoOf(ms)
  if (field(content, 'content_type') === 'user_editable_context') {
    const shown = objectIn(objectIn(message, 'metadata'), 'user_context_message_data')
    const texts = [
      stringIn(shown, 'about_user_message') ?? fenced(stringIn(content, 'user_profile')),
      stringIn(shown, 'about_model_message') ?? fenced(stringIn(content, 'user_instructions')),
    ]
    for (const text of texts)
      for (const line of text?.split(/\n+/) ?? []) {
        const record = candidateRecord({ content: line, origin: 'custom_instructions', maker: MAKER, occurredAt })
        if (record) yield record
      }
  }
  const isSaving = field(message, 'recipient') === 'bio' && field(objectIn(message, 'author'), 'role') === 'assistant'
  if (!isSaving) return
  const saved = listIn(content, 'parts').filter((part) => typeof part === 'string')
  for (const line of (saved.join('\n') || (stringIn(content, 'text') ?? '')).split(/\n+/)) {
    const sentence = line.replace(/^\[?\d{4}-\d{2}-\d{2}\]?[.:]?\s*/, '')
    const record = candidateRecord({
      content: sentence,
      origin: 'saved_by_assistant',
      maker: MAKER,
      isClear: true,
      occurredAt,
    })
    if (record) yield record
  }
}

function fenced(text: string | undefined): string | undefined {
  return text === undefined ? undefined : (INSTRUCTIONS.exec(text)?.[1] ?? text)
}
