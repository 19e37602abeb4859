import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import type { Db } from '../../foundation/sql/db.ts'
import { onShardOf, recordset, type Sql, sql } from '../../foundation/sql/sql.ts'
import { lockCurrent } from './internal-queries.ts'

/* What is stored with a memory and follows from others. It is no state of the memory, so setting it makes no revision. */

/** Ids of other memories that a memory can name in one list. What it superseded beyond them names it in `superseded_by`. */
export const LINKED_MAX = 200

/** What other memories mean for a memory. */
export interface Mark {
  id: string
  /** Id of a memory that it replaces; added to the others. */
  supersedes?: string
  /** Id of a memory that may have replaced it. */
  maybeSupersededBy?: string
  /** Id of a memory that is true beside it, and no longer in question. */
  besides?: string
}

const MARKS = recordset('t', { id: 'text', supersedes: 'text', maybeSupersededBy: 'text', besides: 'text' })

/** Sets marks of memories of the caller's store, which is locked and has the new version. */
export async function setMarks(
  { db, actor }: Pick<Ctx, 'db'> & { actor: { userId: string } },
  version: number,
  marks: readonly Mark[],
): Promise<void> {
  if (!marks.length) return
  const set = sql`
    with marks as (
      select t.id, array_agg(t.supersedes) filter (where t.supersedes is not null) as supersedes,
        max(t.maybe_superseded_by) as maybe_superseded_by, array_agg(t.besides) filter (where t.besides is not null) as besides
      from ${MARKS(marks.map((mark) => ({ supersedes: null, maybeSupersededBy: null, besides: null, ...mark })))}
      group by t.id)
    update memories m set version = ${version},
      supersedes = ${joined(sql`m.supersedes`, sql`k.supersedes`)},
      both_true = ${joined(sql`m.both_true`, sql`k.besides`)},
      maybe_superseded_by = case when m.maybe_superseded_by = any(k.besides) then null
        else coalesce(k.maybe_superseded_by, m.maybe_superseded_by) end
    from marks k where m.user_id = ${actor.userId} and m.id = k.id
    returning 1`
  await db.count(onShardOf(actor.userId, set))
}

/** The newest of two lists of ids, without repetitions. */
const joined = (before: Sql, more: Sql): Sql => sql`case when ${more} is null then ${before} else (array(
  select distinct e.id from unnest(${before} || ${more}) as e (id) order by e.id desc limit ${LINKED_MAX})) end`

/** Takes back that some memories may have replaced others; they are deleted. */
export function clearQuestions(ctx: Ctx<MemoryActor>, version: number, ids: readonly string[]): Promise<void> {
  return clear(ctx, version, ids, sql`m.maybe_superseded_by`)
}

/** Takes back that some memories may have been replaced. */
export function clearMarks(ctx: Ctx<MemoryActor>, version: number, ids: readonly string[]): Promise<void> {
  return clear(ctx, version, ids, sql`m.id`)
}

/** @param by the column of marked memory `m` that is one of the ids */
async function clear({ db, actor }: Ctx<MemoryActor>, version: number, ids: readonly string[], by: Sql): Promise<void> {
  if (!ids.length) return
  await db.count(sql`
    update memories m set version = ${version}, maybe_superseded_by = null
    where m.user_id = ${actor.userId} and m.maybe_superseded_by is not null and ${by} = any(${ids}::text[])`)
}

/** Adds the slots of memories whose content has changed, or which are current again. */
export function addSlots(
  { db, actor }: Ctx<MemoryActor>,
  memories: readonly { id: string; slots: readonly string[] }[],
): Promise<void> {
  return insertSlots(db, actor.userId, memories)
}

/** Inserts the slots of a user's memories, as far as these exist and are not superseded. */
export async function insertSlots(
  db: Db,
  userId: string,
  memories: readonly { id: string; slots: readonly string[] }[],
): Promise<void> {
  const slots = memories.flatMap(({ id, slots }) => slots.map((slot) => ({ id, slot })))
  if (!slots.length) return
  const ids = memories.map(({ id }) => id)
  // Locked, so that none is deleted before its slots are inserted.
  await db.count(sql`
    with present as (${lockCurrent(userId, ids)})
    insert into memory_slots (user_id, slot, id)
    select ${userId}, t.slot, t.id from ${SLOTS(slots)} join present p on p.id = t.id
    on conflict do nothing`)
}

/** Deletes the slots of some memories of a user, whose store is locked. */
export async function deleteSlots(db: Db, userId: string, ids: readonly string[]): Promise<void> {
  await db.count(sql`delete from memory_slots where user_id = ${userId} and id = any(${ids}::text[])`)
}

const SLOTS = recordset('t', { id: 'text', slot: 'text' })
