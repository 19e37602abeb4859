import { plural, t } from '@lingui/core/macro'
import { api, unwrap } from '../../api/client.ts'
import { notify } from '../../ui/notify.ts'
import { invalidateMemories } from './memory.ts'
import { showUndo } from './undo.tsx'

/* Changes of memories that no row of the list makes. Their scripts are loaded with the forms and pages that make them. */

/** Stores a memory that the user wrote. */
export async function addMemory(memory: { content: string; scope: string; kind?: string }): Promise<void> {
  await unwrap(api.POST('/v1/memories', { body: { memories: [memory] } }))
  await invalidateMemories()
}

/** Restores a deleted memory, or an earlier state of a memory. */
export async function restoreMemory(id: string, revision?: number): Promise<void> {
  await unwrap(api.POST('/v1/memories/{id}/restore', { params: { path: { id } }, body: { revision } }))
  await invalidateMemories()
  notify({ message: t`Restored.`, color: 'pine' })
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

/** Keeps what apps changed of statements about health and safety until a time. */
export async function keepAppChanges(until: string): Promise<void> {
  await unwrap(api.POST('/v1/memories/app-changes/keep', { body: { until } }))
  await invalidateMemories()
}
