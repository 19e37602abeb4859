import type { Ctx } from './ctx.ts'
import { sql } from './sql/sql.ts'

/* How much is stored for idempotency keys. Beyond these limits, the oldest responses of a user are deleted before their day is over. */

const MIB = 1024 * 1024
const RESPONSES_OF_USER_MAX = 100_000
const BYTES_OF_USER_MAX = 64 * MIB
/** After how many bytes of a user each process compares all that is stored with the limit. */
const CHECKED_AFTER_BYTES = 4 * MIB
const COUNTED_USERS_MAX = 50_000
const TRIMMED_USERS_MAX = 20

/** Deletes the oldest stored responses of users who have too many. */
export async function trimResponses({ db }: Pick<Ctx, 'db'>): Promise<void> {
  const users = await db.rows<{ user_id: string; excess: number }>(sql`
    select user_id, count(*) - ${RESPONSES_OF_USER_MAX}::bigint as excess from idempotency_keys
    group by user_id having count(*) > ${RESPONSES_OF_USER_MAX}::bigint limit ${TRIMMED_USERS_MAX}`)
  for (const { user_id, excess } of users)
    await db.count(sql`
      delete from idempotency_keys where user_id = ${user_id} and (credential, route, key) in (
        select credential, route, key from idempotency_keys where user_id = ${user_id}
        order by created_at limit ${excess})`)
}

// Bytes that this process has stored of each user since the last comparison.
const storedBytes = new Map<string, number>()

/** Counts a stored response, and once in some megabytes deletes the oldest ones of its user beyond the limit in bytes. */
export async function limitStoredBytes(
  { db, log }: Pick<Ctx, 'db' | 'log'>,
  userId: string,
  bytes: number,
): Promise<void> {
  const total = (storedBytes.get(userId) ?? 0) + bytes
  if (storedBytes.size >= COUNTED_USERS_MAX) storedBytes.clear()
  storedBytes.set(userId, total)
  if (total < CHECKED_AFTER_BYTES) return
  storedBytes.delete(userId)
  try {
    await db.count(sql`
      delete from idempotency_keys where user_id = ${userId} and (credential, route, key) in (
        select credential, route, key from (
          select credential, route, key,
            sum(octet_length(reply)) over (order by created_at desc, credential, route, key) as bytes
          from idempotency_keys where user_id = ${userId}) newest
        where bytes > ${BYTES_OF_USER_MAX}::bigint)`)
  } catch (err) {
    // The response is stored and will be sent; the next comparison deletes what is left.
    log.warn({ err }, 'stored responses not trimmed')
  }
}
