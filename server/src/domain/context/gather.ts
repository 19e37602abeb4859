import type { SeedsRequest } from '@memory-service/recall/types'
import { isNameless, type MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { type Sql, sql } from '../../foundation/sql/sql.ts'
import type { RelationPorts } from '../derived/relations/relations.ts'
import { type ConsideredMemory, newestFirst } from '../memories/memory.ts'
import type { ReadPorts } from '../memories/ports.ts'
import { selectConsidered, withRelations } from '../memories/queries.ts'
import type { Instants } from '../memories/state.ts'
import type { Relationship } from '../vocabulary/relations.ts'
import { SAFETY_NAMESPACES } from './scoped.ts'

/** Rows read of each group (pinned, important, newest and so on), per memory to be selected. */
const GROUP_ROWS_PER_MEMORY = 4
const GROUP_ROWS_MIN = 60
const GROUP_ROWS_MAX = 120
/** Namespaces whose newest memories are always considered, however old they are. */
const CONSIDERED_NAMESPACES = ['preference.*', 'goal.*', 'relationship.*', ...SAFETY_NAMESPACES]

/** What selecting memories and their relations uses beside the base ports. */
export interface SelectionPorts extends ReadPorts, RelationPorts {}

/** The identity as apps may see it and readable memories, newest first, read in one statement. */
export interface Gathered {
  /** The version of the store. */
  version: number
  identity: { aiId: string; name: string; toneNote: string | null; personName: string | null }
  memories: ConsideredMemory[]
  /** Relations read out of the memories by a model, by memory id, if requested. */
  relations: Relations
}

/** Relations that memories state besides those found by rules, by memory id. */
export type Relations = ReadonlyMap<string, readonly Relationship[]>

interface Row extends ConsideredMemory {
  version: number
  /** Of the first row: the identity. */
  identity: Gathered['identity'] | null
  relations?: Relationship[] | null
}

export interface GatherOptions {
  /** Memories that the search found. */
  ids?: readonly string[]
  /** What the search listed for {@link seedsFor}. */
  seeds: readonly string[]
  /** Whether to read relations too. */
  relations?: boolean
  /** The time that is meant: now, unless set. */
  instants?: Instants
}

/** The rows that a search is to list for {@link gather} beside those it finds: pinned, important and new ones. */
export function seedsFor(limit: number): SeedsRequest {
  const rows = Math.min(GROUP_ROWS_MAX, Math.max(GROUP_ROWS_MIN, limit * GROUP_ROWS_PER_MEMORY))
  return { rows, within: CONSIDERED_NAMESPACES }
}

/** Reads the identity and the current memories most likely to matter, in a store of any size; one round trip. */
export function gather(
  ctx: Ctx<MemoryActor, SelectionPorts>,
  { ids = [], seeds, relations = false, instants = {} }: GatherOptions,
): Promise<Gathered> {
  const reader = { actor: ctx.actor, clock: ctx.clock, asOf: instants.asOf }
  const state = { state: 'current' as const, ...instants }
  const memories = selectConsidered(reader, [...new Set([...ids, ...seeds])], state)
  return readWithIdentity(ctx, relations && ctx.relations.inUse ? withRelations(ctx.actor, memories) : memories)
}

/**
 * Reads the identity, with the person's name if the caller may know it, together with the rows of a memory query.
 * @throws Failure `unauthorized` if the account was erased since the request was authenticated.
 */
export async function readWithIdentity({ db, actor }: Ctx<MemoryActor>, memories: Sql): Promise<Gathered> {
  const rows = await db.rows<Row>(sql`
    select s.version, case when row_number() over () = 1 then jsonb_build_object('aiId', i.id, 'name', i.name,
      'toneNote', nullif(i.tone_note, ''), 'personName', nullif(u.name, '')) end as identity, m.*
    from stores s
    join identities i on i.user_id = s.user_id
    join users u on u.id = s.user_id
    left join lateral (${memories}) m on true
    where s.user_id = ${actor.userId}`)
  const [first] = rows
  if (!first?.identity) throw new Failure('unauthorized')
  const relations = new Map<string, readonly Relationship[]>()
  for (const row of rows) if (row.relations) relations.set(row.id, row.relations)
  // Without memories there is one row.
  const read: ConsideredMemory[] = first.id === null ? [] : rows
  const identity = isNameless(actor) ? { ...first.identity, personName: null } : first.identity
  return { version: first.version, identity, memories: read.sort(newestFirst), relations }
}
