import { Button, Stack, Title, VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Empty } from '../ui/empty.tsx'
import { Loading } from '../ui/loading.tsx'
import { ShowMore } from '../ui/more.tsx'
import { PageTitle } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { HUB } from '../urls.ts'
import { Chosen } from './chosen.tsx'
import type { Draft } from './edit-memory.tsx'
import { FilterBar } from './filter-bar.tsx'
import { filtersIn } from './filters.ts'
import { FirstSteps } from './first-steps.tsx'
import { connections, type Filters, fits, type Memory, otherMemories, pinnedMemories } from './memory.ts'
import { MemoryCard } from './memory-card.tsx'
import { MemoryDetails } from './memory-details.tsx'
import { NewMemory } from './new-memory.tsx'

// What floats above the end of the list while memories are chosen, and must cover none of it.
const BAR_HEIGHT = 72

/** A memory being written, from an example or from nothing. */
interface Adding {
  from?: Draft
}

/** What is remembered of the person: to be found, corrected, added to and deleted. */
export function Memories() {
  const filters = filtersIn(useSearch({ strict: false }))
  const navigate = useNavigate()
  const [adding, setAdding] = useState<Adding>()
  const [chosen, setChosen] = useState<ReadonlyMap<string, Memory>>(new Map())
  const [shown, setShown] = useState<string>()

  const choose = (memory: Memory, now: boolean) => {
    const next = new Map(chosen)
    if (now) next.set(memory.id, memory)
    else next.delete(memory.id)
    setChosen(next)
  }
  return (
    <Stack gap="lg" pb={chosen.size ? BAR_HEIGHT : 0}>
      <PageTitle
        title="Memories"
        lead="Everything you and your apps have saved. Correct or delete what you like."
        actions={
          <Button leftSection={<Plus size={16} />} onClick={() => setAdding({})}>
            Add a memory
          </Button>
        }
      />
      {adding && <NewMemory key={adding.from?.content} start={adding.from} onClose={() => setAdding(undefined)} />}
      <FilterBar filters={filters} onChange={(search) => navigate({ to: HUB.memories, search, replace: true })} />
      <Lists
        filters={filters}
        chosen={chosen}
        onChoose={choose}
        onShow={setShown}
        onAdd={(from) => setAdding({ from })}
      />
      <Chosen memories={[...chosen.values()]} onClear={() => setChosen(new Map())} />
      <MemoryDetails id={shown} onShow={setShown} onClose={() => setShown(undefined)} />
    </Stack>
  )
}

interface ListsProps {
  filters: Filters
  chosen: ReadonlyMap<string, Memory>
  onChoose: (memory: Memory, now: boolean) => void
  onShow: (id: string) => void
  onAdd: (example?: Draft) => void
}

function Lists({ filters, chosen, onChoose, onShow, onAdd }: ListsProps) {
  const pinned = useQuery(pinnedMemories(filters))
  const others = useInfiniteQuery(otherMemories(filters))
  // The names of apps belong to the list; without them it would fill twice.
  const apps = useQuery(connections)
  const error = pinned.error ?? others.error
  const retry = () => Promise.all([pinned.refetch(), others.refetch()])
  if (error && !others.data) return <Trouble error={error} retry={retry} />
  if (!pinned.data || !others.data || apps.isPending) return <Loading rows={5} height={96} />
  const rest = others.data.pages.flatMap(({ memories }) => memories.filter(fits))
  const top = pinned.data.filter(fits)
  const list = (memories: readonly Memory[]) =>
    memories.map((memory) => (
      <MemoryCard
        key={memory.id}
        memory={memory}
        chosen={chosen.has(memory.id)}
        onChoose={(now) => onChoose(memory, now)}
        onShow={() => onShow(memory.id)}
      />
    ))
  const isFiltered = Object.keys(filters).length > 0
  if (!top.length && !rest.length) return isFiltered ? <NoMatch query={filters.query} /> : <FirstSteps onAdd={onAdd} />
  return (
    <Stack gap="lg" aria-busy={others.isPlaceholderData}>
      <VisuallyHidden role="status">
        {isFiltered && `${others.hasNextPage ? 'More than ' : ''}${top.length + rest.length} found`}
      </VisuallyHidden>
      {top.length > 0 && (
        <Stack gap="sm" component="section" aria-label="Pinned">
          <Title order={2} size="h5">
            Pinned
          </Title>
          {list(top)}
        </Stack>
      )}
      <Stack gap="sm" component="section" aria-label="All others">
        {top.length > 0 && rest.length > 0 && (
          <Title order={2} size="h5">
            {isFiltered ? 'Other matches' : 'Newest first'}
          </Title>
        )}
        {list(rest)}
      </Stack>
      {/* After a page that no more answers, none will. */}
      {others.data.pages.at(-1)?.memories.some(fits) && <ShowMore of={others} />}
      {error && <Trouble error={error} retry={retry} />}
    </Stack>
  )
}

function NoMatch({ query }: { query?: string }) {
  return (
    <Empty title={query ? `No memory matches “${query}”` : 'No matches'}>
      Try fewer or other words, or remove a filter.
    </Empty>
  )
}
