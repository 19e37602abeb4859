/** Values of the examples in the OpenAPI document. */

const challenge = 'mP2rF0yX3bq1uV5sK8dJ7wLz4cN6tH9aQeYgRoTiUfA'
const credential = 'AbCdEfGhIjKlMnOpQrStUv'
const clientDataJSON = 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoibVAyckYwIn0'
const at = '2026-05-03T07:30:00.000Z'

const passkey = {
  id: 'psk_01kb5dd9v2000m4h2n8y7tq3wz',
  name: 'My laptop',
  createdAt: at,
  lastUsedAt: null,
  backedUp: true,
}

export const FACTORS_EXAMPLE = {
  passkey,
  assertion: {
    id: credential,
    rawId: credential,
    type: 'public-key' as const,
    response: { clientDataJSON, authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4', signature: 'MEUCIQDx3v5' },
  },
  attestation: {
    id: credential,
    rawId: credential,
    type: 'public-key' as const,
    response: { clientDataJSON, attestationObject: 'o2NmbXRkbm9uZQ', transports: ['internal'] },
  },
  requestOptions: { challenge, rpId: 'memory.example', timeout: 300_000, userVerification: 'required' },
  creationOptions: {
    challenge,
    rp: { id: 'memory.example', name: 'Memory Service' },
    user: { id: 'dXNyXzAxa2I1ZGQ5djIwMDA', name: 'ada@example.com', displayName: 'Ada' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    timeout: 300_000,
    attestation: 'none',
    excludeCredentials: [],
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  },
  factors: {
    password: true,
    passkeys: [passkey],
    passkeys_available: true,
    totp: { createdAt: at, lastUsedAt: at },
    recovery_codes: { left: 10 },
  },
  totp: {
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    uri: 'otpauth://totp/Memory%20Service%20(memory.example):ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Memory%20Service%20(memory.example)',
  },
  recoveryCodes: ['7k2mf-9xw3t', 'qp4na-0hv8c'],
}
