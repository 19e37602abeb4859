import { expect, test } from 'vitest'
import { countTurns } from '../../../test/count-turns.ts'
import { openVault } from '../../foundation/auth/secrets.ts'
import { importMemories } from './import.ts'

test('other requests run while millions of lines that store nothing arrive', async () => {
  const ctx = { actor: { userId: 'usr_1' }, clock: () => new Date(), vault: openVault('only for tests') }
  const counter = countTurns()
  const { errorCount } = await importMemories(ctx as never, `${'1\n'.repeat(2_000)}${'\n'.repeat(20_000)}`, {})
  expect(errorCount).toBe(2_000)
  // All lines are in one piece of the body.
  expect(counter.stop()).toBeGreaterThan(1)
})
