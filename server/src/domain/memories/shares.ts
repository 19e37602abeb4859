import { type Sql, sql } from '../../foundation/sql/sql.ts'
import type { Origin } from './memory.ts'

/*
 * `stores.app_counts`: how many memories each app wrote. While several apps may write, each may fill only its share of the
 * store, so that one cannot keep out the others.
 */

/** The source that memories of the person and imported ones count for. No slug is empty. */
const OWN = ''

/** The source that a memory counts for. */
export function sourceOf({ sourceApp, origin }: { sourceApp: string | null; origin: Origin }): string {
  return origin === 'import' ? OWN : (sourceApp ?? OWN)
}

/** {@link sourceOf} of a row of memories or revisions. */
export const countedSource = (row: Sql): Sql =>
  sql`case when ${row}.origin = 'import' then ${OWN} else coalesce(${row}.source_app, ${OWN}) end`

/** Counts with further ones. @param added selects `source, count`, which may be negative. */
export const addCounts = (counts: Sql, added: Sql): Sql => sql`(
  select coalesce(jsonb_object_agg(source, count), '{}') from (
    select source, sum(count::int) as count
    from (select key, value from jsonb_each_text(${counts}) union all ${added}) as each (source, count)
    group by source having sum(count::int) > 0) as sums)`

/** Whether all memories of a store are counted. Those that an earlier release wrote or deleted are not. */
export const isCounted = (store: Sql): Sql => sql`(
  ${store}.memory_count = (select coalesce(sum(value::int), 0) from jsonb_each_text(${store}.app_counts)))`
