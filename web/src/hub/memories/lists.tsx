import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import { type InfiniteData, type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { connectionsQuery, type MemoryFilters, type MemoryPage } from '../../api/queries.ts'
import { formatNumber } from '../../i18n/format.ts'
import { AutoLoad } from '../../ui/auto-load.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Loading } from '../../ui/loading.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { byMonth } from './by-month.ts'
import type { Draft } from './edit-memory.tsx'
import { FirstSteps } from './first-steps.tsx'
import type { MemoryGroup } from './list-items.ts'
import type { Rows } from './list-section.tsx'
import type { Memory } from './memory.ts'
import { MemoryList } from './memory-list.tsx'
import { NoMatch } from './no-match.tsx'
import { type Results, resultsOf } from './results.ts'

interface ListsProps extends Pick<Rows, 'selected' | 'current' | 'onShow' | 'onMove'> {
  list: UseInfiniteQueryResult<InfiniteData<MemoryPage>>
  results: Results | undefined
  filters: MemoryFilters
  onSelect: (memories: readonly Memory[], isSelected: boolean) => void
  onAdd: (example?: Draft) => void
}

/** The results of a query, kept while its data is the same. */
export function useResults(data: InfiniteData<MemoryPage> | undefined): Results | undefined {
  return useMemo(() => {
    if (!data) return undefined
    const { pages } = data
    if (pages[0]?.searched) return resultsOf(pages)
    return { fitting: pages.flatMap(({ memories }) => memories), lessRelated: [] }
  }, [data])
}

/** The list by months or, for a search, by relevance; or what stands in its place. */
export function Lists({ list, results, filters, onAdd, ...rows }: ListsProps) {
  // The rows show the names of apps, so the list waits for the connections too.
  const connections = useQuery(connectionsQuery)
  const sourceNames = useMemo(
    () => new Map(connections.data?.map(({ app }) => [app.slug, app.name])),
    [connections.data],
  )
  const { data, error, refetch, hasNextPage } = list
  const query = data?.pages[0]?.searched
  const groups = useMemo(() => groupsOf(results, query, hasNextPage), [results, query, hasNextPage])
  if (error && !data) return <ErrorAlert error={error} retry={refetch} />
  if (!data || !results || connections.isPending) return <Loading rows={6} height={64} />
  const isFiltered = Object.keys(filters).length > 0
  if (!groups.length) return isFiltered ? <NoMatch filters={filters} /> : <FirstSteps onAdd={onAdd} />
  const isWeak = results.lessRelated.length > 0
  return (
    <Stack gap="md" aria-busy={list.isPlaceholderData}>
      <Text size="sm" c="dimmed" role="status" hidden={!isFiltered}>
        {isFiltered && foundIn(results, hasNextPage, query)}
      </Text>
      <MemoryList
        {...rows}
        name={JSON.stringify(filters)}
        label={t`Memories`}
        groups={groups}
        isBusy={list.isPlaceholderData}
        query={query}
        sourceNames={sourceNames}
      />
      {/* More weak results are loaded only by the button. */}
      {isWeak ? <ShowMore of={list} /> : <AutoLoad of={list} failed={error !== null} />}
      {error && <ErrorAlert error={error} retry={refetch} />}
    </Stack>
  )
}

function groupsOf(results: Results | undefined, query: string | undefined, hasNextPage: boolean): MemoryGroup[] {
  if (!results) return []
  const { fitting, lessRelated } = results
  if (!query) {
    const months = byMonth(fitting)
    return months.map(({ name, memories }, at) => ({
      key: name,
      title: t`Added in ${name}`,
      memories,
      isOpen: hasNextPage && at === months.length - 1,
    }))
  }
  const isOpen = hasNextPage && !lessRelated.length
  return [
    ...(fitting.length ? [{ key: 'fitting', memories: fitting, isOpen }] : []),
    ...(lessRelated.length
      ? [{ key: 'less related', title: t`Less related`, memories: lessRelated, isOpen: hasNextPage }]
      : []),
  ]
}

/** How much was found, and what to do if none of it is likely to be meant. */
function foundIn({ fitting, lessRelated }: Results, hasNextPage: boolean, query: string | undefined) {
  if (!fitting.length)
    return (
      <Trans>Nothing fits “{query}” well. Try fewer or other words; these have only a little in common with it.</Trans>
    )
  if (hasNextPage && !lessRelated.length) {
    const found = formatNumber(fitting.length)
    return t`More than ${found} found`
  }
  return plural(fitting.length, { one: '# found', other: '# found' })
}
