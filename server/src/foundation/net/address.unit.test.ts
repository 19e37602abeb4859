import type { LookupFunction } from 'node:net'
import { describe, expect, test } from 'vitest'
import { AddressRefused, guardedLookup, isPublicAddress, refuseUrl } from './address.ts'

const INSIDE = [
  ...['127.0.0.1', '127.255.255.255', '0.0.0.0', '0.1.2.3', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...['169.254.169.254', '100.64.0.1', '100.127.255.255', '224.0.0.1', '239.255.255.255', '255.255.255.255'],
  ...['192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '240.0.0.1'],
  ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456:789a::1', 'fec0::1', 'ff02::1'],
  // An IPv4 address in other clothes: mapped, compatible, translated, NAT64 (and the local one), 6to4, Teredo.
  ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::127.0.0.1', '::7f00:1', '::ffff:0:127.0.0.1', '64:ff9b::127.0.0.1'],
  ...['64:ff9b::a00:1', '64:ff9b:1::a00:1', '2002:7f00:1::', '2002:a00:1::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ...['2001:db8::1', '100::1', '2001:2::1', '5f00::1', '4000::1', '3fff::1'],
]
const OUTSIDE = [
  ...['1.1.1.1', '8.8.8.8', '93.184.215.14', '172.15.255.255', '172.32.0.1', '100.63.255.255', '100.128.0.1'],
  ...['2606:4700:4700::1111', '2a00:1450:4001:82a::200e', '2001:4860:4860::8888'],
]

describe('an address', () => {
  test.each(INSIDE)('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
    if (address.includes('%')) return
    const host = address.includes(':') ? `[${address}]` : address
    expect(refuseUrl(`https://${host}/hooks`, false)).toBe('must have a public address')
  })
  test.each(OUTSIDE)('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
    expect(refuseUrl(`https://${address.includes(':') ? `[${address}]` : address}/`, false)).toBeUndefined()
  })
  test('that is none is not public', () => {
    for (const text of ['', 'hooks.example', '1.2.3', '1.2.3.4.5', ':::']) expect(isPublicAddress(text)).toBe(false)
  })
})

describe('the address of a webhook', () => {
  const disguised = [
    ...[
      'https://2130706433/',
      'https://017700000001/',
      'https://0177.0.0.1/',
      'https://0x7f000001/',
      'https://0x7f.1/',
    ],
    ...['https://127.1/', 'https://127.0.1/', 'https://0/', 'https://127.0.0.1./', 'https://１２７.0.0.1/'],
    ...['https://2852039166/', 'https://0xa9fea9fe/', 'https://0251.0376.0251.0376/', 'https://[::ffff:a9fe:a9fe]/'],
    ...['https://[0:0:0:0:0:0:0:1]/', 'https://[::FFFF:127.0.0.1]/', 'https:127.0.0.1', 'https:\\\\127.0.0.1\\'],
    ...[
      'https://localhost/',
      'https://LOCALHOST:444/',
      'https://localhost./',
      'https://a.localhost/',
      'https://b.local',
    ],
    ...['https://metadata.google.internal/', 'https://metadata.google.internal./', 'https://ｌocalhost/'],
  ]
  test.each(disguised)('%s is seen for what it is', (url) => {
    expect(refuseUrl(url, false)).toBe('must have a public address')
  })

  test.each([
    ['hooks.example/a', 'must be an absolute URL'],
    ['https://', 'must be an absolute URL'],
    ['https://[fe80::1%25eth0]/', 'must be an absolute URL'],
    ['https://1.2.3.4.5/', 'must be an absolute URL'],
    ['http://hooks.example/', 'must be an https URL'],
    ['ftp://hooks.example/', 'must be an https URL'],
    ['file:///etc/passwd', 'must be an https URL'],
    ['javascript:alert(1)', 'must be an https URL'],
    ['https://me@hooks.example/', 'must not contain a user name or password'],
    ['https://hooks.example@127.0.0.1/', 'must not contain a user name or password'],
    ['https://:secret@hooks.example/', 'must not contain a user name or password'],
  ])('%s: it %s', (url, refused) => {
    expect(refuseUrl(url, false)).toBe(refused)
  })

  test('may be inside, over http too, only where that is allowed', () => {
    for (const url of ['http://127.0.0.1:9000/', 'http://localhost/', 'https://10.0.0.1/', 'http://[::1]/'])
      expect(refuseUrl(url, true)).toBeUndefined()
    for (const url of ['ftp://127.0.0.1/', 'file:///etc/passwd', 'http://me@127.0.0.1/'])
      expect(refuseUrl(url, true)).toBeDefined()
  })
})

type Found = { address: string; family: number }[]

/** A resolver that gives these answers one after the other. */
function resolver(...answers: string[][]): LookupFunction {
  return (_hostname, _options, callback) => {
    const found = answers.shift()!.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    callback(null, found as never)
  }
}

function look(lookup: LookupFunction, all = true): Promise<Found | string> {
  return new Promise((resolve, reject) => {
    lookup('hooks.example', { all }, (error, found) => (error ? reject(error) : resolve(found as Found | string)))
  })
}

describe('a name', () => {
  test('that resolves to public addresses gives them all, or the first when one is asked for', async () => {
    const both = ['1.1.1.1', '2606:4700:4700::1111']
    const found = await look(guardedLookup(false, resolver(both)))
    expect((found as Found).map(({ address }) => address)).toEqual(both)
    expect(await look(guardedLookup(false, resolver(both)), false)).toBe('1.1.1.1')
  })

  test('that resolves to an inner address, alone or among public ones, gives none', async () => {
    for (const address of INSIDE)
      for (const answer of [[address], ['1.1.1.1', address], [address, '1.1.1.1']])
        await expect(look(guardedLookup(false, resolver(answer)))).rejects.toThrow(AddressRefused)
  })

  test('is checked at each look-up: what was public before helps nothing', async () => {
    const lookup = guardedLookup(false, resolver(['1.1.1.1'], ['127.0.0.1']))
    await look(lookup)
    await expect(look(lookup)).rejects.toThrow('hooks.example resolves to an address that is not public')
  })

  test('that resolves to nothing, or not at all, is an error', async () => {
    await expect(look(guardedLookup(false, resolver([])), false)).rejects.toThrow('has no address')
    const failing: LookupFunction = (_hostname, _options, callback) => callback(new Error('ENOTFOUND'), '', 0)
    await expect(look(guardedLookup(false, failing))).rejects.toThrow('ENOTFOUND')
  })

  test('may resolve inside where that is allowed', async () => {
    expect(await look(guardedLookup(true, resolver(['127.0.0.1'])))).toEqual([{ address: '127.0.0.1', family: 4 }])
  })
})
