import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/*
 * A software authenticator: makes and uses passkeys as a browser with a platform authenticator does (WebAuthn Level 3),
 * with ES256 and no attestation. Each part of an answer can be wrong on request.
 */

interface Given {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  /** Whether the authenticator has verified its user. */
  verified?: boolean
  signCount?: number
  userHandle?: string
  crossOrigin?: boolean
  /** A statement about the authenticator with a certificate that is none. */
  attested?: boolean
}

interface CreationOptions {
  challenge: string
  rp: { id: string }
  user: { id: string }
}

interface RequestOptions {
  challenge: string
  rpId: string
}

const USER_PRESENT = 1
const USER_VERIFIED = 4
const ATTESTED = 64

/** A new passkey for pages of this origin. */
export function newPasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let signCount = 0
  let userHandle = ''

  const clientData = (type: string, challenge: string, given: Given) =>
    Buffer.from(
      JSON.stringify({
        type: given.type ?? type,
        challenge: given.challenge ?? challenge,
        origin: given.origin ?? origin,
        crossOrigin: given.crossOrigin ?? false,
      }),
    )
  const authenticatorData = (rpId: string, flags: number, { verified = true, ...given }: Given) => {
    const data = Buffer.alloc(37)
    createHash('sha256')
      .update(given.rpId ?? rpId)
      .digest()
      .copy(data)
    data[32] = flags | USER_PRESENT | (verified ? USER_VERIFIED : 0)
    data.writeUInt32BE(given.signCount ?? signCount, 33)
    return data
  }
  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }

  return {
    /** From here on the authenticator counts its signatures. */
    count() {
      signCount = 1
    },

    /** What `navigator.credentials.create` returns. */
    create(options: CreationOptions, given: Given = {}) {
      userHandle = options.user.id
      const { x, y } = publicKey.export({ format: 'jwk' })
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
        Buffer.from(x as string, 'base64url'),
        Buffer.from([0x22, 0x58, 0x20]),
        Buffer.from(y as string, 'base64url'),
      ])
      const head = Buffer.alloc(18)
      head.writeUInt16BE(id.length, 16)
      const data = Buffer.concat([authenticatorData(options.rp.id, ATTESTED, given), head, id, key])
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        ...(given.attested
          ? [Buffer.from([0x6b]), Buffer.from('android-key')]
          : [Buffer.from([0x64]), Buffer.from('none')]),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        // `{ x5c: [h'00'] }`
        given.attested
          ? Buffer.concat([Buffer.from([0xa1, 0x63]), Buffer.from('x5c'), Buffer.from([0x81, 0x41, 0x00])])
          : Buffer.from([0xa0]),
        Buffer.from([0x68]),
        Buffer.from('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ])
      return {
        ...credential,
        clientExtensionResults: {},
        authenticatorAttachment: 'platform',
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, given).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },

    /** What `navigator.credentials.get` returns. */
    get(options: RequestOptions, given: Given = {}) {
      if (signCount) signCount++
      const data = authenticatorData(options.rpId, 0, given)
      const client = clientData('webauthn.get', options.challenge, given)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return {
        ...credential,
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          userHandle: given.userHandle ?? userHandle,
        },
      }
    },
  }
}

export type SoftPasskey = ReturnType<typeof newPasskey>
