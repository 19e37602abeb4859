import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LANGUAGES } from './lexicon/stemmers.ts'
import { normalise } from './normalise.ts'
import { guessLanguage, tokenise } from './tokens.ts'

const words = (text: string) => tokenise(text).tokens.map(({ text }) => text)
const stems = (text: string) => tokenise(text).tokens.map(({ stem }) => stem)

test('folds accents, case and letters such as ß and ø', () => {
  expect(words('Jørgen ÅSE, Straße, Łódź, fiancé, İzmir')).toEqual(words('jorgen ase strasse lodz fiance izmir'))
  expect(words('Zoë')).toEqual(words('zoe\u0308'))
})

test('keeps the breve of й, composed Hangul and kana, and Indian vowel signs', () => {
  expect(normalise('Мой Ёж')).toBe('мой еж')
  expect(normalise('바다 が')).toBe('바다 が')
  expect(normalise('नदी')).toBe('नदी')
})

test('converts digits of any script', () => {
  expect(words('٨ १२ ๗')).toEqual(['8', '12', '7'])
})

test('identifiers are both split and joined', () => {
  expect(tokenise('Wi-Fi').joined).toContain('wifi')
  expect(tokenise('BA 2490').joined).toContain('ba2490')
  expect(tokenise('BA2490').joined).toContain('ba2490')
  expect(tokenise('5 km').joined).toContain('5km')
  expect(tokenise('RT4-KDN').joined).toEqual(expect.arrayContaining(['rt4', 'rt4kdn']))
  expect(tokenise('C++ and C#').joined).toEqual(['c++', 'c#'])
  expect(words('a.lind@northbay.example')).toEqual(['a', 'lind', 'northbay', 'example'])
  expect(tokenise('2,500 at 8:45').joined).toEqual(expect.arrayContaining(['2500', '845']))
})

test('drops English contractions and splits French elisions', () => {
  expect(words("Caroline's dog can't, they'll won’t")).toEqual(['caroline', 'dog', 'ca', 'they', 'wo'])
  expect(words("J'aime l'hiver")).toEqual(['j', 'aime', 'l', 'hiver'])
  expect(tokenise("O'Brien").joined).toEqual(['obrien'])
})

test('inflected forms share a stem, including irregular ones', () => {
  expect(stems('went goes drove women feet bought')).toEqual(['go', 'goes', 'drive', 'woman', 'foot', 'buy'])
  expect(new Set(stems('книга книгу книги')).size).toBe(1)
  expect(new Set(stems('مدينة المدينة')).size).toBe(1)
})

test('splits unsegmented scripts into bigrams and Han unigrams', () => {
  expect(words('图书馆')).toEqual(['图书', '书馆'])
  expect(tokenise('图书馆').unigrams).toEqual(['图', '书', '馆'])
  expect(words('茶')).toEqual(['茶'])
  expect(words('ปลา')).toHaveLength(2)
  expect(words('𠮷野家')).toEqual(['𠮷野', '野家'])
})

test('guesses the language by function words', () => {
  const language = (text: string) => LANGUAGES[guessLanguage(tokenise(text))]
  expect(language('Mein Bruder arbeitet in einer Bäckerei')).toBe('de')
  expect(language('Vivo con mis primos en Sevilla')).toBe('es')
  expect(language('the die hard movie')).toBe('en')
  expect(language('tortilla')).toBe('en')
  // Words of names say nothing of the language of a sentence.
  const sentence = 'Runs a small bookshop called La Garza.'
  expect(LANGUAGES[guessLanguage(tokenise(sentence), new Set(), sentence)]).toBe('en')
  const spanish = 'Compra el pan en la tienda La Garza.'
  expect(LANGUAGES[guessLanguage(tokenise(spanish), new Set(), spanish)]).toBe('es')
})

test('accepts any text, and all tokens are parts of it', () => {
  tokenise('𠮷'.repeat(50))
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const { tokens, joined, unigrams } = tokenise(text)
      const normal = normalise(text)
      return (
        unigrams.every((unigram) => normal.includes(unigram)) &&
        tokens.every(({ text }) => text.length <= normal.length) &&
        tokens.length <= normal.length &&
        joined.length <= 4 * normal.length
      )
    }),
  )
  expect(tokenise('ab\ud840').tokens.map(({ text }) => text)).toEqual(['ab'])
})

test('takes linear time and space for adversarial texts', () => {
  const units = ['a', 'a1', "a'", '1 ', 'a-', '漢', '\u0301', '(']
  for (const unit of units) {
    // Eight times the longest memory: quadratic time would exceed the time limit of a test.
    const text = unit.repeat(65_536 / unit.length)
    const { tokens, joined, unigrams } = tokenise(text)
    expect(tokens.length).toBeLessThanOrEqual(text.length)
    expect(unigrams.length).toBeLessThanOrEqual(text.length)
    expect(joined.join('').length).toBeLessThanOrEqual(4 * text.length)
  }
})
