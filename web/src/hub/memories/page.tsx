import { Button, Stack, VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { hubQueries, type MemoryFilters } from '../../api/queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { HUB } from '../../urls.ts'
import { memoryFiltersIn } from '../search-params.ts'
import { byMonth } from './by-month.ts'
import type { Draft } from './edit-memory.tsx'
import { FilterBar } from './filter-bar.tsx'
import { FirstSteps } from './first-steps.tsx'
import { isMatch, type Memory } from './memory.ts'
import { MemoryDetails } from './memory-details.tsx'
import { MemoryList } from './memory-list.tsx'
import { NewMemory } from './new-memory.tsx'
import { SelectionBar } from './selection-bar.tsx'

// Padding below the list while memories are selected, so that the selection bar covers none of them.
const SELECTION_BAR_HEIGHT = 72

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

  const select = (memory: Memory, isSelected: boolean) => {
    const next = new Map(selected)
    if (isSelected) next.set(memory.id, memory)
    else next.delete(memory.id)
    setSelected(next)
  }
  return (
    <Stack gap="lg" pb={selected.size ? SELECTION_BAR_HEIGHT : 0}>
      <PageTitle
        title="Memories"
        lead="Everything you and your apps have saved. Correct or delete what you like."
        actions={
          <>
            <TextLink to={HUB.trash} size="sm">
              Trash
            </TextLink>
            <Button leftSection={<Plus size={16} />} onClick={() => setAdding({})}>
              Add a memory
            </Button>
          </>
        }
      />
      {adding && (
        <NewMemory key={adding.example?.content} draft={adding.example} onClose={() => setAdding(undefined)} />
      )}
      <FilterBar filters={filters} onChange={(search) => navigate({ to: HUB.memories, search, replace: true })} />
      <Lists
        filters={filters}
        selected={selected}
        onSelect={select}
        onShow={setShown}
        onAdd={(example) => setAdding({ example })}
      />
      <SelectionBar memories={[...selected.values()]} onClear={() => setSelected(new Map())} />
      <MemoryDetails id={shown} onShow={setShown} onClose={() => setShown(undefined)} />
    </Stack>
  )
}

interface ListsProps {
  filters: MemoryFilters
  selected: ReadonlyMap<string, Memory>
  onSelect: (memory: Memory, isSelected: boolean) => void
  onShow: (id: string) => void
  onAdd: (example?: Draft) => void
}

function Lists({ filters, selected, onSelect, onShow, onAdd }: ListsProps) {
  const pinned = useQuery(hubQueries.pinnedMemories(filters))
  const unpinned = useInfiniteQuery(hubQueries.unpinnedMemories(filters))
  // The cards show the names of apps, so the list waits for the connections too.
  const connections = useQuery(hubQueries.connections)
  const error = pinned.error ?? unpinned.error
  const retry = () => Promise.all([pinned.refetch(), unpinned.refetch()])
  if (error && !unpinned.data) return <ErrorAlert error={error} retry={retry} />
  if (!pinned.data || !unpinned.data || connections.isPending) return <Loading rows={5} height={96} />
  const rest = unpinned.data.pages.flatMap(({ memories }) => memories.filter(isMatch))
  const top = pinned.data.filter(isMatch)
  const rows = { selected, onSelect, onShow }
  const isFiltered = Object.keys(filters).length > 0
  if (!top.length && !rest.length) return isFiltered ? <NoMatch query={filters.query} /> : <FirstSteps onAdd={onAdd} />
  return (
    <Stack gap="lg" aria-busy={unpinned.isPlaceholderData}>
      <VisuallyHidden role="status">
        {isFiltered && `${unpinned.hasNextPage ? 'More than ' : ''}${top.length + rest.length} found`}
      </VisuallyHidden>
      {top.length > 0 && (
        <section aria-label="Pinned">
          <MemoryList title="Pinned" memories={top} {...rows} />
        </section>
      )}
      {rest.length > 0 && (
        <Stack gap="lg" component="section" aria-label="All others">
          {filters.query ? (
            <MemoryList title={top.length > 0 && 'Other matches'} memories={rest} {...rows} />
          ) : (
            byMonth(rest).map(({ name, memories }) => (
              <MemoryList key={name} title={`Added in ${name}`} memories={memories} {...rows} />
            ))
          )}
        </Stack>
      )}
      {/* Results are ordered by relevance: after a page without a match there are no more matches. */}
      {unpinned.data.pages.at(-1)?.memories.some(isMatch) && <ShowMore of={unpinned} />}
      {error && <ErrorAlert error={error} retry={retry} />}
    </Stack>
  )
}

function NoMatch({ query }: { query?: string }) {
  return (
    <EmptyState title={query ? `No memory matches “${query}”` : 'No matches'}>
      Try fewer or other words, or remove a filter.
    </EmptyState>
  )
}
