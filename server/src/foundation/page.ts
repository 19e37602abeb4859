import { z } from 'zod'
import { sameBytes, type Vault } from './auth/secrets.ts'
import { Failure } from './errors.ts'

const PAGE_LIMIT_DEFAULT = 20
export const PAGE_LIMIT_MAX = 100
const CURSOR_CHARS_MAX = 4096
const MAC_BYTES = 16

/** Sorts after every id, so that the first page uses the same indexed condition as the others. */
export const AFTER_ALL_IDS = '~'

const error = 'must be a whole number of at least 1'

/** The schema of a page size: a decimal integer from 1; values above `most` are reduced to `most`. */
export function limitShape(fallback: number, most: number) {
  const read = (given: unknown) =>
    typeof given === 'string' && /^\d+$/.test(given) ? Math.min(Number(given), Number.MAX_SAFE_INTEGER) : given
  const number = z
    .int({ error })
    .min(1, { error })
    .default(fallback)
    .transform((limit) => Math.min(limit, most))
  return z.preprocess<unknown, typeof number, number | undefined>(read, number)
}

/** `limit` and `cursor` of all lists: a limit above 100 is reduced to 100 (AIP-158), one below 1 is rejected. */
export const PageQuery = z.object({
  limit: limitShape(PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX).meta({
    description: 'The maximum number of items; values above 100 mean 100.',
    example: 20,
  }),
  cursor: z.string().optional().meta({ description: '`next_cursor` of the previous page, with the same filters.' }),
})

/** One page of a list. `next_cursor` is null on the last page. */
export interface Page<T> {
  items: T[]
  next_cursor: string | null
}

/** What a cursor is bound to: caller, list and filters. A cursor is valid only within its scope. */
export type CursorScope = readonly unknown[]

/** Creates an opaque, authenticated cursor for the end of a page (HMAC-SHA256, truncated to 128 bits). */
export function sealCursor(vault: Vault, scope: CursorScope, end: string): string {
  const mac = vault.mac('cursor', JSON.stringify([scope, end])).subarray(0, MAC_BYTES)
  return Buffer.concat([mac, Buffer.from(end)]).toString('base64url')
}

/**
 * Verifies a cursor and returns the position it was created with.
 * @throws Failure `invalid_cursor` if it is forged or belongs to another list, filter or caller.
 */
export function openCursor(vault: Vault, scope: CursorScope, cursor: string): string {
  if (cursor.length > CURSOR_CHARS_MAX) throw new Failure('invalid_cursor')
  const bytes = Buffer.from(cursor, 'base64url')
  const end = bytes.subarray(MAC_BYTES).toString()
  const macs = vault.macs('cursor', JSON.stringify([scope, end])).map((mac) => mac.subarray(0, MAC_BYTES))
  // Base64 decoders accept several encodings of the same bytes; only the canonical one is valid.
  if (bytes.toString('base64url') !== cursor || !macs.some((mac) => sameBytes(bytes.subarray(0, MAC_BYTES), mac)))
    throw new Failure('invalid_cursor')
  return end
}

/**
 * Returns a page of a list sorted by id, newest first. `fetch` receives the exclusive upper bound of ids and the number
 * of rows, which is one more than the limit to detect whether there is a next page.
 */
export async function pageById<T extends { id: string }>(
  vault: Vault,
  scope: CursorScope,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  fetch: (below: string, rows: number) => Promise<T[]>,
): Promise<Page<T>> {
  const below = cursor === undefined ? AFTER_ALL_IDS : openCursor(vault, scope, cursor)
  const rows = await fetch(below, limit + 1)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next_cursor: rows.length > limit && last ? sealCursor(vault, scope, last.id) : null }
}
