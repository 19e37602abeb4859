import { createHash, randomFillSync } from 'node:crypto'

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
  | 'eml'
  | 'psk'
  | 'act'
  | 'inv'
  | 'rql'
  | 'imp'
  | 'und'
  | 'mrg'
  | 'ext'

// Crockford's base32 in lower case; the characters sort like their values.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_CHARS = 10
const SEQUENCE_CHARS = 2
const SEQUENCE_MAX = 32 ** SEQUENCE_CHARS - 1
/** 80 bits: no id can be guessed, not even from others of the same request. */
const RANDOM_CHARS = 16
const SUFFIX_CHARS = 12
// Without a sequence: derived ids, and ids of version 0.2 and earlier.
const ID_BODY = /^[0-9a-hjkmnp-tv-z]{26}(?:[0-9a-hjkmnp-tv-z]{2})?$/
const TIME_MAX = 2 ** 48 - 1
const POOL_BYTES = 4096

const pool = new Uint8Array(POOL_BYTES)
let poolAt = POOL_BYTES
let lastMs = 0
let sequence = 0

/**
 * Creates an id: prefix, `_`, then base32 characters: 48 bits of milliseconds, a 10 bit sequence, 80 random bits. Ids
 * of one process are strictly ascending, even within a millisecond or if the clock steps back, so sorting by id sorts
 * by creation time.
 */
export function newId(prefix: IdPrefix, nowMs: number = Date.now()): string {
  return `${prefix}_${nextStamp(nowMs)}${randomChars()}`
}

/**
 * Creates the ids of memories that are written together. They have their time and sequence in common, so that the ids an
 * app may see tell neither the order nor the number of those it may not see. Their order is stored in columns. Ids of
 * later calls are greater.
 */
export function newMemoryIds(count: number, nowMs: number): string[] {
  const stamp = nextStamp(nowMs)
  return Array.from({ length: count }, () => `mem_${stamp}${randomChars()}`)
}

function nextStamp(nowMs: number): string {
  if (nowMs > lastMs) {
    lastMs = nowMs
    sequence = randomByte()
  } else if (++sequence > SEQUENCE_MAX) {
    lastMs++
    sequence = 0
  }
  return base32(lastMs, TIME_CHARS) + base32(sequence, SEQUENCE_CHARS)
}

/**
 * Creates an id for something that a request causes. It ends in the {@link requestSuffix request suffix}, so that logs
 * and traces of both can be correlated across processes. Unique and ascending like other ids.
 */
export function newIdFor(prefix: IdPrefix, requestId: string | undefined, nowMs?: number): string {
  return newId(prefix, nowMs) + suffixFor(requestId)
}

/**
 * What an id caused by a request ends in: the {@link requestSuffix request suffix}, or nothing without a request. That of an id
 * given by a proxy is derived from it.
 */
export function suffixFor(requestId: string | undefined): string {
  if (!requestId) return ''
  if (isId('req', requestId)) return requestSuffix(requestId)
  const digest = createHash('sha256').update(requestId).digest()
  return Array.from(digest.subarray(0, SUFFIX_CHARS), (byte) => ALPHABET[byte & 31]).join('')
}

/** The request suffix: the last 12, random characters of a request id, appended to the ids that the request causes. */
export function requestSuffix(id: string): string {
  return id.slice(-SUFFIX_CHARS)
}

/** Derives a deterministic id from a time in milliseconds and a digest, without a sequence. */
export function digestId(prefix: IdPrefix, ms: number, digest: Uint8Array): string {
  let id = `${prefix}_${base32(Math.min(Math.max(0, ms), TIME_MAX), TIME_CHARS)}`
  for (let i = 0; i < RANDOM_CHARS; i++) id += ALPHABET[(digest[i] as number) & 31]
  return id
}

/** What all ids with this prefix that are made at a time, or later, are not less than. */
export function firstIdAt(prefix: IdPrefix, ms: number): string {
  return `${prefix}_${base32(Math.min(Math.max(0, ms), TIME_MAX), TIME_CHARS)}`
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

function randomChars(): string {
  let text = ''
  for (let i = 0; i < RANDOM_CHARS; i++) text += ALPHABET[randomByte() & 31]
  return text
}

function randomByte(): number {
  if (poolAt === POOL_BYTES) {
    randomFillSync(pool)
    poolAt = 0
  }
  return pool[poolAt++] as number
}
