import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import ActivityIcon from 'lucide-react/icons/activity'
import SearchX from 'lucide-react/icons/search-x'
import { type ActivityFilters, hubQueries } from '../../api/hub/queries.ts'
import { connectionsQuery } from '../../api/queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { FilterFields } from '../../ui/filter-fields.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { ButtonAnchor, ButtonLink } from '../../ui/link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { HUB } from '../../urls.ts'
import { activityFiltersIn } from '../search-params.ts'
import { ACTION_LABELS } from './labels.ts'
import { type Names, Story } from './story.tsx'

/** The audit log of the user, by day: who read or wrote what, and when. */
export function Activity() {
  const filters = activityFiltersIn(useSearch({ strict: false }))
  const navigate = useNavigate()
  const set = (name: keyof ActivityFilters) => (value: string | undefined) =>
    navigate({ to: HUB.activity, search: activityFiltersIn({ ...filters, [name]: value }), replace: true })
  const connections = useQuery(connectionsQuery)
  const names: Names = {
    bySlug: new Map(connections.data?.map(({ app }) => [app.slug, app.name])),
    icons: new Map(connections.data?.map(({ app }) => [app.slug, app.icon])),
    byConnection: new Map(connections.data?.map(({ id, app }) => [id, app])),
  }
  return (
    <Stack gap="lg">
      <PageTitle
        title={t`Activity`}
        lead={t`What your apps and you read and changed, day by day. Open a line to see which memories it was about.`}
        actions={
          <ButtonAnchor
            variant="default"
            href={`/v1/audit/export?${new URLSearchParams({ ...filters })}`}
            download="activity.jsonl"
          >
            <Trans>Export</Trans>
          </ButtonAnchor>
        }
      />
      <search>
        <FilterFields filters={filters} set={set}>
          <FilterSelect
            label={t`Who`}
            all={t`Everybody`}
            data={[...names.bySlug].map(([value, label]) => ({ value, label }))}
            value={filters.app}
            onChange={set('app')}
          />
          <FilterSelect
            label={t`What`}
            all={t`Everything`}
            data={Object.entries(ACTION_LABELS).map(([value, label]) => ({ value, label: i18n._(label) }))}
            value={filters.action}
            onChange={set('action')}
          />
        </FilterFields>
      </search>
      <Entries filters={filters} names={connections.isPending ? undefined : names} />
    </Stack>
  )
}

function Entries({ filters, names }: { filters: ActivityFilters; names: Names | undefined }) {
  const query = useInfiniteQuery(hubQueries.audit(filters))
  const { data, error, refetch } = query
  if (error && !data) return <ErrorAlert error={error} retry={refetch} />
  if (!data || !names) return <Loading rows={8} height={52} />
  const entries = data.pages.flatMap(({ items }) => items)
  if (!entries.length)
    return Object.keys(filters).length > 0 ? (
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
