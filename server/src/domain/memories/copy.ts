import type { Memory } from './memory.ts'

/** Copies the fields of a memory from a row that has more. Naming each takes a tenth of the time of a rest pattern. */
export function memoryOf(row: Memory): Memory {
  return {
    id: row.id,
    type: row.type,
    scope: row.scope,
    content: row.content,
    importance: row.importance,
    confidence: row.confidence,
    pinned: row.pinned,
    occurredAt: row.occurredAt,
    sourceApp: row.sourceApp,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    validFrom: row.validFrom,
    validUntil: row.validUntil,
    supersededBy: row.supersededBy,
    supersedes: row.supersedes,
    maybeSupersededBy: row.maybeSupersededBy,
    expiresAt: row.expiresAt,
    revision: row.revision,
    editedBy: row.editedBy,
    origin: row.origin,
    externalId: row.externalId,
    metadata: row.metadata,
    source: row.source,
  }
}
