import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LANGUAGES } from './lexicon/words.ts'
import { normalise } from './normal.ts'
import { cut, guessLanguage } from './tokens.ts'

const base = (text: string) => cut(text).base.map(({ text }) => text)
const stems = (text: string) => cut(text).base.map(({ stem }) => stem)

test('accents, case and letters such as ß and ø make no difference', () => {
  expect(base('Jørgen ÅSE, Straße, Łódź, fiancé, İzmir')).toEqual(base('jorgen ase strasse lodz fiance izmir'))
  expect(base('Zoë')).toEqual(base('zoe\u0308'))
})

test('й keeps its breve, Hangul and kana stay whole, Indian vowel signs stay', () => {
  expect(normalise('Мой Ёж')).toBe('мой еж')
  expect(normalise('바다 が')).toBe('바다 が')
  expect(normalise('नदी')).toBe('नदी')
})

test('digits of any script are digits', () => {
  expect(base('٨ १२ ๗')).toEqual(['8', '12', '7'])
})

test('identifiers are both split and joined', () => {
  expect(cut('Wi-Fi').joined).toContain('wifi')
  expect(cut('BA 2490').joined).toContain('ba2490')
  expect(cut('BA2490').joined).toContain('ba2490')
  expect(cut('5 km').joined).toContain('5km')
  expect(cut('RT4-KDN').joined).toEqual(expect.arrayContaining(['rt4', 'rt4kdn']))
  expect(cut('C++ and C#').joined).toEqual(['c++', 'c#'])
  expect(base('a.lind@northbay.example')).toEqual(['a', 'lind', 'northbay', 'example'])
  expect(cut('2,500 at 8:45').joined).toEqual(expect.arrayContaining(['2500', '845']))
})

test('what an apostrophe ties on is dropped in English and split in French', () => {
  expect(base("Caroline's dog can't, they'll won’t")).toEqual(['caroline', 'dog', 'ca', 'they', 'wo'])
  expect(base("J'aime l'hiver")).toEqual(['j', 'aime', 'l', 'hiver'])
  expect(cut("O'Brien").joined).toEqual(['obrien'])
})

test('forms of a word share a stem, irregular ones too', () => {
  expect(stems('went goes drove women feet bought')).toEqual(['go', 'goes', 'drive', 'woman', 'foot', 'buy'])
  expect(new Set(stems('книга книгу книги')).size).toBe(1)
  expect(new Set(stems('مدينة المدينة')).size).toBe(1)
})

test('scripts without spaces are cut into pairs, single Han characters kept aside', () => {
  expect(base('图书馆')).toEqual(['图书', '书馆'])
  expect(cut('图书馆').singles).toEqual(['图', '书', '馆'])
  expect(base('茶')).toEqual(['茶'])
  expect(base('ปลา')).toHaveLength(2)
  expect(base('𠮷野家')).toEqual(['𠮷野', '野家'])
})

test('the language of a text is that of its function words', () => {
  const language = (text: string) => LANGUAGES[guessLanguage(cut(text))]
  expect(language('Mein Bruder arbeitet in einer Bäckerei')).toBe('de')
  expect(language('Vivo con mis primos en Sevilla')).toBe('es')
  expect(language('the die hard movie')).toBe('en')
  expect(language('tortilla')).toBe('en')
})

test('nothing a text can hold makes cutting fail, and no piece comes from another text', () => {
  cut('𠮷'.repeat(50))
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const { base, joined, singles } = cut(text)
      const normal = normalise(text)
      return (
        singles.every((single) => normal.includes(single)) &&
        base.every(({ text }) => text.length <= normal.length) &&
        base.length <= normal.length &&
        joined.length <= 4 * normal.length
      )
    }),
  )
  expect(cut('ab\ud840').base.map(({ text }) => text)).toEqual(['ab'])
})

test('the longest texts take milliseconds, whatever is in them', () => {
  const long = [
    'a'.repeat(8192),
    'a1'.repeat(4096),
    "a'".repeat(4096),
    '1 '.repeat(4096),
    'a-'.repeat(4096),
    '漢'.repeat(8192),
    '\u0301'.repeat(8192),
    '('.repeat(8192),
  ]
  for (const text of long) {
    const start = performance.now()
    cut(text)
    expect(performance.now() - start).toBeLessThan(500)
  }
})
