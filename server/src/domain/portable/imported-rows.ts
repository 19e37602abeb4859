import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { isId } from '../../foundation/ids.ts'
import type { NewMemory } from '../memories/insert.ts'
import type { CarriedMemory } from '../memories/memory.ts'
import { selectExternalIds } from '../memories/revision-queries.ts'

/** A parsed memory line. */
export type MemoryLine = CarriedMemory & {
  id: string
  line: number
  /** Whether the line carried an id of this service. */
  hasOwnId: boolean
  /** The id that a recorded import gives to the line, if it is another one. */
  recordedId?: string
}

/** The memories, without the external ids that other memories of their source have. */
export async function withFreeExternalIds(
  { db, actor }: Ctx<UserActor>,
  memories: readonly MemoryLine[],
): Promise<MemoryLine[]> {
  const ids = memories.flatMap(({ externalId }) => (externalId ? [externalId] : []))
  const keyOf = ({
    sourceApp,
    externalId,
  }: {
    sourceApp?: string | null | undefined
    externalId?: string | null | undefined
  }) => JSON.stringify([sourceApp ?? '', externalId])
  const stored = ids.length
    ? await db.rows<{ sourceApp: string | null; externalId: string }>(selectExternalIds(actor.userId, ids))
    : []
  const taken = new Set(stored.map(keyOf))
  return memories.map((memory) => {
    const isFree = memory.externalId && !taken.has(keyOf(memory))
    taken.add(keyOf(memory))
    return isFree ? memory : { ...memory, externalId: null }
  })
}

export function ownId(id: string | null | undefined): string | null {
  return id && isId('mem', id) ? id : null
}

/** The rows of imported memories. Those with the same creation time were written in one batch and form one batch again. */
export function rowsOf(memories: readonly MemoryLine[], now: string): NewMemory[] {
  let batch = -1
  let position = 0
  return memories.map((memory, i) => {
    const { line: _line, recordedId: _recordedId, hasOwnId, ...fields } = memory
    const { revision = 1, editedBy } = memory
    // Ids of another source mean nothing here: see `supersession` lines.
    const [supersededBy, maybeSupersededBy] = [ownId(memory.supersededBy), ownId(memory.maybeSupersededBy)]
    const editor = editedBy?.actor === 'app' ? `app:${editedBy.app ?? ''}` : (editedBy?.actor ?? null)
    const isChanged = revision > 1 || editor !== null || supersededBy !== null || maybeSupersededBy !== null
    const { createdAt = now, occurredAt = createdAt, updatedAt = createdAt, sourceApp = null } = memory
    const before = memories[i - 1]
    const sameBatch = hasOwnId && before?.hasOwnId && memory.createdAt && before.createdAt === memory.createdAt
    if (sameBatch) position++
    else {
      batch++
      position = 0
    }
    return {
      ...{ ...fields, createdAt, occurredAt, updatedAt, sourceApp, origin: 'import' as const, batch, position },
      validFrom: !memory.validFrom || memory.validFrom === occurredAt ? undefined : memory.validFrom,
      validUntil: memory.validUntil ?? undefined,
      expiresAt: memory.expiresAt ?? undefined,
      externalId: memory.externalId ?? undefined,
      metadata: memory.metadata ?? undefined,
      source: memory.source ?? undefined,
      carried: isChanged ? { revision, editor, supersededBy, maybeSupersededBy } : undefined,
    }
  })
}
