import { expect, test } from 'vitest'
import { countTurns } from '../../../test/count-turns.ts'
import { warmUpReading } from './warm-up.ts'

test('warming up reads and compares statements, and lets other work run in between', async () => {
  const counter = countTurns()
  await warmUpReading(new Date())
  expect(counter.stop()).toBeGreaterThan(10)
})
