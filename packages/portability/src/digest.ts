import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/* Ids made from the ids of the source, so that a second import of the same export finds everything stored already. */

// Crockford's base32 in lower case; the characters sort like their values.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_CHARS = 10
const DIGEST_CHARS = 16
const TIME_MAX = 2 ** 48 - 1

/** The id of a chat or a message. Sorts by time; the time may be below the one of the row by a correction of order. */
export function chatIdOf(prefix: 'cht' | 'msg', ms: number, names: readonly string[]): string {
  const digest = sha256(utf8ToBytes(JSON.stringify(names)))
  const time: number[] = []
  let rest = Math.min(Math.max(0, Math.floor(ms)), TIME_MAX)
  for (let i = 0; i < TIME_CHARS; i++) {
    time.unshift(rest % 32)
    rest = Math.floor(rest / 32)
  }
  // Joined once: a hundred thousand ids are held, and one made by appending holds each of its beginnings.
  return `${prefix}_${[...time, ...digest.subarray(0, DIGEST_CHARS)].map((value) => ALPHABET[value & 31]).join('')}`
}

/** A version 4 UUID made from names, for formats that require one. */
export function uuidOf(names: readonly string[]): string {
  const hex = sha256Hex(JSON.stringify(names))
  const variant = '89ab'[Number.parseInt(hex[16] as string, 16) & 3]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The SHA-256 digest of a text in UTF-8, or of bytes, in hexadecimal digits. */
export function sha256Hex(data: string | Uint8Array): string {
  return bytesToHex(sha256(typeof data === 'string' ? utf8ToBytes(data) : data))
}

/** JSON in the canonical form of RFC 8785. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const members = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join(',')}}`
}

/** The SHA-256 digest of texts one after another. */
export class TextDigest {
  private readonly hash = sha256.create()

  add(text: string): void {
    this.hash.update(utf8ToBytes(text))
  }

  /** In hexadecimal digits; nothing can be added afterwards. */
  hex(): string {
    return bytesToHex(this.hash.digest())
  }
}
