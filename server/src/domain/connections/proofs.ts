import { z } from 'zod'
import { invalidProof, PROOF_WINDOW_MS, type Proof, verifyProof } from '../../foundation/auth/dpop.ts'
import { hashBoundSecret, hashSecret } from '../../foundation/auth/secrets.ts'
import type { Ctx, Ports } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { DELETE_BATCH_ROWS } from '../../foundation/jobs.ts'
import { sql } from '../../foundation/sql/sql.ts'

/*
 * Tokens that are bound to a key of their holder (DPoP, RFC 9449). A client binds them by sending a proof when it exchanges a
 * code or a refresh token.
 */

/** The headers of an exchange. */
export const ExchangeHeaders = z.object({
  dpop: z.string().optional().meta({
    description: 'A proof that binds the tokens to its key (RFC 9449). An app may require it.',
  }),
})

/** How a token is presented: `DPoP` if it is bound to a key. */
export const TokenType = z.enum(['Bearer', 'DPoP'])
export type TokenType = z.output<typeof TokenType>

/** The keys that the tokens of an exchange are bound to, as thumbprints (RFC 7638); `null` is none. */
export interface Binding {
  access: string | null
  /** Only of a client without a secret: any other authenticates when it refreshes (RFC 9449, 5). */
  refresh: string | null
}

/** The binding that an exchange with this proof asks for. */
export function bindingOf(proof: Proof | undefined, isPublic: boolean): Binding {
  const access = proof?.jkt ?? null
  return { access, refresh: isPublic ? access : null }
}

export function tokenType({ access }: Binding): TokenType {
  return access === null ? 'Bearer' : 'DPoP'
}

/** The hash under which a secret with this binding is stored. */
export function hashBound(secret: string, jkt: string | null): Buffer {
  return jkt === null ? hashSecret(secret) : hashBoundSecret(secret)
}

/**
 * Verifies the proof of an exchange, if there is one.
 * @throws Failure `invalid_dpop_proof`, also if the client requires a proof and there is none
 */
export async function proofOf(
  { config, clock }: Ctx,
  { requiresProof }: { requiresProof: boolean },
  path: string,
  header: string | undefined,
): Promise<Proof | undefined> {
  if (header === undefined && !requiresProof) return undefined
  return verifyProof(header, { method: 'POST', url: config.baseUrl + path }, clock())
}

/**
 * Checks that the sender has the key that a code or refresh token is bound to.
 * @throws Failure `invalid_dpop_proof`; `invalid_grant` if the proof is of another key
 */
export function checkKey(jkt: string | null, proof: Proof | undefined): void {
  if (jkt === null || proof?.jkt === jkt) return
  throw proof ? new Failure('invalid_grant') : invalidProof('The header `DPoP` is missing.')
}

/** The failure of a token that is presented as `Bearer` although it is bound to a key, or as `DPoP` although it is not. */
export function otherScheme(jkt: string | null): Failure {
  if (jkt === null)
    return new Failure('unauthorized', { reason: 'This token is not bound to a key; send it as Bearer.' })
  const reason = 'This token is bound to a key; send it as DPoP, with a proof (RFC 9449).'
  return new Failure('unauthorized', { scheme: 'DPoP', reason })
}

/**
 * Records that a proof is used, in the database, so that no other process accepts it again.
 * @throws Failure `invalid_dpop_proof` if it was used before
 */
export async function spendProof({ db }: Pick<Ports, 'db'>, { hash, usableUntil }: Proof): Promise<void> {
  const isFirst = await db.count(sql`
    insert into dpop_proofs (proof_hash, expires_at) values (${hash}, ${usableUntil.toISOString()})
    on conflict (proof_hash) do nothing`)
  if (!isFirst) throw invalidProof('It was used before; each request needs a proof with a `jti` of its own.')
}

/** Deletes a batch of used proofs that no process would accept again. Returns `true` if there may be more. */
export async function deleteExpiredProofs({ db, clock }: Pick<Ports, 'db' | 'clock'>): Promise<boolean> {
  // The clocks of other processes may be behind.
  const before = new Date(clock().getTime() - PROOF_WINDOW_MS).toISOString()
  const deleted = await db.count(sql`
    delete from dpop_proofs where proof_hash in (
      select proof_hash from dpop_proofs where expires_at < ${before} limit ${DELETE_BATCH_ROWS})`)
  return deleted === DELETE_BATCH_ROWS
}
