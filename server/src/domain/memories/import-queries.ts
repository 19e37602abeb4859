import { recordset, type Sql, sql } from '../../foundation/sql/sql.ts'

/*
 * What an import reads of the store: which entries it holds already, and what an import has stored. Not limited to grants:
 * only the person imports. What they read never leaves the service as content.
 */

/** The entry of a source that a memory came from. */
export interface EntryKey {
  /** Slug of the source; empty for none. */
  source: string
  externalId: string
}

/** A stored memory that came from an entry. */
export interface EntryRow extends EntryKey {
  id: string
  scope: string
  content: string
  validFrom: string
  validUntil: string | null
  supersededBy: string | null
  /** The content that the last import gave it; null if no import wrote it, or that state was dropped. */
  imported: string | null
  /** Whether only imports have written and changed it. */
  isUnedited: boolean
}

const KEYS = recordset('t', { source: 'text', externalId: 'text' })

/** Condition: an import made the state of row `m`. Before imports were recorded, only the first state was. */
const BY_IMPORT = sql`m.origin = 'import' and (m.act like 'imp\\_%' or m.revision = 1)`

/** Selects the memories of a user that came from entries, as {@link EntryRow}. */
export function selectEntries(userId: string, keys: readonly EntryKey[]): Sql {
  return sql`
    select m.id, m.scope, coalesce(m.source_app, '') as source, m.external_id as "externalId", m.content,
      coalesce(m.valid_from, m.occurred_at) as "validFrom", m.valid_until as "validUntil",
      m.superseded_by as "supersededBy", ${BY_IMPORT} as "isUnedited",
      case when ${BY_IMPORT} then m.content else (
        select r.content from (
          select m.* from memory_revisions m where m.user_id = ${userId} and m.change <> 'deleted' and ${BY_IMPORT}) r
        where r.id = m.id order by r.revision desc limit 1) end as imported
    from ${KEYS(keys)}
    join memories m
      on m.user_id = ${userId} and coalesce(m.source_app, '') = t.source and m.external_id = t.external_id`
}

/** A stored memory, and by which one it is, or may be, superseded. */
export interface LinkRow {
  id: string
  scope: string
  by: string | null
  isSuperseded: boolean
  validFrom: string
  createdAt: string
}

/** Selects those of the memories that are stored, and all that supersede them by way of others, as {@link LinkRow}. */
export function selectSuccessors(userId: string, ids: readonly string[]): Sql {
  const by = sql`coalesce(m.superseded_by, m.maybe_superseded_by)`
  return sql`
    with recursive successors (id) as (
      select unnest(${ids}::text[]) collate "C"
      union
      select ${by} from successors s join memories m on m.user_id = ${userId} and m.id = s.id)
    select m.id, m.scope, ${by} as by, m.superseded_by is not null as "isSuperseded",
      coalesce(m.valid_from, m.occurred_at) as "validFrom", m.created_at as "createdAt"
    from successors s join memories m on m.user_id = ${userId} and m.id = s.id`
}

/** Selects memories in the user's trash that were not taken back with an import: their ids and entries. */
export function selectDeletedEntries(userId: string, ids: readonly string[], externalIds: readonly string[]): Sql {
  return sql`
    select m.id, coalesce(m.source_app, '') as source, m.external_id as "externalId" from memory_revisions m
    where m.user_id = ${userId} and m.change = 'deleted' and m.until is null
      and (m.act is null or m.act not like 'imp\\_%')
      and (m.id = any(${ids}::text[]) or (m.origin = 'import' and m.external_id = any(${externalIds}::text[])))`
}

/** Selects those of the contents that a user's memories have. */
export function selectContents(userId: string, contents: readonly string[]): Sql {
  return sql`
    select distinct m.content from memories m
    where m.user_id = ${userId} and m.content = any(${contents}::text[])`
}

/** Selects the ids of stored memories with a state that one of the causes made. */
export function selectMadeBy(userId: string, acts: readonly string[]): Sql {
  return sql`
    select m.id from memories m
    where m.user_id = ${userId} and (m.act = any(${acts}::text[]) or exists (
      select from memory_revisions r where r.user_id = ${userId} and r.id = m.id and r.act = any(${acts}::text[])))`
}
