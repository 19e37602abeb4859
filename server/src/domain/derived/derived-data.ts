import type { Db } from '../../foundation/sql/db.ts'
import { onShardOf, sql } from '../../foundation/sql/sql.ts'
import type { DerivedData } from '../memories/derived-data.ts'
import { eraseRelations } from './relations/store.ts'
import { eraseVectors } from './vectors/store.ts'

/** Implements the port of `memories/`: changes nudge each loop, deletions cover the data of all of them. */
export function openDerivedData(loops: readonly Pick<DerivedData, 'changed'>[]): DerivedData {
  return {
    changed(userId) {
      for (const loop of loops) loop.changed(userId)
    },
    drop: dropDerived,
    async erase(db, userId) {
      await eraseRelations(db, userId)
      await eraseVectors(db, userId)
    },
  }
}

// One statement, so one round trip.
async function dropDerived(db: Db, userId: string, ids: readonly string[]): Promise<void> {
  const drop = sql`
    with dropped as (delete from memory_relations where user_id = ${userId} and id = any(${ids}::text[]))
    delete from memory_vectors where user_id = ${userId} and id = any(${ids}::text[]) returning 1`
  await db.count(onShardOf(userId, drop))
}
