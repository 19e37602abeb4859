import { randomFillSync } from 'node:crypto'

/** What an id belongs to, told by its prefix. */
export type IdPrefix = 'usr' | 'ai' | 'mem' | 'app' | 'con' | 'dev' | 'aud' | 'req' | 'sub' | 'evt' | 'trg'

// Crockford's base32, lower case: the order of its characters is the order of their values.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_CHARS = 10
const COUNTER_BITS = 20
const RANDOM_CHARS = 12
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
