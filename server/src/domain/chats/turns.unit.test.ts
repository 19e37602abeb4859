import { afterEach, expect, test, vi } from 'vitest'
import { countTurns } from '../../../test/count-turns.ts'
import { recordTurns } from './turns.ts'

afterEach(() => vi.restoreAllMocks())

test('long messages are read before the store is locked, in pieces between which other requests run', async () => {
  // Each look at the clock uses up a slice.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
  const counter = countTurns()
  let turnsBefore = 0
  const db = {
    async rows() {
      return []
    },
    async transaction() {
      turnsBefore = counter.stop()
      return {}
    },
  }
  const actor = { kind: 'app', userId: 'usr_1', appId: 'app_1', reads: [], writes: ['*'] }
  const digits = '\u0661'.repeat(31_000)
  const messages = [digits, digits, digits].map((content) => ({ role: 'user', content }))
  await recordTurns({ db, actor, clock: () => new Date() } as never, { messages })
  // Each message has 16 pieces.
  expect(turnsBefore).toBeGreaterThan(3 * 16)
})
