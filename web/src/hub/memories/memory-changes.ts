import { plural, t } from '@lingui/core/macro'
import { api, type Shape, unwrap } from '../../api/client.ts'
import { asApiError } from '../../api/errors.ts'
import { queryKeys } from '../../api/queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { notify } from '../../ui/notify.ts'
import { invalidateMemories } from './memory.ts'
import { showUndo } from './undo.tsx'

/* Changes of memories that no row of the list makes. Their scripts are loaded with the forms and pages that make them. */

/** A memory as the page shows it. */
type Shown = Pick<Shape<'Memory'>, 'id' | 'revision'>

/** The revisions of memories by id. */
const revisionsOf = (memories: readonly Shown[]) =>
  Object.fromEntries(memories.map(({ id, revision }) => [id, revision]))

/** Causes of a conflict that mean that the page shows an earlier state of the memories or of the question. */
const OUTDATED_CAUSES = ['changed', 'superseded', 'not_in_question']

/** Sends an answer about memories. If the service refuses it with a conflict, it loads them again, says why and returns nothing. */
async function answer<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request
  } catch (error) {
    const { conflict, message } = asApiError(error)
    if (!conflict) throw error
    const isOutdated = OUTDATED_CAUSES.includes(conflict.cause ?? '')
    const outdated = t`This has changed since it was shown. Read it again, then decide.`
    notify({ message: isOutdated ? outdated : (conflict.reason ?? message), color: 'orange' })
    // The app of a memory may have been muted since the page was loaded.
    await invalidate(queryKeys.connections)
    return undefined
  } finally {
    await invalidateMemories()
  }
}

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
export async function mergeCopies(memories: readonly Shown[], keep: string): Promise<void> {
  const body = { ids: memories.map(({ id }) => id), keep, revisions: revisionsOf(memories) }
  const done = await answer(unwrap(api.POST('/v1/memories/merge', { body })))
  if (!done?.merge) return
  const { merged, merge } = done
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
export async function keepCopies(memories: readonly Shown[]): Promise<void> {
  const body = { ids: memories.map(({ id }) => id), revisions: revisionsOf(memories) }
  await answer(unwrap(api.POST('/v1/memories/copies/keep', { body })))
}

/** Records that a memory replaces another, and for a short time shows a button that takes it back. */
export async function replaceMemory({ id, revision }: Shown, by: Shown): Promise<void> {
  const body = { by: by.id, revision, byRevision: by.revision }
  const done = await answer(unwrap(api.POST('/v1/memories/{id}/supersede', { params: { path: { id } }, body })))
  if (done) showUndo(t`Replaced.`, () => reinstateMemory(id))
}

/** Records that a memory is true beside the one that may have replaced it. */
export async function keepBoth({ id, revision }: Shown, beside: Shown): Promise<void> {
  const body = { by: beside.id, revision, byRevision: beside.revision }
  await answer(unwrap(api.POST('/v1/memories/{id}/reinstate', { params: { path: { id } }, body })))
}

/** Records that a memory is true beside the one that replaced it. */
async function reinstateMemory(id: string): Promise<void> {
  await unwrap(api.POST('/v1/memories/{id}/reinstate', { params: { path: { id } }, body: {} }))
  await invalidateMemories()
}

/** Keeps what apps changed of statements about health and safety until a time. */
export async function keepAppChanges(until: string): Promise<void> {
  await unwrap(api.POST('/v1/memories/app-changes/keep', { body: { until } }))
  await invalidateMemories()
}
