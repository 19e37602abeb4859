import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Box, Button, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useState } from 'react'
import { connectionsQuery, type MemoryFilters, memoriesQuery, usedScopesQuery } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { LazySideDialog } from '../../ui/lazy-dialog.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { HUB } from '../../urls.ts'
import { memoriesSearchIn, memoryFiltersIn } from '../search-params.ts'
import type { Draft } from './edit-memory.tsx'
import { FilterBar } from './filter-bar.tsx'
import { Lists, useResults } from './lists.tsx'
import type { Memory } from './memory.ts'
import css from './page.module.css'
import { Tools, ToolsMenu } from './tools.tsx'
import { TopicRail } from './topic-rail.tsx'
import { useDetails } from './use-details.ts'

// From this width on, the details of a memory are beside the list; `page.module.css` repeats it.
const WIDE = '(min-width: 68.75em)'
// Padding below the list while memories are selected, so that the selection bar covers none of them.
const SELECTION_BAR_HEIGHT = 140

const DetailsPane = onDemand(async () => (await import('./details-pane.tsx')).DetailsPane)
const MemoryDetails = onDemand(async () => (await import('./memory-details.tsx')).MemoryDetails)
const SelectedMemories = onDemand(async () => (await import('./selected-memories.tsx')).SelectedMemories)
const NewMemory = onDemand(async () => (await import('./new-memory.tsx')).NewMemory)

/** The form for a new memory is open; `example` fills it in. */
interface Adding {
  example?: Draft
}

/** The list of memories: search, add, edit, pin and delete. */
export function Memories() {
  const search = useSearch({ strict: false })
  const filters = memoryFiltersIn(search)
  const { memory: shown, add } = memoriesSearchIn(search)
  const { show, move, close } = useDetails(shown)
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false })
  const beside = isWide ? shown : undefined
  const [openings, setOpenings] = useState(0)
  const showFromList = useCallback(
    (id: string) => {
      setOpenings((count) => count + 1)
      if (beside) move(id)
      else show(id)
    },
    [beside, move, show],
  )
  const navigate = useNavigate()
  const filterBy = (search: MemoryFilters) => {
    // Asks before the page is rendered with the new filters, which takes as long as the answer.
    queryClient.prefetchInfiniteQuery(memoriesQuery(memoryFiltersIn(search)))
    navigate({ to: HUB.memories, search, replace: true })
  }
  const [adding, setAdding] = useState<Adding>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address asks for the form once.
  useEffect(() => {
    if (!add) return
    setAdding({})
    navigate({ to: HUB.memories, search: { ...filters, memory: shown }, replace: true })
  }, [add])
  const [selected, setSelected] = useState<ReadonlyMap<string, Memory>>(new Map())

  // The bar is loaded with the first selection, and stays so that it can slide out.
  const [hasSelected, setHasSelected] = useState(false)
  const select = useCallback((memories: readonly Memory[], isSelected: boolean) => {
    setHasSelected(true)
    setSelected((before) => {
      const next = new Map(before)
      for (const memory of memories) {
        if (isSelected) next.set(memory.id, memory)
        else next.delete(memory.id)
      }
      return next
    })
  }, [])
  const closeOnEscape = ({ key, target, defaultPrevented }: KeyboardEvent) => {
    if (key !== 'Escape' || !beside || defaultPrevented) return
    if (!(target instanceof Element && target.closest('form, input, [role=menu], [aria-expanded=true]'))) close()
  }
  const list = useInfiniteQuery(memoriesQuery(filters))
  const results = useResults(list.data)
  const listed = useMemo(() => results && [...results.fitting, ...results.lessRelated], [results])
  // An empty store has no topics, so the first page of a new account asks for none. A filter may leave nothing of a full one.
  const hasTopics = (listed?.length ?? 0) > 0 || Object.keys(filters).length > 0
  const topics = useQuery({ ...usedScopesQuery, enabled: hasTopics })
  const isWaiting = hasTopics ? topics.isPending : list.isPending
  // The list waits for the connections; what stands around it stays until then, since it would move the list.
  const { isPending: isListWaiting } = useQuery(connectionsQuery)
  // Nothing to search, to filter or to tidy up.
  const isEmpty = !hasTopics && !list.isPending && !list.error && !isListWaiting
  return (
    <Stack gap="lg" pb={selected.size ? SELECTION_BAR_HEIGHT : 0}>
      <PageTitle
        title={t`Memories`}
        lead={
          <Box component="span" visibleFrom="sm">
            <Trans>Everything you and your apps have saved. Correct or delete what you like.</Trans>
          </Box>
        }
        actions={
          <>
            {/* Before the button, which would move if this came after it. */}
            {isEmpty && <ToolsMenu on="desk" />}
            <Button visibleFrom="sm" leftSection={<Plus size={16} />} onClick={() => setAdding({})}>
              <Trans>Add a memory</Trans>
            </Button>
            <ActionIcon hiddenFrom="sm" size={40} aria-label={t`Add a memory`} onClick={() => setAdding({})}>
              <Plus size={20} />
            </ActionIcon>
            <ToolsMenu on="phone" />
          </>
        }
      />
      {adding && (
        <NewMemory key={adding.example?.content} draft={adding.example} onClose={() => setAdding(undefined)} />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the key closes the details from wherever the focus is. */}
      <div
        className={css.columns}
        data-details={beside && true}
        data-empty={isEmpty || undefined}
        onKeyDown={closeOnEscape}
      >
        {!isEmpty && (
          <div className={css.side}>
            <TopicRail scopes={topics.data ?? (isWaiting ? undefined : [])} filters={filters} />
            <Tools isBelowLoading={isWaiting} />
          </div>
        )}
        {/* Another element once nothing stands above it: moving this one would be a shift of the layout. */}
        <Stack key={isEmpty ? 'empty' : 'list'} gap="lg" miw={0}>
          {!isEmpty && <FilterBar filters={filters} onChange={filterBy} />}
          <Lists
            list={list}
            results={results}
            filters={filters}
            selected={selected}
            onSelect={select}
            current={beside}
            onShow={showFromList}
            onMove={move}
            onAdd={(example) => setAdding({ example })}
          />
        </Stack>
        {beside && (
          <DetailsPane
            id={beside}
            memories={listed ?? []}
            openings={openings}
            onShow={show}
            onMove={move}
            onClose={close}
          />
        )}
      </div>
      {hasSelected && (
        <SelectedMemories
          memories={[...selected.values()]}
          onClear={() => setSelected(new Map())}
          onSelectAll={() => setSelected(new Map(listed?.map((memory) => [memory.id, memory])))}
        />
      )}
      <LazySideDialog
        opened={shown !== undefined && !isWide}
        onClose={close}
        position="right"
        size="lg"
        title={t`About this memory`}
      >
        {shown && <MemoryDetails key={shown} id={shown} onShow={show} onGone={close} />}
      </LazySideDialog>
    </Stack>
  )
}
