import { createHash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { Failure } from '../errors.ts'

/*
 * Proofs that the sender of a request has a private key (DPoP, RFC 9449). A token that is bound to the key's thumbprint is
 * of no use to others.
 */

/**
 * The algorithms of proofs. Not RSA: the sender chooses the key, and the time to verify a signature grows with its modulus
 * and exponent.
 */
export const PROOF_ALGORITHMS = ['ES256', 'EdDSA', 'Ed25519'] as const
/** How long before and after its `iat` a proof is accepted, for clocks that differ. */
export const PROOF_WINDOW_MS = 60_000
const PROOF_CHARS_MAX = 4_096
const JTI_CHARS_MAX = 256

/** The request that a proof must be for. */
interface ProvenRequest {
  method: string
  /** Without its query. */
  url: string
  /** The token that the request presents, if it presents one. */
  accessToken?: string
}

/** A valid proof, which is good for one request. */
export interface Proof {
  /** The thumbprint of its key (RFC 7638), in base64url. */
  jkt: string
  /** Identifies the proof among all proofs. */
  hash: Buffer
  /** Until when it would be accepted again. */
  usableUntil: Date
}

/**
 * Verifies the value of a `DPoP` header (RFC 9449, 4.3), except that it was not used before.
 * @throws Failure `invalid_dpop_proof`
 */
export async function verifyProof(header: unknown, request: ProvenRequest, now: Date): Promise<Proof> {
  if (header === undefined) throw invalidProof('The header `DPoP` is missing.')
  // Node joins repeated headers with commas.
  if (typeof header !== 'string' || header.includes(',')) throw invalidProof('The header `DPoP` must occur once.')
  if (header.length > PROOF_CHARS_MAX) throw invalidProof(`It must have at most ${PROOF_CHARS_MAX} characters.`)
  const { claims, jkt } = await verifySignature(header, now)
  const { htm, htu, iat, jti, ath } = claims
  if (htm !== request.method) throw invalidProof(`Its \`htm\` must be ${request.method}.`)
  const expected = normalized(request.url)
  if (expected === undefined) throw invalidProof('The address of the request is invalid.')
  if (typeof htu !== 'string' || normalized(htu) !== expected) throw invalidProof(`Its \`htu\` must be ${expected}.`)
  if (typeof iat !== 'number' || Math.abs(iat * 1_000 - now.getTime()) > PROOF_WINDOW_MS)
    throw invalidProof(
      `Its \`iat\` must be within ${PROOF_WINDOW_MS / 1_000} seconds of ${Math.floor(now.getTime() / 1_000)}.`,
    )
  if (typeof jti !== 'string' || !jti || jti.length > JTI_CHARS_MAX)
    throw invalidProof(`Its \`jti\` must have 1 to ${JTI_CHARS_MAX} characters.`)
  const { accessToken } = request
  if (accessToken !== undefined && ath !== sha256(accessToken).toString('base64url'))
    throw invalidProof('Its `ath` must be the base64url of the SHA-256 of the token.')
  return { jkt, hash: sha256(`${jkt} ${jti}`), usableUntil: new Date(iat * 1_000 + PROOF_WINDOW_MS) }
}

/** Creates the failure of a proof; the reason is a sentence about it. */
export function invalidProof(reason: string, cause?: unknown): Failure<'invalid_dpop_proof'> {
  return new Failure('invalid_dpop_proof', { reason }, cause)
}

/** Checks the signature with the public key in the header of the proof. */
async function verifySignature(proof: string, now: Date): Promise<{ claims: JWTPayload; jkt: string }> {
  // Loaded at the first proof, to keep the start fast.
  const { calculateJwkThumbprint, EmbeddedJWK, errors, jwtVerify } = await import('jose')
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      algorithms: [...PROOF_ALGORITHMS],
      typ: 'dpop+jwt',
      currentDate: now,
      clockTolerance: PROOF_WINDOW_MS / 1_000,
    })
    return { claims: payload, jkt: await calculateJwkThumbprint(protectedHeader.jwk ?? {}) }
  } catch (error) {
    // Errors of the platform are about keys that it cannot import.
    throw invalidProof(error instanceof errors.JOSEError ? `${error.message}.` : 'Its key is invalid.', error)
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** A URL without query and fragment, normalized by its syntax and scheme (RFC 3986, 6.2.2 and 6.2.3). */
function normalized(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  url.search = ''
  url.hash = ''
  return url.href.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : escaped.toUpperCase()
  })
}
