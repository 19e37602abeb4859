import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { recordset, sql } from '../../foundation/sql/sql.ts'
import { REVISIONS_MAX } from './changes.ts'
import type { CarriedMemory } from './memory.ts'
import type { MemoryPorts } from './ports.ts'
import { selectRevisionsOf } from './revision-queries.ts'

/** An earlier state of a memory that an import brings. */
export interface CarriedRevision {
  id: string
  revision: number
  at: string
  until: string
  change: string
  editor: string | null
  memory: CarriedMemory
}

const REVISIONS = recordset('t', {
  id: 'text',
  revision: 'int',
  at: 'timestamptz',
  until: 'timestamptz',
  change: 'text',
  editor: 'text',
  type: 'text',
  scope: 'text',
  content: 'text',
  importance: 'float8',
  confidence: 'float8',
  pinned: 'boolean',
  occurredAt: 'timestamptz',
  sourceApp: 'text',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
  version: 'bigint',
  born: 'bigint',
  place: 'int',
  validFrom: 'timestamptz',
  validUntil: 'timestamptz',
  supersededBy: 'text',
  expiresAt: 'timestamptz',
  metadata: 'jsonb',
  source: 'jsonb',
})

/**
 * Inserts earlier states of memories of the user's store, which is locked. Those that exist are left as they are.
 * @returns how many were inserted, and those that cannot be, because no memory with a later revision has the id.
 */
export async function insertRevisions<R extends CarriedRevision>(
  { db, actor }: Ctx<UserActor>,
  revisions: readonly R[],
): Promise<{ inserted: number; orphans: R[] }> {
  const ids = [...new Set(revisions.map(({ id }) => id))]
  const rows = await db.rows<{ id: string; revision: number; born: number; place: number; createdAt: string }>(
    selectRevisionsOf(actor.userId, ids),
  )
  const current = new Map(rows.map((row) => [row.id, row]))
  const isEarlier = ({ id, revision }: R) => {
    const live = current.get(id)
    return live !== undefined && revision < live.revision && revision > live.revision - REVISIONS_MAX
  }
  const states = revisions.filter(isEarlier).flatMap(({ memory, ...state }) => {
    const { born = 0, place = 0, createdAt = state.at } = current.get(state.id) ?? {}
    const { occurredAt = createdAt, updatedAt = state.at, sourceApp = null, metadata, source, ...fields } = memory
    const { validFrom = null, validUntil = null, supersededBy = null, expiresAt = null } = memory
    const json = {
      metadata: metadata ? JSON.stringify(metadata) : null,
      source: source ? JSON.stringify(source) : null,
    }
    const rare = { validFrom, validUntil, supersededBy, expiresAt }
    return {
      ...fields,
      ...rare,
      ...state,
      ...json,
      occurredAt,
      updatedAt,
      sourceApp,
      createdAt,
      version: 0,
      born,
      place,
    }
  })
  const inserted = states.length
    ? await db.count(sql`
        insert into memory_revisions (user_id, id, revision, at, until, change, editor, type, scope, content, importance,
          confidence, pinned, occurred_at, source_app, created_at, updated_at, version, born, place, valid_from,
          valid_until, superseded_by, expires_at, metadata, source, origin)
        select ${actor.userId}, t.*, 'import' from ${REVISIONS(states)}
        on conflict do nothing`)
    : 0
  return { inserted, orphans: revisions.filter((each) => !isEarlier(each)) }
}

/** Deletes all states of memories that are about to be imported and were deleted before. */
export async function eraseRevisions(
  { db, actor, recall }: Ctx<UserActor, MemoryPorts>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length) await recall.eraseSnapshot(db, actor.userId)
  await db.count(sql`
    delete from memory_revisions where user_id = ${actor.userId} and id = any(${ids}::text[])`)
}
