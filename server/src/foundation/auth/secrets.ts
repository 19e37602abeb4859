import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { crc32 } from 'node:zlib'

const SECRET_BYTES = 32
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BODY_CHARS = 43 // 62^43 > 2^256
const CHECK_CHARS = 6 // 62^6 > 2^32
const IV_BYTES = 12
const TAG_BYTES = 16
const FINGERPRINT_BYTES = 8

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

/**
 * Hash of a secret that is bound to a key (RFC 9449), for storage. Not SHA-256, so that releases without bound secrets do not
 * find it, and refuse it, where they would accept it without a proof.
 */
export function hashBoundSecret(secret: string): Buffer {
  return createHash('sha512-256').update(secret).digest()
}

/** The hashes under which a secret may be stored, whether or not it is bound to a key. */
export function hashesOf(secret: string): Buffer[] {
  return [hashSecret(secret), hashBoundSecret(secret)]
}

/** Compares two byte strings in constant time (for equal lengths). */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Cryptography with the service's secret key. Each purpose uses a key derived by HKDF-SHA256 (RFC 5869). While the key
 * is being changed, the vault also has the previous one: it opens and recognises what was made with it.
 */
export interface Vault {
  /** Names the current key without revealing it. */
  readonly fingerprint: string
  /** Encrypts with AES-256-GCM and the current key. `about` is the encryption context (additional authenticated data). */
  seal(plain: string, about: string): Buffer
  /** Decrypts the output of {@link seal} with either key; throws when key, encryption context or bytes differ. */
  open(sealed: Uint8Array, about: string): string
  /** Whether the current key opens a sealed value. */
  isCurrent(sealed: Uint8Array, about: string): boolean
  /** HMAC-SHA256 with the current key, derived for `purpose`. */
  mac(purpose: string, text: string): Buffer
  /** The same with every key, the current one first: to recognise what was made before the key changed. */
  macs(purpose: string, text: string): readonly Buffer[]
  /** HMAC-SHA256 with a key that stays when the secret key changes, for what is stored for good. */
  lastingMac(purpose: string, text: string): Buffer
}

/** A vault whose keys can be replaced while the service runs. */
export interface Keyring extends Vault {
  /** Seals with `current` from now on, and also opens what `previous` sealed. */
  use(keys: SecretKeys): void
  /** Names the previous key; `undefined` without one. */
  readonly previousFingerprint: string | undefined
  /** Opens only what the current key sealed from now on. */
  retirePrevious(): void
  /** The key of {@link Vault.lastingMac} for a purpose, as the oldest key derives it. */
  deriveKey(purpose: string): Buffer
  /** Sets the key of {@link Vault.lastingMac} for a purpose, instead of the one that the current key derives. */
  setLasting(purpose: string, key: Buffer): void
}

/** The text of `SECRET_KEY` and, while the key is being changed, of the previous one. */
export interface SecretKeys {
  current: string
  previous?: string | undefined
}

/** Creates a vault from the text of `SECRET_KEY`, and that of the previous one. */
export function openVault(current: string, previous?: string): Keyring {
  const lasting = new Map<string, Buffer>()
  let keys = [openKey(current)]
  const key = () => keys[0] as Key
  const vault: Keyring = {
    get fingerprint() {
      return key().fingerprint()
    },
    get previousFingerprint() {
      return keys[1]?.fingerprint()
    },
    use({ current, previous }) {
      keys = [openKey(current), ...(previous && previous !== current ? [openKey(previous)] : [])]
    },
    retirePrevious() {
      keys = [key()]
    },
    seal: (plain, about) => key().seal(plain, about),
    open(sealed, about) {
      try {
        return key().open(sealed, about)
      } catch (error) {
        const [, previous] = keys
        if (!previous) throw error
        return previous.open(sealed, about)
      }
    },
    isCurrent(sealed, about) {
      try {
        key().open(sealed, about)
        return true
      } catch {
        return false
      }
    },
    mac: (purpose, text) => key().mac(purpose, text),
    macs: (purpose, text) => keys.map((each) => each.mac(purpose, text)),
    lastingMac: (purpose, text) => hmac(lasting.get(purpose) ?? vault.deriveKey(purpose), text),
    deriveKey: (purpose) => (keys.at(-1) as Key).derive(purpose),
    setLasting: (purpose, key) => void lasting.set(purpose, key),
  }
  vault.use({ current, previous })
  return vault
}

type Key = ReturnType<typeof openKey>

function openKey(secretKey: string) {
  const derived = new Map<string, Buffer>()
  const derive = (purpose: string) => {
    let key = derived.get(purpose)
    if (!key) derived.set(purpose, (key = Buffer.from(hkdfSync('sha256', secretKey, '', purpose, SECRET_BYTES))))
    return key
  }
  return {
    derive,
    seal(plain: string, about: string): Buffer {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', derive('seal'), iv).setAAD(Buffer.from(about))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    },
    open(sealed: Uint8Array, about: string): string {
      const decipher = createDecipheriv('aes-256-gcm', derive('seal'), sealed.subarray(0, IV_BYTES))
      decipher.setAAD(Buffer.from(about)).setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },
    mac: (purpose: string, text: string) => hmac(derive(purpose), text),
    fingerprint: () => hmac(derive('fingerprint'), '').toString('hex', 0, FINGERPRINT_BYTES),
  }
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function base62(value: bigint, chars: number): string {
  let text = ''
  for (let i = 0; i < chars; i++) {
    text = BASE62[Number(value % 62n)] + text
    value /= 62n
  }
  return text
}
