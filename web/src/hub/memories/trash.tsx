import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import TrashIcon from 'lucide-react/icons/trash'
import { useState } from 'react'
import type { Shape } from '../../api/client.ts'
import { hubQueries } from '../../api/hub/queries.ts'
import { forDays, useRetention } from '../../api/retention.ts'
import { useAction } from '../../ui/action.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { withMarks } from '../../ui/hidden-characters.ts'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import utilities from '../../ui/utilities.module.css'
import { HUB } from '../../urls.ts'
import { Author } from './author.tsx'
import { eraseMemory, restoreMemory } from './memory-changes.ts'
import css from './memory-list.module.css'
import { TopicLabel } from './topic-label.tsx'

type Deleted = Shape<'MemoryTrash'>['items'][number]

/** Deleted memories: restore them, or erase them for good. */
export function Trash() {
  const trash = useInfiniteQuery(hubQueries.trash)
  const { trash_days } = useRetention() ?? {}
  const deleted = trash.data?.pages.flatMap(({ items }) => items)
  return (
    <Stack gap="lg">
      <PageTitle
        title={t`Trash`}
        lead={t`What you or your apps deleted. You can restore it, and no app can see it.`}
        above={<BackLink to={HUB.memories} label={t`Memories`} />}
      />
      {trash.error && <ErrorAlert error={trash.error} retry={trash.refetch} />}
      {!trash.error && !deleted && <Loading rows={3} height={72} />}
      {deleted?.length === 0 && (
        <EmptyState icon={TrashIcon} title={t`The trash is empty`}>
          <Trans>What is deleted can be restored here{forDays(trash_days)}.</Trans>
        </EmptyState>
      )}
      {deleted && deleted.length > 0 && (
        <Box className={css.list}>
          {deleted.map((each) => (
            <Row key={each.memory.id} deleted={each} />
          ))}
        </Box>
      )}
      <ShowMore of={trash} />
    </Stack>
  )
}

function Row({ deleted: { memory, at, actor, app, eraseAt } }: { deleted: Deleted }) {
  const action = useAction()
  const [confirming, setConfirming] = useState(false)
  return (
    <Box component="article" className={css.row} aria-label={memory.content.slice(0, 60)}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Box flex={1} miw={200}>
          <Text className={utilities.userText} dir="auto" lineClamp={4}>
            {withMarks(memory.content)}
          </Text>
          <Group gap="xs" mt={4}>
            <TopicLabel scope={memory.scope} />
            <Text size="xs" c="dimmed">
              <Trans>
                deleted by <Author actor={actor} app={app} /> <Timestamp at={at} /> · erased on{' '}
                <Timestamp at={eraseAt} />
              </Trans>
            </Text>
          </Group>
        </Box>
        <Group gap="xs">
          <Button
            size="compact-md"
            variant="default"
            loading={action.busy}
            onClick={() => action.run(() => restoreMemory(memory.id))}
          >
            <Trans>Restore</Trans>
          </Button>
          <Button size="compact-md" variant="subtle" color="red" onClick={() => setConfirming(true)}>
            <Trans>Erase now</Trans>
          </Button>
        </Group>
      </Group>
      {action.error !== undefined && <ErrorAlert error={action.error} />}
      <Confirm
        title={t`Erase this memory for good?`}
        submitLabel={t`Erase`}
        opened={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => eraseMemory(memory.id)}
      >
        <Text>
          <Trans>It is erased with everything it was before. This cannot be undone.</Trans>
        </Text>
      </Confirm>
    </Box>
  )
}
