import '@mantine/charts/styles.css'
import { Group, SegmentedControl, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import ChartColumn from 'lucide-react/icons/chart-column'
import type { Shape } from '../api/client.ts'
import { portalQueries } from '../api/portal/queries.ts'
import { PlanMeter } from '../common/plan-meter.tsx'
import { appColor } from '../ui/app-color.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { Loading } from '../ui/loading.tsx'
import { Note } from '../ui/note.tsx'
import { PORTAL } from '../urls.ts'
import { usageDaysIn } from './search-params.ts'
import { UsageChart } from './usage-chart.tsx'
import { useApp } from './use-app.ts'

const PERIODS = [
  { value: '', label: 'This month' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
]
const numberFormat = new Intl.NumberFormat()
// The colour of the app, as on the other pages.
const APP_COLOR = 'var(--app-solid)'

/** The usage of an app by day, and the limits of the developer's plan. */
export function Usage() {
  const { id, slug } = useApp()
  const { days } = usageDaysIn(useSearch({ strict: false }))
  const navigate = useNavigate()
  const month = useQuery(portalQueries.usage(id))
  const { data, error, refetch } = useQuery(portalQueries.usage(id, days))
  return (
    <Stack gap="lg" className={appColor(slug)}>
      <Group justify="space-between">
        <Title order={2} size="h4">
          Usage
        </Title>
        <SegmentedControl
          aria-label="How far back"
          data={PERIODS}
          value={days ?? ''}
          onChange={(value) =>
            navigate({ to: PORTAL.usage, params: { id }, search: usageDaysIn({ days: value }), replace: true })
          }
        />
      </Group>
      {error && !data && <ErrorAlert error={error} retry={refetch} />}
      {!error && !(data && month.data) && <Loading rows={4} height={180} />}
      {data && month.data && <Meters usage={data} month={month.data} />}
    </Stack>
  )
}

function Meters({ usage: { totals, series }, month }: { usage: Shape<'AppUsage'>; month: Shape<'AppUsage'> }) {
  const { all_apps, limits, plan } = month
  const isUnused = Object.values(totals).every((total) => !total)
  return (
    <>
      <PlanFull month={month} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <PlanMeter
          label="API calls this month, all apps"
          used={all_apps.api_calls}
          limit={limits.api_calls}
          plan={plan}
          note={`${numberFormat.format(month.totals.api_calls)} of them by this app`}
        />
        <PlanMeter
          label="People connected, all apps"
          used={all_apps.connected_users}
          limit={limits.connected_users}
          plan={plan}
          note={`${numberFormat.format(totals.connected_users)} of them to this app`}
        />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        Limits are those of the {plan} plan, for all of your apps together. Days are days in UTC.
      </Text>
      {isUnused ? <NoUsage /> : <Charts usage={{ totals, series }} />}
    </>
  )
}

/** In place of a chart of nothing for each kind of call. */
function NoUsage() {
  const { id } = useApp()
  return (
    <EmptyState
      icon={ChartColumn}
      title="This app has not been used in these days"
      action={
        <ButtonLink to={PORTAL.app} params={{ id }}>
          Make the first call
        </ButtonLink>
      }
    >
      Its calls, memories and people appear here by day.
    </EmptyState>
  )
}

function Charts({ usage: { totals, series } }: { usage: Pick<Shape<'AppUsage'>, 'totals' | 'series'> }) {
  const sum = (count: number) => `${numberFormat.format(count)} in total`
  return (
    <>
      <UsageChart
        title="API calls"
        note={sum(totals.api_calls)}
        days={series}
        series={[{ name: 'api_calls', label: 'Calls', color: APP_COLOR }]}
      />
      <UsageChart
        title="Memories written"
        note={sum(totals.memory_writes)}
        days={series}
        series={[{ name: 'memory_writes', label: 'Memories', color: APP_COLOR }]}
      />
      <UsageChart
        title="Context requests"
        note={sum(totals.context_requests)}
        days={series}
        series={[{ name: 'context_requests', label: 'Requests', color: APP_COLOR }]}
      />
      <UsageChart
        title="Hosted model tokens"
        note={sum(totals.hosted_tokens_in + totals.hosted_tokens_out)}
        days={series}
        series={[
          { name: 'hosted_tokens_in', label: 'Input', color: APP_COLOR },
          { name: 'hosted_tokens_out', label: 'Output', color: 'var(--mantine-color-placeholder)' },
        ]}
      />
      <UsageChart
        title="People"
        note={`${numberFormat.format(totals.connected_users)} now`}
        days={series}
        series={[{ name: 'connected_users', label: 'People', color: APP_COLOR }]}
      />
    </>
  )
}

/** Explains the effect of a limit that is reached. */
function PlanFull({ month: { all_apps, limits, plan } }: { month: Shape<'AppUsage'> }) {
  const isOverUsers = limits.connected_users !== null && all_apps.connected_users >= limits.connected_users
  const isOverCalls = limits.api_calls !== null && all_apps.api_calls >= limits.api_calls
  if (!isOverUsers && !isOverCalls) return null
  return (
    <Note tone="danger" title={`The ${plan} plan is full`}>
      <Stack gap="xs" fz="sm" c="var(--mantine-color-text)">
        {isOverCalls && (
          <Text inherit>
            This month’s calls are used up. Calls that write or cost tokens are answered with 402 until the first of
            next month, UTC; reads go on. The operator of this service can move you to a larger plan.
          </Text>
        )}
        {isOverUsers && (
          <Text inherit>
            No new user can connect: the consent page says so. Those who are connected go on as before. Room comes when
            a user disconnects, or with a larger plan.
          </Text>
        )}
      </Stack>
    </Note>
  )
}
