import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import Milestone from 'lucide-react/icons/milestone'
import Share2 from 'lucide-react/icons/share-2'
import { useState } from 'react'
import { overviewQuery, timelineQuery } from '../../api/hub/overview-queries.ts'
import { SideDialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { HUB } from '../../urls.ts'
import { lifeOf } from './life.ts'
import { LifeLines } from './life-lines.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { Summary } from './summary.tsx'
import { Timeline } from './timeline.tsx'

const MemoryDetails = onDemand(async () => (await import('../memories/memory-details.tsx')).MemoryDetails)

/** What the store tells of a life: its topics over time, and what happened. */
export function Overview() {
  const overview = useQuery(overviewQuery)
  const timeline = useInfiniteQuery(timelineQuery)
  const [isSharing, setSharing] = useState(false)
  const [shown, setShown] = useState<string>()
  const error = overview.error ?? timeline.error
  const life = overview.data && lifeOf(overview.data)
  const isLoaded = overview.data && timeline.data
  return (
    <Stack gap="xl">
      <PageTitle
        title={t`Your life so far`}
        tab={t`Overview`}
        lead={t`What is remembered about you, by topic and time.`}
        // Its place is kept while the data is on its way, so that nothing moves.
        actions={
          (life || !isLoaded) && (
            <Button
              variant="default"
              leftSection={<Share2 size={16} />}
              disabled={!life}
              onClick={() => setSharing(true)}
            >
              <Trans>Share a picture</Trans>
            </Button>
          )
        }
      />
      {error && !isLoaded && (
        <ErrorAlert error={error} retry={() => Promise.all([overview.refetch(), timeline.refetch()])} />
      )}
      {!error && !isLoaded && <Loading rows={6} height={38} />}
      {isLoaded && !life && <Empty />}
      {isLoaded && life && (
        <>
          <Summary life={life} />
          <LifeLines life={life} />
          <Stack component="section" gap="lg" aria-labelledby="timeline">
            <Title order={2} size="h4" id="timeline">
              <Trans>What happened</Trans>
            </Title>
            <Timeline months={timeline.data.pages.flatMap(({ items }) => items)} onShow={setShown} />
            <ShowMore of={timeline} />
          </Stack>
          <ShareDialog
            life={life}
            sensitive={overview.data.sensitive}
            opened={isSharing}
            onClose={() => setSharing(false)}
          />
        </>
      )}
      <SideDialog
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        position="right"
        size="lg"
        title={t`About this memory`}
      >
        {shown && <MemoryDetails key={shown} id={shown} onShow={setShown} onGone={() => setShown(undefined)} />}
      </SideDialog>
    </Stack>
  )
}

function Empty() {
  return (
    <EmptyState
      icon={Milestone}
      title={t`It begins with the first memory`}
      action={
        <ButtonLink to={HUB.memories} variant="default">
          <Trans>Add a memory</Trans>
        </ButtonLink>
      }
    >
      <Trans>Here you will see your topics over the years, and what happened when.</Trans>
    </EmptyState>
  )
}
