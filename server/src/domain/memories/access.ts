import { coversAny, qualifiersFor } from '@memory-service/scopes'
import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { sql } from '../../foundation/sql/sql.ts'
import type { AuditPorts } from '../audit/audit.ts'
import { isReceiving } from '../webhooks/emit.ts'
import { readMemory } from './queries.ts'

export const Access = z
  .object({
    apps: z.array(
      z
        .object({
          connectionId: z.string(),
          app: z.object({ name: z.string(), slug: z.string(), iconUrl: z.string().nullable() }),
          read: z.boolean().meta({ description: 'Whether the app may read this memory.' }),
          write: z.boolean().meta({ description: 'Whether the app may change and delete it, and write to its scope.' }),
        })
        .meta({ id: 'AppAccess' }),
    ),
  })
  .meta({ id: 'MemoryAccess', description: 'Connected apps that may read or write a memory.' })
type Access = z.output<typeof Access>

/**
 * Lists the connected apps that may currently read or write one of the user's memories.
 * @throws Failure `not_found`
 */
export async function readAccess(ctx: Ctx<UserActor, AuditPorts>, id: string): Promise<Access> {
  const { scope, sourceApp } = await readMemory(ctx, id)
  const { userId } = ctx.actor
  const connected = await ctx.db.rows<Pick<Access['apps'][number], 'connectionId' | 'app'> & { scopes: string[] }>(sql`
    select c.id as "connectionId", c.scopes,
      jsonb_build_object('name', a.name, 'slug', a.slug, 'iconUrl', a.icon_url) as app
    from connections c join apps a on a.id = c.app_id
    where c.user_id = ${userId} and ${isReceiving(ctx)} and a.deleted_at is null
      and (a.slug = ${sourceApp} or not exists (
        select from muted_sources muted where muted.user_id = ${userId} and muted.app = ${sourceApp}))
    order by a.name, c.id`)
  const apps = connected.map(({ scopes, ...each }) => ({
    ...each,
    read: coversAny(qualifiersFor(scopes, 'memory:read'), scope),
    write: coversAny(qualifiersFor(scopes, 'memory:write'), scope),
  }))
  return { apps: apps.filter(({ read, write }) => read || write) }
}
