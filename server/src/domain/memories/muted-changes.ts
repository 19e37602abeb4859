import { Failure } from '../../foundation/errors.ts'
import type { Changer } from './changes.ts'
import { selectOfOthers } from './statement-queries.ts'

const REASON = 'The app may change and delete only what it alone has written.'

/**
 * Checks what a caller is going to change or delete. Memories of a muted app are hidden from others, who would read in theirs
 * what it writes there.
 * @throws Failure `forbidden` to a muted app, for what others have written or edited
 */
export async function checkMuted({ db, actor }: Changer, changed: readonly { id: string }[]): Promise<void> {
  if (actor.kind !== 'app' || !actor.isMuted) return
  const ids = changed.map(({ id }) => id)
  const ofOthers = await db.rows<{ id: string }>(selectOfOthers(actor.userId, actor.app, ids))
  if (ofOthers.length) throw new Failure('forbidden', { reason: REASON })
}
