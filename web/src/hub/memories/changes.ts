import { t } from '@lingui/core/macro'
import { formatList } from '../../i18n/format.ts'
import { withMarks } from '../../ui/hidden-characters.ts'
import { formatDay, formatMoment } from '../../ui/timestamp.tsx'
import { kindName, topicName } from '../../ui/topic-name.ts'
import type { Memory } from './memory.ts'

/** Fields that restoring an earlier state sets. When a memory expires stays as it is. */
const RESTORED = [
  ...['content', 'scope', 'type', 'importance', 'confidence', 'pinned'],
  ...['occurredAt', 'validFrom', 'validUntil', 'metadata', 'source'],
] as (keyof Memory)[]

/** Whether restoring an earlier state would change a memory. */
export const isRestorable = (state: Memory, current: Memory): boolean =>
  RESTORED.some((field) => differ(state[field], current[field]))

/** What a change changed, one line for each field; the whole content of the first state. */
export function changesOf(memory: Memory, before: Memory | undefined): string[] {
  if (!before) return [t`“${withMarks(memory.content)}”`]
  const lines: string[] = []
  if (memory.content !== before.content)
    lines.push(t`“${withMarks(before.content)}” became “${withMarks(memory.content)}”`)
  if (memory.scope !== before.scope) lines.push(t`from ${topicName(before.scope)} to ${topicName(memory.scope)}`)
  if (memory.type !== before.type) lines.push(t`kind: ${kindName(before.type)} became ${kindName(memory.type)}`)
  if (memory.importance !== before.importance)
    lines.push(t`importance: ${before.importance} became ${memory.importance}`)
  if (memory.confidence !== before.confidence)
    lines.push(t`confidence: ${before.confidence} became ${memory.confidence}`)
  if (memory.pinned !== before.pinned) lines.push(memory.pinned ? t`pinned` : t`no longer pinned`)
  lines.push(...changedDates(memory, before))
  if (differ(memory.metadata, before.metadata)) lines.push(changedMetadata(memory.metadata, before.metadata))
  if (differ(memory.source, before.source)) lines.push(t`where it was learned`)
  return lines
}

function changedDates(memory: Memory, before: Memory): string[] {
  const lines: string[] = []
  const change = (field: 'occurredAt' | 'validFrom' | 'validUntil' | 'expiresAt') =>
    memory[field] === before[field] ? undefined : namesOf(before[field], memory[field])
  const happened = change('occurredAt')
  if (happened) lines.push(t`happened: ${happened[0]} became ${happened[1]}`)
  // Where an app has not said since when it is true, that is when it happened.
  const isOwn = [memory, before].some(({ validFrom, occurredAt }) => validFrom !== occurredAt)
  const since = isOwn ? change('validFrom') : undefined
  if (since) lines.push(t`true since: ${since[0]} became ${since[1]}`)
  const until = change('validUntil')
  if (until) lines.push(t`true until: ${until[0]} became ${until[1]}`)
  const end = change('expiresAt')
  if (end) lines.push(t`erased at: ${end[0]} became ${end[1]}`)
  return lines
}

/** Two dates as days, or with their times where those are of one day. */
function namesOf(before: string | null, after: string | null): [string, string] {
  const isOneDay = before && after && formatDay(new Date(before)) === formatDay(new Date(after))
  const nameOf = (at: string | null) => {
    if (at === null) return t`no end`
    return (isOneDay ? formatMoment : formatDay)(new Date(at))
  }
  return [nameOf(before), nameOf(after)]
}

function changedMetadata(after: Memory['metadata'], before: Memory['metadata']): string {
  const keys = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])
  const fields = formatList(
    [...keys].filter((key) => after?.[key] !== before?.[key]),
    'unit',
  )
  return t`what the app noted with it: ${fields}`
}

const differ = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)
