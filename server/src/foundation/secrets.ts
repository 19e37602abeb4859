import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

const SECRET_BYTES = 32
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BODY_CHARS = 43 // 62^43 > 2^256
const CHECK_CHARS = 6 // 62^6 > 2^32
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * A new secret: prefix, `_`, 256 random bits in base62 and, as GitHub's tokens have it, a CRC32 of what
 * precedes in 6 more characters, so that a mistyped or truncated one is told without a look at the database.
 */
export function newSecret(prefix: string): string {
  return secretOf(prefix, randomBytes(SECRET_BYTES))
}

/** The secret of a prefix that these 32 bytes make, which must be as good as random. */
export function secretOf(prefix: string, bytes: Buffer): string {
  const body = `${prefix}_${base62(BigInt(`0x${bytes.toString('hex')}`), BODY_CHARS)}`
  return body + base62(BigInt(crc32(body)), CHECK_CHARS)
}

/** Whether a text can be a secret of this prefix: its length, alphabet and check fit. */
export function isSecret(prefix: string, text: string): boolean {
  const start = prefix.length + 1
  if (text.length !== start + BODY_CHARS + CHECK_CHARS || !text.startsWith(`${prefix}_`)) return false
  if (!/^[0-9A-Za-z]+$/.test(text.slice(start))) return false
  const body = text.slice(0, -CHECK_CHARS)
  return text.endsWith(base62(BigInt(crc32(body)), CHECK_CHARS))
}

/** SHA-256, the form in which secrets of 256 random bits are kept: nothing shorter could be guessed back. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Compares two byte strings in a time that does not depend on where they differ. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/** What the service's own key can do. Each purpose has a key of its own, derived by HKDF-SHA256 (RFC 5869). */
export interface Vault {
  /** Encrypts with AES-256-GCM; `about` is authenticated beside it, so a sealed value opens in its own place only. */
  seal(plain: string, about: string): Buffer
  /** Opens what {@link seal} made; throws when key, place or bytes differ. */
  open(sealed: Uint8Array, about: string): string
  /** HMAC-SHA256 under a key for this purpose. */
  mac(purpose: string, text: string): Buffer
}

/** A vault over the text of `SECRET_KEY`. */
export function openVault(secretKey: string): Vault {
  const derived = new Map<string, Buffer>()
  const keyFor = (purpose: string) => {
    let key = derived.get(purpose)
    if (!key) derived.set(purpose, (key = Buffer.from(hkdfSync('sha256', secretKey, '', purpose, SECRET_BYTES))))
    return key
  }
  return {
    seal(plain, about) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyFor('seal'), iv).setAAD(Buffer.from(about))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    },
    open(sealed, about) {
      const decipher = createDecipheriv('aes-256-gcm', keyFor('seal'), sealed.subarray(0, IV_BYTES))
      decipher.setAAD(Buffer.from(about)).setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },
    mac: (purpose, text) => createHmac('sha256', keyFor(purpose)).update(text).digest(),
  }
}

/** The key kept in the data directory: made once, mode 0600, the same ever after. */
export function keptSecretKey(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'secret.key')
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  // Written whole under another name first: a crash in between leaves no half a key.
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${randomBytes(SECRET_BYTES).toString('base64')}\n`, { mode: 0o600, flush: true })
  chmodSync(draft, 0o600)
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  return readFileSync(path, 'utf8').trim()
}

function base62(value: bigint, chars: number): string {
  let text = ''
  for (let i = 0; i < chars; i++) {
    text = BASE62[Number(value % 62n)] + text
    value /= 62n
  }
  return text
}
