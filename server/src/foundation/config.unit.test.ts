import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

describe('private addresses and mock connectors', () => {
  const defaults = (env: Readonly<Record<string, string | undefined>>) => {
    const { webhookAllowPrivate, connectors } = readConfig(env)
    return [webhookAllowPrivate, connectors]
  }

  test.each([
    {},
    { HOST: '::1' },
    { HOST: 'localhost', BASE_URL: 'http://localhost:8787' },
    { BASE_URL: 'http://127.0.0.1:9000' },
    { BASE_URL: 'https://[::1]:8443/' },
  ])('are on by default while HOST and BASE_URL are loopback: %o', (env) => {
    expect(defaults(env)).toEqual([true, true])
  })

  test.each([
    { HOST: '0.0.0.0' },
    { HOST: '0.0.0.0', BASE_URL: 'http://127.0.0.1:8787' },
    { HOST: '127.0.0.1', BASE_URL: 'https://memory.example' },
    { BASE_URL: 'http://192.168.1.2' },
    { BASE_URL: 'https://127.0.0.1.memory.example' },
    { BASE_URL: 'https://localhost.example' },
  ])('are off by default if HOST or BASE_URL is not loopback: %o', (env) => {
    expect(defaults(env)).toEqual([false, false])
  })

  test('follow their settings', () => {
    const env = { BASE_URL: 'https://memory.example', WEBHOOK_ALLOW_PRIVATE: 'true', CONNECTORS: 'on' }
    expect(defaults(env)).toEqual([true, true])
    expect(defaults({ WEBHOOK_ALLOW_PRIVATE: 'false', CONNECTORS: 'off' })).toEqual([false, false])
  })
})
