import { z } from 'zod'
import { Failure } from './errors.ts'
import { sameBytes, type Vault } from './secrets.ts'

const PAGE_LIMIT_DEFAULT = 20
const PAGE_LIMIT_MAX = 100
const CURSOR_CHARS_MAX = 4096
const MAC_BYTES = 16

/** Sorts behind every id, so that the first page is asked for as any other, by a condition the index serves. */
export const ABOVE_ALL = '~'

const error = 'takes a whole number from 1 on'

/** How long a page may be: a whole number in digits, above `most` taken as `most`. */
export function limitOf(fallback: number, most: number) {
  const read = (given: unknown) =>
    typeof given === 'string' && /^\d+$/.test(given) ? Math.min(Number(given), Number.MAX_SAFE_INTEGER) : given
  const number = z
    .int({ error })
    .min(1, { error })
    .default(fallback)
    .transform((limit) => Math.min(limit, most))
  return z.preprocess<unknown, typeof number, number | undefined>(read, number)
}

/** `limit` and `cursor` as every list takes them: above 100 is taken as 100 (AIP-158), below 1 is refused. */
export const PageQuery = z.object({
  limit: limitOf(PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX).meta({
    description: 'How many items at most; above 100 is taken as 100.',
    example: 20,
  }),
  cursor: z.string().optional().meta({ description: '`next_cursor` of the page before, with the same filters.' }),
})

/** One page of a list. `next_cursor` is null on the last. */
export interface Page<T> {
  items: T[]
  next_cursor: string | null
}

/** A list's own place: who asks, which list, which filters. A cursor opens only where it was made. */
export type Place = readonly unknown[]

/** Seals where a page ended into an opaque, authenticated cursor (HMAC-SHA256, cut to 128 bits). */
export function sealCursor(vault: Vault, place: Place, end: string): string {
  const mac = vault.mac('cursor', JSON.stringify([place, end])).subarray(0, MAC_BYTES)
  return Buffer.concat([mac, Buffer.from(end)]).toString('base64url')
}

/**
 * Reads a cursor back into what was sealed.
 * @throws Failure `invalid_cursor` for one of another list, other filters, another caller, or of nobody.
 */
export function openCursor(vault: Vault, place: Place, cursor: string): string {
  if (cursor.length > CURSOR_CHARS_MAX) throw new Failure('invalid_cursor')
  const bytes = Buffer.from(cursor, 'base64url')
  const end = bytes.subarray(MAC_BYTES).toString()
  const mac = vault.mac('cursor', JSON.stringify([place, end])).subarray(0, MAC_BYTES)
  // The text must be the very one given out: base64 readers forgive, and two spellings of one cursor help nobody.
  if (bytes.toString('base64url') !== cursor || !sameBytes(bytes.subarray(0, MAC_BYTES), mac))
    throw new Failure('invalid_cursor')
  return end
}

/**
 * Pages a list that runs from newest to oldest by id. `fetch` gets the id to go on below and how many rows
 * to give; one more than asked for tells whether there is a next page.
 */
export async function pageById<T extends { id: string }>(
  vault: Vault,
  place: Place,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  fetch: (below: string, rows: number) => Promise<T[]>,
): Promise<Page<T>> {
  const below = cursor === undefined ? ABOVE_ALL : openCursor(vault, place, cursor)
  const rows = await fetch(below, limit + 1)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next_cursor: rows.length > limit && last ? sealCursor(vault, place, last.id) : null }
}
