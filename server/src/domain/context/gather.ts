import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { type Sql, sql } from '../../foundation/sql.ts'
import { selectToStartFrom, withRelations } from '../memories/door.ts'
import type { Memory } from '../memories/memory.ts'
import type { Relationship } from '../vocabulary/relations.ts'

/** Of each kind (the pinned, the important, the newest and so on) so many for each place there is, within bounds. */
const EACH_FOR_A_PLACE = 4
const EACH_MIN = 60
const EACH_MAX = 120
/** Namespaces worth a look of their own, however old what stands there. */
const ALWAYS_LOOKED_INTO = ['preference.*', 'goal.*', 'relationship.*']

/** The identity as apps may know it, and readable memories, newest first, as they were at one moment. */
export interface Gathered {
  /** Of the store, at that moment. */
  version: number
  identity: { aiId: string; name: string; toneNote: string | null }
  memories: Memory[]
  /** What a model has read out of them, by id, where that was asked for. */
  relations: Relations
}

/** The relations that memories state beside those the rules find, by their ids. */
export type Relations = ReadonlyMap<string, readonly Relationship[]>

interface Row extends Memory {
  version: number
  aiId: string
  aiName: string
  toneNote: string | null
  relations?: Relationship[] | null
}

/** How to gather: for how many places, which ids in any case, and whether what a model has read out of them, too. */
export interface Wanted {
  places: number
  ids?: readonly string[]
  relations?: boolean
}

/** What is most likely to matter of a store of any size, and these ids; one round trip, all through the door. */
export function gather(ctx: Ctx<MemoryActor>, { places, ids = [], relations = false }: Wanted): Promise<Gathered> {
  const rows = Math.min(EACH_MAX, Math.max(EACH_MIN, places * EACH_FOR_A_PLACE))
  const memories = selectToStartFrom(ctx.actor, { ids, filters: ALWAYS_LOOKED_INTO, rows })
  return withIdentity(ctx, relations && ctx.relations.inUse ? withRelations(ctx.actor, memories) : memories)
}

/** The identity and rows of a statement of the door, read in one. */
export async function withIdentity({ db, actor }: Ctx<MemoryActor>, memories: Sql): Promise<Gathered> {
  const rows = await db.rows<Row>(sql`
    select s.version, i.id as "aiId", i.name as "aiName", nullif(i.tone_note, '') as "toneNote", m.*
    from stores s
    join identities i on i.user_id = s.user_id
    left join lateral (${memories}) m on true
    where s.user_id = ${actor.userId}`)
  const [first] = rows
  // No store: the account was erased between this request's credential and its work.
  if (!first) throw new Failure('unauthorized')
  const { version, aiId, aiName, toneNote } = first
  const read: Memory[] = []
  const told = new Map<string, readonly Relationship[]>()
  for (const { version, aiId, aiName, toneNote, relations, ...memory } of rows) {
    if (memory.id === null) continue
    read.push(memory)
    if (relations) told.set(memory.id, relations)
  }
  return {
    version,
    identity: { aiId, name: aiName, toneNote },
    memories: read.sort((a, b) => (a.id < b.id ? 1 : -1)),
    relations: told,
  }
}
