import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../../foundation/ctx.ts'
import { Failure } from '../../../foundation/errors.ts'
import { newId } from '../../../foundation/ids.ts'
import { sql } from '../../../foundation/sql/sql.ts'
import type { Holder } from '../sessions.ts'
import { STEP_MS, type StepName, startStep, takeStep } from '../steps.ts'
import type { PasskeyAssertion, PasskeyAttestation } from './passkey-shapes.ts'
import { type RelyingParty, relyingPartyOf } from './relying-party.ts'

/*
 * Passkeys (WebAuthn Level 3). Every passkey is discoverable and verifies its user, by a PIN or biometrics, so that one
 * is enough to sign in with. Challenges are stored, live five minutes and are used up by the first attempt.
 */

const PASSKEYS_MAX = 20
const CHALLENGE_BYTES = 32
const RP_NAME = 'Memory Service'
/** EdDSA, ES256 and RS256: what authenticators make. */
const ALGORITHMS = [-8, -7, -257]
const PREFIXES = { user: 'usr_', developer: 'dev_' } as const

type PasskeyCtx = Pick<Ctx, 'db' | 'clock' | 'vault' | 'config' | 'log'>

/** A passkey as its owner sees it. */
export interface Passkey {
  id: string
  name: string
  createdAt: string
  lastUsedAt: string | null
  /** Whether the authenticator has a copy elsewhere, such as in a password manager. */
  backedUp: boolean
}

const COLUMNS = sql`id, name, created_at as "createdAt", last_used_at as "lastUsedAt", backed_up as "backedUp"`

// Loaded on first use, because few processes of a cluster, and no worker, ever need it.
const library = () => import('@simplewebauthn/server')

/** The relying party. @throws Failure `conflict` if this service has none */
function requireRelyingParty({ config }: PasskeyCtx): RelyingParty {
  const party = relyingPartyOf(config)
  if (party) return party
  throw new Failure('conflict', {
    reason: 'Passkeys need a host name in BASE_URL; this service has only an IP address.',
  })
}

/** Options that ask the browser for one of these passkeys, or for any passkey of this service. */
export async function requestOptions(ctx: PasskeyCtx, holder: Holder, step: StepName, accountId?: string) {
  const { id: rpID } = requireRelyingParty(ctx)
  const challenge = randomBytes(CHALLENGE_BYTES)
  const token = challenge.toString('base64url')
  await startStep(ctx, step, holder, { token, ...(accountId && { accountId }) })
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: new Uint8Array(challenge),
    timeout: STEP_MS,
    userVerification: 'required',
    ...(accountId && { allowCredentials: await credentialsOf(ctx, accountId) }),
  })
  return { ...options, rpId: rpID, userVerification: 'required' }
}

/** Options that ask the browser to make a passkey for an account. */
export async function creationOptions(
  ctx: PasskeyCtx,
  holder: Holder,
  account: { id: string; email: string; name: string | null },
) {
  const { id: rpID } = requireRelyingParty(ctx)
  const challenge = randomBytes(CHALLENGE_BYTES)
  const token = challenge.toString('base64url')
  await startStep(ctx, 'passkey_add', holder, { token, accountId: account.id })
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: holder === 'user' ? RP_NAME : `${RP_NAME} developers`,
    rpID,
    userID: new Uint8Array(Buffer.from(account.id)),
    userName: account.email,
    userDisplayName: account.name ?? account.email,
    challenge: new Uint8Array(challenge),
    timeout: STEP_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: await credentialsOf(ctx, account.id),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const { challenge: text, rp, user, pubKeyCredParams, timeout, excludeCredentials } = options
  return {
    ...{ challenge: text, user, pubKeyCredParams, timeout, excludeCredentials },
    rp: { ...rp, id: rpID },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  }
}

/** A credential that the browser has made, verified and ready to be stored. */
interface NewCredential {
  id: string
  publicKey: Buffer
  signCount: number
  transports: string[]
  backedUp: boolean
}

/** Verifies what the browser made of {@link creationOptions}. `undefined` if it is not valid. */
export async function verifyAttestation(
  ctx: PasskeyCtx,
  holder: Holder,
  accountId: string,
  response: PasskeyAttestation,
): Promise<NewCredential | undefined> {
  const { id: rpID, origins } = requireRelyingParty(ctx)
  const { verifyRegistrationResponse } = await library()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...(await withoutAttestation(response)), clientExtensionResults: {} } as never,
      expectedChallenge: (challenge) => isExpected(ctx, 'passkey_add', holder, challenge, accountId),
      expectedOrigin: origins,
      expectedRPID: rpID,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return undefined
    const { credential, credentialBackedUp } = registrationInfo
    return {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      transports: response.response.transports ?? [],
      backedUp: credentialBackedUp,
    }
  } catch (error) {
    return rejected(ctx, error)
  }
}

/**
 * The response as one without attestation (WebAuthn Level 3, 8.7). Nothing depends on the maker of an authenticator, and to
 * check one, the library would request the addresses in its certificates, wherever they lead.
 */
async function withoutAttestation({ response, ...more }: PasskeyAttestation) {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers')
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject)).get('authData')
  const attestationObject = isoCBOR.encode(
    new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', authData],
    ]),
  )
  return { ...more, response: { ...response, attestationObject: isoBase64URL.fromBuffer(attestationObject) } }
}

/** Stores a passkey; the caller has locked the account. @throws Failure `conflict` */
export async function insertPasskey(
  { db, clock }: PasskeyCtx,
  accountId: string,
  name: string,
  made: NewCredential,
): Promise<Passkey> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*)::int as count from passkeys where holder_id = ${accountId}`,
  )
  if (count >= PASSKEYS_MAX)
    throw new Failure('conflict', { reason: `An account can have ${PASSKEYS_MAX} passkeys; remove one first.` })
  const now = clock()
  const stored = await db.maybe<Passkey>(sql`
    insert into passkeys (credential_id, holder_id, id, name, public_key, sign_count, transports, backed_up, created_at)
    values (${made.id}, ${accountId}, ${newId('psk', now.getTime())}, ${name}, ${made.publicKey}, ${made.signCount},
      ${made.transports}, ${made.backedUp}, ${now.toISOString()})
    on conflict (credential_id) do nothing returning ${COLUMNS}`)
  if (!stored) throw new Failure('conflict', { reason: 'This passkey is already registered.' })
  return stored
}

interface StoredCredential {
  holder_id: string
  public_key: Buffer
  sign_count: number
}

/**
 * Verifies the answer to {@link requestOptions}, and records the use of the passkey. Returns the account it belongs to,
 * `undefined` if the answer is not valid.
 * @param accountId the only account whose passkeys are accepted; by default, any account of this kind
 */
export async function verifyAssertion(
  ctx: PasskeyCtx,
  holder: Holder,
  step: StepName,
  response: PasskeyAssertion,
  accountId?: string,
): Promise<string | undefined> {
  const { id: rpID, origins } = requireRelyingParty(ctx)
  const stored = await ctx.db.maybe<StoredCredential>(
    sql`select holder_id, public_key, sign_count from passkeys where credential_id = ${response.id}`,
  )
  const { userHandle } = response.response
  const isOwn =
    stored?.holder_id.startsWith(PREFIXES[holder]) &&
    (accountId === undefined || stored.holder_id === accountId) &&
    (userHandle == null || Buffer.from(userHandle, 'base64url').toString() === stored.holder_id)
  if (!stored || !isOwn) return undefined
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} } as never,
      expectedChallenge: (challenge) => isExpected(ctx, step, holder, challenge, accountId),
      expectedOrigin: origins,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: response.id,
        publicKey: new Uint8Array(stored.public_key),
        counter: stored.sign_count,
      },
    })
    if (!verified) return undefined
    const { newCounter, credentialBackedUp } = authenticationInfo
    // Of two concurrent answers of an authenticator that counts, the one with the lower count is rejected.
    const used = await ctx.db.count(sql`
      update passkeys set sign_count = ${newCounter}, backed_up = ${credentialBackedUp},
        last_used_at = ${ctx.clock().toISOString()}
      where credential_id = ${response.id} and (sign_count < ${newCounter} or sign_count = 0 and ${newCounter} = 0)`)
    return used ? stored.holder_id : undefined
  } catch (error) {
    return rejected(ctx, error)
  }
}

/** Whether an account has the passkey of a credential. */
export async function hasPasskey({ db }: Pick<Ctx, 'db'>, accountId: string, credentialId: string): Promise<boolean> {
  const row = await db.maybe(
    sql`select 1 from passkeys where credential_id = ${credentialId} and holder_id = ${accountId}`,
  )
  return row !== undefined
}

/** The passkeys of an account, newest first. */
export async function listPasskeys({ db }: Pick<Ctx, 'db'>, accountId: string): Promise<Passkey[]> {
  return db.rows<Passkey>(sql`select ${COLUMNS} from passkeys where holder_id = ${accountId} order by id desc`)
}

export async function renamePasskey(
  { db }: Pick<Ctx, 'db'>,
  accountId: string,
  id: string,
  name: string,
): Promise<Passkey> {
  const renamed = await db.maybe<Passkey>(
    sql`update passkeys set name = ${name} where holder_id = ${accountId} and id = ${id} returning ${COLUMNS}`,
  )
  if (!renamed) throw new Failure('not_found')
  return renamed
}

/** @throws Failure `not_found` */
export async function deletePasskey({ db }: Pick<Ctx, 'db'>, accountId: string, id: string): Promise<void> {
  const deleted = await db.count(sql`delete from passkeys where holder_id = ${accountId} and id = ${id}`)
  if (!deleted) throw new Failure('not_found')
}

async function credentialsOf({ db }: PasskeyCtx, accountId: string): Promise<{ id: string; transports: string[] }[]> {
  return db.rows(
    sql`select credential_id as id, transports from passkeys where holder_id = ${accountId} order by passkeys.id`,
  )
}

/** Uses up a challenge; whether it was given out for this step and account. */
async function isExpected(ctx: PasskeyCtx, step: StepName, holder: Holder, challenge: string, accountId?: string) {
  return (await takeStep(ctx, step, holder, challenge, accountId ?? null)) !== undefined
}

// The library throws for every answer that is not valid; database errors pass.
function rejected({ log }: PasskeyCtx, error: unknown): undefined {
  if (error instanceof Failure) throw error
  log.info({ reason: error instanceof Error ? error.message : String(error) }, 'passkey rejected')
  return undefined
}
