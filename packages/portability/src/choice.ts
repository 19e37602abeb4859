import type { Candidate, MemoryLine, PortableRecord } from './records.ts'

/** What a person chose in a preview. */
export interface Choice {
  /**
   * The topics to store instead of those that were found, by {@link groupOf}; `null` leaves the group out. Groups that
   * are not named stay as they are.
   */
  readonly topics?: ReadonlyMap<string, string | null>
  /** Ids of memories, candidates and chats that are left out. */
  readonly without?: ReadonlySet<string>
  /** Whether chats are left out. */
  readonly withoutChats?: boolean
}

/** The group of an entry in a preview: what it becomes, and its topic. */
export function groupOf(kind: 'memory' | 'candidate', scope: string): string {
  return `${kind} ${scope}`
}

/** The records that a person chose, with the chosen topics. */
export async function* chosen(
  records: AsyncIterable<PortableRecord> | Iterable<PortableRecord>,
  choice: Choice,
): AsyncGenerator<PortableRecord> {
  const { topics, without, withoutChats = false } = choice
  const isOut = (id: string) => without?.has(id) ?? false
  const isChatOut = (id: string) => withoutChats || isOut(id)
  /** Memories that are left out with their group: their earlier states are, too. */
  const leftOut = new Set<string>()
  const put = <E extends MemoryLine | Candidate>(kind: 'memory' | 'candidate', entry: E): E | undefined => {
    const scope = topics?.get(groupOf(kind, entry.scope))
    if (isOut(entry.id) || scope === null) return undefined
    return scope === undefined ? entry : { ...entry, scope }
  }
  for await (const record of records) {
    if (record.kind === 'memory') {
      const memory = put('memory', record.memory)
      if (memory) yield { kind: 'memory', memory }
      else leftOut.add(record.memory.id)
    } else if (record.kind === 'candidate') {
      const candidate = put('candidate', record.candidate)
      if (candidate) yield { kind: 'candidate', candidate: withoutChat(candidate, isChatOut) }
    } else if (record.kind === 'revision') {
      if (!leftOut.has(record.revision.id)) yield record
    } else if (record.kind === 'chat') {
      if (!isChatOut(record.chat.id)) yield record
    } else if (record.kind === 'message') {
      if (!isChatOut(record.message.chatId)) yield record
    } else yield record
  }
}

function withoutChat(candidate: Candidate, isOut: (chatId: string) => boolean): Candidate {
  const { chatId, messageId: _, ...others } = candidate
  return chatId !== undefined && isOut(chatId) ? others : candidate
}
