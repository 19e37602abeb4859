import type { Vault } from '../../foundation/auth/secrets.ts'
import { isSendingPaused } from '../../foundation/pauses.ts'
import type { Database } from '../../foundation/sql/db.ts'
import { forUsers, onlyOf } from '../../foundation/sql/shards.ts'
import { nothing, onShardOf, recordset, type Sql, sql } from '../../foundation/sql/sql.ts'
import type { Log } from '../../foundation/telemetry/log.ts'
import type { Measures } from '../../foundation/telemetry/measurements.ts'
import { isAppStopped } from '../apps/stops.ts'
import type { DeliveryRules } from './event.ts'
import { verdict } from './outcomes.ts'
import { currentGrants, isPermitted, type PermittedDelivery } from './permitted.ts'
import { bodyOf, type Event, headersOf } from './request.ts'
import { openSecrets, reportUnreadable } from './sealed-secrets.ts'
import { signatureHeaders } from './signature.ts'

/* Deliveries that a listening developer fetches: leased and settled like those that are sent. */

const LEASE_MS = 30_000

/** What the endpoint of the developer answered. */
export interface FetchedResult {
  id: string
  status_code: number | null
  duration_ms: number
  error?: string | undefined
}

/** A delivery as it is fetched. */
export interface FetchedDelivery {
  id: string
  body: string
  headers: Record<string, string>
}

interface Leased extends PermittedDelivery, Event {
  id: string
  subscription_id: string
  secret: Buffer
}

interface Parts {
  db: Database
  clock: () => Date
  log: Log
  vault: Vault
  measures: Measures
  rules: DeliveryRules
}

const RESULTS = recordset('r', {
  user_id: 'text',
  id: 'text',
  status: 'text',
  due_at: 'timestamptz',
  attempts: 'jsonb',
})
const KEYS = recordset('t', { user_id: 'text', id: 'text' })

/** Opens the fetching of deliveries. */
export function openFetching({ db, clock, log, vault, measures, rules }: Parts) {
  return {
    /** Leases due deliveries of a session, and cancels those that are no longer permitted. */
    async fetch(session: string, most: number): Promise<FetchedDelivery[]> {
      if (await isSendingPaused(db)) return []
      const now = clock()
      const isDue = sql`d.subscription_id = ${session} and d.status = 'pending' and d.due_at <= ${now.toISOString()}
        and (d.held_until is null or d.held_until <= clock_timestamp())`
      const lease = (own: Sql) => sql`
        with due as (
          select d.user_id, d.id from deliveries d where ${isDue} ${own}
          order by d.due_at limit ${most} for update skip locked)
        update deliveries d set lease = ${session}, attempt_count = d.attempt_count + 1, is_due = false,
          due_at = ${new Date(now.getTime() + LEASE_MS).toISOString()}
        from due, webhook_subscriptions s
        where d.user_id = due.user_id and d.id = due.id and s.id = d.subscription_id
        returning d.user_id, d.id, d.subscription_id, d.connection_id, d.event_id, d.event_type, d.scope, d.data,
          d.created_at, s.secret, s.status = 'active' and not ${isAppStopped(sql`s.app_id`)} as active`
      const leased = await leaseAll(db, isDue, most, lease)
      if (!leased.length) return []
      const granted = await currentGrants({ db, clock }, leased)
      const isSendable = (each: Leased) => isPermitted(each, granted.get(each.connection_id), rules)
      const refused = leased.filter((each) => !isSendable(each))
      if (refused.length)
        await db.count(sql`
          update deliveries d set status = 'cancelled', lease = null,
            data = case when d.event_type = any(${rules.transient}::text[]) then null else d.data end
          from ${KEYS(refused)} where d.user_id = t.user_id and d.id = t.id and d.lease = ${session}`)
      const at = Math.floor(now.getTime() / 1_000)
      return leased.filter(isSendable).flatMap((each) => {
        const secrets = openSecrets(vault, { ...each, previous_secret: null })
        if (!secrets) {
          reportUnreadable({ log, measures }, each)
          return []
        }
        const body = bodyOf(each)
        return [
          { id: each.id, body, headers: headersOf(each.event_type, signatureHeaders(secrets, each.id, at, body)) },
        ]
      })
    },

    /** Stores the results of leased deliveries; ignores those of others. */
    async settle(session: string, results: readonly FetchedResult[]): Promise<void> {
      if (!results.length) return
      const now = clock()
      const byId = new Map(results.map((result) => [result.id, result]))
      const leased = await db.rows<{ user_id: string; id: string; attempts_kept: number }>(sql`
        select user_id, id, jsonb_array_length(attempts) as attempts_kept from deliveries
        where subscription_id = ${session} and id = any(${[...byId.keys()]}::text[]) and lease = ${session}
          and status = 'pending'`)
      if (!leased.length) return
      const rows = leased.map(({ user_id, id, attempts_kept }) => {
        const result = byId.get(id) as FetchedResult
        const { status, due_at, attempts } = verdict(attempts_kept, attemptOf(result, now), now)
        return { user_id, id, status, due_at, attempts }
      })
      await db.count(sql`
        update deliveries d set status = r.status, due_at = r.due_at, lease = null, attempts = d.attempts || r.attempts,
          data = case when r.status <> 'pending' and d.event_type = any(${rules.transient}::text[]) then null
            else d.data end
        from ${RESULTS(rows)} where d.user_id = r.user_id and d.id = r.id and d.lease = ${session}`)
    },
  }
}

/** Leases deliveries that are due; on a cluster, those that were found first, user by user. */
async function leaseAll(db: Database, isDue: Sql, most: number, lease: (own: Sql) => Sql): Promise<Leased[]> {
  if (!db.layout?.isSpread) return db.rows<Leased>(lease(nothing))
  const due = await db.rows<{ user_id: string; id: string }>(sql`
    select d.user_id, d.id from deliveries d where ${isDue} order by d.due_at limit ${most}`)
  const ids = due.map(({ id }) => id)
  const leased = await forUsers(db, [...new Set(due.map(({ user_id }) => user_id))], (users) => {
    const own = sql`and d.user_id = any(${users}::text[]) and d.id = any(${ids}::text[])`
    const columns = { times: ['created_at'], bytes: ['secret'] }
    return db.rows<Leased>(onShardOf(onlyOf(users), lease(own), columns))
  })
  return leased.flat()
}

function attemptOf({ status_code, duration_ms, error }: FetchedResult, at: Date) {
  const isSuccess = status_code !== null && status_code >= 200 && status_code < 300
  return {
    at: at.toISOString(),
    ...{ status_code, duration_ms, response_excerpt: null, signature: null },
    error: isSuccess ? null : (error ?? (status_code === null ? 'no answer' : `the endpoint answered ${status_code}`)),
  }
}
