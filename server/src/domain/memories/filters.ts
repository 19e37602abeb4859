import { coversAny } from '@memory-service/scopes'
import { z } from 'zod'
import type { MemoryActor } from '../../foundation/actor.ts'
import { Failure } from '../../foundation/errors.ts'
import { join, nothing, type Sql, sql } from '../../foundation/sql/sql.ts'
import { inTimeRange, TimeRange } from '../../foundation/times.ts'
import { KIND_CHARS_MAX, SOURCE_APP_CHARS_MAX } from './memory.ts'

// A slug cannot contain @.
const OWNER = '@me'

/** Filters of a list or search besides the scope. */
export const Filters = z.object({
  type: z.string().max(KIND_CHARS_MAX).optional().meta({ description: 'Only memories of this type.' }),
  kind: z.string().max(KIND_CHARS_MAX).optional().meta({ description: 'The same as `type`.' }),
  app: z
    .string()
    .max(SOURCE_APP_CHARS_MAX)
    .optional()
    .meta({ description: `Only memories written by this \`sourceApp\`; \`${OWNER}\` for those the user wrote.` }),
  from: TimeRange.shape.from.meta({
    description: 'Only memories created (`createdAt`) at or after this UTC day or time.',
  }),
  to: TimeRange.shape.to.meta({ description: 'Only memories created before this time; a day includes its end.' }),
  pinned: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'Only pinned memories, or only those that are not.' }),
})
export type Filters = Omit<z.output<typeof Filters>, 'kind'>

/** Picks the filters out of an input with further fields; a cursor is bound to them. */
export function filtersOf({ kind, type = kind, app, from, to, pinned }: z.output<typeof Filters>): Filters {
  return { type, app, from, to, pinned }
}

/** The filters as a condition on row `m`, ` and …`; empty if there are none. */
export function filterCondition({ type, app, pinned, ...span }: Filters): Sql {
  const conditions = [
    ...(type === undefined ? [] : [sql`m.type = ${type}`]),
    ...(app === undefined ? [] : [app === OWNER ? sql`m.source_app is null` : sql`m.source_app = ${app}`]),
    ...inTimeRange(sql`m.created_at`, span),
    // Written out, not as a parameter, so that the partial index of pinned memories can be used.
    ...(pinned === undefined ? [] : [pinned === 'true' ? sql`m.pinned` : sql`not m.pinned`]),
  ]
  return conditions.length ? sql`and ${join(conditions, sql` and `)}` : nothing
}

/**
 * Checks a `?scope=` filter against the caller's grants.
 * @throws Failure `scope_denied` unless one grant covers the whole filter.
 */
export function checkFilter(actor: MemoryActor, filter: string | undefined): void {
  if (filter !== undefined && !coversAny(actor.reads, filter))
    throw new Failure('scope_denied', { missing_scope: `memory:read:${filter}` })
}
