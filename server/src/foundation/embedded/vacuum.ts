import type { Job } from '../jobs.ts'
import { raw, sql } from '../sql/sql.ts'

/*
 * Replaces autovacuum, which the embedded engine lacks, with the same kind of thresholds: a table is vacuumed or
 * analysed once a share of its rows has changed. Without ANALYZE, a plan cached while a table was empty would keep
 * scanning the whole table. Each table takes a separate statement, so other queries on the only connection run between.
 * A vacuum takes as long as the pages written since the last one are many, so it looks often.
 */

const LOOK_MS = 1_000
const CHANGED_ROWS_MIN = 50
const INSERTED_ROWS_MIN = 1_000
/** Inserted rows after which a vacuum is due however large the table is: an import writes thousands of rows a second. */
const INSERTED_ROWS_MAX = 2_500
const DEAD_SHARE = 0.2
const CHANGED_SHARE = 0.1
/**
 * ANALYZE takes as long for a few new rows as for many, so a table that keeps growing waits: longer once it is large, since
 * the planner counts its pages anyway. One that was analysed in the future does not wait: the clock has been set back.
 */
const ANALYSED_FOR_S = 10
const LARGE_ANALYSED_FOR_S = 60
const LARGE_ROWS = 5_000
// PostgreSQL's default vacuum_freeze_table_age; prevents transaction id wraparound.
const AGE_MAX = 150_000_000

interface Due {
  /** Qualified and quoted for SQL. */
  name: string
  dead: boolean
  changed: boolean
}

/**
 * Vacuums and analyses the tables that have passed the thresholds.
 * @param analysedForS after how many seconds a table is analysed again
 * @param largeAnalysedForS the same for a table of more than 5,000 rows
 */
export const vacuumJob = (analysedForS = ANALYSED_FOR_S, largeAnalysedForS = LARGE_ANALYSED_FOR_S): Job => ({
  name: 'vacuum',
  everyMs: LOOK_MS,
  withoutTransaction: true,
  async run({ db }) {
    const due = await db.rows<Due>(sql`
      select * from (
        select c.oid::regclass::text as name,
          s.n_dead_tup > ${CHANGED_ROWS_MIN} + ${DEAD_SHARE}::float8 * s.n_live_tup
            or s.n_ins_since_vacuum >
              least(${INSERTED_ROWS_MAX}::float8, ${INSERTED_ROWS_MIN} + ${DEAD_SHARE}::float8 * s.n_live_tup)
            or age(c.relfrozenxid) > ${AGE_MAX} as dead,
          s.n_mod_since_analyze > ${CHANGED_ROWS_MIN} + ${CHANGED_SHARE}::float8 * s.n_live_tup
            and coalesce(s.last_analyze not between now() - make_interval(
              secs => case when s.n_live_tup > ${LARGE_ROWS} then ${largeAnalysedForS}::float8 else ${analysedForS} end)
              and now(), true) as changed
        from pg_class c join pg_stat_all_tables s on s.relid = c.oid where c.relkind in ('r', 'm')
      ) t where dead or changed`)
    for (const { name, dead, changed } of due) {
      if (dead) await db.count(raw(`vacuum ${name}`))
      if (changed) await db.count(raw(`analyze ${name}`))
    }
  },
})
