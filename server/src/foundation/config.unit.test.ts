import { describe, expect, test } from 'vitest'
import { type Config, ConfigError, readConfig } from './config.ts'

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
    { HUB_URL: 'https://memory.example' },
    { ALLOWED_HOSTS: 'memory.example' },
    { ALLOWED_HOSTS: '*' },
    { TRUSTED_PROXIES: 'loopback' },
  ])('are off by default if an address of the service is not loopback, or a proxy is in front of it: %o', (env) => {
    expect(defaults(env)).toEqual([false, false])
  })

  test('follow their settings', () => {
    const env = { BASE_URL: 'https://memory.example', WEBHOOK_ALLOW_PRIVATE: 'true', CONNECTORS: 'on' }
    expect(defaults(env)).toEqual([true, true])
    expect(defaults({ WEBHOOK_ALLOW_PRIVATE: 'false', CONNECTORS: 'off' })).toEqual([false, false])
  })
})

test('warms up the search unless RECALL_WARM_UP is off', () => {
  expect(readConfig({}).recallWarmUp).toBe(true)
  expect(readConfig({ RECALL_WARM_UP: 'off' }).recallWarmUp).toBe(false)
  expect(() => readConfig({ RECALL_WARM_UP: 'later' })).toThrow(/RECALL_WARM_UP .*must be on or off/)
})

describe('retention', () => {
  test('has defaults and follows the settings', () => {
    const daysOf = ({ auditDays, developerEventDays, deliveryDays, trashDays, requestLogDays }: Config) => [
      auditDays,
      developerEventDays,
      deliveryDays,
      trashDays,
      requestLogDays,
    ]
    expect(daysOf(readConfig({}))).toEqual([365, 365, 30, 30, 7])
    const logs = { AUDIT_DAYS: '30', DEVELOPER_EVENT_DAYS: '3650', REQUEST_LOG_DAYS: '0' }
    const env = { ...logs, DELIVERY_DAYS: '7', TRASH_DAYS: '1' }
    expect(daysOf(readConfig(env))).toEqual([30, 3650, 7, 1, 0])
  })

  test.each([
    ['AUDIT_DAYS', '29', 'from 30 to 3650'],
    ['DEVELOPER_EVENT_DAYS', '4000', 'from 30 to 3650'],
    ['DELIVERY_DAYS', '6', 'from 7 to 365'],
    ['TRASH_DAYS', '0', 'from 1 to 365'],
    ['TRASH_DAYS', 'a month', 'from 1 to 365'],
  ])('%s=%s is refused with what is accepted', (name, value, accepted) => {
    const problem = `${name} must be a number of days ${accepted}; got ${JSON.stringify(value)}.`
    expect(() => readConfig({ [name]: value })).toThrow(new ConfigError([problem]))
  })
})
