import { describe, expect, test } from 'vitest'
import { canonicalName, nameProblem, skeletonsOf } from './names.ts'

describe('a name', () => {
  test.each([
    'Trail Coach',
    'Кино Дневник',
    'Ημερολόγιο',
    '健康日記',
    'Café №5',
    'Runner’s 🏃 Log',
    'Google Calendar',
    '3M Notes',
    'Memory bridge on memory-service',
  ])('%s is acceptable', (name) => {
    expect(nameProblem(canonicalName(name))).toBeUndefined()
  })

  test.each([
    ['zero-width space', 'Goo\u200bgle'],
    ['zero-width joiner', 'Goo\u200dgle'],
    ['bidirectional override', 'Note\u202eseton'],
    ['control character', 'Notes\u0007'],
    ['Hangul filler', 'Notes\u3164'],
    ['soft hyphen', 'Goo\u00adgle'],
    ['mixed scripts', 'Gооgle Calendar'],
    ['whole Cyrillic look-alike', 'Арріе'.replace('і', 'l').replace('l', 'ӏ')],
    ['digits for letters', 'G00gle'],
    ['capital I for l', 'GoogIe Calendar'],
    ['rn for m', 'Garrnin'],
    ['a stroke through a letter', 'Ǥoogle'],
    ['a hooked letter', 'Ɠoogle Calendar'],
    ['a letter in a circle', '🅖oogle'],
    ['a letter in a filled square', '🆂potify'],
    ['a space within a word', 'S potify'],
    ['the name of this service', 'Memory Service'],
    ['the name of this service within it', 'Google LLC (verified by MEM0RY-SERVICE)'],
    ['no letters', '!!!'],
  ])('with %s is refused', (_what, name) => {
    expect(nameProblem(canonicalName(name))).toBeDefined()
  })

  test('has one canonical form', () => {
    expect(canonicalName('  Ｇｏｏｇｌｅ\u00a0 Calendar ')).toBe('Google Calendar')
  })

  test.each([
    ['Mind Notes', 'MIND-NOTES'],
    ['Mind Notes', 'Mіnd Nоtes'],
    ['Mind Notes', 'Mínd Nötes'],
    ['Illustrate', 'lllustrate'],
    ['Modern', 'Modem'],
  ])('%s looks like %s', (one, other) => {
    expect(skeletonsOf(one).some((skeleton) => skeletonsOf(other).includes(skeleton))).toBe(true)
  })

  test('differs from names that look different', () => {
    expect(skeletonsOf('Trail Coach').some((skeleton) => skeletonsOf('Trail Couch').includes(skeleton))).toBe(false)
  })
})
