import { chatRecords, type FoundMessage } from '../chat.ts'
import { elementsOf, type JsonReader, wholeOf } from '../document.ts'
import { epochMs, isoMs } from '../times.ts'
import { field, listIn, objectIn, stringIn } from '../values.ts'
import { WARNINGS } from '../warnings.ts'

/* The chats of Grok, Le Chat and Perplexity. */

export const grok: JsonReader = {
  format: 'grok-export',
  label: 'Grok export',
  matches: ({ members }) => {
    const [first] = listIn(members, 'conversations')
    return field(first, 'conversation') !== undefined && Array.isArray(field(first, 'responses'))
  },
  async *read(documents, context) {
    for (const document of documents)
      for await (const entry of elementsOf(document, context, 'conversations')) {
        const conversation = objectIn(entry, 'conversation')
        const id = stringIn(conversation, 'id')
        if (!id) {
          context.warn(WARNINGS.chat_without_id)
          continue
        }
        yield* chatRecords({
          maker: 'grok',
          id,
          title: stringIn(conversation, 'title'),
          createdMs: bsonMs(field(conversation, 'create_time')),
          updatedMs: bsonMs(field(conversation, 'modify_time')),
          messages: grokMessages(listIn(entry, 'responses').map((each) => objectIn(each, 'response'))),
        })
      }
  },
}

/** The branch that ends with the newest response. */
function grokMessages(responses: readonly object[]): FoundMessage[] {
  const byId = new Map(responses.map((response) => [stringIn(response, '_id'), response]))
  const timeOf = (response: object) => bsonMs(field(response, 'create_time')) ?? 0
  const hasParents = responses.some((response) => stringIn(response, 'parent_response_id'))
  let shown = [...responses].sort((a, b) => timeOf(a) - timeOf(b))
  if (hasParents) {
    const path: object[] = []
    const seen = new Set<object>()
    for (let at: object | undefined = shown.at(-1); at && !seen.has(at); ) {
      seen.add(at)
      path.push(at)
      at = byId.get(stringIn(at, 'parent_response_id') ?? '')
    }
    shown = path.reverse()
  }
  return shown.map((response, i) => ({
    id: stringIn(response, '_id') ?? String(i),
    role: /^human$|^user$/i.test(stringIn(response, 'sender') ?? '') ? 'user' : 'assistant',
    text: stringIn(response, 'message') ?? '',
    ms: bsonMs(field(response, 'create_time')),
  }))
}

/** Milliseconds of a time as extended JSON writes it, or of an ISO time. */
function bsonMs(value: unknown): number | undefined {
  const date = field(value, '$date')
  const number = field(date, '$numberLong')
  if (typeof number === 'string' && /^\d{1,15}$/.test(number)) return Number(number)
  return isoMs(date) ?? isoMs(value) ?? epochMs(date ?? value)
}

export const leChat: JsonReader = {
  format: 'lechat-export',
  label: 'Le Chat export',
  matches: ({ sample }) =>
    sample.some(
      (value) => stringIn(value, 'chatId') && field(value, 'contentChunks') !== undefined && field(value, 'role'),
    ),
  async *read(documents, context) {
    for (const document of documents) {
      const chats = new Map<string, FoundMessage[]>()
      for await (const message of elementsOf(document, context)) {
        const chatId = stringIn(message, 'chatId')
        const role = field(message, 'role')
        if (!chatId || (role !== 'user' && role !== 'assistant')) continue
        const chat = chats.get(chatId) ?? []
        chats.set(chatId, chat)
        const chunks = listIn(message, 'contentChunks').filter((chunk) => field(chunk, 'type') === 'text')
        const text = chunks.map((chunk) => stringIn(chunk, 'text') ?? '').join('')
        chat.push({
          id: stringIn(message, 'id') ?? String(chat.length),
          role,
          text: text || (stringIn(message, 'content') ?? ''),
          ms: isoMs(field(message, 'createdAt')),
        })
      }
      for (const [id, messages] of chats) {
        // The file lists messages in any order.
        const ordered = messages.sort((a, b) => (a.ms ?? 0) - (b.ms ?? 0))
        yield* chatRecords({ maker: 'lechat', id, messages: ordered })
      }
    }
  },
}

export const perplexity: JsonReader = {
  format: 'perplexity-thread',
  label: 'Perplexity thread',
  matches: ({ members }) => {
    const [first] = listIn(members, 'conversations')
    return typeof field(first, 'query') === 'string' && field(first, 'answer') !== undefined
  },
  async *read(documents, context) {
    for (const document of documents) {
      const whole = await wholeOf(document, context)
      const about = objectIn(whole, 'metadata')
      const entries = listIn(whole, 'conversations')
      const id = stringIn(about, 'thread_id') ?? stringIn(entries[0], 'uuid')
      if (!id) continue
      yield* chatRecords({
        maker: 'perplexity',
        id,
        title: stringIn(about, 'thread_title'),
        createdMs: isoMs(field(about, 'thread_created_at')),
        updatedMs: isoMs(field(about, 'thread_updated_at')),
        messages: entries.flatMap((entry, i): FoundMessage[] => {
          const name = stringIn(entry, 'uuid') ?? String(i)
          const ms = isoMs(field(entry, 'timestamp'))
          return [
            { id: `${name}:user`, role: 'user', text: stringIn(entry, 'query') ?? '', ms },
            { id: `${name}:assistant`, role: 'assistant', text: stringIn(entry, 'answer') ?? '', ms },
          ]
        }),
      })
    }
  },
}
