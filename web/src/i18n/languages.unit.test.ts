import { expect, test } from 'vitest'
import { localeFor, pickLanguage } from './languages.ts'

test('the language is the chosen one, else the first of the browser’s that exists, else English', () => {
  expect(pickLanguage('fr', ['de-AT'])).toBe('fr')
  expect(pickLanguage(null, ['pt-BR', 'ES-mx', 'de'])).toBe('es')
  expect(pickLanguage('xx', ['pt-BR'])).toBe('en')
  expect(pickLanguage(null, [])).toBe('en')
})

test('dates and numbers are written as in the browser’s variant of the language', () => {
  expect(localeFor('de', ['en-GB', 'de-AT'])).toBe('de-AT')
  expect(localeFor('ja', ['en-GB'])).toBe('ja')
})
