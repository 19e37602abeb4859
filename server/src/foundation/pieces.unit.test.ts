import { expect, test } from 'vitest'
import { piecesOf } from './pieces.ts'

test.each([
  ['words', 'Walks to work. '.repeat(500), /[ ]$/],
  ['lines', 'Walks\n'.repeat(1_000), /\n$/],
  ['text without spaces', 'x'.repeat(5_000), /x$/],
  ['characters of two units', `x${'\u{1d7d9}'.repeat(2_000)}`, /\u{1d7d9}$/u],
])('%s are cut where they may be', (_name, text, end) => {
  const pieces = [...piecesOf(text)]
  expect(pieces.join('')).toBe(text)
  expect(pieces.length).toBeGreaterThan(2)
  for (const piece of pieces) {
    expect(piece.length).toBeLessThanOrEqual(2_000)
    expect(piece).toMatch(end)
  }
})

test('a short text is one piece, and an empty one is none', () => {
  expect([...piecesOf('Walks to work.')]).toEqual(['Walks to work.'])
  expect([...piecesOf('')]).toEqual([])
})
