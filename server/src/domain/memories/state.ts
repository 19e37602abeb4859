import type { SearchState } from '@memory-service/recall/types'
import { z } from 'zod'
import { invalid } from '../../foundation/errors.ts'
import { type Sql, sql } from '../../foundation/sql/sql.ts'
import { Time } from '../../foundation/times.ts'
import type { Reader } from './columns.ts'

/*
 * Which memories a read is about: those that are current, unless the caller asks for others, for what was true at an
 * instant (`validAt`), or for what the store contained at an instant (`asOf`).
 */

/** The instants that a read can ask for. */
export const Instants = z.object({
  validAt: Time.optional().meta({
    description: 'Only what was true at this time (`validFrom` to `validUntil`), superseded since or not.',
    example: '2026-03-01T00:00:00Z',
  }),
  asOf: Time.optional().meta({
    description:
      'What the store contained at this time: edits since then are undone, and so are deletions (for an app, its own). ' +
      'What is current is decided as of then.',
    example: '2026-03-01T00:00:00Z',
  }),
})
export type Instants = z.output<typeof Instants>

export const StateQuery = Instants.extend({
  state: z
    .enum(['current', 'superseded', 'all'])
    .default('current')
    .meta({
      description:
        '`current`: memories that are not superseded and whose `validUntil` is not past; `superseded`: the others; `all`: ' +
        'both. With `validAt`, `current` includes what has been superseded since.',
    }),
})
/** Without `validAt` and `asOf`, now is meant. */
export type StateQuery = z.output<typeof StateQuery>

/** Picks the state out of an input with further fields; a cursor is bound to it. */
export function stateOf({ state, validAt, asOf }: StateQuery): StateQuery {
  return { state, validAt, asOf }
}

/**
 * Checks that `asOf` is not in the future: what the store will contain is unknown.
 * @throws Failure `validation_failed`
 */
export function checkAsOf({ clock }: Pick<Reader, 'clock'>, { asOf }: Instants): void {
  const now = clock().toISOString()
  if (asOf !== undefined && asOf > now)
    throw invalid('asOf', `must not be in the future; it is ${now} now. To see what will be true, use validAt`)
}

/** The state as a condition on row `m`. */
export function inState({ clock }: Pick<Reader, 'clock'>, { state, validAt, asOf }: StateQuery): Sql {
  const at = asOf ?? clock().toISOString()
  const isCurrent = sql`m.superseded_by is null and (m.valid_until is null or m.valid_until > ${at}::timestamptz)`
  if (validAt === undefined) {
    if (state === 'all') return sql`true`
    return state === 'current' ? isCurrent : sql`not (${isCurrent})`
  }
  const isValid = sql`coalesce(m.valid_from, m.occurred_at) <= ${validAt}::timestamptz
    and (m.valid_until is null or m.valid_until > ${validAt}::timestamptz)`
  return state === 'superseded' ? sql`${isValid} and not (${isCurrent})` : isValid
}

/** The state as the search index takes it. */
export function searchState({ actor }: Pick<Reader, 'actor'>, { state, validAt, asOf }: StateQuery): SearchState {
  return {
    state,
    validAt: validAt === undefined ? undefined : Date.parse(validAt),
    ...(asOf === undefined ? {} : { asOf: Date.parse(asOf), deletedBy: deletionsShown(actor) }),
  }
}

/**
 * The editor whose deletions a read of the past undoes; `undefined`: all. What a person or another app deleted stays
 * deleted for an app.
 */
export function deletionsShown(actor: Reader['actor']): string | undefined {
  return actor.kind === 'app' ? `app:${actor.app}` : undefined
}
