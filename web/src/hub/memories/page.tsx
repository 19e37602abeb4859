import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, VisuallyHidden } from '@mantine/core'
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import Search from 'lucide-react/icons/search'
import { useCallback, useMemo, useState } from 'react'
import type { Shape } from '../../api/client.ts'
import { connectionsQuery, type MemoryFilters, memoriesQuery, usedScopesQuery } from '../../api/queries.ts'
import { formatNumber } from '../../i18n/format.ts'
import { AutoLoad } from '../../ui/auto-load.tsx'
import { SideDialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Loading } from '../../ui/loading.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { HUB } from '../../urls.ts'
import { memoryFiltersIn } from '../search-params.ts'
import { byMonth } from './by-month.ts'
import type { Draft } from './edit-memory.tsx'
import { FilterBar } from './filter-bar.tsx'
import { FirstSteps } from './first-steps.tsx'
import { isMatch, type Memory } from './memory.ts'
import { MemoryList } from './memory-list.tsx'
import css from './page.module.css'
import { SelectedMemories } from './selected-memories.tsx'
import { Tools } from './tools.tsx'
import { TopicRail } from './topic-rail.tsx'

// Padding below the list while memories are selected, so that the selection bar covers none of them.
const SELECTION_BAR_HEIGHT = 140

const MemoryDetails = onDemand(async () => (await import('./memory-details.tsx')).MemoryDetails)
const NewMemory = onDemand(async () => (await import('./new-memory.tsx')).NewMemory)

/** The form for a new memory is open; `example` fills it in. */
interface Adding {
  example?: Draft
}

/** The list of memories: search, add, edit, pin and delete. */
export function Memories() {
  const filters = memoryFiltersIn(useSearch({ strict: false }))
  const navigate = useNavigate()
  const [adding, setAdding] = useState<Adding>()
  const [selected, setSelected] = useState<ReadonlyMap<string, Memory>>(new Map())
  const [shown, setShown] = useState<string>()

  const select = useCallback(
    (memory: Memory, isSelected: boolean) =>
      setSelected((before) => {
        const next = new Map(before)
        if (isSelected) next.set(memory.id, memory)
        else next.delete(memory.id)
        return next
      }),
    [],
  )
  const list = useInfiniteQuery(memoriesQuery(filters))
  const shownMemories = list.data?.pages.flatMap(({ memories }) => memories.filter(isMatch))
  // An empty store has no topics, so the first page of a new account asks for none.
  const scopes = useQuery({ ...usedScopesQuery, enabled: (shownMemories?.length ?? 0) > 0 }).data ?? []
  return (
    <Stack gap="lg" pb={selected.size ? SELECTION_BAR_HEIGHT : 0}>
      <PageTitle
        title={t`Memories`}
        lead={t`Everything you and your apps have saved. Correct or delete what you like.`}
        actions={
          <Button leftSection={<Plus size={16} />} onClick={() => setAdding({})}>
            <Trans>Add a memory</Trans>
          </Button>
        }
      />
      {adding && (
        <NewMemory key={adding.example?.content} draft={adding.example} onClose={() => setAdding(undefined)} />
      )}
      <div className={css.columns}>
        <div className={css.side}>
          <TopicRail scopes={scopes} filters={filters} />
          <Tools />
        </div>
        <Stack gap="lg" miw={0}>
          <FilterBar filters={filters} onChange={(search) => navigate({ to: HUB.memories, search, replace: true })} />
          <Lists
            list={list}
            memories={shownMemories}
            filters={filters}
            selected={selected}
            onSelect={select}
            onShow={setShown}
            onAdd={(example) => setAdding({ example })}
          />
        </Stack>
      </div>
      <SelectedMemories
        memories={[...selected.values()]}
        onClear={() => setSelected(new Map())}
        onSelectAll={() => setSelected(new Map(shownMemories?.map((memory) => [memory.id, memory])))}
      />
      <SideDialog
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        position="right"
        size="lg"
        title={t`About this memory`}
      >
        {shown && <MemoryDetails key={shown} id={shown} onShow={setShown} />}
      </SideDialog>
    </Stack>
  )
}

interface ListsProps {
  list: UseInfiniteQueryResult<InfiniteData<Shape<'MemoryList'> & { searched?: string }>>
  memories: readonly Memory[] | undefined
  filters: MemoryFilters
  selected: ReadonlyMap<string, Memory>
  onSelect: (memory: Memory, isSelected: boolean) => void
  onShow: (id: string) => void
  onAdd: (example?: Draft) => void
}

function Lists({ list, memories, filters, selected, onSelect, onShow, onAdd }: ListsProps) {
  // The rows show the names of apps, so the list waits for the connections too.
  const connections = useQuery(connectionsQuery)
  const sourceNames = useMemo(
    () => new Map(connections.data?.map(({ app }) => [app.slug, app.name])),
    [connections.data],
  )
  const { data, error, refetch } = list
  if (error && !data) return <ErrorAlert error={error} retry={refetch} />
  if (!data || !memories || connections.isPending) return <Loading rows={6} height={64} />
  const isFiltered = Object.keys(filters).length > 0
  if (!memories.length) return isFiltered ? <NoMatch query={filters.query} /> : <FirstSteps onAdd={onAdd} />
  const query = data.pages[0]?.searched
  const found = formatNumber(memories.length)
  const rows = { query, sourceNames, selected, onSelect, onShow }
  return (
    <Stack gap="xl" aria-busy={list.isPlaceholderData}>
      <VisuallyHidden role="status">
        {isFiltered && (list.hasNextPage ? t`More than ${found} found` : t`${found} found`)}
      </VisuallyHidden>
      {query ? (
        <MemoryList memories={memories} {...rows} />
      ) : (
        byMonth(memories).map(({ name, memories }) => (
          <MemoryList key={name} title={t`Added in ${name}`} memories={memories} {...rows} />
        ))
      )}
      {/* Results are ordered by relevance: after a page without a match there are no more matches. */}
      {data.pages.at(-1)?.memories.some(isMatch) && <AutoLoad of={list} failed={error !== null} />}
      {error && <ErrorAlert error={error} retry={refetch} />}
    </Stack>
  )
}

function NoMatch({ query }: { query?: string }) {
  return (
    <EmptyState icon={Search} title={query ? t`No memory matches “${query}”` : t`No matches`}>
      <Trans>Try fewer or other words, or remove a filter.</Trans>
    </EmptyState>
  )
}
