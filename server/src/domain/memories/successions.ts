import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { selectSuccessions } from './succession-queries.ts'

/*
 * Which memories supersede which, by way of others. None may supersede itself: then none of a circle would be current. Nor may
 * one be superseded only by what others do not see: they would see neither.
 */

/** A memory and what supersedes it. */
interface Succession {
  id: string
  supersededBy: string | null
  sourceApp: string | null
  /** Whether its source is a muted app. */
  isMuted: boolean
}

/** By id. Memories that do not exist are missing. */
type Successors = ReadonlyMap<string, Succession>

/** Reads what supersedes memories, and what supersedes that in turn. */
export async function readSuccessors(
  { db, actor }: Pick<Ctx, 'db'> & { actor: Pick<MemoryActor, 'userId'> },
  ids: readonly string[],
): Promise<Successors> {
  const rows = await db.rows<Succession>(selectSuccessions(actor.userId, ids))
  return new Map(rows.map((row) => [row.id, row]))
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
 * Whether a memory is seen where another one would be, or one that has superseded it in turn: it exists, and its source is not
 * muted, unless the other is hidden alike.
 */
export function isSeenFor({ sourceApp }: Pick<Succession, 'sourceApp'>, by: string, successors: Successors): boolean {
  const passed = new Set<string>()
  let at = successors.get(by)
  while (at?.isMuted && at.sourceApp !== sourceApp && !passed.has(at.id)) {
    passed.add(at.id)
    at = at.supersededBy === null ? undefined : successors.get(at.supersededBy)
  }
  return at !== undefined && !passed.has(at.id)
}

/**
 * Finds which memories are to be reinstated because nothing current stands for them: those superseded by a memory that does
 * not exist or is hidden, and of each circle the newest among the ids.
 */
export function withoutCurrentSuccessor(ids: readonly string[], successors: Successors): string[] {
  const dangling = ids.filter((id) => {
    const own = successors.get(id)
    return own !== undefined && own.supersededBy !== null && !isSeenFor(own, own.supersededBy, successors)
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
      at = successors.get(at)?.supersededBy
    }
    if (!at || visitedFrom.get(at) !== start) continue
    const circle = new Set<string>()
    for (let each = at; !circle.has(each); each = successors.get(each)?.supersededBy ?? at) circle.add(each)
    circles.push(circle)
  }
  return circles
}
