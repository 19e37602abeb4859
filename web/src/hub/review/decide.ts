import { t } from '@lingui/core/macro'
import { api, unwrap } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { suggestionsIn } from '../../ui/counts.ts'
import { invalidateMemories } from '../memories/memory.ts'
import { showUndo } from '../memories/undo.tsx'

// Of one request.
const DECIDED_MAX = 100

type Decision = 'accept' | 'decline' | 'reopen'

/** Decides on candidates; returns the ids of those that changed. */
export async function decide(decision: Decision, ids: readonly string[]): Promise<string[]> {
  const changed: string[] = []
  try {
    for (let at = 0; at < ids.length; at += DECIDED_MAX) {
      const body = { decision, ids: ids.slice(at, at + DECIDED_MAX) }
      changed.push(...(await unwrap(api.POST('/v1/candidates/decide', { body }))).changed)
    }
  } finally {
    await Promise.all([invalidate(queryKeys.candidates, queryKeys.chats), invalidateMemories()])
  }
  return changed
}

/** Keeps suggestions, and for a short time shows a button that takes it back. */
export async function keep(ids: readonly string[]): Promise<void> {
  const kept = await decide('accept', ids)
  showUndo(t`Kept: ${suggestionsIn(kept.length)}`, async () => {
    await decide('reopen', kept)
  })
}
