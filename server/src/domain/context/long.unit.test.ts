import { expect, test } from 'vitest'
import { countTurns } from '../../../test/count-turns.ts'
import { memory } from './test/memories.ts'
import { readLong } from './understood.ts'

test('other requests run while long memories are read', async () => {
  const text = 'I no longer live in Rome, I moved to Oslo on 3 May. '.repeat(150)
  const memories = Array.from({ length: 100 }, (_, n) => memory(n, `${n} ${text}`))
  const counter = countTurns()
  await readLong(memories, new Set())
  expect(counter.stop()).toBeGreaterThan(1)
})
