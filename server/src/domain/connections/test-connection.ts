import type { DeveloperActor } from '../../foundation/actor.ts'
import { hashSecret, newSecret } from '../../foundation/auth/secrets.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { newId } from '../../foundation/ids.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { accessEntry } from '../audit/access.ts'
import { insertAudit } from '../audit/audit.ts'
import { TOKEN_PREFIX } from './tokens.ts'

/** The app and the scopes of a test person's connection. */
interface TestGrant {
  userId: string
  appId: string
  app: string
  scopes: readonly string[]
  signals: readonly string[]
}

/** Connects a test person to their app without consent; counts against no plan. The token is returned only once. */
export async function connectTestPerson(
  ctx: Ctx<DeveloperActor>,
  grant: TestGrant,
): Promise<{ id: string; token: string }> {
  const { userId, appId, app, scopes, signals } = grant
  const id = newId('con')
  const token = newSecret(TOKEN_PREFIX)
  await ctx.db.count(sql`
    insert into connections (user_id, id, app_id, scopes, signals, status, connected_at, is_test)
    values (${userId}, ${id}, ${appId}, ${scopes}, ${signals}, 'active', ${ctx.clock().toISOString()}, true)`)
  await ctx.db.count(sql`
    insert into connection_tokens (token_hash, user_id, connection_id) values (${hashSecret(token)}, ${userId}, ${id})`)
  await ctx.db.count(insertAudit(accessEntry(ctx, 'developer', 'connection.create', { userId, id, appId, app })))
  return { id, token }
}
