import { chatRecords, type FoundMessage } from '../chat.ts'
import { elementsOf, type JsonDocument, type JsonReader, type ReadContext, wholeOf } from '../document.ts'
import { PortabilityError } from '../errors.ts'
import { candidateRecord } from '../memory.ts'
import { proseSentences } from '../prose.ts'
import type { PortableRecord } from '../records.ts'
import { isoMs } from '../times.ts'
import { field, isObject, listIn, objectIn, stringIn } from '../values.ts'
import { WARNINGS } from '../warnings.ts'

/* Claude's export: conversations, and memories that Claude wrote as prose. Since 2026 in several archives. */

const MAKER = 'claude'
const ROOT = '00000000-0000-4000-8000-000000000000'

export const claude: JsonReader = {
  format: 'claude-export',
  label: 'Claude export',
  matches: ({ sample, members }) => [...sample, members].some((value) => isChat(value) || isMemories(value)),
  read,
}

/** The list of files of an export in parts. It holds no data. */
export const claudeManifest: JsonReader = {
  format: 'claude-manifest',
  label: 'Claude list of files',
  matches: ({ members, top }) => {
    const [first] = listIn(members, 'files')
    return top === 'object' && Boolean(stringIn(first, 'url')) && Boolean(stringIn(first, 'name'))
  },
  read: readManifest,
}

/** Other files of the export; they hold nothing to import. */
export const claudeRest: JsonReader = {
  format: 'claude-export',
  label: 'Claude export',
  matches: ({ sample, members }) =>
    [...sample, members].some(
      (value) =>
        (field(value, 'prompt_template') !== undefined && Array.isArray(field(value, 'docs'))) ||
        (field(value, 'verified_phone_number') !== undefined && stringIn(value, 'uuid')),
    ),
  async *read() {},
}

function isChat(value: unknown): boolean {
  return Array.isArray(field(value, 'chat_messages')) && stringIn(value, 'uuid') !== undefined
}

function isMemories(value: unknown): boolean {
  return field(value, 'conversations_memory') !== undefined || isObject(field(value, 'project_memories'))
}

async function* read(documents: readonly JsonDocument[], context: ReadContext): AsyncGenerator<PortableRecord> {
  for (const document of documents) {
    const values = document.top === 'object' ? [await wholeOf(document, context)] : elementsOf(document, context)
    for await (const value of values) {
      if (isChat(value)) yield* conversationRecords(value)
      else if (isMemories(value)) yield* memoryCandidates(value)
      else context.warn(WARNINGS.entry_unreadable)
    }
  }
}

// biome-ignore lint/correctness/useYield: refuses the file
async function* readManifest(documents: readonly JsonDocument[], context: ReadContext): AsyncGenerator<PortableRecord> {
  const names: string[] = []
  for (const document of documents)
    for await (const file of elementsOf(document, context, 'files')) names.push(stringIn(file, 'name') ?? '')
  throw new PortabilityError(
    'manifest',
    `This is a list: it names the files to download and holds no data. Download these and choose them: ${names.slice(0, 20).join(', ')}.`,
  )
}

function* conversationRecords(conversation: unknown): Generator<PortableRecord> {
  yield* chatRecords({
    maker: MAKER,
    id: stringIn(conversation, 'uuid') as string,
    title: stringIn(conversation, 'name'),
    createdMs: isoMs(field(conversation, 'created_at')),
    updatedMs: isoMs(field(conversation, 'updated_at')),
    messages: shownMessages(listIn(conversation, 'chat_messages')),
  })
}

/** The messages of the branch that was shown last; all where no message names its parent. */
function shownMessages(list: readonly unknown[]): FoundMessage[] {
  const byId = new Map(list.map((message) => [stringIn(message, 'uuid'), message]))
  const hasParents = list.some((message) => stringIn(message, 'parent_message_uuid'))
  let shown = list
  if (hasParents) {
    const path: unknown[] = []
    const seen = new Set<unknown>()
    let at: unknown = list.at(-1)
    while (at !== undefined && !seen.has(at)) {
      seen.add(at)
      path.push(at)
      const parent = stringIn(at, 'parent_message_uuid')
      at = parent && parent !== ROOT ? byId.get(parent) : undefined
    }
    shown = path.reverse()
  }
  return shown.flatMap((message, i) => {
    const sender = field(message, 'sender')
    if (sender !== 'human' && sender !== 'assistant') return []
    const id = stringIn(message, 'uuid') ?? String(i)
    const role = sender === 'human' ? 'user' : 'assistant'
    return [{ id, role, text: textOf(message), ms: isoMs(field(message, 'created_at')) }]
  })
}

/** The text parts of a message. Its `text` repeats them with notes about tools, so it counts only without parts. */
function textOf(message: unknown): string {
  const parts = listIn(message, 'content')
    .filter((part) => field(part, 'type') === 'text')
    .map((part) => stringIn(part, 'text') ?? '')
    .filter((text) => text.trim())
  return parts.length ? parts.join('\n\n') : (stringIn(message, 'text') ?? '')
}

function* memoryCandidates(memories: unknown): Generator<PortableRecord> {
  const texts = [stringIn(memories, 'conversations_memory'), ...Object.values(objectIn(memories, 'project_memories'))]
  for (const text of texts) {
    if (typeof text !== 'string') continue
    for (const { content, section } of proseSentences(text)) {
      const words = section ? [section] : []
      const record = candidateRecord({ content, origin: 'assistant_memory', maker: MAKER, words })
      if (record) yield record
    }
  }
}
