import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseStatement } from '../memories/duplicates.ts'
import { EXAMPLE, type Memory } from '../memories/memory.ts'
import { rank, selectDiverse } from './ranking.ts'
import { listed } from './words.ts'

const NOW = Date.parse('2026-05-03T12:00:00.000Z')

function memory(id: number, content: string, over: Partial<Memory> = {}): Memory {
  return {
    ...EXAMPLE,
    id: `mem_${String(id).padStart(4, '0')}`,
    ...{ type: 'fact', scope: 'general', content, importance: 50, confidence: 80, pinned: false, sourceApp: null },
    ...{ occurredAt: '2026-05-01T12:00:00.000Z', createdAt: '2026-05-01T12:00:00.000Z' },
    ...{ updatedAt: '2026-05-01T12:00:00.000Z', validFrom: '2026-05-01T12:00:00.000Z' },
    ...over,
  }
}
const ranked = (memories: Memory[]) =>
  rank(
    memories.map((memory) => ({
      memory,
      time: Date.parse(memory.occurredAt),
      wording: parseStatement(memory.content),
    })),
    NOW,
  )
const select = (memories: Memory[], limit: number) =>
  selectDiverse(ranked(memories), limit).map(({ content }) => content)

const words = fc.constantFrom(...'coffee tea runs river the a is not never likes dark roast 7 8 Ada Tom'.split(' '))
const anyMemory = fc.record({
  content: fc.array(words, { minLength: 1, maxLength: 8 }).map((all) => all.join(' ')),
  importance: fc.integer({ min: 0, max: 100 }),
  pinned: fc.boolean(),
  days: fc.integer({ min: -400, max: 400 }),
})
const anyMemories = fc
  .array(anyMemory, { maxLength: 40 })
  .map((all) =>
    all.map(({ days, content, ...over }, i) =>
      memory(i, content, { ...over, occurredAt: new Date(NOW + days * 86_400_000).toISOString() }),
    ),
  )

describe('selectDiverse', () => {
  test('returns at most `limit` distinct memories, regardless of the order of the input', () => {
    fc.assert(
      fc.property(anyMemories, fc.integer({ min: 1, max: 20 }), fc.nat(), (memories, limit, by) => {
        const selected = select(memories, limit)
        expect(selected.length).toBeLessThanOrEqual(limit)
        expect(new Set(selected).size).toBe(selected.length)
        const rotated = [
          ...memories.slice(by % (memories.length || 1)),
          ...memories.slice(0, by % (memories.length || 1)),
        ]
        expect(select(rotated.reverse(), limit)).toEqual(selected)
      }),
    )
  })

  test('returns the memory with the highest weight first', () => {
    fc.assert(
      fc.property(anyMemories, (memories) => {
        const plain = memories.map((each) => ({ ...each, pinned: false }))
        const [best] = ranked(plain)
        expect(select(plain, 5)[0]).toBe(best?.memory.content)
      }),
    )
  })

  test('prefers different memories to near-duplicates', () => {
    const copies = Array.from({ length: 10 }, (_, i) =>
      memory(i, `Drinks dark roast coffee at ${i} in the morning`, { importance: 90 }),
    )
    const others = ['Allergic to peanuts', 'Runs along the river', 'Ada is her sister'].map((text, i) =>
      memory(20 + i, text),
    )
    const selected = select([...copies, ...others], 4)
    expect(selected.filter((text) => text.startsWith('Drinks'))).toHaveLength(1)
    // With enough slots all are selected, since each states something different.
    expect(select([...copies, ...others], 20)).toHaveLength(13)
  })

  test('selects one of several duplicates, but keeps texts that differ in a negation, number or order', () => {
    const texts = [
      'Likes coffee.',
      'likes coffee',
      'Really likes the coffee!',
      "Doesn't like coffee",
      'Likes 2 coffees',
    ]
    expect(
      select(
        texts.map((text, i) => memory(i, text)),
        20,
      ),
    ).toHaveLength(3)
    expect(
      select(
        ['Does like tea', "Doesn't like tea", 'Ada taught Tom', 'Tom taught Ada'].map((text, i) => memory(i, text)),
        20,
      ),
    ).toHaveLength(4)
  })

  test('compares only the 200 memories with the highest weight', () => {
    const many = Array.from({ length: 250 }, (_, i) => memory(i, `word${i}`))
    expect(select(many, 250)).toHaveLength(200)
  })
})

test('listed joins words with commas and "and"', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(listed)).toEqual(['', 'a', 'a and b', 'a, b and c'])
})
