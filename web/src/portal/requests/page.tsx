import { Button, Group, SegmentedControl, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Activity from 'lucide-react/icons/activity'
import type { Shape } from '../../api/client.ts'
import { type RequestFilters, requestQueries } from '../../api/portal/request-queries.ts'
import { appColor } from '../../ui/app-color.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PhoneOnly, StackedTable, wideCell } from '../../ui/stacked-table.tsx'
import utilities from '../../ui/utilities.module.css'
import { PORTAL } from '../../urls.ts'
import { requestFiltersIn } from '../search-params.ts'
import { useApp } from '../use-app.ts'
import { RequestCharts } from './charts.tsx'
import { RequestList } from './list.tsx'
import css from './requests.module.css'

const CHARTS_POLL_MS = 15_000
const ROUTES_SHOWN = 8
const PERIODS = [
  { value: '', label: '24 hours' },
  { value: '7', label: '7 days' },
]
const numberFormat = new Intl.NumberFormat()

/** The request log of an app: numbers and charts of a period, and the newest requests. */
export function Requests() {
  const { id, slug } = useApp()
  const { days, ...filters } = requestFiltersIn(useSearch({ strict: false }))
  const navigate = useNavigate()
  const go = (search: RequestFilters & { days?: '7' }) =>
    navigate({ to: PORTAL.requests, params: { id }, search: requestFiltersIn(search), replace: true })
  const period = Number(days ?? 1)
  const poll = { refetchInterval: CHARTS_POLL_MS }
  const all = useQuery({ ...requestQueries.summary(id, period, {}), ...poll })
  const filtered = useQuery({ ...requestQueries.summary(id, period, filters), ...poll })
  const { data, error, refetch } = all
  const set = (changed: RequestFilters) => go({ ...changed, days })
  if (error && !data) return <ErrorAlert error={error} retry={refetch} />
  if (!data) return <Loading rows={4} height={160} />
  if (!data.retention_days) return <LogIsOff />
  return (
    <Stack gap="lg" className={appColor(slug)}>
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={2} size="h4">
            Requests
          </Title>
          <Text size="sm" c="dimmed" className={utilities.prose}>
            What the app called, kept for {data.retention_days === 1 ? 'a day' : `${data.retention_days} days`}. Never
            the content, ids of people, or values of addresses.
          </Text>
        </div>
        <SegmentedControl
          aria-label="Period of the charts"
          data={PERIODS}
          value={days ?? ''}
          onChange={(value) => go({ ...filters, days: value === '7' ? value : undefined })}
        />
      </Group>
      {!data.totals.requests && !days ? (
        <NoRequests id={id} />
      ) : (
        <>
          {filtered.error && !filtered.data && <ErrorAlert error={filtered.error} retry={filtered.refetch} />}
          {filtered.data && <RequestCharts summary={filtered.data} />}
          <Routes summary={data} filters={filters} set={set} />
          <RequestList appId={id} filters={filters} set={set} summary={data} />
        </>
      )}
    </Stack>
  )
}

interface RoutesProps {
  summary: Shape<'RequestSummary'>
  filters: RequestFilters
  set: (filters: RequestFilters) => void
}

/** The busiest routes; a button filters by each. */
function Routes({ summary: { routes }, filters, set }: RoutesProps) {
  if (routes.length < 2) return null
  return (
    <div className={utilities.surface}>
      <StackedTable verticalSpacing={6} horizontalSpacing="md" aria-label="Routes">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Busiest routes</Table.Th>
            <Table.Th ta="end">Requests</Table.Th>
            <Table.Th ta="end">4xx</Table.Th>
            <Table.Th ta="end">5xx</Table.Th>
            <Table.Th ta="end">95% faster than</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {routes.slice(0, ROUTES_SHOWN).map(({ method, route, requests, client_errors, server_errors, p95_ms }) => (
            <Table.Tr key={`${method} ${route}`}>
              <Table.Td className={`${wideCell} ${utilities.breakWords}`}>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  px={0}
                  aria-label={`Only ${method} ${route}`}
                  onClick={() => set({ ...filters, method: method as RequestFilters['method'], route })}
                >
                  {method} {route}
                </Button>
              </Table.Td>
              <Table.Td className={css.number}>
                {numberFormat.format(requests)} <PhoneOnly>{requests === 1 ? 'request' : 'requests'}</PhoneOnly>
              </Table.Td>
              <Table.Td className={css.number}>
                {numberFormat.format(client_errors)} <PhoneOnly>refused (4xx)</PhoneOnly>
              </Table.Td>
              <Table.Td className={css.number}>
                {numberFormat.format(server_errors)} <PhoneOnly>failed (5xx)</PhoneOnly>
              </Table.Td>
              <Table.Td className={css.number}>
                <PhoneOnly>95% faster than</PhoneOnly> {p95_ms === null ? '–' : `${numberFormat.format(p95_ms)} ms`}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </StackedTable>
    </div>
  )
}

function NoRequests({ id }: { id: string }) {
  return (
    <EmptyState
      icon={Activity}
      title="No requests in the last day"
      action={
        <ButtonLink to={PORTAL.app} params={{ id }}>
          Make the first call
        </ButtonLink>
      }
    >
      Each call that the app makes appears here within seconds. Add a test person on the overview and call the API with
      the token, or choose 7 days to look further back.
    </EmptyState>
  )
}

function LogIsOff() {
  return (
    <EmptyState icon={Activity} title="The request log is off">
      The operator of this service keeps no requests (REQUEST_LOG_DAYS is 0). What the app read and wrote is in the
      audit log.
    </EmptyState>
  )
}
