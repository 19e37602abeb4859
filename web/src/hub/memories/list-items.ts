import type { ReactNode } from 'react'
import type { Memory } from './memory.ts'

/** Memories below one heading, such as those of a month. */
export interface MemoryGroup {
  key: string
  /** Without one, the memories have no heading. */
  title?: ReactNode
  /** A sentence below the heading. */
  note?: ReactNode
  memories: readonly Memory[]
  /** Whether there may be more of its memories than are loaded. */
  isOpen: boolean
}

/** One element of the list: a heading, or a memory with its position in its group, from 1. */
export type ListItem = { key: string; memory: undefined } | { key: string; memory: Memory; position: number }

/** The elements of a list in the order of the page. */
export interface ListItems {
  items: readonly ListItem[]
  /** For each group, the indexes of its first and its last element. */
  bounds: readonly { first: number; last: number }[]
  /** The index of each memory, by id. */
  indexOf: ReadonlyMap<string, number>
}

/** Lays out groups as one sequence of headings and memories. */
export function itemsOf(groups: readonly MemoryGroup[]): ListItems {
  const items: ListItem[] = []
  const bounds: { first: number; last: number }[] = []
  const indexOf = new Map<string, number>()
  for (const { key, title, memories } of groups) {
    const first = items.length
    if (title !== undefined) items.push({ key: `heading ${key}`, memory: undefined })
    for (const [at, memory] of memories.entries()) {
      indexOf.set(memory.id, items.length)
      items.push({ key: memory.id, memory, position: at + 1 })
    }
    bounds.push({ first, last: items.length - 1 })
  }
  return { items, bounds, indexOf }
}

/** The memory before or after another, across headings; undefined beyond either end, and for no step. */
export function memoryBeside({ items, indexOf }: ListItems, id: string, step: 1 | -1 | 0): Memory | undefined {
  const from = indexOf.get(id)
  if (from === undefined || !step) return undefined
  const beside = items[from + step]
  // Two headings never follow one another.
  return beside && !beside.memory ? items[from + 2 * step]?.memory : beside?.memory
}

/** The memories from one to another in the order of the list; only the second if the first is not in it. */
export function memoriesBetween({ items, indexOf }: ListItems, from: string, to: string): Memory[] {
  const end = indexOf.get(to) ?? 0
  const start = indexOf.get(from) ?? end
  return items.slice(Math.min(start, end), Math.max(start, end) + 1).flatMap(({ memory }) => memory ?? [])
}
