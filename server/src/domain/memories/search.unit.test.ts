import { describe, expect, test } from 'vitest'
import { searchedPart } from './search.ts'

describe('the searched part of a query', () => {
  test('is all of a short one', () => {
    for (const query of ['', 'where does she run', 'x'.repeat(1_000)]) expect(searchedPart(query)).toBe(query)
  })

  test('is the beginning and the end of a long one, without the words that are cut', () => {
    const query = `first ${'middle '.repeat(600)}last?`
    const part = searchedPart(query)
    expect(part.length).toBeLessThanOrEqual(1_001)
    expect(part).toMatch(/^first middle /)
    expect(part).toMatch(/ middle last\?$/)
    expect(new Set(part.split(/\s+/))).toEqual(new Set(['first', 'middle', 'last?']))
  })

  test('is bounded for text without spaces', () => {
    expect(searchedPart('漢'.repeat(4_096)).length).toBeLessThanOrEqual(1_001)
  })
})
