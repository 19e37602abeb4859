import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextOf } from './next.ts'

const ORIGIN = 'https://hub.example'

test('one returns to where one was', () => {
  for (const next of ['/connect?client=x&state=a%2Fb', '/memories', '/chat/cht_1#main'])
    expect(nextOf({ next }, ORIGIN)).toEqual({ next })
})

test('no address, however it is disguised, leads to another origin', () => {
  for (const next of [
    '//thief.example',
    '/\\thief.example',
    '/\t/thief.example',
    './/thief.example',
    '/./\\thief.example',
    'https://thief.example',
    'javascript:alert(1)',
  ])
    expect(nextOf({ next }, ORIGIN)).toEqual({})
  const piece = fc.constantFrom(
    '/',
    '\\',
    ':',
    '@',
    '\t',
    '\n',
    '.',
    '%2f',
    'https',
    'javascript',
    'thief.example',
    ' ',
    '?',
    '#',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const { next } = nextOf({ next: pieces.join('') }, ORIGIN)
      if (next !== undefined) expect(new URL(next, ORIGIN).origin).toBe(ORIGIN)
    }),
    { numRuns: 5_000 },
  )
})
