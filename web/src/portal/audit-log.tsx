import { Stack, Table, type TableTdProps } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import type { Shape } from '../api/client.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { FilterFields } from '../ui/filter-fields.tsx'
import { Loading } from '../ui/loading.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { PhoneOnly, StackedTable, wideCell } from '../ui/stacked-table.tsx'
import utilities from '../ui/utilities.module.css'

type Entry = Shape<'AppAuditEntry'>

/** A column of the table. */
export interface Column {
  heading: string
  cell: (entry: Entry) => ReactNode
  /** Takes the whole width of a row's block on a phone. */
  wide?: boolean
  /** Style of the cells. */
  props?: TableTdProps
}

interface AuditLogProps {
  label: string
  query: Pick<
    UseInfiniteQueryResult<{ pages: { items: Entry[] }[] }>,
    'data' | 'error' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  >
  columns: readonly Column[]
  filters: { from?: string; to?: string }
  setDay: (name: 'from' | 'to') => (day: string) => void
  /** The other filters of the list. */
  filterFields: ReactNode
  /** Shown when there are no entries and no filters. */
  empty: ReactNode
}

/** The audit log of an app: filters, and a table that is fetched page by page. */
export function AuditLog({ filters, setDay, filterFields, ...list }: AuditLogProps) {
  return (
    <>
      <search>
        <FilterFields filters={filters} set={setDay}>
          {filterFields}
        </FilterFields>
      </search>
      <Entries isFiltered={Object.keys(filters).length > 0} {...list} />
    </>
  )
}

type EntriesProps = Omit<AuditLogProps, 'filters' | 'setDay' | 'filterFields'> & {
  isFiltered: boolean
}

function Entries({ label, query, columns, isFiltered, empty }: EntriesProps) {
  const { data, error, refetch } = query
  if (error && !data) return <ErrorAlert error={error} retry={refetch} />
  if (!data) return <Loading rows={8} height={44} />
  const entries = data.pages.flatMap(({ items }) => items)
  if (!entries.length)
    return isFiltered ? (
      <EmptyState icon={Search} title="No matches">
        Remove a filter to see more.
      </EmptyState>
    ) : (
      empty
    )
  return (
    <Stack>
      <div className={utilities.surface}>
        <StackedTable verticalSpacing="sm" horizontalSpacing="md" aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ heading }) => (
                <Table.Th key={heading}>{heading}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entries.map((entry) => (
              <Table.Tr key={entry.id}>
                {columns.map(({ heading, cell, wide, props }) => (
                  <Table.Td
                    key={heading}
                    className={wide ? `${wideCell} ${utilities.breakWords}` : undefined}
                    {...props}
                  >
                    {cell(entry)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </StackedTable>
      </div>
      <ShowMore of={query} />
    </Stack>
  )
}

/** A number of memories; on a phone, where the column headings are hidden, with its unit. */
export function MemoryCount({ count }: { count: number }) {
  return (
    <>
      {count}
      <PhoneOnly> {count === 1 ? 'memory' : 'memories'}</PhoneOnly>
    </>
  )
}
