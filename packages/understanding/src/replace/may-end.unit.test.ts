import { expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'
import { mayEndOthers } from './may-end.ts'

const ENDINGS = [
  ['No longer plays table tennis.', 'Plays table tennis on Tuesdays.'],
  ['Coco the budgie died.', 'Has a budgie called Coco.'],
  ['The haircut on 28 November is cancelled.', 'Haircut on 28 November at 10:00.'],
  ['The move was put off to 9 January.', 'The move is planned for 12 December.'],
] as const

test('finds every statement that ends another by common words', () => {
  for (const [newer, older] of ENDINGS) {
    expect(judgeReplacement(newer, older), newer).toBeDefined()
    expect(mayEndOthers(newer), newer).toBe(true)
  }
})

test('passes over statements that only add something', () => {
  for (const content of ['Likes rye bread.', 'Plays the cello.', 'Sister Mia lives in Rome.', 'Runs along the river.'])
    expect(mayEndOthers(content), content).toBe(false)
})

test('reads no further than clauses are read, because the patterns take quadratic time', () => {
  expect(mayEndOthers(`${'was '.repeat(100)}is on 3 May`)).toBe(true)
  expect(mayEndOthers(`${'was '.repeat(150)}is on 3 May`)).toBe(false)
})
