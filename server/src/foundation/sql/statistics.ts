import type { Job } from '../jobs.ts'
import { raw, sql } from './sql.ts'

/*
 * Statistics that mislead the planner about people. While a table has never been analysed, or when all its rows were of one
 * person at the time, the planner takes everybody else for the owner of no row. Each index that begins with the person then seems
 * as good as the primary key, and reading one memory by its id reads all that the person has. PostgreSQL analyses a table a
 * minute after a tenth of it has changed; the second person of an installation can write thousands of memories before.
 */

const LOOK_MS = 5_000
/** Changed rows from which a wrong plan takes longer than a right one. */
const CHANGED_ROWS_MIN = 50
/** A sample of a large table can miss a person with few rows again and again, so such a table is not analysed more often. */
const LARGE_ROWS = 5_000
const LARGE_ANALYSED_FOR_S = 60

interface Candidate {
  /** Qualified and quoted for SQL. */
  name: string
  /** The only person at the last ANALYZE; `null` if there was none. */
  only: string | null
}

/**
 * Analyses the tables whose statistics know no people, or a single one although others have rows: one table per run, since
 * nothing else runs on the embedded engine meanwhile.
 */
export const statisticsJob: Job = {
  name: 'analyse tables with new people',
  everyMs: LOOK_MS,
  async run({ db }) {
    const candidates = await db.rows<Candidate>(sql`
      select c.oid::regclass::text as name, (p.most_common_vals::text::text[])[1] as only
      from pg_class c
      join pg_stat_all_tables s on s.relid = c.oid
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped
      left join pg_stats p on p.schemaname = s.schemaname and p.tablename = c.relname and p.attname = a.attname
        and not p.inherited
      where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
        and s.n_mod_since_analyze > ${CHANGED_ROWS_MIN} and (p.n_distinct is null or p.n_distinct = 1)
        and (s.n_live_tup <= ${LARGE_ROWS} or coalesce(greatest(s.last_analyze, s.last_autoanalyze)
          not between now() - make_interval(secs => ${LARGE_ANALYSED_FOR_S}::float8) and now(), true))`)
    for (const { name, only } of candidates) {
      const table = raw(name)
      // Two comparisons use the index where one with <> would not.
      const { others } = await db.one<{ others: boolean }>(sql`
        select ${only}::text is null or exists (select from ${table} where user_id < ${only})
          or exists (select from ${table} where user_id > ${only}) as others`)
      if (!others) continue
      await db.count(sql`analyze ${table}`)
      return true
    }
    return false
  },
}
