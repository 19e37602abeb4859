import type { Db } from '../../foundation/sql/db.ts'
import { forUser, guardUserRows, newUserGuardRule } from '../../foundation/sql/user-guard.ts'

/**
 * Per-user tables: within a request, queries see only the rows of the authenticated user, whatever the verb's SQL says.
 */
export const PER_USER_TABLES = [
  ...['memories', 'memory_revisions', 'memory_slots', 'gone_memories', 'memory_vectors', 'memory_relations'],
  ...['candidates', 'chats', 'chat_messages', 'turn_extractions', 'undone_messages'],
  ...['extracted_messages', 'provider_items', 'muted_sources', 'imports'],
  ...['recall_snapshots', 'recall_snapshot_parts', 'audit_reads'],
]
const OWN_ROWS = newUserGuardRule(PER_USER_TABLES)

/** The database of a request, limited to the rows of its user; without one, to no rows of users. */
export function limitToUser(db: Db, userId: string | undefined): Db {
  return guardUserRows(db, OWN_ROWS, userId)
}

/** The database of a request, or its transaction, limited to the rows of an account that belongs to the calling app. */
export function limitToAccount(db: Db, userId: string): Db {
  return forUser(db, OWN_ROWS, userId)
}
