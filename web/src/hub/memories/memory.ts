import { plural, t } from '@lingui/core/macro'
import { notifications } from '@mantine/notifications'
import { api, type Shape, unwrap } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { showUndo } from './undo.tsx'

export type Memory = Shape<'Memory'>
export type MemoryPatch = Partial<
  Pick<
    Memory,
    | 'content'
    | 'scope'
    | 'type'
    | 'importance'
    | 'confidence'
    | 'pinned'
    | 'occurredAt'
    | 'validFrom'
    | 'validUntil'
    | 'expiresAt'
  >
>

const DELETE_IDS_MAX = 100
const EDITS_AT_ONCE = 4

/** Refetches everything that depends on memories. */
export function invalidateMemories(): Promise<void> {
  return invalidate(queryKeys.memories, queryKeys.memory, queryKeys.usedScopes, queryKeys.usage, queryKeys.audit)
}

/** Stores a memory that the user wrote. */
export async function addMemory(memory: { content: string; scope: string; kind?: string }): Promise<void> {
  await unwrap(api.POST('/v1/memories', { body: { memories: [memory] } }))
  await invalidateMemories()
}

/** Changes the given fields of a memory. */
export async function editMemory(id: string, body: MemoryPatch): Promise<void> {
  await unwrap(api.PATCH('/v1/memories/{id}', { params: { path: { id } }, body }))
  await invalidateMemories()
}

/** Changes the given fields of several memories, a few at a time. */
export async function editMemories(memories: readonly Memory[], body: MemoryPatch): Promise<void> {
  try {
    for (let start = 0; start < memories.length; start += EDITS_AT_ONCE)
      await Promise.all(
        memories
          .slice(start, start + EDITS_AT_ONCE)
          .map(({ id }) => unwrap(api.PATCH('/v1/memories/{id}', { params: { path: { id } }, body }))),
      )
  } finally {
    await invalidateMemories()
  }
}

/** Saves memories as a file of JSON lines, which an import accepts. */
export function exportMemories(memories: readonly Memory[]): void {
  const lines = memories.map((memory) => `${JSON.stringify(memory)}\n`)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(lines, { type: 'application/x-ndjson' }))
  link.download = 'memories.jsonl'
  link.click()
  URL.revokeObjectURL(link.href)
}

/**
 * Deletes memories, and for a short time shows a button that restores them.
 * @param onDeleted called before what depends on memories is fetched again, as the details of a deleted one cannot be
 */
export async function deleteMemories(memories: readonly Memory[], onDeleted?: () => void): Promise<void> {
  for (let start = 0; start < memories.length; start += DELETE_IDS_MAX) {
    const ids = memories.slice(start, start + DELETE_IDS_MAX).map(({ id }) => id)
    await unwrap(api.POST('/v1/memories/delete', { body: { ids } }))
  }
  onDeleted?.()
  await invalidateMemories()
  const message = plural(memories.length, { one: 'Memory deleted.', other: '# memories deleted.' })
  showUndo(message, () => restore(memories))
}

/** Takes deleted memories out of the trash. */
async function restore(memories: readonly Pick<Memory, 'id'>[]): Promise<void> {
  for (const { id } of memories) await unwrap(api.POST('/v1/memories/{id}/restore', restoring(id)))
  await invalidateMemories()
  notifications.show({ message: t`Restored.`, color: 'pine' })
}

const restoring = (id: string, revision?: number) => ({ params: { path: { id } }, body: { revision } })

/** Restores a deleted memory, or an earlier state of a memory. */
export async function restoreMemory(id: string, revision?: number): Promise<void> {
  await unwrap(api.POST('/v1/memories/{id}/restore', restoring(id, revision)))
  await invalidateMemories()
  notifications.show({ message: t`Restored.`, color: 'pine' })
}

/** Erases a memory with all its earlier states. This cannot be undone. */
export async function eraseMemory(id: string): Promise<void> {
  await unwrap(api.DELETE('/v1/memories/{id}', { params: { path: { id }, query: { erase: 'true' } } }))
  await invalidateMemories()
}

/** Merges copies into one of them, and for a short time shows a button that takes it back. */
export async function mergeCopies(ids: string[], keep: string): Promise<void> {
  const { merged, merge } = await unwrap(api.POST('/v1/memories/merge', { body: { ids, keep } }))
  await invalidateMemories()
  if (!merge) return
  const message = plural(merged, {
    one: 'Merged. It now stands for the other one, too.',
    other: 'Merged. It now stands for # others, too.',
  })
  showUndo(message, async () => {
    await unwrap(api.POST('/v1/memories/merge/revert', { body: { merge } }))
    await invalidateMemories()
  })
}

/** Records that memories are no copies of one another. */
export async function keepCopies(ids: string[]): Promise<void> {
  await unwrap(api.POST('/v1/memories/copies/keep', { body: { ids } }))
  await invalidateMemories()
}

/** Records that a memory replaces another, and for a short time shows a button that takes it back. */
export async function replaceMemory(id: string, by: string): Promise<void> {
  await unwrap(api.POST('/v1/memories/{id}/supersede', { params: { path: { id } }, body: { by } }))
  await invalidateMemories()
  showUndo(t`Replaced.`, () => reinstateMemory(id))
}

/** Records that a memory is true beside the one that replaced it, or may have. */
export async function reinstateMemory(id: string): Promise<void> {
  await unwrap(api.POST('/v1/memories/{id}/reinstate', { params: { path: { id } } }))
  await invalidateMemories()
}
