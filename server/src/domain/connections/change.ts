import { allows } from '@memory-service/scopes'
import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { inSession } from '../accounts/in-session.ts'
import { accessEntry } from '../audit/access.ts'
import { insertAudit } from '../audit/audit.ts'
import { recordGrant } from '../users/recent-grants.ts'
import { raiseGrantsVersion } from '../users/users.ts'
import { cancelDeliveriesOf } from '../webhooks/deliveries.ts'
import { checkActive, type OwnConnection, readOwn } from './connections.ts'
import { type Change, emitUpdated } from './events.ts'
import { setEndOfFamilies, wouldProlongFamily } from './families.ts'
import { type Refusals, refusalsAfter } from './refusals.ts'
import type { ConnectionPorts } from './tokens.ts'

/* Changes of a connection that keep its token: fewer scopes or signals, another end, pause and resume. */

const SCOPES_MAX = 100
const SIGNALS_MAX = 100
const SCOPE_CHARS_MAX = 256
const SECOND_MS = 1_000
/** The longest access with an end: ten years. */
export const ACCESS_SECONDS_MAX = 10 * 365 * 24 * 60 * 60

export const Changed = z
  .object({
    scopes: z
      .array(z.string().max(SCOPE_CHARS_MAX))
      .min(1)
      .max(SCOPES_MAX)
      .optional()
      .meta({ description: 'The new scopes of the app; each must lie within a scope it has now.' }),
    signals: z
      .array(z.string().max(SCOPE_CHARS_MAX))
      .max(SIGNALS_MAX)
      .optional()
      .meta({ description: 'The types of signals it keeps receiving; each must be one it receives now.' }),
    expires_in: z.int().min(1).max(ACCESS_SECONDS_MAX).nullable().optional().meta({
      description: 'After how many seconds from now its access ends; null if it has no end.',
    }),
  })
  .refine(({ scopes, signals, expires_in }) => scopes || signals || expires_in !== undefined, {
    path: ['scopes'],
    message: 'is required unless signals or expires_in is given',
  })

interface Current {
  appId: string
  app: string
  scopes: string[]
  signals: string[]
  expiresAt: string | null
  pausedAt: string | null
  refused: Refusals
}

/**
 * Changes an active connection of the user in one transaction with its audit entry and event. The token stays valid;
 * the change applies here at once and on other processes within a second.
 * @param change returns what the changes are, after it has changed the row; none if there is nothing to change.
 * @throws Failure `not_found`; `conflict` if the connection has ended
 */
function changeConnection(
  ctx: Ctx<UserActor, ConnectionPorts>,
  id: string,
  change: (ctx: Ctx<UserActor, ConnectionPorts>, current: Current) => Promise<readonly Change[]>,
): Promise<OwnConnection> {
  const { userId } = ctx.actor
  return inSession(ctx, async (ctx) => {
    const { db, tokens } = ctx
    await raiseGrantsVersion(db, userId)
    checkActive(await readOwn(ctx, id))
    const current = await db.one<Current>(sql`
      select c.app_id as "appId", a.slug as app, c.scopes, c.signals, c.expires_at as "expiresAt",
        c.paused_at as "pausedAt", c.refused
      from connections c join apps a on a.id = c.app_id where c.user_id = ${userId} and c.id = ${id} for update of c`)
    const made = await change(ctx, current)
    for (const each of made)
      await db.count(insertAudit(accessEntry(ctx, 'user', ACTIONS[each], { userId, id, ...current })))
    if (made.length) {
      await emitUpdated(ctx, userId, id, made)
      db.afterCommit(() => tokens.forget({ userId }))
    }
    return readOwn(ctx, id)
  })
}

const ACTIONS = {
  widened: 'connection.update',
  narrowed: 'connection.narrow',
  paused: 'connection.pause',
  resumed: 'connection.resume',
} as const satisfies Record<Change, string>

/**
 * Reduces the scopes and signals of a connection, also for pending deliveries, and sets when its access ends.
 * @throws Failure `not_found`, `conflict`; `invalid_scope` for scopes outside the current ones; `validation_failed` for
 * signals it does not receive; `reauthentication_required` for more time with most of the store
 */
export function updateConnection(
  ctx: Ctx<UserActor, ConnectionPorts>,
  id: string,
  requested: z.output<typeof Changed>,
): Promise<OwnConnection> {
  return changeConnection(ctx, id, async (ctx, current) => {
    const { db, actor } = ctx
    const scopes = [...new Set(requested.scopes ?? current.scopes)]
    const signals = [...new Set(requested.signals ?? current.signals)]
    const outside = scopes.filter((scope) => !allows(current.scopes, scope))
    if (outside.length) throw new Failure('invalid_scope', { scopes: outside })
    checkWithin(signals, current.signals, 'the connection')
    const expiresAt = endOf(requested.expires_in, ctx.clock(), current.expiresAt)
    const families = { userId: actor.userId, connectionId: id }
    const isLater = requested.expires_in !== undefined && (await wouldProlongFamily(ctx, families, expiresAt))
    const more = isLater || timeOf(expiresAt) > timeOf(current.expiresAt)
    const isLess = !isSame(scopes, current.scopes) || !isSame(signals, current.signals)
    const less = isLess || timeOf(expiresAt) < timeOf(current.expiresAt)
    if (more) await recordGrant(ctx, scopes)
    const taken = [...current.scopes, ...current.signals]
    const refused = refusalsAfter(current.refused, { scopes, signals }, taken, ctx.clock())
    await db.count(sql`
      update connections set scopes = ${scopes}, signals = ${signals}, expires_at = ${expiresAt}::timestamptz,
        refused = ${JSON.stringify(refused)}::jsonb
      where user_id = ${actor.userId} and id = ${id} and ${more || less}`)
    if (requested.expires_in !== undefined) await setEndOfFamilies(ctx, families, expiresAt)
    return [...(more ? (['widened'] as const) : []), ...(less ? (['narrowed'] as const) : [])]
  })
}

/** The end of access after a number of seconds, or the current one if none is given. */
function endOf(expiresIn: number | null | undefined, now: Date, current: string | null): string | null {
  if (expiresIn === undefined) return current
  return expiresIn === null ? null : new Date(now.getTime() + expiresIn * SECOND_MS).toISOString()
}

const timeOf = (end: string | null) => (end === null ? Number.POSITIVE_INFINITY : Date.parse(end))

/** @throws Failure `validation_failed` for the first type that is not among the available ones. */
export function checkWithin(signals: readonly string[], available: readonly string[], of: string): void {
  const at = signals.findIndex((type) => !available.includes(type))
  if (at < 0) return
  const accepted = available.length ? `must be one of ${available.join(', ')}` : 'has none'
  throw invalid(`signals.${at}`, `${JSON.stringify(signals[at])} is not a signal of ${of}, which ${accepted}`)
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((each) => others.includes(each))
}

/** Pauses a connection: its token is refused and it gets no webhooks until the user resumes it. Idempotent. */
export function pauseConnection(ctx: Ctx<UserActor, ConnectionPorts>, id: string): Promise<OwnConnection> {
  return changeConnection(ctx, id, async (ctx, { pausedAt }) => {
    if (pausedAt !== null) return []
    const { userId } = ctx.actor
    await ctx.db.count(sql`
      update connections set paused_at = ${ctx.clock().toISOString()} where user_id = ${userId} and id = ${id}`)
    await cancelDeliveriesOf(ctx, userId, id, 'paused')
    return ['paused']
  })
}

/** Resumes a paused connection with the grants it had. Idempotent. @throws Failure `reauthentication_required` for most of the store */
export function resumeConnection(ctx: Ctx<UserActor, ConnectionPorts>, id: string): Promise<OwnConnection> {
  return changeConnection(ctx, id, async (ctx, { pausedAt, scopes }) => {
    const { db, actor } = ctx
    if (pausedAt === null) return []
    await recordGrant(ctx, scopes)
    await db.count(sql`update connections set paused_at = null where user_id = ${actor.userId} and id = ${id}`)
    return ['resumed']
  })
}
