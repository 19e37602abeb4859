import { Button, Stack, Table, Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { answer, api, type Shape } from '../api/client.ts'
import { Choice } from '../ui/choice.tsx'
import { Empty } from '../ui/empty.tsx'
import { FilterFields } from '../ui/filter-fields.tsx'
import { Loading } from '../ui/loading.tsx'
import { ShowMore } from '../ui/more.tsx'
import { Nothing } from '../ui/nothing.tsx'
import { PageTitle } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { When } from '../ui/when.tsx'
import { HUB } from '../urls.ts'
import { type ActivityFilters, activityFiltersIn } from './filters.ts'
import { connections } from './memory.ts'

type Entry = Shape<'AuditEntry'>

const PAGE_ROWS = 50

const DEEDS: Partial<Record<Entry['action'], string>> = {
  'memories.list': 'listed memories',
  'memories.recall': 'searched memories',
  'memory.read': 'read a memory',
  'memory.graph': 'looked at what hangs together',
  'context.read': 'asked for context',
  'brief.read': 'asked for the brief',
  'gateway.chat': 'chatted with what is remembered',
  'scopes.list': 'looked at which scopes there are',
  'memories.write': 'wrote memories',
  'memory.edit': 'changed a memory',
  'memory.delete': 'deleted memories',
  'connection.create': 'connected an app',
  'connection.narrow': 'narrowed an app',
  'connection.revoke': 'ended an app’s access',
}

// A count of none would read as if there might have been some.
const OF_NO_MEMORIES: ReadonlySet<Entry['action']> = new Set([
  'scopes.list',
  'connection.create',
  'connection.narrow',
  'connection.revoke',
])

/** Who read or wrote what, and when. */
export function Activity() {
  const filters = activityFiltersIn(useSearch({ strict: false }))
  const navigate = useNavigate()
  const set = (name: keyof ActivityFilters) => (value: string | undefined) =>
    navigate({ to: HUB.activity, search: activityFiltersIn({ ...filters, [name]: value }), replace: true })
  const apps = useQuery(connections)
  const names = new Map(apps.data?.map(({ app }) => [app.slug, app.name]))
  return (
    <Stack gap="lg">
      <PageTitle
        title="Activity"
        lead="Every time somebody read or wrote here: who, what, and when."
        actions={
          <Button
            component="a"
            variant="default"
            href={`/v1/audit/export?${new URLSearchParams({ ...filters })}`}
            download="activity.jsonl"
          >
            Export
          </Button>
        }
      />
      <search>
        <FilterFields filters={filters} set={set}>
          <Choice
            label="Who"
            all="Everybody"
            data={[...names].map(([value, label]) => ({ value, label }))}
            value={filters.app}
            onChange={set('app')}
          />
          <Choice
            label="What"
            all="Everything"
            data={Object.entries(DEEDS).map(([value, label]) => ({ value, label }))}
            value={filters.action}
            onChange={set('action')}
          />
        </FilterFields>
      </search>
      {apps.isPending ? <Loading rows={8} height={44} /> : <Entries filters={filters} names={names} />}
    </Stack>
  )
}

function Entries({ filters, names }: { filters: ActivityFilters; names: ReadonlyMap<string, string> }) {
  const entries = useInfiniteQuery({
    queryKey: ['audit', filters],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      answer(api.GET('/v1/audit', { params: { query: { ...filters, limit: PAGE_ROWS, cursor } } })),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
  if (entries.error && !entries.data) return <Trouble error={entries.error} retry={entries.refetch} />
  if (!entries.data) return <Loading rows={8} height={44} />
  const rows = entries.data.pages.flatMap(({ items }) => items)
  if (!rows.length)
    return Object.keys(filters).length ? (
      <Empty title="Nothing fits">Take a filter away to see more.</Empty>
    ) : (
      <Empty title="Nothing has happened yet">
        As soon as an app reads or writes here, it is written down on this page.
      </Empty>
    )
  return (
    <Stack>
      <div className="surface">
        <Table verticalSpacing="sm" horizontalSpacing="md" className="stacked" aria-label="Activity">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Who and what</Table.Th>
              <Table.Th>Scopes</Table.Th>
              <Table.Th>Memories</Table.Th>
              <Table.Th>When</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ id, app, action, scope, count, at }) => (
              <Table.Tr key={id}>
                <Table.Td className="wide">
                  <b>{app ? (names.get(app) ?? app) : 'You'}</b> {DEEDS[action] ?? action}
                </Table.Td>
                <Table.Td className="breaks">
                  {scope ? (
                    <Text component="span" size="xs" ff="monospace">
                      {scope}
                    </Text>
                  ) : (
                    <Nothing />
                  )}
                </Table.Td>
                <Table.Td className="off-phone">{OF_NO_MEMORIES.has(action) ? <Nothing /> : count}</Table.Td>
                <Table.Td>
                  <When at={at} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <ShowMore of={entries} />
    </Stack>
  )
}
