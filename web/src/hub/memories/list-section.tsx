import { Text, Title } from '@mantine/core'
import { type CSSProperties, useId } from 'react'
import type { ListItem, MemoryGroup } from './list-items.ts'
import type { Memory } from './memory.ts'
import { MemoryCard } from './memory-card.tsx'
import css from './memory-list.module.css'
import type { SelectRow } from './use-list.ts'

/** What all rows of a list have in common. */
export interface Rows {
  /** The search whose words are marked in the contents. */
  query: string | undefined
  /** The names of apps by slug. */
  sourceNames: ReadonlyMap<string, string>
  selected: ReadonlyMap<string, Memory>
  onSelect: SelectRow
  editing: ReadonlySet<string>
  onEdit: (id: string, isEdited: boolean) => void
  /** The memory whose details are beside the list. */
  current: string | undefined
  onShow: (id: string) => void
  /** Shows the details of another memory while they are beside the list. */
  onMove: (id: string) => void
}

interface ListSectionProps {
  group: MemoryGroup
  isFirst: boolean
  /** The name of its memories where it has no heading. */
  label: string
  isBusy: boolean
  /** Its elements that are rendered, with their indexes in the list. */
  items: readonly (ListItem & { index: number })[]
  rows: Rows
  /** The position of the group in the list, and of each element in the group; undefined where they follow one another. */
  style: CSSProperties | undefined
  topOf: ((index: number) => number) | undefined
  /** Called with the element of each item, to read its height. */
  measure: (element: HTMLElement | null) => void
}

/** One group of the list: its heading, and the memories of it that are rendered as a feed. */
export function ListSection({ group, isFirst, label, isBusy, items, rows, style, topOf, measure }: ListSectionProps) {
  const { title, note, memories, isOpen } = group
  const id = useId()
  const place = (index: number, isRuled = false) => ({
    'data-index': index,
    ref: measure,
    className: `${topOf ? css.placed : ''} ${isRuled ? css.ruled : ''}`,
    style: topOf && { top: topOf(index) },
  })
  const heading = items.find(({ memory }) => !memory)
  return (
    <section className={style && css.placed} style={style} aria-labelledby={title ? id : undefined}>
      {heading && (
        <div {...place(heading.index)}>
          <div className={css.heading} data-first={isFirst || undefined}>
            <Title order={2} size="h4" id={id}>
              {title}
            </Title>
            {note && (
              <Text size="sm" c="dimmed">
                {note}
              </Text>
            )}
          </div>
        </div>
      )}
      {/* A feed has articles: those of this group may all be out of view. */}
      {items.some(({ memory }) => memory) && (
        <div
          role="feed"
          aria-busy={isBusy}
          aria-label={title ? undefined : label}
          aria-labelledby={title ? id : undefined}
        >
          {items.map(
            (item) =>
              item.memory && (
                <div key={item.key} {...place(item.index, item.position > 1)}>
                  <MemoryCard
                    memory={item.memory}
                    position={item.position}
                    of={isOpen ? undefined : memories.length}
                    query={rows.query}
                    sourceName={sourceNameOf(item.memory, rows.sourceNames)}
                    selected={rows.selected.has(item.memory.id)}
                    onSelect={rows.onSelect}
                    editing={rows.editing.has(item.memory.id)}
                    onEdit={rows.onEdit}
                    current={rows.current === item.memory.id}
                    onShow={rows.onShow}
                  />
                </div>
              ),
          )}
        </div>
      )}
    </section>
  )
}

function sourceNameOf({ sourceApp }: Memory, names: ReadonlyMap<string, string>): string | undefined {
  return sourceApp === null ? undefined : (names.get(sourceApp) ?? sourceApp)
}
