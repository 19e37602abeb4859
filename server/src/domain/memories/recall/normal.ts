/** What a character is to the tokeniser. */
export const BREAK = 0
export const LETTER = 1
export const DIGIT = 2
/** Written without spaces, or with so many endings that pairs of characters find more than words. */
export const GRAM = 3

/** Letters that have no decomposition but a plain counterpart. */
const PLAIN: Record<string, string> = {
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
const PLAIN_LETTERS = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g')

/**
 * Accents, Hebrew and Arabic points with tatweel, soft hyphen, joiners and direction marks, variation selectors.
 * The breve of й stays: without it Russian endings could not be told.
 */
const MARK_RANGES = [
  '\\u0300-\\u0305\\u0307-\\u036f',
  '\\u0591-\\u05c7\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06ed',
  '\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufe00-\\ufe0f',
]
const MARKS = new RegExp(`(?<!и)\\u0306|[${MARK_RANGES.join('')}]`, 'g')

/** The zeros of the decimal digits people write: Arabic, Persian, and the scripts of India and South-East Asia. */
const ZEROS = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0,
]
const OTHER_DIGITS = new RegExp(
  `[${ZEROS.map((z) => `\\u{${z.toString(16)}}-\\u{${(z + 9).toString(16)}}`).join('')}]`,
  'gu',
)
const RARE_APOSTROPHES = /[\u2018\u02bc\u0060\u00b4\u2032]/g

/** ASCII and the dashes, quotes and dots that typesetting adds to it: nothing in it needs folding. */
const PLAIN_TEXT = /^[\x00-\x7f\u2010-\u2015\u2019\u201c-\u201e\u2022\u2026]*$/

/**
 * A text in the one form memories and queries are compared in: compatibility forms folded (NFKD), marks dropped, lower
 * case, letters such as ß and ø spelled out, all digits ASCII. Hangul and kana are composed again, and the vowel signs
 * of Indian scripts and Thai stay: they are letters to their readers.
 */
export function normalise(text: string): string {
  const lower = text.toLowerCase()
  if (PLAIN_TEXT.test(lower)) return lower
  return lower
    .replace(RARE_APOSTROPHES, "'")
    .normalize('NFKD')
    .replace(MARKS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(PLAIN_LETTERS, (letter) => PLAIN[letter]!)
    .replace(OTHER_DIGITS, (digit) => String(digitOf(digit.codePointAt(0)!)))
}

function digitOf(code: number): number {
  return code - ZEROS.findLast((zero) => zero <= code)!
}

/** Blocks whose text is cut into pairs: Thai to Tibetan, Myanmar, Khmer, kana, Han, Hangul. */
const GRAM_BLOCKS = [
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

const CLASSES = classes()

/** The class of a UTF-16 unit. Halves of a pair are told apart by `pairClass`. */
export function classOf(unit: number): number {
  return CLASSES[unit]!
}

export function isLeadingHalf(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}

/** The class of a character beyond the first 65,536: rare Han are pairs like any Han, other letters make words. */
export function pairClass(lead: number, trail: number): number {
  const code = (lead - 0xd800) * 0x400 + (trail - 0xdc00) + 0x10000
  if (code >= 0x20000 && code < 0x33480) return GRAM
  return /\p{L}/u.test(String.fromCharCode(lead, trail)) ? LETTER : BREAK
}

function classes(): Uint8Array {
  const table = new Uint8Array(0x10000)
  const letter = /[\p{L}\p{M}]/u
  for (let unit = 0; unit < 0xd800; unit++) if (letter.test(String.fromCharCode(unit))) table[unit] = LETTER
  for (let unit = 0xf900; unit < 0xfffe; unit++) if (letter.test(String.fromCharCode(unit))) table[unit] = LETTER
  for (let digit = 0x30; digit <= 0x39; digit++) table[digit] = DIGIT
  for (const [from, to] of GRAM_BLOCKS)
    for (let unit = from; unit <= to; unit++) if (table[unit] === LETTER) table[unit] = GRAM
  return table
}

/** Han characters stand for a word each; kana, Hangul and Thai do not. */
export function isHan(unit: number): boolean {
  return (unit >= 0x3400 && unit < 0xa000) || (unit >= 0xf900 && unit < 0xfb00)
}
