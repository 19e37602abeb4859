import { expect, test } from 'vitest'
import { countTurns } from '../../../test/count-turns.ts'
import { memory, NAMES, NOW } from './test/memories.ts'
import { understand, understandInSlices } from './understood.ts'

const sentence = 'I no longer live in Rome, I moved to Oslo on 3 May. '

test.each([
  ['long', 150, 100],
  ['many', 15, 400],
])('other requests run while %s memories are read', async (_, times, count) => {
  const memories = Array.from({ length: count }, (_, n) => memory(n, `${n} ${sentence.repeat(times)}`))
  const counter = countTurns()
  await understandInSlices(memories, NAMES, NOW)
  expect(counter.stop()).toBeGreaterThan(1)
})

test('other requests run while many goals are compared with what came later', async () => {
  const goals = Array.from({ length: 150 }, (_, n) =>
    memory(n, `Wants to visit town ${n} by train`, 20, { type: 'goal' }),
  )
  const later = Array.from({ length: 250 }, (_, n) => memory(200 + n, `Walked along river ${n} with friends`))
  const memories = [...goals, ...later]
  understand(memories, NAMES, NOW)
  const counter = countTurns()
  await understandInSlices(memories, NAMES, NOW)
  expect(counter.stop()).toBeGreaterThan(1)
})
