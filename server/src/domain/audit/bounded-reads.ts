import type { Db } from '../../foundation/sql/db.ts'
import { sql } from '../../foundation/sql/sql.ts'

/*
 * The bound of what is stored about reads: of one app and person, the newest. After so many rows of a pair, what is beyond
 * that is deleted, so the bound costs a statement for hundreds of reads and none of them waits for it. The audit entries
 * stay, with the number and scopes of the memories.
 */

/** Of one app and person. */
const READS_MAX = 5_000
/** Rows of an app and person that one process adds before it deletes what is beyond the bound. */
const ADDED_MAX = 500
/** Pairs that are counted; the one that was not written for longest is forgotten. */
const PAIRS_MAX = 50_000

interface Pair {
  user_id: string
  app_id: string | null
}

/** Returns a function that counts the entries that this process has added, and deletes what is beyond the bound. */
export function openReadBound(db: Db) {
  const counts = new Map<string, number>()

  function isDue({ user_id, app_id }: Pair): boolean {
    const key = `${user_id} ${app_id}`
    const count = (counts.get(key) ?? 0) + 1
    counts.delete(key)
    if (count === ADDED_MAX) return true
    counts.set(key, count)
    const [oldest] = counts.keys()
    if (counts.size > PAIRS_MAX && oldest !== undefined) counts.delete(oldest)
    return false
  }

  return async (entries: readonly (Pair & { memory_ids: string })[]): Promise<void> => {
    const due = entries.filter(({ memory_ids }) => memory_ids !== '').filter(isDue)
    for (const pair of due) await deleteReadsBeyond(db, pair)
  }
}

/** Deletes which memories an app was given in all but the newest reads. */
async function deleteReadsBeyond(db: Db, { user_id, app_id }: Pair): Promise<void> {
  await db.count(sql`
    delete from audit_reads where user_id = ${user_id} and id in (
      select r.id from audit_reads r join audit_entries e on e.user_id = r.user_id and e.id = r.id
      where r.user_id = ${user_id} and e.app_id is not distinct from ${app_id}
      order by r.id desc offset ${READS_MAX}::int)`)
}
