import fc from 'fast-check'
import { expect, test } from 'vitest'
import { returnPathIn } from './return-path.ts'

const ORIGIN = 'https://hub.example'

test('accepts paths of our own origin', () => {
  for (const next of ['/connect?client=x&state=a%2Fb', '/memories', '/chat/cht_1#main'])
    expect(returnPathIn({ next }, ORIGIN)).toEqual({ next })
})

test('rejects addresses of other origins, however they are disguised', () => {
  for (const next of [
    '//thief.example',
    '/\\thief.example',
    '/\t/thief.example',
    './/thief.example',
    '/./\\thief.example',
    'https://thief.example',
    'javascript:alert(1)',
  ])
    expect(returnPathIn({ next }, ORIGIN)).toEqual({})
  const structure = ['/', '\\', ':', '@', '\t', '\n', '.', ' ', '?', '#']
  const part = fc.constantFrom(...structure, '%2f', 'https', 'javascript', 'thief.example')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const { next } = returnPathIn({ next: parts.join('') }, ORIGIN)
      if (next !== undefined) expect(new URL(next, ORIGIN).origin).toBe(ORIGIN)
    }),
    { numRuns: 5_000 },
  )
})
