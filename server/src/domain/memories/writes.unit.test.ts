import { expect, test } from 'vitest'
import { countTurns } from '../../../test/count-turns.ts'
import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Verdicts } from './verdicts.ts'
import { readWritable } from './writes.ts'

test('other requests run while many long texts are read', async () => {
  const text = 'I no longer live in Rome, I moved to Oslo. '.repeat(180)
  const memories = Array.from({ length: 100 }, (_, n) => ({ content: `${n} ${text}`, scope: 'note', type: undefined }))
  const actor = { kind: 'user', userId: 'usr_1', ownName: null, writes: ['*'] } as unknown as MemoryActor
  const counter = countTurns()
  const read = await readWritable({ actor } as Ctx<MemoryActor>, memories, new Verdicts())
  expect(counter.stop()).toBeGreaterThan(1)
  expect(read.map(({ index }) => index)).toEqual(memories.map((_, n) => n))
  expect(read.every(({ text }) => text.slots.length > 0 && text.mayEnd)).toBe(true)
})
