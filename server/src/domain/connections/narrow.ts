import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { sql } from '../../foundation/sql.ts'
import { auditEntry, insertAudit } from '../audit/audit.ts'
import { allows } from '../vocabulary/scopes.ts'
import { type OwnConnection, readOwn } from './connections.ts'

const SCOPES_MAX = 100
const SCOPE_CHARS_MAX = 256

export const Narrowed = z.object({
  scopes: z
    .array(z.string().max(SCOPE_CHARS_MAX))
    .min(1)
    .max(SCOPES_MAX)
    .meta({ description: 'All that is left to the app; each must lie within what it has now.' }),
})

/**
 * Leaves an app less than it has. Its token stays; what it has lost fails here at once and everywhere else within a
 * second, and what it was still to be told is held against what is left.
 * @throws Failure `not_found`; `conflict` when the connection has ended; `invalid_scope` for what lies outside
 */
export async function narrowConnection(ctx: Ctx<UserActor>, id: string, asked: string[]): Promise<OwnConnection> {
  const { userId } = ctx.actor
  const scopes = [...new Set(asked)]
  return inTransaction(ctx, async (ctx) => {
    const { db, tokens } = ctx
    const held = await db.maybe<{ scopes: string[]; status: string }>(sql`
      select scopes, status from connections where user_id = ${userId} and id = ${id} for update`)
    if (!held) throw new Failure('not_found')
    if (held.status !== 'active')
      throw new Failure('conflict', { status: 'is revoked', reason: 'The connection has ended.' })
    const outside = scopes.filter((scope) => !allows(held.scopes, scope))
    if (outside.length) throw new Failure('invalid_scope', { scopes: outside })
    if (scopes.length < held.scopes.length || !scopes.every((scope) => held.scopes.includes(scope))) {
      await db.count(sql`update connections set scopes = ${scopes} where user_id = ${userId} and id = ${id}`)
      await db.count(insertAudit(auditEntry(ctx, { action: 'connection.narrow', target: id, scopes: [], count: 0 })))
      db.afterCommit(() => tokens.forget((actor) => actor.connectionId === id))
    }
    return readOwn(ctx, id)
  })
}
