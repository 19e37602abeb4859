import { Stack, Table, Text, Title } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { answer, api, type Shape } from '../api/client.ts'
import { Choice } from '../ui/choice.tsx'
import { Empty } from '../ui/empty.tsx'
import { FilterFields } from '../ui/filter-fields.tsx'
import { Loading } from '../ui/loading.tsx'
import { ShowMore } from '../ui/more.tsx'
import { Nothing } from '../ui/nothing.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { When } from '../ui/when.tsx'
import { PORTAL } from '../urls.ts'
import { type AuditFilters, auditFiltersIn } from './filters.ts'
import { useApp } from './queries.ts'

const PAGE_ROWS = 50

// What an app can do; what people do about it stands in their own log.
const ACTIONS: readonly Shape<'AuditEntry'>['action'][] = [
  'memories.list',
  'memories.recall',
  'memory.read',
  'memory.graph',
  'context.read',
  'brief.read',
  'gateway.chat',
  'scopes.list',
  'memories.write',
  'memory.edit',
  'memory.delete',
]

/** Every read and write by one app, without a word of what was read or written. */
export function Audit() {
  const { id } = useApp()
  const filters = auditFiltersIn(useSearch({ strict: false }))
  const navigate = useNavigate()
  const set = (name: keyof AuditFilters) => (value: string | undefined) =>
    navigate({
      to: PORTAL.audit,
      params: { id },
      search: auditFiltersIn({ ...filters, [name]: value }),
      replace: true,
    })
  return (
    <Stack gap="lg">
      <div>
        <Title order={2} size="h4">
          Audit log
        </Title>
        <Text size="sm" c="dimmed">
          Every read and write by this app, for all of its people. The memories themselves are never shown.
        </Text>
      </div>
      <search>
        <FilterFields filters={filters} set={set}>
          <Choice
            label="Action"
            all="Every action"
            data={[...ACTIONS]}
            value={filters.action}
            onChange={set('action')}
          />
        </FilterFields>
      </search>
      <Entries id={id} filters={filters} />
    </Stack>
  )
}

function Entries({ id, filters }: { id: string; filters: AuditFilters }) {
  const found = useInfiniteQuery({
    queryKey: ['app-audit', id, filters],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => {
      const query = { ...filters, limit: PAGE_ROWS, cursor }
      return answer(api.GET('/v1/dev/apps/{id}/audit', { params: { path: { id }, query } }))
    },
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
  const { data, error, refetch } = found
  if (error && !data) return <Trouble error={error} retry={refetch} />
  if (!data) return <Loading rows={8} height={44} />
  const rows = data.pages.flatMap(({ items }) => items)
  if (!rows.length)
    return Object.keys(filters).length ? (
      <Empty title="No matches">Remove a filter to see more.</Empty>
    ) : (
      <Empty title="No reads or writes yet">
        Each call the app makes with a person’s token appears here. The overview has a first call to copy.
      </Empty>
    )
  return (
    <Stack>
      <div className="surface">
        <Table className="stacked" verticalSpacing="sm" horizontalSpacing="md" aria-label="Audit log">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Action</Table.Th>
              <Table.Th>Memories</Table.Th>
              <Table.Th>Scopes</Table.Th>
              <Table.Th>Request</Table.Th>
              <Table.Th>When</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ id, action, count, scope, request_id, at }) => (
              <Table.Tr key={id}>
                <Table.Td fw={600}>{action}</Table.Td>
                <Table.Td>
                  {count}
                  <span className="on-phone"> {count === 1 ? 'memory' : 'memories'}</span>
                </Table.Td>
                <Table.Td className="breaks wide" fz="xs" ff="monospace">
                  {scope || <Nothing />}
                </Table.Td>
                <Table.Td className="breaks wide" fz="xs" ff="monospace">
                  {request_id}
                </Table.Td>
                <Table.Td>
                  <When at={at} as="moment" />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <ShowMore of={found} />
    </Stack>
  )
}
