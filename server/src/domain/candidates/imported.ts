import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { digestId } from '../../foundation/ids.ts'
import { recordset, sql } from '../../foundation/sql/sql.ts'

/* Candidates that an import found: sentences that may be facts, and entries that changed after the user edited them. */

/** The most imported candidates that wait for the user. */
export const IMPORTED_WAITING_MAX = 1_000

export interface ImportedCandidate {
  type: string
  scope: string
  content: string
  importance: number
  occurredAt: string | null
  /** Where it was found, such as `chatgpt`. */
  source: string | null
  chatId: string | null
  messageId: string | null
  /** Id of the memory whose text it would replace. */
  replacesId: string | null
  /** Keyed, of what makes it the same candidate when it is imported again. */
  digest: Buffer
}

const CANDIDATES = recordset('t', {
  id: 'text',
  digest: 'text',
  type: 'text',
  scope: 'text',
  content: 'text',
  importance: 'float8',
  occurredAt: 'timestamptz',
  source: 'text',
  chatId: 'text',
  messageId: 'text',
  replacesId: 'text',
})

/**
 * Stores candidates for the user to review, in the caller's transaction, which has locked the store. Those that were
 * imported before are left as they are, whatever the user decided.
 * @returns how many are new, and those beyond the limit.
 */
export async function insertImported<C extends ImportedCandidate>(
  ctx: Ctx<UserActor>,
  importId: string,
  candidates: readonly C[],
): Promise<{ imported: number; refused: C[]; used: number; max: number }> {
  const { db, actor } = ctx
  const max = IMPORTED_WAITING_MAX
  if (!candidates.length) return { imported: 0, refused: [], used: 0, max }
  const byDigest = new Map(candidates.map((each) => [each.digest.toString('hex'), each]))
  const existing = await db.rows<{ digest: string }>(sql`
    select import_digest as digest from candidates
    where user_id = ${actor.userId} and import_digest = any(${[...byDigest.keys()]}::text[])`)
  for (const { digest } of existing) byDigest.delete(digest)
  const { used } = await readImportedWaiting(ctx)
  const fresh = [...byDigest]
  const accepted = fresh.slice(0, Math.max(0, max - used))
  const refused = fresh.slice(accepted.length).map(([, candidate]) => candidate)
  if (!accepted.length) return { imported: 0, refused, used, max }
  // Sorted by when they were said, like the candidates of chats.
  const rows = accepted.map(([hex, { digest, ...candidate }]) => {
    const ms = candidate.occurredAt ? Date.parse(candidate.occurredAt) : 0
    return { ...candidate, id: digestId('cnd', ms, digest), digest: hex }
  })
  const imported = await db.count(sql`
    insert into candidates (user_id, id, status, import_id, import_digest, type, scope, content, importance, occurred_at,
      source, chat_id, message_id, replaces_id, created_at)
    select ${actor.userId}, t.id, 'pending', ${importId}::text, t.digest, t.type, t.scope, t.content, t.importance,
      t.occurred_at, t.source, c.id, case when c.id is not null then t.message_id end, t.replaces_id,
      ${ctx.clock().toISOString()}::timestamptz
    from ${CANDIDATES(rows)}
    left join chats c on c.user_id = ${actor.userId} and c.id = t.chat_id
    on conflict do nothing`)
  return { imported, refused, used, max }
}

/** How many imported candidates wait. */
export async function readImportedWaiting({ db, actor }: Ctx<UserActor>): Promise<{ used: number }> {
  return db.one<{ used: number }>(sql`
    select count(*) as used from candidates
    where user_id = ${actor.userId} and status = 'pending' and import_digest is not null`)
}

/** Deletes the candidates of an import that wait. What the user decided stays. Returns how many were deleted. */
export function deleteImported({ db, actor }: Ctx<UserActor>, importId: string): Promise<number> {
  return db.count(sql`
    delete from candidates where user_id = ${actor.userId} and import_id = ${importId} and status = 'pending'`)
}

/** Detaches candidates that the user decided on from chats that are deleted with their import. */
export async function detachImported({ db, actor }: Ctx<UserActor>, chatIds: readonly string[]): Promise<void> {
  await db.count(sql`
    update candidates set chat_id = null, message_id = null
    where user_id = ${actor.userId} and chat_id = any(${chatIds}::text[])`)
}
