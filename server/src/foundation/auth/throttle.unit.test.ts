import { expect, test } from 'vitest'
import { clientNetwork, networksOf } from './throttle.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:4711', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['[::ffff:192.0.2.1]:4711', '192.0.2.1'],
  ['2001:db8:1:2::9', '8193:3512:1:2'],
  ['[2001:db8:1:2::9]', '8193:3512:1:2'],
  ['[2001:db8:1:2::9]:4711', '8193:3512:1:2'],
  ['unknown:4711', 'unknown:4711'],
])('limits %s as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network)
})

test('names the networks that contain an address, the narrowest first', () => {
  expect(networksOf('192.0.2.1:80')).toEqual(['192.0.2.1', '192.0.2'])
  expect(networksOf('2001:db8:1:2::9')).toEqual(['8193:3512:1:2', '8193:3512:1', '8193:3512'])
})
