import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../foundation/ctx.ts'
import { type Sql, sql } from '../../foundation/sql/sql.ts'

/* What lets others into the apps of a developer, by when it was set: what a stranger in the account leaves behind. */

/** Something of an app that was set at a time. */
export interface RecentAccess {
  kind: 'app' | 'client_secret' | 'redirect_uri' | 'subscription' | 'connections' | 'test_people'
  appId: string
  appName: string
  /** The redirect URI, or the URL of the subscription; null for others. */
  url: string | null
  /** When it was set; of connections, when the first of them got its token. */
  at: string
  /** How many, of connections. */
  connections?: number
}

const HASH_BYTES = 32
const SECRETS_SET_MAX = 100

/**
 * Lists the apps registered since a time, and the client secrets and redirect URIs that other apps got since then: older ones, and
 * those whose access has ended.
 */
export function listAppAccess({ db }: Pick<Ctx, 'db'>, developerId: string, since: string): Promise<RecentAccess[]> {
  const isSince = sql`>= ${since}::timestamptz`
  return db.rows<RecentAccess>(sql`
    with own as (
      select id, name, created_at ${isSince} as is_new, created_at, redirects_added, redirect_uris,
        coalesce(secret_set_at, created_at) as secret_at,
        coalesce(secret_set_at, created_at) > coalesce(access_ended_at, '-infinity') as has_secret
      from apps where developer_id = ${developerId}
    )
    select 'app' as kind, id as "appId", name as "appName", null as url, created_at as at
    from own where is_new and has_secret
    union all
    select 'client_secret', id, name, null, secret_at from own where not is_new and has_secret and secret_at ${isSince}
    union all
    select 'redirect_uri', id, name, added.key, (added.value #>> '{}')::timestamptz
    from own, jsonb_each(redirects_added) added
    where not (is_new and has_secret) and (added.value #>> '{}')::timestamptz ${isSince} and added.key = any(redirect_uris)
    order by at desc, "appId", url`)
}

/** Ends what {@link listAppAccess} has listed: a secret that ends opens nothing until its developer replaces it. */
export async function endAppAccess({ db, clock }: Pick<Ctx, 'db' | 'clock'>, access: readonly RecentAccess[]) {
  const now = clock().toISOString()
  for (const { kind, appId, url } of access)
    if (kind === 'redirect_uri')
      await db.count(sql`
        update apps set redirect_uris = array_remove(redirect_uris, ${url}::text),
          redirects_added = redirects_added - ${url}::text
        where id = ${appId}`)
    else if (kind === 'app' || kind === 'client_secret')
      await db.count(sql`
        update apps set client_secret_hash = ${randomBytes(HASH_BYTES)}, access_ended_at = ${now}::timestamptz,
          redirect_uris = case when ${kind === 'app'}::boolean then '{}' else redirect_uris end,
          redirects_added = case when ${kind === 'app'}::boolean then '{}' else redirects_added end
        where id = ${appId}`)
}

/** When the secrets of row `apps` were set that were replaced, once the current one is, too. */
export const secretsSet: Sql = sql`array_remove(secrets_set[cardinality(secrets_set) - ${SECRETS_SET_MAX - 2}::int:] || secret_set_at, null)`

/** When each redirect URI of row `apps` was added after the registration, with those that an edit adds. */
export function redirectsAdded(uris: readonly string[] | undefined, now: Date): Sql {
  if (!uris) return sql`redirects_added`
  return sql`coalesce((
    select jsonb_object_agg(uri, coalesce(redirects_added -> uri, to_jsonb(${now.toISOString()}::text)))
    from unnest(${uris}::text[]) uri where redirects_added -> uri is not null or uri <> all(redirect_uris)), '{}')`
}
