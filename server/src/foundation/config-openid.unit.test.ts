import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const CLIENT = { OIDC_CLIENT_ID: 'memory', OIDC_CLIENT_SECRET: 'a secret' }
const openIdOf = (env: Record<string, string>) => readConfig(env).openId

describe('the OpenID provider', () => {
  test('is none by default', () => expect(openIdOf({})).toBeNull())

  test('is named after its host unless a name is set', () => {
    const issuer = 'https://id.example.com/realms/staff'
    expect(openIdOf({ OIDC_ISSUER: issuer, ...CLIENT })).toEqual({
      ...{ issuer, clientId: 'memory', clientSecret: 'a secret', name: 'id.example.com' },
    })
    expect(openIdOf({ OIDC_ISSUER: issuer, OIDC_NAME: 'Acme', ...CLIENT })?.name).toBe('Acme')
  })

  test('may be reached without TLS on this machine only', () => {
    expect(openIdOf({ OIDC_ISSUER: 'http://127.0.0.1:9000', ...CLIENT })?.issuer).toBe('http://127.0.0.1:9000')
    for (const issuer of [
      'http://id.example.com',
      'id.example.com',
      'https://id.example.com?x=1',
      'ftp://id.example.com',
    ])
      expect(() => openIdOf({ OIDC_ISSUER: issuer, ...CLIENT })).toThrow(/^OIDC_ISSUER must be the https URL/)
  })

  test('needs a client id and a secret', () => {
    expect(() => openIdOf({ OIDC_ISSUER: 'https://id.example.com' })).toThrow(
      /OIDC_CLIENT_ID is not set.*\nOIDC_CLIENT_SECRET is not set/,
    )
    expect(() => openIdOf({ OIDC_ISSUER: 'https://id.example.com', ...CLIENT, OIDC_NAME: 'x'.repeat(61) })).toThrow(
      /OIDC_NAME must be a name/,
    )
  })
})
