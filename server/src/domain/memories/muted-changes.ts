import { Failure } from '../../foundation/errors.ts'
import type { Changer } from './changes.ts'
import { selectOfOthers } from './succession-queries.ts'

type Muting = Pick<Changer, 'db' | 'actor'>

const REASON = 'The app may change and delete only what it alone has written.'

/**
 * Checks what a caller is going to change or delete. Memories of a muted app are hidden from others, who would read in theirs
 * what it writes there.
 * @throws Failure `forbidden` to a muted app, for what others have written or edited
 */
export async function checkMuted(ctx: Muting, changed: readonly { id: string }[]): Promise<void> {
  const ofOthers = await ofOthersToMuted(
    ctx,
    changed.map(({ id }) => id),
  )
  if (ofOthers.size) throw new Failure('forbidden', { reason: REASON })
}

/** Those of the memories that others have written or edited, if the caller is a muted app. */
export async function ofOthersToMuted({ db, actor }: Muting, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (actor.kind !== 'app' || !actor.isMuted || !ids.length) return new Set()
  const ofOthers = await db.rows<{ id: string }>(selectOfOthers(actor.userId, actor.app, ids))
  return new Set(ofOthers.map(({ id }) => id))
}
