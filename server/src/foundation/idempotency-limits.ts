import type { Ctx } from './ctx.ts'
import { type Sql, sql } from './sql/sql.ts'

/*
 * How much is stored for idempotency keys. Beyond these limits, responses of a user are deleted before their day is over: the
 * oldest of the credential that holds most, until others hold as much, so that one app does not evict the keys of others.
 */

const MIB = 1024 * 1024
const RESPONSES_OF_USER_MAX = 100_000
const BYTES_OF_USER_MAX = 64 * MIB
/** After how many bytes of a user each process compares all that is stored with the limit. */
const CHECKED_AFTER_BYTES = 4 * MIB
const COUNTED_USERS_MAX = 50_000
const TRIMMED_USERS_MAX = 20

/** Deletes stored responses of users who have too many. */
export async function trimResponses({ db }: Pick<Ctx, 'db'>): Promise<void> {
  const users = await db.rows<{ user_id: string }>(sql`
    select user_id from idempotency_keys
    group by user_id having count(*) > ${RESPONSES_OF_USER_MAX}::bigint limit ${TRIMMED_USERS_MAX}`)
  for (const { user_id } of users) await keepNewest({ db }, user_id, sql`1`, RESPONSES_OF_USER_MAX)
}

/**
 * Deletes responses of a user so that the sizes of the others are at most `max` in all. Each is ordered by what its
 * credential holds from its newest response to this one: those of a credential that holds little come before.
 * @param size the expression for the size of a row
 */
async function keepNewest({ db }: Pick<Ctx, 'db'>, userId: string, size: Sql, max: number): Promise<void> {
  await db.count(sql`
    delete from idempotency_keys where user_id = ${userId} and (credential, route, key) in (
      select credential, route, key from (
        select credential, route, key, sum(size) over (order by held, credential, route, key) as held_by_all
        from (
          select credential, route, key, ${size} as size,
            sum(${size}) over (partition by credential order by created_at desc, route, key) as held
          from idempotency_keys where user_id = ${userId}) of_credential) of_user
      where held_by_all > ${max}::bigint)`)
}

// Bytes that this process has stored of each user since the last comparison.
const storedBytes = new Map<string, number>()

/** Counts a stored response, and once in some megabytes deletes those of its user beyond the limit in bytes. */
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
    await keepNewest({ db }, userId, sql`octet_length(reply)`, BYTES_OF_USER_MAX)
  } catch (err) {
    // The response is stored and will be sent; the next comparison deletes what is left.
    log.warn({ err }, 'stored responses not trimmed')
  }
}
