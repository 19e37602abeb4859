import { groupOf } from './choice.ts'
import { TextDigest } from './digest.ts'
import type { ReadingOptions, Recognised } from './import.ts'

/** A memory or candidate as a preview lists it. */
export interface ListedEntry {
  readonly id: string
  /** Its beginning. */
  readonly content: string
}

/** Entries that become the same and have the same topic. */
export interface EntryGroup {
  readonly kind: 'memory' | 'candidate'
  readonly scope: string
  readonly entries: number
  /** The first ones. */
  readonly listed: readonly ListedEntry[]
}

export interface ListedChat {
  readonly id: string
  readonly title: string | null
  readonly updatedAt: string
  readonly messages: number
  /** Characters of what the person said. 0 if it is not to be remembered. */
  readonly said: number
  /** The beginning of its first message. */
  readonly first: string
}

/** Everything an import would store, for a person to choose from. */
export interface Survey {
  readonly counts: { memories: number; chats: number; messages: number; candidates: number }
  /** The largest first. */
  readonly groups: readonly EntryGroup[]
  /** The newest first. */
  readonly chats: readonly ListedChat[]
  readonly warnings: readonly { readonly message: string; readonly times: number }[]
  /** Of what was read: the same for the same files. */
  readonly digest: string
}

const LISTED_MAX = 5_000
const LISTED_OF_GROUP_MAX = 200
const CONTENT_CHARS_MAX = 300
const FIRST_CHARS_MAX = 120

/** Reads everything once. Of entries it holds only the first ones, of chats what a list shows. */
export async function survey(recognised: Recognised, options: ReadingOptions = {}): Promise<Survey> {
  const counts = { memories: 0, chats: 0, messages: 0, candidates: 0 }
  const groups = new Map<string, { kind: EntryGroup['kind']; scope: string; entries: number; listed: ListedEntry[] }>()
  const chats = new Map<string, { -readonly [Field in keyof ListedChat]: ListedChat[Field] }>()
  const unread = new Set<string>()
  const digest = new TextDigest()
  let listed = 0
  const add = (kind: EntryGroup['kind'], { id, content, scope }: { id: string; content: string; scope: string }) => {
    digest.add(`${kind}\n${id}\n${content}\n`)
    const key = groupOf(kind, scope)
    const group = groups.get(key) ?? { kind, scope, entries: 0, listed: [] }
    groups.set(key, group)
    group.entries++
    if (group.listed.length >= LISTED_OF_GROUP_MAX || (listed >= LISTED_MAX && group.listed.length)) return
    listed++
    group.listed.push({ id, content: content.slice(0, CONTENT_CHARS_MAX) })
  }
  for await (const record of recognised.records(options)) {
    if (record.kind === 'memory') {
      counts.memories++
      add('memory', record.memory)
    } else if (record.kind === 'candidate') {
      counts.candidates++
      add('candidate', record.candidate)
    } else if (record.kind === 'chat') {
      counts.chats++
      const { id, title, updatedAt, doNotRemember } = record.chat
      chats.set(id, { id, title, updatedAt, messages: 0, said: 0, first: '' })
      if (doNotRemember) unread.add(id)
    } else if (record.kind === 'message') {
      counts.messages++
      const { id, chatId, content, role } = record.message
      digest.add(`message\n${id}\n`)
      const chat = chats.get(chatId)
      if (!chat) continue
      chat.messages++
      if (role === 'user' && !unread.has(chatId)) chat.said += content.length
      chat.first ||= content.slice(0, FIRST_CHARS_MAX)
    }
  }
  return {
    counts,
    groups: [...groups.values()].sort((a, b) => b.entries - a.entries || (a.scope < b.scope ? -1 : 1)),
    chats: [...chats.values()].sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)),
    warnings: [...recognised.warnings].map(([message, times]) => ({ message, times })),
    digest: digest.hex(),
  }
}

/** The ids of chats beyond a number of chats and messages, of which the newest are preferred. */
export function chatsBeyond(
  chats: readonly Pick<ListedChat, 'id' | 'messages'>[],
  max: { readonly chats: number; readonly messages: number },
): string[] {
  let messages = 0
  let kept = 0
  return chats.flatMap((chat) => {
    if (kept >= max.chats || messages + chat.messages > max.messages) return [chat.id]
    kept++
    messages += chat.messages
    return []
  })
}
