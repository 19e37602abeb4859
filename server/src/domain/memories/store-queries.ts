import { type Sql, sql } from '../../foundation/sql/sql.ts'
import { countedSource } from './shares.ts'

/* Statements that measure stores and return no content. */

/** Selects the bytes of what these people store, without reading it, for the operator. */
export function bytesOfStores(userIds: readonly string[]): Sql {
  return sql`select m.user_id as id, sum(octet_length(m.content))::bigint as bytes
    from memories m where m.user_id = any(${userIds}::text[]) group by 1`
}

/** Selects how many memories each source wrote, as `source, count`. */
export function selectSourceCounts(userId: string): Sql {
  return sql`select ${countedSource(sql`m`)} as source, count(*) as count from memories m where m.user_id = ${userId} group by 1`
}

/** Selects the bytes of the content of one store. */
export function bytesOfStore(userId: string): Sql {
  return sql`select coalesce(sum(octet_length(m.content)), 0)::bigint as bytes from memories m where m.user_id = ${userId}`
}
