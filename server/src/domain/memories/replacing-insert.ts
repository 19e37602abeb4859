import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { nothing, recordset, type Sql, sql } from '../../foundation/sql/sql.ts'
import { changeParts, REVISIONS_MAX } from './changes.ts'
import { insertRequests, isReserved, type NewMemory, reservedVersion } from './insert.ts'
import type { MemoryPorts } from './ports.ts'
import type { Replacement } from './replacements.ts'
import { supersession } from './settle.ts'

/** What new memories replace, found at a version of the store. */
interface Found {
  version: number
  found: readonly Replacement[]
}

/**
 * Inserts new memories, supersedes what they certainly replace and marks what they likely do, in one statement. It does
 * nothing if the store has changed since the version, has no capacity or other grants, or if a stored memory replaces a new one.
 * @returns whether the memories were inserted.
 */
export async function insertReplacing(
  ctx: Ctx<MemoryActor, MemoryPorts>,
  rows: readonly NewMemory[],
  response: unknown,
  { version, found }: Found,
): Promise<boolean> {
  const { actor } = ctx
  const fresh = new Set(rows.map(({ id }) => id))
  const replacesStored = ({ earlier, later }: Replacement) => fresh.has(later.id) && !fresh.has(earlier.id)
  // The change of a memory with all its revisions erases the oldest, and with it a copy of the index.
  if (!found.every((each) => replacesStored(each) && each.earlier.revision < REVISIONS_MAX)) return false
  const certain = found.filter(({ isCertain }) => isCertain)
  const likely = found.filter(({ isCertain }) => !isCertain)
  const replacedBy = (id: string) => certain.flatMap(({ earlier, later }) => (later.id === id ? [earlier.id] : []))
  const options = { action: 'memory.supersede', byService: true } as const
  const parts = [
    ...(certain.length ? [changeParts(ctx, reservedVersion, certain.map(supersession), options, isReserved)] : []),
    ...(likely.length ? [marked(actor.userId, likely)] : []),
  ]
  const [first = nothing, second] = parts
  const replaces = { version, parts: second ? sql`${first}, ${second}` : first }
  const written = await insertRequests(
    ctx.db,
    [{ ctx, rows: rows.map((row) => ({ ...row, supersedes: replacedBy(row.id) })), response, replaces }],
    'wait',
  )
  return written.has(actor.userId)
}

const LIKELY = recordset('t', { id: 'text', maybeSupersededBy: 'text' })

/** The part of a statement that marks memories that new ones may have replaced. */
function marked(userId: string, likely: readonly Replacement[]): Sql {
  const marks = likely.map(({ earlier, later }) => ({ id: earlier.id, maybeSupersededBy: later.id }))
  return sql`
    marked as (
      update memories m set version = r.version, maybe_superseded_by = t.maybe_superseded_by
      from ${LIKELY(marks)}, reserved r
      where m.user_id = ${userId} and m.id = t.id)`
}
