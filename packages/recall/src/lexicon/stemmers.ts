import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as russian } from '@orama/stemmers/russian'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { stem as porter2 } from 'porter2'
import { AMBIGUOUS_FORMS, LEMMAS } from './irregular.ts'
import { FUNCTION_WORDS } from './stopwords.ts'

type Language = keyof typeof FUNCTION_WORDS

/** All languages with a list of function words. English is first; ties between languages go to the earlier one. */
export const LANGUAGES = Object.keys(FUNCTION_WORDS) as Language[]

/** Position of English in `LANGUAGES`. */
export const ENGLISH = 0

/** Longer "words" are data rather than language and are not stemmed. */
const STEMMED_CHARS_MAX = 40

const STEMMERS: Record<Language, (word: string) => string> = {
  en: stemEnglish,
  de: german,
  fr: french,
  es: spanish,
  pt: portuguese,
  it: italian,
  nl: dutch,
  ru: russian,
}

/** Whether stemmers of other languages than the default apply to a word: it is short enough and begins with ASCII. */
export function hasOtherStems(word: string): boolean {
  return word.length <= STEMMED_CHARS_MAX && word.charCodeAt(0) <= 0x7f
}

/** The stem of a word by the rules of one language, given as its position in `LANGUAGES`. */
export function stemBy(word: string, language: number): string {
  return STEMMERS[LANGUAGES[language]!](word) || word
}

/** The English stem of a word in Latin script; in another script the stem by the rules of its main language. */
export function defaultStem(word: string): string {
  if (word.length > STEMMED_CHARS_MAX) return word
  const first = word.charCodeAt(0)
  if (first < 0x250) return stemEnglish(word)
  if (first >= 0x400 && first < 0x530) return russian(word) || word
  if (first >= 0x600 && first < 0x700) return stemArabic(word)
  if (first >= 0x900 && first < 0x980) return stemHindi(word)
  return word
}

/** Only names end in "li" ("Atli"): the rules take it for the "ly" of an adverb. */
function stemEnglish(word: string): string {
  if (word.endsWith('li')) return word
  return porter2(LEMMAS.get(word) ?? word)
}

/** The stem of an ambiguous form in its other reading: `live` for `lives`, whose lemma is `life`. */
export function otherReading(word: string): string | undefined {
  return AMBIGUOUS_FORMS.has(word) ? porter2(word) : undefined
}

const ARABIC_ARTICLES = ['وال', 'بال', 'كال', 'فال', 'ال', 'لل']
const ARABIC_ENDINGS = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ية', 'ه', 'ة', 'ي']

/**
 * Larkey's "light10" stemmer: removes the article with attached particles, then common endings, as long as two letters
 * remain.
 */
function stemArabic(text: string): string {
  let stem = text
  const article = ARABIC_ARTICLES.find((prefix) => stem.startsWith(prefix) && stem.length - prefix.length >= 2)
  if (article) stem = stem.slice(article.length)
  else if (stem.length >= 4 && stem.startsWith('و')) stem = stem.slice(1)
  for (const ending of ARABIC_ENDINGS)
    if (stem.endsWith(ending) && stem.length - ending.length >= 2) stem = stem.slice(0, -ending.length)
  return stem
}

/** Vowel signs and nasal marks that end Hindi case, number and verb forms; longest first. */
const HINDI_ENDINGS = [
  'ियों',
  'ाओं',
  'ियाँ',
  'ियां',
  'ाएं',
  'ाएँ',
  'ुओं',
  'ाने',
  'ाना',
  'ाती',
  'ाते',
  'ाता',
  'कर',
  'ों',
  'ें',
  'ीं',
  'ने',
  'ना',
  'नी',
  'ता',
  'ते',
  'ती',
  'ाई',
  'ाए',
  'ो',
  'े',
  'ि',
  'ी',
  'ा',
  'ु',
  'ू',
]

/** Ramanathan and Rao's lightweight stemmer, abridged: removes the longest ending as long as two letters remain. */
function stemHindi(text: string): string {
  const ending = HINDI_ENDINGS.find((end) => text.endsWith(end) && text.length - end.length >= 2)
  return ending ? text.slice(0, -ending.length) : text
}
