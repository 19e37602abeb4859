import { expect, test } from 'vitest'
import { AddressRefused, guardedLookup, refuseUrl, UrlRefused } from './address.ts'
import { describeRequestError } from './egress.ts'

const errorOf = (resolve: Parameters<typeof guardedLookup>[1]) =>
  new Promise<unknown>((done) => guardedLookup(false, resolve)('host.example', {}, (error) => done(error)))

test('does not tell names that exist inside a network from those that exist nowhere', async () => {
  const inner = await errorOf((_, __, callback) => callback(null, [{ address: '10.0.0.5', family: 4 }]))
  const unknown = await errorOf((_, __, callback) =>
    callback(Object.assign(new Error('getaddrinfo ENOTFOUND host.example'), { code: 'ENOTFOUND' }), ''),
  )
  const empty = await errorOf((_, __, callback) => callback(null, []))
  expect([inner, unknown, empty].map((error) => describeRequestError(error, 5_000))).toEqual(
    Array(3).fill('the host has no public address'),
  )
  expect(inner).toBeInstanceOf(AddressRefused)
})

test('says what is wrong with a URL that is not requested at all', () => {
  const refused = refuseUrl('http://10.0.0.5/', false)
  expect(describeRequestError(new UrlRefused(`the URL ${refused}`), 5_000)).toBe('the URL must be an https URL')
})
