import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { type Sql, sql } from '../../foundation/sql/sql.ts'
import { readWithIdentity } from '../context/gather.ts'
import { areDuplicates, parseStatement } from '../memories/duplicates.ts'
import type { MemoryPorts } from '../memories/ports.ts'
import { selectCompared, selectReadable } from '../memories/queries.ts'
import { searchThenFetch } from '../memories/search.ts'
import type { Candidate } from './candidate.ts'

/** Search results compared with each candidate; a duplicate is among the first. */
const COMPARED_MAX = 8

/** For the user, without what muted apps wrote: that would leave nothing for other apps. */
const selectKnown = (ctx: Ctx<MemoryActor>, ids: readonly string[]): Sql =>
  ctx.actor.kind === 'user' ? selectCompared(ctx, ids) : selectReadable(ctx, sql`m.id = any(${ids}::text[])`)

/**
 * Drops candidates that duplicate an earlier one, a memory the caller may read, or one of the `others`. Memories the
 * caller may not read are not compared, since a dropped candidate would reveal them.
 */
export async function withoutDuplicates(
  ctx: Ctx<MemoryActor, MemoryPorts>,
  candidates: readonly Candidate[],
  others: readonly string[] = [],
): Promise<Candidate[]> {
  if (!candidates.length) return []
  const searches = candidates.map(({ content }) => ({ query: content, limit: COMPARED_MAX }))
  const { memories } = await searchThenFetch(ctx, searches, (...found) =>
    readWithIdentity(
      ctx,
      selectKnown(
        ctx,
        found.flatMap(({ ids }) => ids),
      ),
    ),
  )
  const known = [...memories.map(({ content }) => content), ...others].map(parseStatement)
  return candidates.filter(({ content }) => {
    const statement = parseStatement(content)
    if (known.some((other) => areDuplicates(statement, other))) return false
    known.push(statement)
    return true
  })
}
