import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import Pin from 'lucide-react/icons/pin'
import colors from '../../ui/app-color.module.css'
import { appColor } from '../../ui/app-color.ts'
import { Timestamp } from '../../ui/timestamp.tsx'
import { kindName } from '../../ui/topic-name.ts'
import type { Memory } from './memory.ts'
import css from './memory-list.module.css'
import { TopicLabel } from './topic-label.tsx'

const DAY_MS = 24 * 60 * 60_000

interface MemoryOriginProps {
  memory: Memory
  /** The app that wrote it; `undefined` if the user did. */
  sourceName: string | undefined
}

/**
 * One line below a memory of the list: topic, kind, who added it and when, which is the order of the list. What happened
 * on another day says so.
 */
export function MemoryOrigin({ memory, sourceName }: MemoryOriginProps) {
  const { scope, type, pinned, sourceApp, createdAt, occurredAt } = memory
  // “Preference, preference” says nothing more than “Preference”.
  const kind = type === scope.split('.')[0] ? undefined : kindName(type)
  const happenedThen = Math.abs(Date.parse(createdAt) - Date.parse(occurredAt)) > DAY_MS
  return (
    <Text size="xs" c="dimmed" mt={4} component="div">
      {pinned && <Pin size={13} className={css.pinned} aria-hidden />}
      <TopicLabel scope={scope} />
      {kind && ` · ${kind}`} ·{' '}
      {sourceName === undefined ? (
        <Trans>
          added by you, <Timestamp at={createdAt} />
        </Trans>
      ) : (
        <Trans>
          added by <span className={`${colors.dot} ${appColor(sourceApp ?? '')}`}>{sourceName}</span>,{' '}
          <Timestamp at={createdAt} />
        </Trans>
      )}
      {happenedThen && (
        <>
          {' · '}
          <Trans>
            happened <Timestamp at={occurredAt} />
          </Trans>
        </>
      )}
    </Text>
  )
}
