import { expect, test } from 'vitest'
import { isTopicSlot, slotsFor, slotsToCompare } from './slots.ts'

const OWNER = { userId: 'usr_1', ownName: 'Ada Moss' }
const NOW = '2026-05-03T07:30:00.000Z'
const topicsOf = (slots: readonly string[]) => slots.filter(isTopicSlot)
const compared = (content: string, statedAt = NOW) =>
  slotsToCompare({ content, slots: slotsFor(OWNER, content), statedAt, now: NOW })

test('a statement is stored under its two nearest topics and compared with those of four', () => {
  const content = 'We gave up the flat and moved to a cottage by the sea.'
  const stored = topicsOf(slotsFor(OWNER, content))
  expect(stored).toHaveLength(2)
  const read = topicsOf(compared(content))
  expect(read).toHaveLength(4)
  expect(read.slice(0, 2)).toEqual(stored)
})

test('a question has no topics', () => {
  expect(slotsFor(OWNER, 'Where do I live?')).toEqual([])
})

test('a statement that ends no others is not compared by topic, unless it is backdated', () => {
  const content = 'Collects stamps of lighthouses.'
  expect(compared(content)).toEqual([])
  expect(topicsOf(compared(content, '2026-01-03T07:30:00.000Z'))).toHaveLength(4)
})
