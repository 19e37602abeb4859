import { defaultRangeExtractor, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { itemsOf, type MemoryGroup, memoryBeside } from './list-items.ts'
import { ListSection, type Rows } from './list-section.tsx'
import type { Memory } from './memory.ts'
import css from './memory-list.module.css'
import { useDistanceFromTop, useIsPrinted, useRangeSelection, useScrollToNewList } from './use-list.ts'

/** Rows beyond the window that are rendered, so that the Tab key and short scrolls find them. */
const OVERSCAN_ROWS = 6
// Heights until a row has been rendered.
const ROW_PX = 72
const HEADING_PX = 52
/** The header of the page, with a margin. */
const HEADER_PX = 76

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }
// Elements that use these keys themselves.
const USES_KEYS = 'form, input:not([type=checkbox]), textarea, select, [role=menu], [aria-haspopup]'

/** The heights of rows that were rendered, so that going back to the page finds its position. */
let measuredRows: VirtualItem[] = []

interface MemoryListProps extends Pick<Rows, 'query' | 'sourceNames' | 'selected' | 'current' | 'onShow' | 'onMove'> {
  /** Identifies the list; another list begins at its top. */
  name: string
  /** The name of a group without a heading. */
  label: string
  groups: readonly MemoryGroup[]
  isBusy: boolean
  onSelect: (memories: readonly Memory[], isSelected: boolean) => void
}

/**
 * Memories as rows, below headings if the groups have some. Only rows near the window are rendered, and besides them the
 * one that had the focus last and those being edited. All of them are for printing.
 */
export function MemoryList({ name, label, groups, isBusy, onSelect, ...shared }: MemoryListProps) {
  const { current, onMove } = shared
  const list = useRef<HTMLDivElement>(null)
  const laidOut = useMemo(() => itemsOf(groups), [groups])
  const { items, bounds, indexOf } = laidOut
  const [focused, setFocused] = useState<string>()
  const [editing, setEditing] = useState<ReadonlySet<string>>(new Set())
  const isPrinted = useIsPrinted()
  const scrollMargin = useDistanceFromTop(list)
  useScrollToNewList(name, scrollMargin - HEADER_PX)
  const kept = [...editing, focused].flatMap((id) => indexOf.get(id ?? '') ?? [])
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: items.length,
    getItemKey: useCallback((index: number) => items[index]?.key ?? index, [items]),
    estimateSize: (index) => (items[index]?.memory ? ROW_PX : HEADING_PX),
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b),
    overscan: OVERSCAN_ROWS,
    scrollMargin,
    scrollPaddingStart: HEADER_PX,
    initialMeasurementsCache: measuredRows,
    useFlushSync: false,
  })
  useEffect(
    () => () => {
      measuredRows = virtualizer.takeSnapshot()
    },
    [virtualizer],
  )

  // The details may have moved to a memory outside the window. A page that arrives must not scroll to it again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const index = indexOf.get(current ?? '')
    if (index !== undefined) virtualizer.scrollToIndex(index, { align: 'auto' })
  }, [current])

  const select = useRangeSelection(laidOut, onSelect)
  const edit = useCallback(
    (id: string, isEdited: boolean) =>
      setEditing((before) => new Set(isEdited ? [...before, id] : [...before].filter((each) => each !== id))),
    [],
  )
  const onFocus = ({ target }: FocusEvent) => setFocused(memoryAt(target))
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const id = memoryAt(event.target)
    const memory = id && memoryBeside(laidOut, id, stepOf(event))
    if (!memory) return
    event.preventDefault()
    // Its row may not be rendered, if the window has been scrolled away.
    flushSync(() => setFocused(memory.id))
    list.current?.querySelector<HTMLElement>(`[data-memory="${memory.id}"] a`)?.focus()
    if (current) onMove(memory.id)
  }

  const rendered = virtualizer.getVirtualItems()
  const indexes = isPrinted ? [...items.keys()] : rendered.map(({ index }) => index)
  const { measurementsCache } = virtualizer
  const startOf = (index: number) => measurementsCache[index]?.start ?? 0
  const rows: Rows = { ...shared, onSelect: select, editing, onEdit: edit }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between the links of the rows.
    <div
      ref={list}
      className={isPrinted ? undefined : css.virtual}
      style={isPrinted ? undefined : { height: virtualizer.getTotalSize() }}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      {groups.map((group, at) => {
        const { first = 0, last = 0 } = bounds[at] ?? {}
        const within = indexes.filter((index) => index >= first && index <= last)
        if (!within.length) return null
        const top = startOf(first)
        return (
          <ListSection
            key={group.key}
            group={group}
            isFirst={at === 0}
            label={label}
            isBusy={isBusy}
            items={within.flatMap((index) => ({ ...items[index]!, index }))}
            rows={rows}
            style={
              isPrinted ? undefined : { top: top - scrollMargin, height: (measurementsCache[last]?.end ?? top) - top }
            }
            topOf={isPrinted ? undefined : (index) => startOf(index) - top}
            measure={virtualizer.measureElement}
          />
        )
      })}
    </div>
  )
}

/** The memory of the row that contains an element. */
function memoryAt(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-memory]')?.dataset.memory : undefined
}

/** How far a key moves the focus; 0 for a key that means something else where it was pressed. */
function stepOf(event: KeyboardEvent<HTMLElement>): 1 | -1 | 0 {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event
  if (ctrlKey || metaKey || altKey || shiftKey || defaultPrevented) return 0
  return target instanceof Element && target.closest(USES_KEYS) ? 0 : (STEPS[key] ?? 0)
}
