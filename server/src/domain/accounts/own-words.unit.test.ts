import { expect, test } from 'vitest'
import { isMadeOfOwnWords } from './own-words.ts'

const ADA = { email: 'ada.lovelace+list@example.com', name: 'Ada Lovelace' }

test.each([
  ...['lovelace', 'Lovelace1815', 'ADA-LOVELACE', 'ada.lovelace+list@example.com', 'l\u00f3velace!!', 'xLovelacex'],
  ...['example.com', 'adaada12345', 'memoryservice', 'Password2026!'],
])('rejects a password of own words: %s', (password) => expect(isMadeOfOwnWords(password, ADA)).toBe(true))

test.each([
  'a long walk home',
  'lovelace wrote the first program',
  '1234567890',
  'analytical',
  '',
])('accepts another password: %s', (password) => expect(isMadeOfOwnWords(password, ADA)).toBe(false))

test('works without a name and with names of any script', () => {
  expect(isMadeOfOwnWords('correct horse', { email: 'a@b.example' })).toBe(false)
  expect(
    isMadeOfOwnWords('\u041c\u0430\u0440\u0438\u044f1990', {
      email: 'a@b.example',
      name: '\u041c\u0430\u0440\u0438\u044f',
    }),
  ).toBe(true)
})
