import { coversAny } from '@memory-service/scopes'
import { z } from 'zod'
import type { MemoryActor } from '../../foundation/actor.ts'
import { Failure } from '../../foundation/errors.ts'
import { join, nothing, type Sql, sql } from '../../foundation/sql/sql.ts'
import { inTimeRange, TimeRange } from '../../foundation/times.ts'
import { ExternalId, MetadataKey } from './app-fields.ts'
import { KIND_CHARS_MAX, SOURCE_APP_CHARS_MAX } from './memory.ts'

const FILTER_VALUE_CHARS_MAX = 1_000
const FILTER_FIELDS_MAX = 10
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
  externalId: ExternalId.optional().meta({
    description: 'Only the memory that the caller wrote with this `externalId`; for the user, those of all apps.',
  }),
  metadata: z
    .record(MetadataKey, z.string().max(FILTER_VALUE_CHARS_MAX))
    .refine((fields) => Object.keys(fields).length <= FILTER_FIELDS_MAX, {
      message: `must name at most ${FILTER_FIELDS_MAX} fields`,
    })
    .optional()
    .meta({
      description:
        'Only memories that the caller wrote with these fields of `metadata`, as `metadata.<key>=<value>` or ' +
        '`metadata[<key>]=<value>`; for the user, those of all apps. Numbers and booleans are written as in JSON.',
    }),
})
export type Filters = Omit<z.output<typeof Filters>, 'kind'>

/** Picks the filters out of an input with further fields; a cursor is bound to them. */
export function filtersOf(input: z.output<typeof Filters>): Filters {
  const { kind, type = kind, app, from, to, pinned, externalId, metadata } = input
  return { type, app, from, to, pinned, externalId, metadata }
}

/** The filters as a condition on row `m`, ` and …`; empty if there are none. */
export function filterCondition(
  actor: MemoryActor,
  { type, app, pinned, externalId, metadata, ...span }: Filters,
): Sql {
  const fields = Object.entries(metadata ?? {})
  const conditions = [
    ...(type === undefined ? [] : [sql`m.type = ${type}`]),
    ...(app === undefined ? [] : [app === OWNER ? sql`m.source_app is null` : sql`m.source_app = ${app}`]),
    ...inTimeRange(sql`m.created_at`, span),
    // Written out, not as a parameter, so that the partial index of pinned memories can be used.
    ...(pinned === undefined ? [] : [pinned === 'true' ? sql`m.pinned` : sql`not m.pinned`]),
    ...(externalId === undefined ? [] : [sql`m.external_id = ${externalId}`]),
    ...fields.map(([key, value]) => sql`m.metadata ->> ${key}::text = ${value}`),
    // Other apps' fields are hidden, so they must not be searchable either.
    ...(actor.kind === 'app' && (externalId !== undefined || fields.length) ? [sql`m.source_app = ${actor.app}`] : []),
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
