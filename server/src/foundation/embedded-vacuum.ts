import type { Job } from './jobs.ts'
import { raw, sql } from './sql.ts'

/*
 * The embedded engine has no autovacuum, so this is ours. It goes by the same measure: a table is cleared of what is dead
 * and counted anew once a part of it has changed, soon after it has. Counting is what plans are made from: one that was
 * made while a table was empty reads all of it, and is kept until the table has been counted. There is one connection
 * for everybody, so tables are taken one by one, and who waits has a turn in between.
 */

const LOOK_MS = 10_000
const CHANGED_ROWS_MIN = 50
const INSERTED_ROWS_MIN = 1_000
const DEAD_SHARE = 0.2
const CHANGED_SHARE = 0.1
// PostgreSQL's own bound at which it looks at whole tables, so that the ids of transactions never run out.
const AGE_MAX = 150_000_000

interface Due {
  /** As SQL takes it. */
  name: string
  dead: boolean
  changed: boolean
}

/** Clears and counts the tables that have changed enough since they last were. */
export const vacuum: Job = {
  name: 'vacuum',
  everyMs: LOOK_MS,
  alone: true,
  async run({ db }) {
    const due = await db.rows<Due>(sql`
      select * from (
        select c.oid::regclass::text as name,
          s.n_dead_tup > ${CHANGED_ROWS_MIN} + ${DEAD_SHARE}::float8 * s.n_live_tup
            or s.n_ins_since_vacuum > ${INSERTED_ROWS_MIN} + ${DEAD_SHARE}::float8 * s.n_live_tup
            or age(c.relfrozenxid) > ${AGE_MAX} as dead,
          s.n_mod_since_analyze > ${CHANGED_ROWS_MIN} + ${CHANGED_SHARE}::float8 * s.n_live_tup as changed
        from pg_class c join pg_stat_all_tables s on s.relid = c.oid where c.relkind in ('r', 'm')
      ) t where dead or changed`)
    for (const { name, dead, changed } of due) {
      if (dead) await db.count(raw(`vacuum ${name}`))
      if (changed) await db.count(raw(`analyze ${name}`))
    }
  },
}
