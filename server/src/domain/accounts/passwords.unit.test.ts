import { describe, expect, test } from 'vitest'
import { openPasswords } from './passwords.ts'

describe('password hashing', () => {
  const cheap = openPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 })

  test('uses argon2id with 19 MiB and two passes unless a test asks for less', async () => {
    expect(await openPasswords().hash('a long walk home')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('verifies its own hash, in any Unicode form, and no other password', async () => {
    const hash = await cheap.hash('caf\u00e9 au lait')
    expect(await cheap.matches(hash, 'cafe\u0301 au lait')).toBe(true)
    expect(await cheap.matches(hash, 'cafe au lait')).toBe(false)
  })

  test('matches no password without a hash', async () => {
    expect(await cheap.matches(undefined, 'a long walk home')).toBe(false)
    expect(await cheap.matches(undefined, 'matches no account')).toBe(false)
  })

  test('refuses what is beyond a bounded queue, for hashing and verifying alike', async () => {
    const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 }
    const passwords = openPasswords(cost, { concurrentMax: 1, waitingMax: 2 })
    const stored = await passwords.hash('a long walk home')
    const work = [
      passwords.hash('one'),
      passwords.matches(stored, 'a long walk home'),
      passwords.matches(stored, 'another'),
      passwords.hash('two'),
      passwords.matches(stored, 'a long walk home'),
    ]
    const settled = await Promise.allSettled(work)
    expect(settled.map(({ status }) => status)).toEqual([
      ...['fulfilled', 'fulfilled', 'fulfilled'],
      ...['rejected', 'rejected'],
    ])
    expect((settled[4] as PromiseRejectedResult).reason).toMatchObject({ code: 'unavailable' })
    expect(await passwords.matches(stored, 'a long walk home')).toBe(true)
  })
})
