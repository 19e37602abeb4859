import { expect, test } from 'vitest'
import type { Db } from '../sql/db.ts'
import { clientNetwork, networksOf, resetThrottle, throttle } from './throttle.ts'

/** A database that counts, and how many statements it was sent. */
function countingDb() {
  let taken = 0
  let statements = 0
  const db = {
    async one() {
      statements++
      return { taken: ++taken, seconds_left: 60 }
    },
    async count() {
      taken = 0
      return 1
    },
  }
  return { db: db as unknown as Db, statements: () => statements }
}

test('a refusal is repeated without a statement', async () => {
  const { db, statements } = countingDb()
  for (let n = 0; n < 3; n++) await throttle(db, 'key', 3, 60)
  for (let n = 0; n < 100; n++)
    await expect(throttle(db, 'key', 3, 60)).rejects.toMatchObject({ details: { retry_after: 60 } })
  expect(statements()).toBe(4)
})

test('a refusal says nothing about a higher limit, another key or the time after a reset', async () => {
  const { db } = countingDb()
  await throttle(db, 'key', 1, 60)
  await expect(throttle(db, 'key', 1, 60)).rejects.toMatchObject({ code: 'rate_limited' })
  await throttle(db, 'key', 50, 60)
  await throttle(db, 'another key', 50, 60)
  await resetThrottle(db, 'key')
  await throttle(db, 'key', 1, 60)
})

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
