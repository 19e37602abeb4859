import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Db } from './db.ts'
import { Failure } from './errors.ts'
import { sql } from './sql.ts'

interface Window {
  taken: number
  seconds_left: number
}

/**
 * Takes one of `max` places in a window of `seconds` that starts with the first taker. Counted in the
 * database, so the limit is one however many processes serve; for doors that are not hot. A window that ends later
 * than any could was begun before the clock was set back, and is over: it would keep people out until then.
 * @throws Failure `rate_limited` with the seconds until the window ends.
 */
export async function throttle(db: Db, key: string, max: number, seconds: number): Promise<void> {
  const { taken, seconds_left } = await db.one<Window>(sql`
    insert into throttles as t (key, taken, ends_at)
    values (${key}, 1, now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      taken = case when ${isOver(seconds)} then 1 else t.taken + 1 end,
      ends_at = case when ${isOver(seconds)} then excluded.ends_at else t.ends_at end
    returning taken, ceil(extract(epoch from ends_at - now()))::int as seconds_left`)
  if (taken > max) throw new Failure('rate_limited', { retry_after: Math.max(1, seconds_left) })
}

// Twice as long, for of two takers at once the one who came first may be counted second.
const isOver = (seconds: number) =>
  sql`t.ends_at not between now() and now() + make_interval(secs => ${2 * seconds}::int)`

/** Gives the places taken under a key back: the one who knocked turned out to be welcome. */
export async function unthrottle(db: Db, key: string): Promise<void> {
  await db.count(sql`delete from throttles where key = ${key}`)
}

/** Sweeps windows that have ended. */
export async function sweepThrottles({ db }: { db: Db }): Promise<void> {
  await db.count(sql`delete from throttles where ends_at < now()`)
}

/** Who is behind an address: of IPv4 one machine, or one of 256 that are rented together. In bytes. */
const IPV4_WIDTHS = [4, 3] as const
/** Of IPv6 one household or server (/64), one site (/48), one provider (/32). In groups of 16 bits. */
const IPV6_WIDTHS = [4, 3, 2] as const

/**
 * The networks that an address lies in, the nearest first, at most three: whoever has one of them chooses what comes
 * behind it. What is no address stands for itself.
 */
export function networksAt(address: string): string[] {
  if (!isIP(address)) return [address]
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return IPV4_WIDTHS.map((bytes) => parsed.octets.slice(0, bytes).join('.'))
  return IPV6_WIDTHS.map((groups) => parsed.parts.slice(0, groups).join(':'))
}

/**
 * Who asks from an address, as limits by address count: an IPv4 address, however it is written, or the nearest network
 * of an IPv6 address. What is no address stands for itself.
 */
export function askerAt(address: string): string {
  return networksAt(address)[0] as string
}
