/** Character classes of the tokeniser. */
export const BREAK = 0
export const LETTER = 1
export const DIGIT = 2
/** Scripts without spaces between words, or with so many endings that bigrams match better than words. */
export const UNSEGMENTED = 3

/** Letters without a Unicode decomposition, and their plain counterparts. */
const LETTER_REPLACEMENTS: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ŋ: 'n',
  ħ: 'h',
  ŧ: 't',
  ى: 'ي',
  ک: 'ك',
  ی: 'ي',
  ѐ: 'е',
  ѝ: 'и',
}
const REPLACED_LETTERS = new RegExp(`[${Object.keys(LETTER_REPLACEMENTS).join('')}]`, 'g')

/**
 * Accents, Hebrew and Arabic points with tatweel, soft hyphen, joiners and direction marks, variation selectors. The
 * breve of й is not in the list: Russian stemming depends on it.
 */
const MARK_RANGES = [
  '\\u0300-\\u0305\\u0307-\\u036f',
  '\\u0591-\\u05c7\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06ed',
  '\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufe00-\\ufe0f',
]
const MARKS = new RegExp(`(?<!и)\\u0306|[${MARK_RANGES.join('')}]`, 'g')

/** The digit zero of Arabic, Persian, and the scripts of India and South-East Asia. */
const ZEROS = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0,
]
const NON_ASCII_DIGITS = new RegExp(
  `[${ZEROS.map((z) => `\\u{${z.toString(16)}}-\\u{${(z + 9).toString(16)}}`).join('')}]`,
  'gu',
)
const APOSTROPHE_VARIANTS = /[\u2018\u02bc\u0060\u00b4\u2032]/g

/** ASCII, dashes, quotes, bullets and ellipses: text that needs no folding. */
const UNCHANGED_TEXT = /^[\x00-\x7f\u2010-\u2015\u2019\u201c-\u201e\u2022\u2026]*$/

/**
 * The normal form in which memories and queries are compared: lower case, compatibility forms folded (NFKD), marks
 * removed, letters such as ß and ø replaced, all digits ASCII. Hangul and kana are recomposed. Vowel signs of Indian
 * scripts and Thai stay, since they are part of the spelling.
 */
export function normalise(text: string): string {
  const lower = text.toLowerCase()
  if (UNCHANGED_TEXT.test(lower)) return lower
  return lower
    .replace(APOSTROPHE_VARIANTS, "'")
    .normalize('NFKD')
    .replace(MARKS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(REPLACED_LETTERS, (letter) => LETTER_REPLACEMENTS[letter]!)
    .replace(NON_ASCII_DIGITS, (digit) => String(digitOf(digit.codePointAt(0)!)))
}

function digitOf(code: number): number {
  return code - ZEROS.findLast((zero) => zero <= code)!
}

/** Blocks of unsegmented scripts: Thai to Tibetan, Myanmar, Khmer, kana, Han, Hangul. */
const UNSEGMENTED_BLOCKS = [
  [0xe00, 0xe4f],
  [0xe80, 0xecf],
  [0xf00, 0xf1f],
  [0xf40, 0xfff],
  [0x1000, 0x103f],
  [0x1050, 0x109f],
  [0x1100, 0x11ff],
  [0x1780, 0x17df],
  [0x3005, 0x3007],
  [0x3041, 0x30ff],
  [0x3105, 0x318e],
  [0x31f0, 0x31ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa960, 0xa97c],
  [0xac00, 0xd7ff],
  [0xf900, 0xfaff],
] as const

const CLASSES = buildClasses()

/** The class of a UTF-16 unit. For surrogates see `surrogatePairClass`. */
export function classOf(unit: number): number {
  return CLASSES[unit]!
}

export function isLeadSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}

/**
 * The class of a character outside the Basic Multilingual Plane: rare Han characters are unsegmented, other letters
 * form words.
 */
export function surrogatePairClass(lead: number, trail: number): number {
  const code = (lead - 0xd800) * 0x400 + (trail - 0xdc00) + 0x10000
  if (code >= 0x20000 && code < 0x33480) return UNSEGMENTED
  return /\p{L}/u.test(String.fromCharCode(lead, trail)) ? LETTER : BREAK
}

function buildClasses(): Uint8Array {
  const table = new Uint8Array(0x10000)
  const letter = /[\p{L}\p{M}]/u
  for (let unit = 0; unit < 0xd800; unit++) if (letter.test(String.fromCharCode(unit))) table[unit] = LETTER
  for (let unit = 0xf900; unit < 0xfffe; unit++) if (letter.test(String.fromCharCode(unit))) table[unit] = LETTER
  for (let digit = 0x30; digit <= 0x39; digit++) table[digit] = DIGIT
  for (const [from, to] of UNSEGMENTED_BLOCKS)
    for (let unit = from; unit <= to; unit++) if (table[unit] === LETTER) table[unit] = UNSEGMENTED
  return table
}

/** Whether a unit is a Han character. Each of these is a word by itself; kana, Hangul and Thai letters are not. */
export function isHan(unit: number): boolean {
  return (unit >= 0x3400 && unit < 0xa000) || (unit >= 0xf900 && unit < 0xfb00)
}
