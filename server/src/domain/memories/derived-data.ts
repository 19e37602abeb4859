import type { Db } from '../../foundation/sql/db.ts'

/** Data derived from the content of memories, as the functions that change memories see it. `derived/` implements it. */
export interface DerivedData {
  /** Reports, after the commit, that a user's store has new or edited content. */
  changed(userId: string): void
  /** Deletes what was derived from these memories, in the transaction that edits or deletes them. */
  drop(db: Db, userId: string, ids: readonly string[]): Promise<void>
  /** Deletes everything derived from a user's memories, in the transaction that erases the user. */
  erase(db: Db, userId: string): Promise<void>
}
