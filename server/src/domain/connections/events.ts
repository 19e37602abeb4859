import { z } from 'zod'
import type { Ports } from '../../foundation/ctx.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { emit } from '../webhooks/emit.ts'
import { ABOUT_EXAMPLE, About, webhookEvent } from '../webhooks/event.ts'
import type { ConnectionPorts } from './tokens.ts'

/*
 * Events about a connection itself. They are held for two seconds: by then every process refuses the old grants, so an
 * app cannot use the event as a signal to read and write on another process while that is still possible.
 */

const HELD_MS = 2_000

export const connectionRevoked = webhookEvent({
  type: 'connection.revoked',
  summary: 'Your app’s access to a person’s memories ended.',
  data: About,
  example: ABOUT_EXAMPLE,
  afterConnection: true,
  heldMs: HELD_MS,
})

const CHANGES = ['widened', 'narrowed', 'paused', 'resumed'] as const
export type Change = (typeof CHANGES)[number]

export const connectionUpdated = webhookEvent({
  type: 'connection.updated',
  summary: 'A person changed what your app may do, or paused or resumed it.',
  data: About.extend({
    changes: z
      .array(z.enum(CHANGES))
      .meta({ description: 'What changed; a new consent can widen and narrow at once.' }),
    scopes: z.array(z.string()).meta({ description: 'The scopes your app has now.' }),
    signals: z.array(z.string()).meta({ description: 'The types of signals your app receives now.' }),
    expiresAt: z.iso.datetime().nullable().meta({ description: 'When access ends; null if it has no end.' }),
    pausedAt: z.iso.datetime().nullable().meta({ description: 'When the person paused it; null if it is not paused.' }),
  }),
  example: {
    ...ABOUT_EXAMPLE,
    changes: ['narrowed'],
    scopes: ['memory:read:fitness'],
    signals: ['workout.completed'],
    expiresAt: null,
    pausedAt: null,
  },
  whilePaused: true,
  heldMs: HELD_MS,
})

type Emitter = Ports & ConnectionPorts & { requestId?: string | undefined }

/** Emits `connection.revoked`, in the transaction that ends the connection. */
export async function emitRevoked(ctx: Emitter, userId: string, id: string): Promise<void> {
  await ctx.db.count(
    emit(
      ctx,
      connectionRevoked,
      sql`(
        select c.user_id, c.app_id, c.id as connection_id, null::text as scope,
          jsonb_build_object('connection_id', c.id, 'ai_id', i.id) as data
        from connections c join identities i on i.user_id = c.user_id
        where c.user_id = ${userId} and c.id = ${id})`,
    ),
  )
  ctx.db.afterCommit(() => ctx.deliveries.nudge())
}

/** Emits `connection.updated` with the connection as it is now, in the transaction that changes it. */
export async function emitUpdated(ctx: Emitter, userId: string, id: string, changes: readonly Change[]): Promise<void> {
  const time = (column: 'expires_at' | 'paused_at') =>
    column === 'expires_at'
      ? sql`to_char(c.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
      : sql`to_char(c.paused_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  await ctx.db.count(
    emit(
      ctx,
      connectionUpdated,
      sql`(
        select c.user_id, c.app_id, c.id as connection_id, null::text as scope,
          jsonb_build_object('connection_id', c.id, 'ai_id', i.id, 'changes', ${changes}::text[], 'scopes', c.scopes,
            'signals', c.signals, 'expiresAt', ${time('expires_at')}, 'pausedAt', ${time('paused_at')}) as data
        from connections c join identities i on i.user_id = c.user_id
        where c.user_id = ${userId} and c.id = ${id})`,
    ),
  )
  ctx.db.afterCommit(() => ctx.deliveries.nudge())
}
