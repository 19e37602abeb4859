import { createHash, randomUUID, type webcrypto } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, type JWTHeaderParameters, SignJWT } from 'jose'
import * as oauth from 'oauth4webapi'
import { authorized, type Fields, type Registration } from './oauth-client.ts'
import type { Call, Person, TestService } from './service.ts'

/* Clients that bind their tokens to a key (DPoP, RFC 9449): a standard one, and proofs made by hand. */

const plain = { [oauth.allowInsecureRequests]: true }

export type KeyPair = webcrypto.CryptoKeyPair

export const newKey = (alg = 'ES256'): Promise<KeyPair> => oauth.generateKeyPair(alg, { extractable: true })

export const thumbprintOf = async ({ publicKey }: KeyPair) => calculateJwkThumbprint(await exportJWK(publicKey))

/** Runs the whole flow with proofs of a key; returns the token response. */
export async function signInWith(
  key: KeyPair,
  service: TestService,
  person: Person,
  known: Registration,
  wish: Fields = {},
) {
  const { client, auth, redirect_uri } = known
  const { as, params, code_verifier } = await authorized(service, person, known, wish)
  const response = await oauth.authorizationCodeGrantRequest(as, client, auth, params, redirect_uri, code_verifier, {
    ...plain,
    DPoP: oauth.DPoP(client, key),
    ...(wish.resource ? { additionalParameters: { resource: wish.resource } } : {}),
  })
  return oauth.processAuthorizationCodeResponse(as, client, response)
}

/** Requests a resource as the standard client does. */
export function fetchWith(key: KeyPair, token: string, method: string, url: string): Promise<Response> {
  return oauth.protectedResourceRequest(token, method, new URL(url), undefined, undefined, {
    ...plain,
    DPoP: oauth.DPoP({}, key),
  })
}

/** What a proof says; the rest is as it should be. */
export interface ProofParts {
  header?: Partial<JWTHeaderParameters>
  claims?: Record<string, unknown>
}

/** A proof for a request of this service, with some parts replaced. */
export async function proofFor(
  key: KeyPair,
  { method, url, token }: { method: string; url: string; token?: string },
  { header, claims }: ProofParts = {},
): Promise<string> {
  const jwk = await exportJWK(key.publicKey)
  const all = {
    ...{ jti: randomUUID(), htm: method, htu: url, iat: Math.floor(Date.now() / 1_000) },
    ...(token ? { ath: createHash('sha256').update(token).digest('base64url') } : {}),
    ...claims,
  }
  return new SignJWT(all)
    .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk, ...header })
    .sign(key.privateKey, { crit: { x: true } })
}

/** The headers of a call with a bound token; the proof may be replaced. */
export async function boundCall(
  key: KeyPair,
  service: TestService,
  { method, path, token }: { method: string; path: string; token: string },
  parts?: ProofParts,
): Promise<Pick<Call, 'headers'>> {
  const dpop = await proofFor(key, { method, url: service.url + (path.split('?')[0] ?? ''), token }, parts)
  return { headers: { authorization: `DPoP ${token}`, dpop } }
}
