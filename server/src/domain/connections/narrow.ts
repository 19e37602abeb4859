import { allows } from '@memory-service/scopes'
import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { auditEntry, insertAudit } from '../audit/audit.ts'
import { type OwnConnection, readOwn } from './connections.ts'
import type { ConnectionPorts } from './tokens.ts'

const SCOPES_MAX = 100
const SCOPE_CHARS_MAX = 256

export const Narrowed = z.object({
  scopes: z
    .array(z.string().max(SCOPE_CHARS_MAX))
    .min(1)
    .max(SCOPES_MAX)
    .meta({ description: 'The new scopes of the app; each must lie within a scope it has now.' }),
})

/**
 * Reduces the scopes of a connection. Its token stays valid; the new scopes apply here at once and on other processes
 * within a second, also to pending deliveries.
 * @throws Failure `not_found`; `conflict` if the connection has ended; `invalid_scope` for scopes outside the current ones
 */
export async function narrowConnection(
  ctx: Ctx<UserActor, ConnectionPorts>,
  id: string,
  requested: string[],
): Promise<OwnConnection> {
  const { userId } = ctx.actor
  const scopes = [...new Set(requested)]
  return inTransaction(ctx, async (ctx) => {
    const { db, tokens } = ctx
    const current = await db.maybe<{ scopes: string[]; status: string }>(sql`
      select scopes, status from connections where user_id = ${userId} and id = ${id} for update`)
    if (!current) throw new Failure('not_found')
    if (current.status !== 'active')
      throw new Failure('conflict', { status: 'is revoked', reason: 'The connection has ended.' })
    const outside = scopes.filter((scope) => !allows(current.scopes, scope))
    if (outside.length) throw new Failure('invalid_scope', { scopes: outside })
    if (scopes.length < current.scopes.length || !scopes.every((scope) => current.scopes.includes(scope))) {
      await db.count(sql`update connections set scopes = ${scopes} where user_id = ${userId} and id = ${id}`)
      await db.count(insertAudit(auditEntry(ctx, { action: 'connection.narrow', target: id, scopes: [], count: 0 })))
      db.afterCommit(() => tokens.forget((actor) => actor.connectionId === id))
    }
    return readOwn(ctx, id)
  })
}
