import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTokens } from '../src/domain/connections/tokens.ts'
import { NO_FEED } from '../src/foundation/sql/change-feed.ts'
import type { Db } from '../src/foundation/sql/db.ts'
import { type TestService, testService } from './service.ts'

/** The cache from connection tokens to actors, on a real database. */

const NOTES = ['memory:read:note', 'memory:write:note']
const TIMEOUT_MS = 10_000

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

/** A cache of its own, which counts its statements; `after` runs after the first one. */
function opened(after: () => Promise<unknown> = async () => {}) {
  const { db, clock, measures } = service.ports
  let statements = 0
  const counted: Db = {
    ...db,
    maybe: async (query) => {
      const row = await db.maybe(query)
      if (++statements === 1) await after()
      return row as never
    },
  }
  return { tokens: openTokens({ db: counted, clock, measures, accessFeed: NO_FEED }), statements: () => statements }
}

test('refuses a token that a consent replaced between the two statements of its first lookup', async () => {
  const { person, app, token } = await service.connected(NOTES)
  const { tokens } = opened(() => service.connect(person, app, NOTES))
  const outcome = async () => (await tokens.actorOf(token))?.userId
  // Indistinguishable from a valid one, for less than a second.
  expect(await outcome()).toBe(person.id)
  await expect.poll(outcome, { timeout: TIMEOUT_MS }).toBeUndefined()
})

test('looks up a token once more, and from then on only its connection', async () => {
  const { token } = await service.connected(NOTES)
  const { tokens, statements } = opened()
  const lookups: number[] = []
  const countLookups = async () => {
    const before = statements()
    await tokens.actorOf(token)
    if (statements() > before) lookups.push(statements() - before)
    return lookups.length
  }
  await expect.poll(countLookups, { timeout: TIMEOUT_MS }).toBe(4)
  expect(lookups).toEqual([2, 2, 1, 1])
})
