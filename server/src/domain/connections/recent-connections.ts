import type { Ports } from '../../foundation/ctx.ts'
import { type Sql, sql } from '../../foundation/sql/sql.ts'
import type { RecentAccess } from '../apps/recent-access.ts'
import { type EndPorts, endConnectionsWhere } from './end.ts'

/*
 * The connections of a developer's apps that were made since a time with access that was set since then, whether or not that
 * access has ended: a token outlives the secret and the redirect URI with which it was obtained.
 */

/** Lists the recent connections and test people of a developer's apps that are active, by app. */
export function listRecentConnections({ db, clock }: Pick<Ports, 'db' | 'clock'>, developerId: string, since: string) {
  return db.rows<RecentAccess>(sql`
    select case when c.is_test then 'test_people' else 'connections' end as kind, a.id as "appId", a.name as "appName",
      null as url, min(${ISSUED_AT}) as at, count(*)::int as connections
    from apps a join connections c on c.app_id = a.id
    where a.developer_id = ${developerId} and c.status = 'active' and ${isRecent(since)}
      and (c.expires_at is null or c.expires_at > ${clock().toISOString()}::timestamptz)
    group by 1, a.id, a.name order by at desc, a.id`)
}

/** Ends what {@link listRecentConnections} has listed. */
export async function endRecentConnections(
  ctx: EndPorts,
  access: readonly RecentAccess[],
  since: string,
): Promise<void> {
  for (const { kind, appId } of access)
    if (kind === 'connections' || kind === 'test_people')
      await endConnectionsWhere(ctx, appId, sql`c.is_test = ${kind === 'test_people'}::boolean and ${isRecent(since)}`)
}

const ISSUED_AT = sql`coalesce(c.token_set_at, c.connected_at)`
/** The port of a loopback URI may differ from the registered one, see `matchesRedirect`. */
const PORT = '^(http://(?:[a-z0-9.-]+|[[][0-9a-f:]+[]])):[0-9]*(?=[/?]|$)'
const withoutPort = (uri: Sql) => sql`regexp_replace(${uri}, ${PORT}::text, '\\1', 'i')`
const isSameUri = (uri: Sql) => sql`${withoutPort(uri)} = ${withoutPort(sql`c.token_redirect_uri`)}`

/**
 * Whether the token of connection `c` of app `a` was issued since a time to a test person, to an app registered since then, with
 * a secret set since then, or through a redirect URI that was added since then or is no longer registered.
 */
function isRecent(since: string): Sql {
  const from = sql`${since}::timestamptz`
  return sql`${ISSUED_AT} >= ${from} and (
    c.is_test or a.created_at >= ${from}
    or exists (select from unnest(a.secrets_set || a.secret_set_at) set_at where set_at between ${from} and ${ISSUED_AT})
    or exists (
      select from jsonb_each_text(a.redirects_added) added
      where added.value::timestamptz >= ${from} and (c.token_redirect_uri is null or ${isSameUri(sql`added.key`)}))
    or (c.token_redirect_uri is not null
      and not exists (select from unnest(a.redirect_uris) uri where ${isSameUri(sql`uri`)})))`
}
