import { chatIdOf } from './digest.ts'
import { candidateRecord } from './memory.ts'
import { EXTERNAL_ID_CHARS_MAX, MESSAGE_CHARS_MAX, type PortableRecord } from './records.ts'
import { talkFacts } from './talk-facts.ts'
import { cleanText, cleanTitle, splitText } from './text.ts'
import { isoOf } from './times.ts'

/** A message as a reader finds it, in the order of the chat. */
export interface FoundMessage {
  /** Its id in the source, or its position where it has none. */
  readonly id: string
  readonly role: 'user' | 'assistant'
  readonly text: string
  readonly ms: number | undefined
}

export interface FoundChat {
  readonly maker: string
  /** Its id in the source. */
  readonly id: string
  /** Whether the source itself gives the id. */
  readonly hasOwnId?: boolean
  readonly title?: string | undefined
  readonly createdMs?: number | undefined
  readonly updatedMs?: number | undefined
  readonly messages: readonly FoundMessage[]
  /** Whether facts may be read from it: not where the person asked that it is not remembered. */
  readonly isMined?: boolean
}

/**
 * The records of a chat: the chat, its messages, and the facts that the person's messages state. None without messages.
 * Ids sort in the order of the chat: a message without a time, or with an earlier one than the message before, comes one
 * millisecond after it.
 */
export function* chatRecords(found: FoundChat): Generator<PortableRecord> {
  const { maker, id, title, isMined = true, hasOwnId = true } = found
  const messages = found.messages.filter(({ text }) => cleanText(text))
  const [first] = messages
  if (!first) return
  const createdMs = found.createdMs ?? first.ms ?? found.updatedMs ?? 0
  const chatId = chatIdOf('cht', createdMs, [maker, id])
  const lines = [...messageLines(messages, { maker, id, chatId, createdMs })]
  const lastMs = lines.at(-1)?.ms ?? createdMs
  const updatedMs = Math.max(createdMs, found.updatedMs ?? lastMs)
  const createdAt = isoOf(createdMs)
  const chat = { object: 'chat', id: chatId, title: cleanTitle(title), createdAt, updatedAt: isoOf(updatedMs) } as const
  const ofSource = hasOwnId
    ? { externalId: id.slice(0, EXTERNAL_ID_CHARS_MAX), sourceApp: maker }
    : { sourceApp: maker }
  yield { kind: 'chat', chat: { ...chat, ...ofSource, ...(isMined ? {} : { doNotRemember: true as const }) } }
  for (const { message } of lines) yield { kind: 'message', message }
  if (!isMined) return
  for (const { message } of lines) {
    if (message.role !== 'user') continue
    for (const { content, type, isClear } of talkFacts(message.content)) {
      const { createdAt: occurredAt, id: messageId } = message
      const record = candidateRecord({ content, type, isClear, origin: 'chat', maker, occurredAt, messageId, chatId })
      if (record) yield record
    }
  }
}

function* messageLines(
  messages: readonly FoundMessage[],
  { maker, id, chatId, createdMs }: { maker: string; id: string; chatId: string; createdMs: number },
) {
  let orderMs = createdMs - 1
  let shownMs = createdMs - 1
  for (const { id: messageId, role, text, ms } of messages) {
    const parts = splitText(cleanText(text), MESSAGE_CHARS_MAX).filter((part) => part.trim())
    for (const [i, content] of parts.entries()) {
      orderMs = Math.max(orderMs + 1, i === 0 && ms !== undefined ? ms : 0)
      shownMs = ms !== undefined && ms >= shownMs ? ms : Math.max(orderMs, shownMs)
      const names = i === 0 ? [maker, id, messageId] : [maker, id, messageId, String(i)]
      const line = { object: 'message', id: chatIdOf('msg', orderMs, names), chatId, role, content } as const
      yield { ms: shownMs, message: { ...line, createdAt: isoOf(shownMs) } }
    }
  }
}
