import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Button, Group, Loader, Radio, SimpleGrid, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { useEffect, useState } from 'react'
import type { Shape } from '../../api/client.ts'
import { decisionQueries } from '../../api/hub/decision-queries.ts'
import { connectionsQuery } from '../../api/queries.ts'
import { useAction } from '../../ui/action.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { focusMain } from '../../ui/focus.ts'
import { withMarks } from '../../ui/hidden-characters.ts'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import utilities from '../../ui/utilities.module.css'
import { HUB } from '../../urls.ts'
import { keepCopies, mergeCopies } from './memory-changes.ts'
import { MemoryFacts } from './memory-facts.tsx'
import css from './tidy-up.module.css'

type Copies = Shape<'NearCopies'>['memories']

const LABEL_CHARS = 60
/** Copies side by side. */
const COLUMNS_MAX = 3

/** Near copies of memories, for the user to merge or to keep. */
export function TidyUp() {
  const copies = useInfiniteQuery(decisionQueries.nearCopies)
  // The cards show the names of apps, so the list waits for the connections, too.
  const connections = useQuery(connectionsQuery)
  const groups = copies.data?.pages.flatMap(({ items }) => items) ?? []
  const { hasNextPage, isFetching, error, fetchNextPage } = copies
  const isSearching = !groups.length && hasNextPage
  // A page can be empty although older memories have not been compared yet.
  useEffect(() => {
    if (isSearching && !isFetching && !error) fetchNextPage()
  }, [isSearching, isFetching, error, fetchNextPage])
  return (
    <Stack gap="lg">
      <PageTitle
        title={t`Tidy up`}
        lead={t`Memories that seem to say the same. Merge them into one, or keep them all; nothing is merged without you.`}
        above={<BackLink to={HUB.memories} label={t`Memories`} />}
      />
      {error && <ErrorAlert error={error} retry={copies.refetch} />}
      {!error && (!copies.data || connections.isPending) && <Loading rows={3} height={180} />}
      {!error && isSearching && copies.data && (
        <Group role="status" gap="xs">
          <Loader size="xs" />
          <Text c="dimmed">
            <Trans>Comparing older memories…</Trans>
          </Text>
        </Group>
      )}
      {copies.data && !groups.length && !hasNextPage && (
        <EmptyState icon={Check} title={t`Nothing to tidy up`}>
          <Trans>No two of your memories say the same in nearly the same words.</Trans>
        </EmptyState>
      )}
      {!connections.isPending &&
        groups.map(({ memories }) => <CopiesCard key={memories.map(({ id }) => id).join()} memories={memories} />)}
      {groups.length > 0 && <ShowMore of={copies} />}
    </Stack>
  )
}

/** Copies side by side, with a choice of the one that stays. */
function CopiesCard({ memories }: { memories: Copies }) {
  const [keep, setKeep] = useState((memories.find(({ pinned }) => pinned) ?? memories[0])?.id ?? '')
  const action = useAction()
  const keepAll = () =>
    action.run(async () => {
      await keepCopies(memories)
      focusMain()
    })
  return (
    <Box
      component="article"
      className={utilities.surface}
      p="md"
      aria-label={t`Copies: ${withMarks(memories[0]?.content ?? '').slice(0, LABEL_CHARS)}`}
    >
      <Stack gap="md">
        <Radio.Group value={keep} onChange={setKeep} label={t`Which one stays?`}>
          <SimpleGrid mt="xs" spacing="sm" cols={{ base: 1, sm: Math.min(memories.length, COLUMNS_MAX) }}>
            {memories.map((memory) => (
              <Radio.Card key={memory.id} value={memory.id} className={css.copy} p="sm">
                <Radio.Indicator mt={2} />
                <span>
                  <MemoryFacts memory={memory} />
                </span>
              </Radio.Card>
            ))}
          </SimpleGrid>
        </Radio.Group>
        {action.error !== undefined && <ErrorAlert error={action.error} />}
        <Group gap="xs">
          <Button loading={action.busy} onClick={() => action.run(() => mergeCopies(memories, keep))}>
            <Trans>Merge into this one</Trans>
          </Button>
          <Button variant="default" data-disabled={action.busy} onClick={keepAll}>
            {memories.length === 2 ? t`Keep both` : t`Keep all`}
          </Button>
        </Group>
      </Stack>
    </Box>
  )
}
