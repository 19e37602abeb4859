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
 * Creates a secret: prefix, `_`, 256 random bits in base62, and 6 characters of CRC32 over all that, as in GitHub's
 * tokens, so that a mistyped or truncated secret is rejected without a database query.
 */
export function newSecret(prefix: string): string {
  return encodeSecret(prefix, randomBytes(SECRET_BYTES))
}

/** Encodes 32 bytes as a secret with this prefix. The bytes must be indistinguishable from random ones. */
export function encodeSecret(prefix: string, bytes: Buffer): string {
  const body = `${prefix}_${base62(BigInt(`0x${bytes.toString('hex')}`), BODY_CHARS)}`
  return body + base62(BigInt(crc32(body)), CHECK_CHARS)
}

/** Whether a text has the form of a secret with this prefix: length, alphabet and checksum. */
export function isSecret(prefix: string, text: string): boolean {
  const start = prefix.length + 1
  if (text.length !== start + BODY_CHARS + CHECK_CHARS || !text.startsWith(`${prefix}_`)) return false
  if (!/^[0-9A-Za-z]+$/.test(text.slice(start))) return false
  const body = text.slice(0, -CHECK_CHARS)
  return text.endsWith(base62(BigInt(crc32(body)), CHECK_CHARS))
}

/** SHA-256 of a secret, for storage. No slow hash is needed: 256 random bits cannot be found by brute force. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Compares two byte strings in constant time (for equal lengths). */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Cryptography with the service's secret key. Each purpose uses a key derived by HKDF-SHA256 (RFC 5869). */
export interface Vault {
  /** Encrypts with AES-256-GCM. `about` is the encryption context (additional authenticated data). */
  seal(plain: string, about: string): Buffer
  /** Decrypts the output of {@link seal}; throws when the key, the encryption context or the bytes differ. */
  open(sealed: Uint8Array, about: string): string
  /** HMAC-SHA256 with the key derived for `purpose`. */
  mac(purpose: string, text: string): Buffer
}

/** Creates a vault from the text of `SECRET_KEY`. */
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

/** Reads the secret key from the data directory; creates it (mode 0600) when there is none. */
export function loadSecretKey(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'secret.key')
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  // Written to a temporary file and linked, so that a crash leaves no partial key and concurrent starts agree on one.
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
