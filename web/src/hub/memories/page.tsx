import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, VisuallyHidden } from '@mantine/core'
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import Search from 'lucide-react/icons/search'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
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
import { memoriesSearchIn, memoryFiltersIn } from '../search-params.ts'
import { byMonth } from './by-month.ts'
import type { Draft } from './edit-memory.tsx'
import { FilterBar } from './filter-bar.tsx'
import { FirstSteps } from './first-steps.tsx'
import { isMatch, type Memory } from './memory.ts'
import { MemoryList } from './memory-list.tsx'
import css from './page.module.css'
import { Tools } from './tools.tsx'
import { TopicRail } from './topic-rail.tsx'

// Padding below the list while memories are selected, so that the selection bar covers none of them.
const SELECTION_BAR_HEIGHT = 140

const MemoryDetails = onDemand(async () => (await import('./memory-details.tsx')).MemoryDetails)
const SelectedMemories = onDemand(async () => (await import('./selected-memories.tsx')).SelectedMemories)
const NothingBefore = onDemand(async () => (await import('./nothing-before.tsx')).NothingBefore)
const NewMemory = onDemand(async () => (await import('./new-memory.tsx')).NewMemory)

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many entries of the history the open details of a memory have added since the list. */
    detailsDepth?: number
  }
}

/** The form for a new memory is open; `example` fills it in. */
interface Adding {
  example?: Draft
}

/** The list of memories: search, add, edit, pin and delete. */
export function Memories() {
  const search = useSearch({ strict: false })
  const filters = memoryFiltersIn(search)
  const { memory: shown } = memoriesSearchIn(search)
  const { show, close } = useDetails(shown)
  const navigate = useNavigate()
  const [adding, setAdding] = useState<Adding>()
  const [selected, setSelected] = useState<ReadonlyMap<string, Memory>>(new Map())

  // The bar is loaded with the first selection, and stays so that it can slide out.
  const [hasSelected, setHasSelected] = useState(false)
  const select = useCallback((memory: Memory, isSelected: boolean) => {
    setHasSelected(true)
    setSelected((before) => {
      const next = new Map(before)
      if (isSelected) next.set(memory.id, memory)
      else next.delete(memory.id)
      return next
    })
  }, [])
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
            onShow={show}
            onAdd={(example) => setAdding({ example })}
          />
        </Stack>
      </div>
      {hasSelected && (
        <SelectedMemories
          memories={[...selected.values()]}
          onClear={() => setSelected(new Map())}
          onSelectAll={() => setSelected(new Map(shownMemories?.map((memory) => [memory.id, memory])))}
        />
      )}
      <SideDialog opened={shown !== undefined} onClose={close} position="right" size="lg" title={t`About this memory`}>
        {shown && <MemoryDetails key={shown} id={shown} onShow={show} />}
      </SideDialog>
    </Stack>
  )
}

/** Opens and closes the details of a memory, which have an address: reloading keeps them, and going back closes them. */
function useDetails(shown: string | undefined) {
  const navigate = useNavigate()
  const router = useRouter()
  // The dialog opens after the address has changed, when the menu that opened it has taken the focus with it.
  const opener = useRef<Element>(null)
  const show = useCallback(
    (memory: string) => {
      opener.current ??= document.activeElement
      navigate({
        to: HUB.memories,
        search: (before: Record<string, unknown>) => ({ ...memoriesSearchIn(before), memory }),
        state: { detailsDepth: (router.state.location.state.detailsDepth ?? 0) + 1 },
        resetScroll: false,
      })
    },
    [navigate, router],
  )
  useEffect(() => {
    if (shown || !(opener.current instanceof HTMLElement)) return
    opener.current.focus()
    opener.current = null
  }, [shown])
  const close = () => {
    const depth = router.state.location.state.detailsDepth
    if (depth) router.history.go(-depth)
    // Opened by its address: there is no list to go back to.
    else navigate({ to: HUB.memories, search: memoryFiltersIn, replace: true, resetScroll: false })
  }
  return { show, close }
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
  if (!memories.length) return isFiltered ? <NoMatch filters={filters} /> : <FirstSteps onAdd={onAdd} />
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

function NoMatch({ filters }: { filters: MemoryFilters }) {
  const { query, to } = filters
  // A jump to a date is no search that could have other words.
  if (to && Object.keys(filters).length === 1) return <NothingBefore day={to} />
  return (
    <EmptyState icon={Search} title={query ? t`No memory matches “${query}”` : t`No matches`}>
      <Trans>Try fewer or other words, or remove a filter.</Trans>
    </EmptyState>
  )
}
