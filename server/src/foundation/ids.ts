import { randomFillSync } from 'node:crypto'

/** What an id belongs to, told by its prefix. */
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

// Crockford's base32, lower case: the order of its characters is the order of their values.
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
 * A new id: prefix, `_`, then 26 base32 characters in the layout of a ULID: 48 bits of
 * milliseconds, a 20 bit counter, 60 random bits. Ids made by one process ascend strictly,
 * also within a millisecond and when the clock steps back, so sorting by id is sorting by age.
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
 * A new id of something that a request causes: it ends in the same {@link markOf mark} as the request's id, so that the
 * two are found together in logs and traces, on any process and at any age. Unique and ascending like all others.
 */
export function newIdOf(prefix: IdPrefix, requestId: string | undefined, nowMs?: number): string {
  const id = newId(prefix, nowMs)
  return requestId && isId('req', requestId) ? id.slice(0, -RANDOM_CHARS) + markOf(requestId) : id
}

/** The random end of an id, 12 characters; what a request has caused shares it with the request. */
export function markOf(id: string): string {
  return id.slice(-RANDOM_CHARS)
}

/** An id made of a time and a digest of what it names: the same for the same, in the layout of all others. */
export function idOf(prefix: IdPrefix, ms: number, digest: Uint8Array): string {
  let id = `${prefix}_${base32(Math.min(Math.max(0, ms), TIME_MAX), TIME_CHARS)}`
  for (let i = 0; i < DIGEST_CHARS; i++) id += ALPHABET[(digest[i] as number) & 31]
  return id
}

/** Whether a text has the form of an id of this prefix. */
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
