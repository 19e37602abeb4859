import { allows } from '@memory-service/scopes'
import type { Ports } from '../../foundation/ctx.ts'
import { recordset, sql } from '../../foundation/sql/sql.ts'
import { mutedSources } from './emit.ts'
import type { DeliveryGrants, DeliveryRules } from './event.ts'

/* Whether deliveries may still be made, by the grants at the time of the attempt. */

/** What decides whether a delivery is permitted. */
export interface PermittedDelivery {
  user_id: string
  connection_id: string | null
  event_type: string
  scope: string | null
  data: unknown
  /** Whether its subscription is. */
  active: boolean
}

/** The current grants of a connection. */
export interface Grants extends DeliveryGrants {
  paused: boolean
}

const CONNECTIONS = recordset('t', { user_id: 'text', id: 'text' })

/**
 * The grants of the connections of some deliveries, by id, as far as they are active. A separate statement: in a cluster,
 * the queue is on one machine and the connections are spread by user.
 */
export async function currentGrants(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  leased: readonly PermittedDelivery[],
): Promise<Map<string | null, Grants>> {
  const connections = new Map(leased.map(({ connection_id: id, user_id }) => [id, { user_id, id }]))
  if (!connections.size) return new Map()
  const active = await db.rows<Grants & { id: string }>(sql`
      select c.id, c.scopes, c.signals, c.paused_at is not null as paused, ${mutedSources(sql`c.user_id`)} as muted
      from ${CONNECTIONS([...connections.values()])}
      join connections c on c.user_id = t.user_id and c.id = t.id
      join apps a on a.id = c.app_id
      where not exists (select from users u where u.id = c.user_id and u.suspended_at is not null)
        and c.status = 'active' and (c.expires_at is null or c.expires_at > ${clock().toISOString()}::timestamptz)`)
  return new Map(active.map(({ id, ...grants }) => [id, grants]))
}

/**
 * Whether a delivery is still permitted: the subscription is active, and the connection still has the grant the event was
 * queued under. `grants` are those of the connection; `undefined` if it has ended.
 */
export function isPermitted(
  { active, connection_id, event_type, scope, data }: PermittedDelivery,
  grants: Grants | undefined,
  { afterConnection, whilePaused, permits }: DeliveryRules,
): boolean {
  if (!active) return false
  // A test event has no connection.
  if (connection_id === null || afterConnection.includes(event_type)) return true
  if (!grants || (grants.paused && !whilePaused.includes(event_type))) return false
  if (scope !== null && !allows(grants.scopes, `memory:read:${scope}`)) return false
  return permits.get(event_type)?.(grants, data) ?? true
}
