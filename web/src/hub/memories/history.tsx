import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Shape } from '../../api/client.ts'
import { hubQueries } from '../../api/hub/queries.ts'
import { useAction } from '../../ui/action.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { withMarks } from '../../ui/hidden-characters.ts'
import { ShowMore } from '../../ui/show-more.tsx'
import { formatMoment, Timestamp } from '../../ui/timestamp.tsx'
import utilities from '../../ui/utilities.module.css'
import { Author } from './author.tsx'
import { changesOf, isRestorable } from './changes.ts'
import css from './history.module.css'
import type { Memory } from './memory.ts'
import { restoreMemory } from './memory-changes.ts'

type Revision = Shape<'MemoryRevision'>

const CHANGES: Readonly<Record<Revision['change'], MessageDescriptor>> = {
  created: msg`Added`,
  edited: msg`Edited`,
  moved: msg`Moved`,
  superseded: msg`Marked as replaced`,
  reinstated: msg`Marked as true again`,
  deleted: msg`Deleted`,
  restored: msg`Restored`,
  expired: msg`Expired`,
}

/** What a memory was before each change, the newest first, with a button that restores it. */
export function History({ id, memory }: { id: string; memory: Memory }) {
  const history = useInfiniteQuery(hubQueries.memoryHistory(id))
  const revisions = history.data?.pages.flatMap(({ items }) => items) ?? []
  if (history.error) return <ErrorAlert error={history.error} retry={history.refetch} />
  if (revisions.length < 2) return null
  return (
    <section>
      <Title order={3} size="h5">
        <Trans>What it was before</Trans>
      </Title>
      <Stack component="ol" gap="md" className={css.list}>
        {revisions.map((revision, at) => (
          <State key={revision.revision} revision={revision} before={revisions[at + 1]} current={memory} />
        ))}
      </Stack>
      <ShowMore of={history} />
    </section>
  )
}

interface StateProps {
  revision: Revision
  before: Revision | undefined
  current: Memory
}

function State({ revision, before, current }: StateProps) {
  const { change, at, actor, app, memory } = revision
  const action = useAction()
  const isCurrent = revision.revision === current.revision
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" fw={600}>
          <Trans>
            {i18n._(CHANGES[change])} by <Author actor={actor} app={app} />, <Timestamp at={at} as="date-time" />
          </Trans>
        </Text>
        {!isCurrent && isRestorable(memory, current) && (
          <Button
            size="compact-sm"
            variant="default"
            flex="none"
            loading={action.busy}
            aria-label={
              memory.content === current.content
                ? t`Restore the state of ${formatMoment(new Date(at))}`
                : t`Restore: ${withMarks(memory.content)}`
            }
            onClick={() => action.run(() => restoreMemory(memory.id, revision.revision))}
          >
            <Trans>Restore</Trans>
          </Button>
        )}
      </Group>
      {changesOf(memory, before?.memory).map((line) => (
        <Text key={line} size="sm" c="dimmed" className={utilities.userText} dir="auto">
          {line}
        </Text>
      ))}
      {action.error !== undefined && <ErrorAlert error={action.error} />}
    </li>
  )
}
