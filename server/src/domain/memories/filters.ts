import { z } from 'zod'
import { join, nothing, type Sql, sql } from '../../foundation/sql.ts'
import { inSpan, Span } from '../../foundation/times.ts'
import { KIND_CHARS_MAX, SOURCE_APP_CHARS_MAX } from './memory.ts'

// No slug holds an @.
const THE_PERSON = '@me'

/** What a list or a search can be cut to beside a scope. */
export const Filters = z.object({
  type: z.string().max(KIND_CHARS_MAX).optional().meta({ description: 'Only memories of this type.' }),
  app: z
    .string()
    .max(SOURCE_APP_CHARS_MAX)
    .optional()
    .meta({ description: `Only what this \`sourceApp\` wrote; \`${THE_PERSON}\` for what the person wrote.` }),
  from: Span.shape.from.meta({ description: 'Only what was kept (`createdAt`) at or after this UTC day or time.' }),
  to: Span.shape.to.meta({ description: 'Only what was kept before this time; a day is taken to its end.' }),
  pinned: z.enum(['true', 'false']).optional().meta({ description: 'Only what is pinned, or only what is not.' }),
})
export type Filters = z.output<typeof Filters>

/** The filters alone, out of an input that holds more; as a cursor is bound to them. */
export function filtersOf({ type, app, from, to, pinned }: Filters): Filters {
  return { type, app, from, to, pinned }
}

/** The filters as conditions on a row `m`, each led in by `and`; nothing when there are none. */
export function meets({ type, app, pinned, ...span }: Filters): Sql {
  const conditions = [
    ...(type === undefined ? [] : [sql`m.type = ${type}`]),
    ...(app === undefined ? [] : [app === THE_PERSON ? sql`m.source_app is null` : sql`m.source_app = ${app}`]),
    ...inSpan(sql`m.created_at`, span),
    // Spelt out, so that the index of the pinned can serve it.
    ...(pinned === undefined ? [] : [pinned === 'true' ? sql`m.pinned` : sql`not m.pinned`]),
  ]
  return conditions.length ? sql`and ${join(conditions, sql` and `)}` : nothing
}
