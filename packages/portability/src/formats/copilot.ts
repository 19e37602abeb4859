import { chatRecords, type FoundMessage } from '../chat.ts'
import { parseCsv } from '../csv.ts'
import type { ReadContext } from '../document.ts'
import type { PortableRecord } from '../records.ts'
import { allBytes, type Source } from '../source.ts'
import { decodeText } from '../text.ts'
import { isoMs, slashedTimeMs } from '../times.ts'
import { WARNINGS } from '../warnings.ts'

/* Microsoft Copilot's history: tables of messages, in two layouts. Times have no zone and are taken as UTC. */

const MAKER = 'copilot'
const TABLE_BYTES_MAX = 128 * 1024 ** 2
const COLUMNS = {
  chat: ['Conversation', 'ChatName'],
  time: ['Time', 'CreatedAt'],
  author: ['Author'],
  text: ['Message', 'MessageContent'],
} as const

export async function* readCopilotTables(
  sources: readonly Source[],
  { signal, warn }: ReadContext,
): AsyncGenerator<PortableRecord> {
  for (const source of sources) {
    const [head = [], ...rows] = parseCsv(
      decodeText(await allBytes(source, TABLE_BYTES_MAX, signal)).replace(/^\ufeff/, ''),
    )
    const column = (name: keyof typeof COLUMNS) =>
      head.findIndex((title) => COLUMNS[name].includes(title.trim() as never))
    const [chat, time, author, text] = [column('chat'), column('time'), column('author'), column('text')]
    if (chat < 0) {
      warn(WARNINGS.prompts_alone)
      continue
    }
    const chats = new Map<string, FoundMessage[]>()
    for (const row of rows) {
      const title = row[chat] ?? ''
      const messages = chats.get(title) ?? []
      chats.set(title, messages)
      const role = /^(?:ai|bot|assistant|copilot)/i.test(row[author] ?? '') ? 'assistant' : 'user'
      const ms = isoMs(row[time]) ?? slashedTimeMs(row[time] ?? '')
      messages.push({ id: `${row[time]}:${role}:${row[text]}`, role, text: row[text] ?? '', ms })
    }
    for (const [title, messages] of chats) {
      const isNewestFirst = (messages[0]?.ms ?? 0) > (messages.at(-1)?.ms ?? 0)
      const ordered = (isNewestFirst ? messages.reverse() : messages).sort((a, b) => (a.ms ?? 0) - (b.ms ?? 0))
      yield* chatRecords({ maker: MAKER, id: title, hasOwnId: false, title, messages: ordered })
    }
  }
}
