import { z } from 'zod'

/*
 * WebAuthn messages as browsers write and read them as JSON (WebAuthn Level 3, 5.1). The browser decides which further
 * fields they have, so unknown ones are accepted; the library that verifies them reads the ones below.
 */

const BASE64URL_CHARS_MAX = 8_192
const CREDENTIAL_ID_CHARS_MAX = 1_400
const TRANSPORTS_MAX = 10
const TRANSPORT_CHARS_MAX = 32

const base64Url = (charsMax: number) =>
  z
    .string()
    .max(charsMax, { abort: true })
    .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url without padding')
const Base64Url = base64Url(BASE64URL_CHARS_MAX)
const CredentialId = base64Url(CREDENTIAL_ID_CHARS_MAX)

const credential = {
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(TRANSPORT_CHARS_MAX).nullish(),
  clientExtensionResults: z.looseObject({}).optional(),
}

/** What `navigator.credentials.get` returned, from `PublicKeyCredential.toJSON()`. */
export const PasskeyAssertion = z
  .looseObject({
    ...credential,
    response: z.looseObject({
      clientDataJSON: Base64Url,
      authenticatorData: Base64Url,
      signature: Base64Url,
      userHandle: Base64Url.nullish(),
    }),
  })
  .meta({
    id: 'PasskeyAssertion',
    description: '`AuthenticationResponseJSON` of WebAuthn: the answer of `navigator.credentials.get`.',
  })
export type PasskeyAssertion = z.output<typeof PasskeyAssertion>

/** What `navigator.credentials.create` returned, from `PublicKeyCredential.toJSON()`. */
export const PasskeyAttestation = z
  .looseObject({
    ...credential,
    response: z.looseObject({
      clientDataJSON: Base64Url,
      attestationObject: Base64Url,
      transports: z.array(z.string().max(TRANSPORT_CHARS_MAX)).max(TRANSPORTS_MAX).optional(),
    }),
  })
  .meta({
    id: 'PasskeyAttestation',
    description: '`RegistrationResponseJSON` of WebAuthn: the answer of `navigator.credentials.create`.',
  })
export type PasskeyAttestation = z.output<typeof PasskeyAttestation>

const descriptors = z
  .array(z.object({ id: z.string(), type: z.string(), transports: z.array(z.string()).optional() }))
  .optional()

/** The options for `navigator.credentials.get`. */
export const RequestOptions = z
  .object({
    challenge: z.string().meta({ description: 'Good for one attempt within five minutes.' }),
    rpId: z.string(),
    timeout: z.int().optional(),
    userVerification: z.string(),
    allowCredentials: descriptors,
  })
  .meta({
    id: 'PasskeyRequestOptions',
    description:
      '`PublicKeyCredentialRequestOptionsJSON` of WebAuthn, for `PublicKeyCredential.parseRequestOptionsFromJSON`.',
  })

/** The options for `navigator.credentials.create`. */
export const CreationOptions = z
  .object({
    challenge: z.string().meta({ description: 'Good for one attempt within five minutes.' }),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.string(), alg: z.int() })),
    timeout: z.int().optional(),
    attestation: z.string(),
    excludeCredentials: descriptors,
    authenticatorSelection: z.object({
      residentKey: z.string(),
      requireResidentKey: z.boolean(),
      userVerification: z.string(),
    }),
  })
  .meta({
    id: 'PasskeyCreationOptions',
    description:
      '`PublicKeyCredentialCreationOptionsJSON` of WebAuthn, for `PublicKeyCredential.parseCreationOptionsFromJSON`.',
  })
