import { expect, test } from 'vitest'
import { differences } from './differences.ts'
import { highlight } from './highlight.ts'

const hits = (text: string, query: string) =>
  highlight(text, query)
    .filter(({ hit }) => hit)
    .map(({ text }) => text)

test.each([
  ['Runs along the river.', 'river run', ['Runs', 'river']],
  ['Ran 14 km; the café was closed.', 'CAFE 14', ['14', 'café']],
  ['Is allergic to hazelnuts.', 'hazelnut', ['hazelnuts']],
  ['A run a day; she runs.', 'a running', ['run', 'runs']],
  ['Nothing here.', '', []],
  ['Nothing here.', '?!', []],
])('in %j the search %j marks %j', (text, query, expected) => expect(hits(text, query)).toEqual(expected))

test('marks the words that the other text does not have', () => {
  const pieces = differences('No longer takes lisinopril.', 'Takes lisinopril.')
  expect(pieces.filter(({ hit }) => hit).map(({ text }) => text)).toEqual(['No', 'longer'])
  expect(pieces.map(({ text }) => text).join('')).toBe('No longer takes lisinopril.')
})

test('the pieces together are the text', () => {
  const text = 'One, two — three!\n'
  expect(
    highlight(text, 'two')
      .map(({ text }) => text)
      .join(''),
  ).toBe(text)
})
