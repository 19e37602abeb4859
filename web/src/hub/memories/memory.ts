import { plural, t } from '@lingui/core/macro'
import { api, type Shape, unwrap } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { notify } from '../../ui/notify.ts'
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

/** Refetches everything that depends on memories. */
export function invalidateMemories(): Promise<void> {
  return invalidate(
    ...[
      queryKeys.memories,
      queryKeys.memory,
      queryKeys.waiting,
      queryKeys.usedScopes,
      queryKeys.usage,
      queryKeys.audit,
    ],
  )
}

/** Changes the given fields of a memory. */
export async function editMemory(id: string, body: MemoryPatch): Promise<void> {
  await unwrap(api.PATCH('/v1/memories/{id}', { params: { path: { id } }, body }))
  await invalidateMemories()
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
  for (const { id } of memories)
    await unwrap(api.POST('/v1/memories/{id}/restore', { params: { path: { id } }, body: {} }))
  await invalidateMemories()
  notify({ message: t`Restored.`, color: 'pine' })
}
