import { randomFillSync } from 'node:crypto'

/** The prefix of an id, which names its type. */
export type IdPrefix =
  | 'usr'
  | 'ai'
  | 'mem'
  | 'app'
  | 'con'
  | 'fam'
  | 'dev'
  | 'aud'
  | 'req'
  | 'sub'
  | 'evt'
  | 'trg'
  | 'cnd'
  | 'cht'
  | 'msg'

// Crockford's base32 in lower case; the characters sort like their values.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const ID_BODY = /^[0-9a-hjkmnp-tv-z]{26}$/
const TIME_CHARS = 10
const COUNTER_BITS = 20
const RANDOM_CHARS = 12
const DIGEST_CHARS = COUNTER_BITS / 5 + RANDOM_CHARS
const TIME_MAX = 2 ** 48 - 1
const POOL_BYTES = 4096

const pool = new Uint8Array(POOL_BYTES)
let poolAt = POOL_BYTES
let lastMs = 0
let counter = 0

/**
 * Creates an id: prefix, `_`, then 26 base32 characters in the layout of a ULID: 48 bits of milliseconds, a 20 bit
 * counter, 60 random bits. Ids of one process are strictly ascending, even within a millisecond or if the clock steps
 * back, so sorting by id sorts by creation time.
 */
export function newId(prefix: IdPrefix, nowMs: number = Date.now()): string {
  if (nowMs > lastMs) {
    lastMs = nowMs
    counter = randomByte() << 8
  } else if (++counter >> COUNTER_BITS) {
    lastMs++
    counter = 0
  }
  let id = `${prefix}_${base32(lastMs, TIME_CHARS)}${base32(counter, COUNTER_BITS / 5)}`
  for (let i = 0; i < RANDOM_CHARS; i++) id += ALPHABET[randomByte() & 31]
  return id
}

/**
 * Creates an id for something that a request causes. It ends in the {@link requestSuffix request suffix}, so that logs
 * and traces of both can be correlated across processes. Unique and ascending like other ids.
 */
export function newIdFor(prefix: IdPrefix, requestId: string | undefined, nowMs?: number): string {
  const id = newId(prefix, nowMs)
  return requestId && isId('req', requestId) ? id.slice(0, -RANDOM_CHARS) + requestSuffix(requestId) : id
}

/** The request suffix: the last 12, random characters of a request id, copied into the ids that the request causes. */
export function requestSuffix(id: string): string {
  return id.slice(-RANDOM_CHARS)
}

/** Derives a deterministic id from a time in milliseconds and a digest, in the layout of other ids. */
export function digestId(prefix: IdPrefix, ms: number, digest: Uint8Array): string {
  let id = `${prefix}_${base32(Math.min(Math.max(0, ms), TIME_MAX), TIME_CHARS)}`
  for (let i = 0; i < DIGEST_CHARS; i++) id += ALPHABET[(digest[i] as number) & 31]
  return id
}

/** Whether a string is a well-formed id with this prefix. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && ID_BODY.test(text.slice(prefix.length + 1))
}

function base32(value: number, chars: number): string {
  let text = ''
  for (let i = 0; i < chars; i++) {
    text = ALPHABET[value % 32] + text
    value = Math.floor(value / 32)
  }
  return text
}

function randomByte(): number {
  if (poolAt === POOL_BYTES) {
    randomFillSync(pool)
    poolAt = 0
  }
  return pool[poolAt++] as number
}
