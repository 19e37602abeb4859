import { t } from '@lingui/core/macro'
import { groupOf } from '@memory-service/portability/choice'
import type { EntryGroup } from '@memory-service/portability/survey'
import { topLevel } from '@memory-service/scopes'
import { useState } from 'react'
import type { Shape } from '../../api/client.ts'
import { formatNumber } from '../../i18n/format.ts'
import { amount } from './amounts.ts'
import type { Preview } from './protocol.ts'

const SCOPE_FALLBACK = 'general'

/** What the person has chosen in a preview so far. */
export interface Choices {
  /** The topic of a group; `null` if the group is left out. */
  topicOf: (group: EntryGroup) => string | null
  setTopic: (group: EntryGroup, topic: string | null) => void
  has: (id: string) => boolean
  toggle: (id: string) => void
  withoutChats: boolean
  setWithoutChats: (without: boolean) => void
  topics: ReadonlyMap<string, string | null>
  without: ReadonlySet<string>
}

/** The choices in a preview. Groups of topics that do not exist here begin as general. */
export function useChoices({ groups }: Preview, known: ReadonlySet<string>): Choices {
  const [topics, setTopics] = useState<ReadonlyMap<string, string | null>>(
    () =>
      new Map(
        groups.flatMap(({ kind, scope }) =>
          known.has(topLevel(scope)) ? [] : [[groupOf(kind, scope), SCOPE_FALLBACK] as const],
        ),
      ),
  )
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  const [withoutChats, setWithoutChats] = useState(false)
  return {
    ...{ topics, without, withoutChats, setWithoutChats },
    topicOf({ kind, scope }) {
      const topic = topics.get(groupOf(kind, scope))
      return topic === undefined ? scope : topic
    },
    setTopic: ({ kind, scope }, topic) => setTopics((before) => new Map(before).set(groupOf(kind, scope), topic)),
    has: (id) => !without.has(id),
    toggle: (id) =>
      setWithout((before) => {
        const after = new Set(before)
        if (!after.delete(id)) after.add(id)
        return after
      }),
  }
}

/** How many entries of a kind are chosen. */
export function chosenOf({ groups }: Preview, kind: EntryGroup['kind'], choices: Choices): number {
  return groups.reduce((sum, group) => {
    if (group.kind !== kind || choices.topicOf(group) === null) return sum
    return sum + group.entries - group.listed.filter(({ id }) => !choices.has(id)).length
  }, 0)
}

/** Sentences about what will not fit. */
export function shortfalls(
  preview: Preview,
  choices: Choices,
  { memories, chats, messages, candidates }: Shape<'ImportPage'>['capacity'],
): string[] {
  const free = ({ used, limit }: { used: number; limit: number }) => Math.max(0, limit - used)
  const kept = choices.withoutChats ? [] : preview.chats.filter(({ id }) => choices.has(id))
  const lines = kept.reduce((sum, chat) => sum + chat.messages, 0)
  const [facts, sentences] = [chosenOf(preview, 'memory', choices), chosenOf(preview, 'candidate', choices)]
  return [
    facts > free(memories) &&
      t`Your plan has room for ${formatNumber(free(memories))} more. Of ${amount(facts, 'memory')}, the first that are new are stored.`,
    (kept.length > free(chats) || lines > free(messages)) &&
      t`There is room for ${amount(free(chats), 'chat')} more, and ${amount(free(messages), 'message')}. The newest are stored.`,
    sentences > free(candidates) &&
      t`At most ${amount(candidates.limit, 'suggestion')} of imports can wait, ${formatNumber(free(candidates))} more. Review some, then import again.`,
  ].filter((line) => line !== false)
}
