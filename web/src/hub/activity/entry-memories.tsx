import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { hubQueries } from '../../api/hub/queries.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { withMarks } from '../../ui/hidden-characters.ts'
import { TextLink } from '../../ui/link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { TopicIcon } from '../../ui/topic-icon.tsx'
import { HUB } from '../../urls.ts'
import css from './entry-memories.module.css'
import type { Entry } from './labels.ts'
import { LOOK_UPS } from './runs.ts'

/** Whether an entry opens to memories: those that a read gave to an app or a write added, or the one that it is about. */
export function hasMemories({ action, count, target }: Entry): boolean {
  const namesSeveral = LOOK_UPS.has(action) || action === 'gateway.chat' || action === 'memories.write'
  return namesSeveral ? count > 0 : (target?.startsWith('mem_') ?? false)
}

// More rows fill the screen, so that what follows them cannot be seen to move.
const RESERVED_ROWS_MAX = 20
const SKELETON_HEIGHT_PX = 16

/**
 * The memories of an entry as they are now, loaded when the entry is opened. All rows have one height, which is reserved for
 * as many as the entry counts, so that a late answer moves nothing.
 */
export function EntryMemories({ entry }: { entry: Entry }) {
  const rows = Math.min(Math.max(entry.count, 1), RESERVED_ROWS_MAX)
  return (
    <div className={css.room} style={{ '--rows': rows } as CSSProperties}>
      <Memories entry={entry} rows={rows} />
    </div>
  )
}

function Memories({ entry: { id, at, count }, rows }: { entry: Entry; rows: number }) {
  const { data, error, refetch } = useQuery(hubQueries.entryMemories(id))
  if (error) return <ErrorAlert error={error} retry={refetch} />
  if (!data) return <Loading rows={rows} height={SKELETON_HEIGHT_PX} />
  const { memories, gone } = data
  const more = count - memories.length - gone
  return (
    <>
      {memories.length > 0 && (
        <ul className={css.memories} aria-label={t`Memories as they are now`}>
          {memories.map(({ id, content, scope, updatedAt }) => (
            <li key={id}>
              <TopicIcon topic={scope} size={13} />
              <TextLink to={HUB.memories} search={{ memory: id }} underline="hover" c="inherit" dir="auto">
                {withMarks(content)}
              </TextLink>
              {Date.parse(updatedAt) > Date.parse(at) && (
                <Text size="xs" c="dimmed">
                  <Trans>changed since</Trans>
                </Text>
              )}
            </li>
          ))}
        </ul>
      )}
      <Text size="xs" c="dimmed">
        {gone > 0 && plural(gone, { one: '# has been deleted since.', other: '# have been deleted since.' })}{' '}
        {memories.length + gone > 0 &&
          more > 0 &&
          plural(more, { one: '# more is not listed.', other: '# more are not listed.' })}
        {memories.length + gone === 0 && (
          <Trans>
            Which memories these were is on record for 90 days, and not for what earlier versions of this service
            recorded.
          </Trans>
        )}
      </Text>
    </>
  )
}
