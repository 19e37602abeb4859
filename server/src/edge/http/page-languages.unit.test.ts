import { expect, test } from 'vitest'
import { inLanguage, preferredLanguage } from './page-languages.ts'

const EXISTING = ['en', 'de', 'fr']

test.each([
  ['de', 'de'],
  ['de-AT, en;q=0.5', 'de'],
  ['pt-BR, FR;q=0.8, de;q=0.9', 'de'],
  ['fr;q=0.7,en-GB;q=0.7', 'fr'],
  ['de;q=0, fr;q=0.1', 'fr'],
  ['de;q=x', 'en'],
  ['pt, *;q=0.5', 'en'],
  ['constructor', 'en'],
  ['', 'en'],
  [undefined, 'en'],
])('Accept-Language: %s leads to %s', (header, language) => {
  expect(preferredLanguage(header, EXISTING)).toBe(language)
})

test('fills the language and its texts into a document', () => {
  const html = '<html lang="{{language}}"><h1>{{no-scripts.title}}</h1><p>{{no-scripts.lead}}</p>'
  const texts = { de: { title: 'Kein $& Skript', lead: 'Erlaube es.' } }
  expect(inLanguage(html, 'de', texts)).toBe('<html lang="de"><h1>Kein $& Skript</h1><p>Erlaube es.</p>')
})
