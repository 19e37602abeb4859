import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text, VisuallyHidden } from '@mantine/core'
import Pin from 'lucide-react/icons/pin'
import colors from '../../ui/app-color.module.css'
import { appColor } from '../../ui/app-color.ts'
import { Timestamp } from '../../ui/timestamp.tsx'
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
 * One line below a memory of the list: its topic, the app that added it and when, which is the order of the list. What
 * happened on another day says so. Without an app, the user added it.
 */
export function MemoryOrigin({ memory, sourceName }: MemoryOriginProps) {
  const { scope, pinned, sourceApp, createdAt, occurredAt } = memory
  const happenedThen = Math.abs(Date.parse(createdAt) - Date.parse(occurredAt)) > DAY_MS
  return (
    <Text size="xs" c="dimmed" mt={4} component="div" className={css.origin}>
      {pinned && <Pin size={13} className={css.pinned} aria-hidden />}
      <TopicLabel scope={scope} />
      {sourceName !== undefined && (
        <span>
          <span aria-hidden className={`${colors.dot} ${appColor(sourceApp ?? '')}`}>
            {sourceName}
          </span>
          <VisuallyHidden>{t`added by ${sourceName}`}</VisuallyHidden>
        </span>
      )}
      {happenedThen && (
        <span className={css.happened}>
          <Trans>
            happened <Timestamp at={occurredAt} />
          </Trans>
        </span>
      )}
      <span className={css.added}>
        <Timestamp at={createdAt} />
      </span>
    </Text>
  )
}
