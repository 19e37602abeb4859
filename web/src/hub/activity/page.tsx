import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Button, Stack } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import ActivityIcon from 'lucide-react/icons/activity'
import SearchX from 'lucide-react/icons/search-x'
import { useState } from 'react'
import { type ActivityFilters, hubQueries } from '../../api/hub/queries.ts'
import { connectionsQuery } from '../../api/queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { ButtonAnchor, ButtonLink } from '../../ui/link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { HUB } from '../../urls.ts'
import { activityFiltersIn } from '../search-params.ts'
import { type Names, Story } from './story.tsx'

const Filters = onDemand(
  async () => (await import('./filters.tsx')).Filters,
  () => <Loading rows={1} height={30} />,
)

const useAudit = (filters: ActivityFilters) => useInfiniteQuery(hubQueries.audit(filters))

/** The audit log of the user, by day: who read or wrote what, and when. */
export function Activity() {
  const filters = activityFiltersIn(useSearch({ strict: false }))
  const navigate = useNavigate()
  const set = (name: keyof ActivityFilters) => (value: string | undefined) =>
    navigate({ to: HUB.activity, search: activityFiltersIn({ ...filters, [name]: value }), replace: true })
  const [open, setOpen] = useState(false)
  const query = useAudit(filters)
  const connections = useQuery(connectionsQuery)
  const names: Names = {
    bySlug: new Map(connections.data?.map(({ app }) => [app.slug, app.name])),
    icons: new Map(connections.data?.map(({ app }) => [app.slug, app.icon])),
    byConnection: new Map(connections.data?.map(({ id, app }) => [id, app])),
  }
  const isFiltered = Object.keys(filters).length > 0
  // The buttons stay while the entries wait for the connections, so that nothing moves.
  const isEmpty = !isFiltered && !connections.isPending && query.data?.pages[0]?.items.length === 0
  return (
    <Stack gap="lg">
      <PageTitle
        title={t`Activity`}
        lead={
          <Box component="span" visibleFrom="sm">
            <Trans>
              What your apps and you read and changed, day by day. Open a line to see which memories it was about.
            </Trans>
          </Box>
        }
        actions={
          !isEmpty && (
            <>
              <Button variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
                <Trans>Filters</Trans>
              </Button>
              <ButtonAnchor
                variant="default"
                href={`/v1/audit/export?${new URLSearchParams({ ...filters })}`}
                download="activity.jsonl"
              >
                <Trans>Export</Trans>
              </ButtonAnchor>
            </>
          )
        }
      />
      {(open || isFiltered) && (
        <search>
          <Filters open={open} filters={filters} set={set} names={names} />
        </search>
      )}
      <Entries query={query} isFiltered={isFiltered} names={connections.isPending ? undefined : names} />
    </Stack>
  )
}

interface EntriesProps {
  query: ReturnType<typeof useAudit>
  isFiltered: boolean
  names: Names | undefined
}

function Entries({ query, isFiltered, names }: EntriesProps) {
  const { data, error, refetch } = query
  if (error && !data) return <ErrorAlert error={error} retry={refetch} />
  if (!data || !names) return <Loading rows={8} height={52} />
  const entries = data.pages.flatMap(({ items }) => items)
  if (!entries.length)
    return isFiltered ? (
      <EmptyState icon={SearchX} title={t`No matches`}>
        <Trans>Remove a filter to see more.</Trans>
      </EmptyState>
    ) : (
      <EmptyState
        icon={ActivityIcon}
        title={t`Nothing has happened yet`}
        action={
          <ButtonLink to={HUB.connections} variant="default">
            <Trans>Connect an app</Trans>
          </ButtonLink>
        }
      >
        <Trans>As soon as an app reads or changes something, you see it here.</Trans>
      </EmptyState>
    )
  return (
    <Stack gap="xl">
      <Story entries={entries} names={names} />
      <ShowMore of={query} />
    </Stack>
  )
}
