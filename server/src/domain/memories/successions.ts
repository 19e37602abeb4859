import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { selectSuccessions } from './internal-queries.ts'

/* Which memories supersede which, by way of others. None may supersede itself: then none of a circle would be current. */

/** By id: what supersedes a memory; null for one that is not superseded. Memories that do not exist are missing. */
type Successors = ReadonlyMap<string, string | null>

/** Reads what supersedes memories, and what supersedes that in turn. */
export async function readSuccessors(
  { db, actor }: Pick<Ctx, 'db'> & { actor: Pick<MemoryActor, 'userId'> },
  ids: readonly string[],
): Promise<Successors> {
  const rows = await db.rows<{ id: string; supersededBy: string | null }>(selectSuccessions(actor.userId, ids))
  return new Map(rows.map(({ id, supersededBy }) => [id, supersededBy]))
}

/** Whether a memory is another one, or is superseded by it by way of others. */
export function leadsTo(from: string, to: string, successorOf: (id: string) => string | null | undefined): boolean {
  const passed = new Set<string>()
  let at: string | null | undefined = from
  while (at && at !== to && !passed.has(at)) {
    passed.add(at)
    at = successorOf(at)
  }
  return at === to
}

/**
 * Finds which memories are to be reinstated because nothing current stands for them: those superseded by a memory that does
 * not exist, and of each circle the newest among the ids.
 */
export function withoutCurrentSuccessor(ids: readonly string[], successors: Successors): string[] {
  const dangling = ids.filter((id) => {
    const by = successors.get(id)
    return by != null && !successors.has(by)
  })
  const circles = circlesIn(successors)
  const newest = circles.flatMap(
    (circle) =>
      ids
        .filter((id) => circle.has(id))
        .sort()
        .at(-1) ?? [],
  )
  return [...dangling, ...newest]
}

/** Each memory has one successor at most, so no two circles share a memory. */
function circlesIn(successors: Successors): ReadonlySet<string>[] {
  const visitedFrom = new Map<string, string>()
  const circles: ReadonlySet<string>[] = []
  for (const start of successors.keys()) {
    let at: string | null | undefined = start
    while (at && !visitedFrom.has(at)) {
      visitedFrom.set(at, start)
      at = successors.get(at)
    }
    if (!at || visitedFrom.get(at) !== start) continue
    const circle = new Set<string>()
    for (let each = at; !circle.has(each); each = successors.get(each) ?? at) circle.add(each)
    circles.push(circle)
  }
  return circles
}
