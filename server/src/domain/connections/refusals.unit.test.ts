import { expect, test } from 'vitest'
import { refusalsAfter } from './refusals.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 4, 3, 7, minute))
const names = (round: number) => Array.from({ length: 100 }, (_, n) => `memory:read:fitness.round${round}x${n}`)

test('the newest refusals of a connection are kept', () => {
  let refusals = {}
  for (let round = 0; round < 10; round++)
    refusals = refusalsAfter(refusals, { scopes: [], signals: [] }, names(round), at(round))
  expect(Object.keys(refusals).sort()).toEqual([...names(7), ...names(8), ...names(9)].sort())
})
