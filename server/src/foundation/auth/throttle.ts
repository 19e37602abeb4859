import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { entryLimit } from '../entry-limit.ts'
import { Failure } from '../errors.ts'
import type { Db } from '../sql/db.ts'
import { sql } from '../sql/sql.ts'
import { identityOf } from '../sql/user-guard.ts'

/** How long this process repeats a refusal without counting the attempt: a client that does not wait costs no write each time. */
const REFUSED_MS = 1_000
const REFUSED_KEYS_MAX = 10_000

interface Window {
  taken: number
  seconds_left: number
}

interface Refused {
  /** The limit that was exceeded. */
  max: number
  /** On the clock of `performance.now()`. */
  until: number
  secondsLeft: number
}

const refusedBy = new WeakMap<object, LRUCache<string, Refused>>()

/**
 * Counts one attempt against a limit of `max` per window of `seconds`, as {@link countAttempt} does.
 * @param details are added to those of the failure
 * @throws Failure `rate_limited` with `retry_after`, the seconds until the window ends.
 * @throws Error in a transaction: if the attempt fails, it would be rolled back with its count.
 */
export async function throttle(
  db: Db,
  key: string,
  max: number,
  seconds: number,
  details: { limit?: string; reason?: string } = {},
): Promise<void> {
  if (db.isTransaction) throw new Error('An attempt was counted in a transaction')
  const refused = refusedBy.get(identityOf(db))?.get(key)
  if (refused && refused.max >= max && performance.now() < refused.until) throw refusal(refused.secondsLeft, details)
  const { taken, seconds_left } = await countAttempt(db, key, seconds)
  if (taken <= max) return
  refusalsOf(db).set(key, { max, until: performance.now() + REFUSED_MS, secondsLeft: seconds_left })
  throw refusal(seconds_left, details)
}

/**
 * The same in the transaction of what is limited, so that only what is done counts, and no attempt that fails.
 * @throws Failure `rate_limited`
 */
export async function limitDone(db: Db, key: string, max: number, seconds: number): Promise<void> {
  const { taken, seconds_left } = await countAttempt(db, key, seconds)
  if (taken > max) throw refusal(seconds_left)
}

function refusalsOf(db: Db): LRUCache<string, Refused> {
  const key = identityOf(db)
  const known = refusedBy.get(key) ?? new LRUCache<string, Refused>(entryLimit(REFUSED_KEYS_MAX))
  refusedBy.set(key, known)
  return known
}

function refusal(secondsLeft: number, details: { limit?: string; reason?: string } = {}): Failure {
  return new Failure('rate_limited', { retry_after: Math.max(1, secondsLeft), ...details })
}

/**
 * Counts one attempt in a window of `seconds`, which starts with the first attempt. The count is in the database, so it
 * is shared by all processes; each call writes a row, so use it on infrequent routes only. A window that ends too far in
 * the future began before the clock was set back, and counts as over.
 */
export function countAttempt(db: Db, key: string, seconds: number): Promise<Window> {
  return db.one<Window>(sql`
    insert into throttles as t (key, taken, ends_at)
    values (${key}, 1, now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      taken = case when ${isOver(seconds)} then 1 else t.taken + 1 end,
      ends_at = case when ${isOver(seconds)} then excluded.ends_at else t.ends_at end
    returning taken, ceil(extract(epoch from ends_at - now()))::int as seconds_left`)
}

/** The attempts that {@link countAttempt} has counted in the current window of a key. */
export async function attemptsIn(db: Db, key: string, seconds: number): Promise<Window> {
  const counted = await db.maybe<Window>(sql`
    select taken, ceil(extract(epoch from ends_at - now()))::int as seconds_left
    from throttles t where key = ${key} and not (${isOver(seconds)})`)
  return counted ?? { taken: 0, seconds_left: 0 }
}

// Twice the window as tolerance: of two concurrent transactions the one with the earlier `now()` may write second.
const isOver = (seconds: number) =>
  sql`t.ends_at not between now() and now() + make_interval(secs => ${2 * seconds}::int)`

/** Resets the count of a key, for example after a successful sign-in. */
export async function resetThrottle(db: Db, key: string): Promise<void> {
  refusedBy.get(identityOf(db))?.delete(key)
  await db.count(sql`delete from throttles where key = ${key}`)
}

/** Deletes windows that have ended. */
export async function deleteExpiredThrottles({ db }: { db: Db }): Promise<void> {
  await db.count(sql`delete from throttles where ends_at < now()`)
}

/** "192.0.2.1:4711" and "[2001:db8::1]:4711" without the port (RFC 7239, section 6). */
function withoutPort(text: string): string {
  const { v4, v6 } = WITH_PORT.exec(text)?.groups ?? {}
  return v4 ?? v6 ?? text
}
const WITH_PORT = /^(?:(?<v4>\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}|\[(?<v6>[\da-f:.]{2,45})\](?::\d{1,5})?)$/i

/** IPv4 prefix lengths in bytes: one host (/32) and one block of 256 (/24). */
const IPV4_WIDTHS = [4, 3] as const
/** IPv6 prefix lengths in groups of 16 bits: one household or server (/64), one site (/48), one provider (/32). */
const IPV6_WIDTHS = [4, 3, 2] as const

/**
 * Returns up to three networks that contain an address, the narrowest first. Limits count networks because the owner
 * of one can use any address in it. A port is ignored, which some proxies add. A text that is not an IP address is returned
 * unchanged.
 */
export function networksOf(text: string): string[] {
  const address = withoutPort(text)
  if (!isIP(address)) return [address]
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return IPV4_WIDTHS.map((bytes) => parsed.octets.slice(0, bytes).join('.'))
  return IPV6_WIDTHS.map((groups) => parsed.parts.slice(0, groups).join(':'))
}

/**
 * Counts an attempt of each network that contains an address, from the narrowest to the widest, so that a refused address uses
 * up nothing of its neighbours' limits. `max`: of one host or household, of its block or site, and of an IPv6 provider.
 * @throws Failure `rate_limited`
 */
export async function throttleNetworks(
  db: Db,
  what: string,
  address: string,
  max: readonly [number, number, number],
  seconds: number,
): Promise<void> {
  for (const [at, network] of networksOf(address).entries())
    await throttle(
      db,
      `${what} ${createHash('sha256').update(network).digest('base64url')}`,
      max[at] as number,
      seconds,
    )
}

/**
 * Returns the key for rate limits by address: the IPv4 address (also when IPv4-mapped) or the /64 network of an IPv6
 * address. A text that is not an IP address is returned unchanged.
 */
export function clientNetwork(address: string): string {
  return networksOf(address)[0] as string
}
