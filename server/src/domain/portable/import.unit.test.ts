import { expect, test } from 'vitest'
import { openVault } from '../../foundation/auth/secrets.ts'
import { importMemories } from './import.ts'

test('other requests run while millions of lines that store nothing arrive', async () => {
  const ctx = { actor: { userId: 'usr_1' }, clock: () => new Date(), vault: openVault('only for tests') }
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const { errorCount } = await importMemories(ctx as never, `${'1\n'.repeat(2_000)}${'\n'.repeat(20_000)}`, {})
  isOver = true
  expect(errorCount).toBe(2_000)
  // All lines are in one piece of the body.
  expect(turns).toBeGreaterThan(1)
})
