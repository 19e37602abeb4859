import { base64url } from './base64url.ts'

/** A key pair to bind tokens to: a `CryptoKeyPair` of ECDSA with P-256, or of Ed25519. */
export interface DpopKey {
  readonly publicKey: Key
  readonly privateKey: Key
}
// `CryptoKey`, whose name is not global in the types of every platform.
type Key = Parameters<typeof crypto.subtle.exportKey>[1]

/**
 * Creates a key to bind a token to (DPoP, RFC 9449): pass it as `dpop` when you exchange the code, and to each client with that
 * token. The private key cannot be exported; create one with `crypto.subtle` to store it. ECDSA with P-256, or Ed25519.
 * @example
 * const dpop = await newDpopKey()
 * const { connection_token: token } = await handleCallback(request.url, { ...attempt, dpop })
 * const memory = new MemoryService({ baseUrl, token, dpop })
 */
export async function newDpopKey(): Promise<DpopKey> {
  return crypto.subtle.generateKey(ECDSA, false, ['sign', 'verify'])
}

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** A proof for one request: the value of its `DPoP` header (RFC 9449, 4.2). `htu` is its address without the query. */
export async function proofOf(key: DpopKey, htm: string, htu: string, token?: string): Promise<string> {
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', key.publicKey)
  const header = { typ: 'dpop+jwt', alg: kty === 'EC' ? 'ES256' : 'EdDSA', jwk: { kty, crv, x, y } }
  const ath = token && base64url(await crypto.subtle.digest('SHA-256', utf8(token)))
  const claims = { jti: crypto.randomUUID(), htm, htu, iat: Math.floor(Date.now() / 1_000), ath }
  const signed = [header, claims].map((part) => base64url(utf8(JSON.stringify(part)))).join('.')
  const { name } = key.privateKey.algorithm
  return `${signed}.${base64url(await crypto.subtle.sign({ ...ECDSA, name }, key.privateKey, utf8(signed)))}`
}

const utf8 = (text: string) => new TextEncoder().encode(text)
