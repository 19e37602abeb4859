import type { Job } from '../jobs.ts'
import { raw, sql } from '../sql/sql.ts'

/*
 * Replaces autovacuum, which the embedded engine lacks, with the same kind of thresholds: a table is vacuumed or
 * analysed once a share of its rows has changed. Without ANALYZE, a plan cached while a table was empty would keep
 * scanning the whole table. Each table takes a separate statement, so other queries on the only connection run between.
 */

const LOOK_MS = 10_000
const CHANGED_ROWS_MIN = 50
const INSERTED_ROWS_MIN = 1_000
const DEAD_SHARE = 0.2
const CHANGED_SHARE = 0.1
// PostgreSQL's default vacuum_freeze_table_age; prevents transaction id wraparound.
const AGE_MAX = 150_000_000

interface Due {
  /** Qualified and quoted for SQL. */
  name: string
  dead: boolean
  changed: boolean
}

/** Vacuums and analyses the tables that have passed the thresholds. */
export const vacuum: Job = {
  name: 'vacuum',
  everyMs: LOOK_MS,
  withoutTransaction: true,
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
