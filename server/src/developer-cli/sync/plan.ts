import { groupBy, type LocalItem, matchItems } from './match.ts'
import type { SyncedMemory } from './state.ts'

/** What a sync is going to do. */
export interface Plan {
  /** Bullets to store as new memories. */
  created: LocalItem[]
  /** Memories to change to what their bullets say. */
  edited: { memory: SyncedMemory; item: LocalItem }[]
  /** Memories whose bullets were deleted. */
  deleted: SyncedMemory[]
  /** Bullets to replace by what their memories say. */
  replaced: { memory: SyncedMemory; item: LocalItem }[]
  /** Bullets of memories that are no longer there, or have another bullet, with what the sync before knew of them. */
  removed: { memory: SyncedMemory; item: LocalItem }[]
  /** Memories that have no bullet yet. */
  added: SyncedMemory[]
  /** Memories that are equal on both sides. */
  unchanged: SyncedMemory[]
  /** Memories of the sync before that are on neither side. */
  ended: SyncedMemory[]
  /** Bullets that were changed on both sides; their texts are kept as memories of their own. */
  conflicts: LocalItem[]
  /** Bullets that the grants do not allow to store. */
  refused: LocalItem[]
}

interface Sides {
  /** What both sides had after the sync before. */
  base: readonly SyncedMemory[]
  items: readonly LocalItem[]
  memories: readonly SyncedMemory[]
  mayWrite: (scope: string) => boolean
}

/**
 * Compares notes and memories with what both were at the sync before. What changed on one side is carried to the other.
 * If both changed, both texts stay: the memory gets another bullet, and the changed bullet becomes another memory. A change
 * wins over a deletion.
 */
export function planSync({ base, items, memories, mayWrite }: Sides): Plan {
  const plan: Plan = {
    ...{ created: [], edited: [], deleted: [], replaced: [], removed: [] },
    ...{ added: [], unchanged: [], ended: [], conflicts: [], refused: [] },
  }
  const current = new Map(memories.map((memory) => [memory.id, memory]))
  const matched = matchItems(base, items)
  const taken = new Set(matched.values())
  const free = new Set(items.filter((item) => !taken.has(item)))
  const freeByContent = groupBy([...free], keyOf)
  const unknown = new Set(memories)
  const propose = (item: LocalItem) => (mayWrite(item.scope) ? plan.created : plan.refused).push(item)

  for (const before of base) {
    const item = matched.get(before)
    const memory = current.get(before.id)
    if (memory) unknown.delete(memory)
    const isEdited = item !== undefined && !isSame(item, before)
    const isChanged = memory !== undefined && !isSame(memory, before)
    // An interrupted sync wrote the changed memory to a note, and did not get to its earlier bullet.
    const written = memory && isChanged && !(item && isSame(item, memory)) && freeByContent.get(keyOf(memory))?.shift()
    if (written) {
      free.delete(written)
      plan.unchanged.push(memory)
      if (item && isEdited) propose(item)
      else if (item) plan.removed.push({ memory: before, item })
    } else if (item && memory) {
      if (isSame(item, memory)) plan.unchanged.push(memory)
      else if (!isEdited) plan.replaced.push({ memory, item })
      else if (isChanged || !mayWrite(memory.scope) || !mayWrite(item.scope)) {
        plan.added.push(memory)
        if (isChanged) plan.conflicts.push(item)
        propose(item)
      } else plan.edited.push({ memory, item })
    } else if (item) {
      if (isEdited) propose(item)
      else plan.removed.push({ memory: before, item })
    } else if (memory) {
      if (isChanged || !mayWrite(memory.scope)) plan.added.push(memory)
      else plan.deleted.push(memory)
    } else plan.ended.push(before)
  }
  const byContent = groupBy([...unknown], keyOf)
  for (const item of free) {
    // The same text on both sides, such as after an interrupted sync, is one memory.
    const memory = byContent.get(keyOf(item))?.shift()
    if (memory) {
      plan.unchanged.push(memory)
      unknown.delete(memory)
    } else propose(item)
  }
  plan.added.push(...unknown)
  return plan
}

type Content = Pick<LocalItem, 'scope' | 'kind' | 'text'>
const keyOf = ({ scope, kind, text }: Content) => JSON.stringify([scope, kind, text])
const isSame = (a: Content, b: Content) => a.scope === b.scope && a.kind === b.kind && a.text === b.text
