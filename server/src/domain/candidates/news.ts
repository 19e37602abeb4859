import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { sql } from '../../foundation/sql.ts'
import { withIdentity } from '../context/gather.ts'
import { selectReadable } from '../memories/door.ts'
import { sayTheSame, whatIsSaid } from '../memories/said.ts'
import { searchThenFetch } from '../memories/search.ts'
import type { Candidate } from './candidate.ts'

/** A copy is among the first few that its own words find. */
const COMPARED_MAX = 8

/**
 * Those candidates that say something new: neither in the same words as another before them, nor as what is on record
 * where the caller may read, nor as any of `beside`. Never held against what the caller may not read: leaving one out
 * would tell of it.
 */
export async function onlyNews(
  ctx: Ctx<MemoryActor>,
  candidates: readonly Candidate[],
  beside: readonly string[] = [],
): Promise<Candidate[]> {
  if (!candidates.length) return []
  const searches = candidates.map(({ content }) => ({ query: content, limit: COMPARED_MAX }))
  const { memories } = await searchThenFetch(ctx, searches, (...found) =>
    withIdentity(ctx, selectReadable(ctx.actor, sql`m.id = any(${found.flatMap(({ ids }) => ids)}::text[])`)),
  )
  const said = [...memories.map(({ content }) => content), ...beside].map(whatIsSaid)
  return candidates.filter(({ content }) => {
    const now = whatIsSaid(content)
    if (said.some((before) => sayTheSame(now, before))) return false
    said.push(now)
    return true
  })
}
