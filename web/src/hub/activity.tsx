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
  'memory.graph': 'looked up related memories',
  'context.read': 'looked up context',
  'brief.read': 'read the brief',
  'gateway.chat': 'chatted, using memories',
  'scopes.list': 'listed scopes',
  'memories.write': 'added memories',
  'memory.edit': 'edited a memory',
  'memory.delete': 'deleted memories',
  'connection.create': 'connected an app',
  'connection.narrow': 'allowed an app less',
  'connection.revoke': 'disconnected an app',
}

/** What a person did about one app, by its name. */
const DEEDS_ON: Partial<Record<Entry['action'], (app: string) => string>> = {
  'connection.create': (app) => `connected ${app}`,
  'connection.narrow': (app) => `allowed ${app} less`,
  'connection.revoke': (app) => `disconnected ${app}`,
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
  const byConnection = new Map(apps.data?.map(({ id, app }) => [id, app.name]))
  return (
    <Stack gap="lg">
      <PageTitle
        title="Activity"
        lead="Each time an app or you read or changed something here: who, what and when."
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
      {apps.isPending ? (
        <Loading rows={8} height={44} />
      ) : (
        <Entries filters={filters} names={names} byConnection={byConnection} />
      )}
    </Stack>
  )
}

interface EntriesProps {
  filters: ActivityFilters
  /** Names of apps, by slug and by connection. */
  names: ReadonlyMap<string, string>
  byConnection: ReadonlyMap<string, string>
}

function Entries({ filters, names, byConnection }: EntriesProps) {
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
      <Empty title="No matches">Remove a filter to see more.</Empty>
    ) : (
      <Empty title="Nothing has happened yet">As soon as an app reads or changes something, you see it here.</Empty>
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
              <Table.Th>Time</Table.Th>
            </Table.Tr>
          </Table.Thead>
          {byDay(rows).map(({ day, entries }) => (
            <Table.Tbody key={day}>
              <Table.Tr>
                <Table.Th scope="rowgroup" colSpan={4} className="wide day">
                  {day}
                </Table.Th>
              </Table.Tr>
              {entries.map((entry) => (
                <Row key={entry.id} entry={entry} names={names} byConnection={byConnection} />
              ))}
            </Table.Tbody>
          ))}
        </Table>
      </div>
      <ShowMore of={entries} />
    </Stack>
  )
}

interface RowProps extends Pick<EntriesProps, 'names' | 'byConnection'> {
  entry: Entry
}

function Row({ entry: { app, action, scope, count, at, target }, names, byConnection }: RowProps) {
  const about = target === null ? undefined : byConnection.get(target)
  const deed = (about && DEEDS_ON[action]?.(about)) ?? DEEDS[action] ?? action
  return (
    <Table.Tr>
      <Table.Td className="wide">
        <b>{app ? (names.get(app) ?? app) : 'You'}</b> {deed}
      </Table.Td>
      <Table.Td className="breaks wide">
        {scope ? (
          <Text component="span" size="xs" ff="monospace">
            {scope.split(' ').join(', ')}
          </Text>
        ) : (
          <Nothing />
        )}
      </Table.Td>
      <Table.Td>
        {OF_NO_MEMORIES.has(action) ? (
          <Nothing />
        ) : (
          <>
            {count}
            <span className="on-phone"> {count === 1 ? 'memory' : 'memories'}</span>
          </>
        )}
      </Table.Td>
      <Table.Td>
        <When at={at} as="clock" />
      </Table.Td>
    </Table.Tr>
  )
}

const dayInWords = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** Entries under the days they belong to, as the reader's own calendar has them; the order stays. */
function byDay(entries: readonly Entry[]): { day: string; entries: Entry[] }[] {
  const days = new Map<string, Entry[]>()
  for (const entry of entries) {
    const day = dayInWords.format(new Date(entry.at))
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return [...days].map(([day, entries]) => ({ day, entries }))
}
