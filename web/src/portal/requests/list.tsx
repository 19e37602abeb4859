import { Badge, Group, Stack, Switch, Table, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import Activity from 'lucide-react/icons/activity'
import { useState } from 'react'
import type { Shape } from '../../api/client.ts'
import { type RequestFilters, requestQueries } from '../../api/portal/request-queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { FilterRow } from '../../ui/filter-fields.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { StackedTable, wideCell } from '../../ui/stacked-table.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import utilities from '../../ui/utilities.module.css'
import { PORTAL } from '../../urls.ts'
import { TestBadge } from '../test-badge.tsx'
import css from './requests.module.css'

const POLL_MS = 3_000
const STATUSES: { value: NonNullable<RequestFilters['status']>; label: string }[] = [
  { value: '2xx', label: 'succeeded (2xx)' },
  { value: '4xx', label: 'refused (4xx)' },
  { value: '5xx', label: 'failed (5xx)' },
]

interface RequestListProps {
  appId: string
  filters: RequestFilters
  set: (filters: RequestFilters) => void
  /** The numbers of all requests, which say what there is to filter by. */
  summary: Shape<'RequestSummary'>
}

/** The logged requests with their filters. While it is live, the newest are fetched every few seconds. */
export function RequestList({ appId, filters, set, summary }: RequestListProps) {
  const [live, setLive] = useState(true)
  const query = useInfiniteQuery({
    ...requestQueries.list(appId, filters),
    // A poll would fetch every page that was opened.
    refetchInterval: ({ state }) => (live && (state.data?.pages.length ?? 0) < 2 ? POLL_MS : false),
  })
  const { data, error, refetch } = query
  const rows = data?.pages.flatMap(({ items }) => items) ?? []
  const isFiltered = Object.keys(filters).length > 0
  const routes = [...new Set([...summary.routes.map(named), ...(filters.route ? [named(filters)] : [])])]
  const codes = [
    ...new Set([...summary.failures.map(({ failure }) => failure), ...(filters.code ? [filters.code] : [])]),
  ]
  const setRoute = (value: string | undefined) => {
    const { method: _method, route: _route, ...rest } = filters
    const [method, route] = value?.split(' ') ?? []
    set(value ? { ...rest, method: method as RequestFilters['method'], route } : rest)
  }
  return (
    <Stack component="section" aria-label="Newest requests">
      <Group justify="space-between">
        <Title order={2} size="h4">
          Newest first
        </Title>
        <Switch
          label={data && data.pages.length > 1 && live ? 'Live; waits while older ones are shown' : 'Live'}
          checked={live}
          onChange={(event) => setLive(event.currentTarget.checked)}
        />
      </Group>
      <search>
        <FilterRow>
          <FilterSelect
            label="Status"
            all="Every status"
            data={STATUSES}
            value={filters.status}
            onChange={(status) => set({ ...filters, status: status as RequestFilters['status'] })}
          />
          <FilterSelect
            label="Failure"
            all="Every failure"
            data={codes}
            value={filters.code}
            onChange={(code) => set({ ...filters, code: code as RequestFilters['code'] })}
          />
          <FilterSelect
            label="Route"
            all="Every route"
            data={routes}
            value={filters.route && named(filters)}
            onChange={setRoute}
          />
        </FilterRow>
      </search>
      {error && !data && <ErrorAlert error={error} retry={refetch} />}
      {!error && !data && <Loading rows={6} height={44} />}
      {data && !rows.length && (
        <EmptyState icon={Activity} title={isFiltered ? 'No matches' : 'No requests in these days'}>
          {isFiltered ? 'Remove a filter to see more.' : 'The next one appears here by itself.'}
        </EmptyState>
      )}
      {rows.length > 0 && <Rows rows={rows} />}
      <ShowMore of={query} />
    </Stack>
  )
}

function Rows({ rows }: { rows: readonly Shape<'LoggedRequest'>[] }) {
  return (
    <div className={utilities.surface}>
      <StackedTable verticalSpacing="xs" horizontalSpacing="md" aria-label="Requests">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Request</Table.Th>
            <Table.Th>When</Table.Th>
            <Table.Th ta="end">Took</Table.Th>
            <Table.Th>Request id</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ id, at, method, route, status, code, ms, request_id, test }) => (
            <Table.Tr key={id}>
              <Table.Td className={`${wideCell} ${utilities.breakWords}`}>
                <Group gap="xs" wrap="nowrap">
                  <Badge variant="light" color={colourOf(status, code)} miw={52}>
                    {status}
                  </Badge>
                  <span>
                    <Text span size="sm" fw={600}>
                      {method} {route}
                    </Text>{' '}
                    {test && <TestBadge />}{' '}
                    {code && (
                      <TextLink to={PORTAL.error} params={{ code }} size="sm" c="dimmed">
                        {code}
                      </TextLink>
                    )}
                  </span>
                </Group>
              </Table.Td>
              <Table.Td>
                <Timestamp at={at} as="date-time" />
              </Table.Td>
              <Table.Td className={css.number}>{ms} ms</Table.Td>
              <Table.Td className={`${wideCell} ${utilities.breakWords}`} fz="xs" ff="monospace">
                {request_id}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </StackedTable>
    </div>
  )
}

function named({ method, route }: { method?: string | undefined; route?: string | undefined }): string {
  return `${method} ${route}`
}

function colourOf(status: number, code: string | null): string {
  if (status >= 500) return 'red'
  return status >= 400 || code ? 'orange' : 'pine'
}
