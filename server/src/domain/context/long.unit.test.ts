import { expect, test } from 'vitest'
import { memory } from './test/memories.ts'
import { readLong } from './understood.ts'

test('other requests run while long memories are read', async () => {
  const text = 'I no longer live in Rome, I moved to Oslo on 3 May. '.repeat(150)
  const memories = Array.from({ length: 100 }, (_, n) => memory(n, `${n} ${text}`))
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await readLong(memories, new Set())
  isOver = true
  expect(turns).toBeGreaterThan(1)
})
