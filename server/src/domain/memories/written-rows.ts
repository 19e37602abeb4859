import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import type { NewMemory, Versions } from './insert.ts'
import type { MemoryPorts } from './ports.ts'

/** Adds the rows to the user's search index, which accepts them if it has exactly the version `before`. */
export function updateIndex(
  { recall }: Ctx<MemoryActor, MemoryPorts>,
  userId: string,
  rows: readonly NewMemory[],
  { before, after }: Versions,
): void {
  recall.changed(userId, {
    from: before,
    to: after,
    rows: rows.map((row) => ({
      id: row.id,
      scope: row.scope,
      source: row.sourceApp,
      content: row.content,
      occurredAt: Date.parse(row.occurredAt),
      createdAt: Date.parse(row.createdAt),
      importance: row.importance,
      pinned: row.pinned,
      batch: before + 1 + row.batch,
      position: row.position,
      validFrom: msOf(row.validFrom),
      validUntil: msOf(row.validUntil),
      expiresAt: msOf(row.expiresAt),
    })),
    removed: [],
  })
}

function msOf(time: string | undefined): number | null {
  return time === undefined ? null : Date.parse(time)
}
