import { z } from 'zod'

/*
 * Names that people see when they decide. A name is shown as it was registered, so it must not hold characters that
 * cannot be seen, and must not look like another name. The comparison follows UTS 39: the skeletons of two names that
 * look alike are equal.
 */

const NAME_CHARS_MAX = 100

/** Control, formatting (zero-width, bidirectional), private-use and unassigned characters, and line separators. */
const HIDDEN = /\p{C}|\p{Zl}|\p{Zp}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0/u

/** Well-known names, in lower case. Others may use them as they are, and are shown as unverified; not their look-alikes. */
const BRANDS = [
  ...['google', 'gmail', 'apple', 'icloud', 'siri', 'microsoft', 'outlook', 'amazon', 'alexa', 'meta', 'facebook'],
  ...[
    'instagram',
    'whatsapp',
    'openai',
    'chatgpt',
    'anthropic',
    'claude',
    'gemini',
    'copilot',
    'mistral',
    'perplexity',
  ],
  ...['strava', 'garmin', 'fitbit', 'oura', 'whoop', 'peloton', 'spotify', 'netflix', 'youtube', 'notion', 'slack'],
  ...['github', 'gitlab', 'zoom', 'dropbox', 'telegram', 'signal', 'paypal', 'stripe', 'revolut', 'visa', 'mastercard'],
]

/** The name of this service, which no one else may have, not even as a part of theirs. */
const SERVICE = 'memory service'
// Clients name the machine that they run on, which may be called as it likes.
const ON_MACHINE = / on [\w.-]+$/i

/** Letters of Cyrillic, Greek and extended Latin, and digits, by the Latin letters they look like. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ...fromPairs('аaвbгrдdеeёeзeиuіiїiјjкkлnмmнhоoпnрpсcтtуyхxһhцuчyшwьbѕsԁdԛqԝwӏlғfқkңhүyұyҳxөo'),
  ...fromPairs('αaβbγyδdεeζzηnθoιiκkλlμuνvξeοoπnρpσoςcτtυuφoχxψyωw'),
  ...fromPairs('ıiłløođdħhŧtɡgɑaɩiɪiʏyʀrɴnʜhʟlᴀaᴄcᴅdᴇeᴋkᴍmᴏoᴘpᴛtᴜuᴠvᴡwᴢz'),
  ...fromPairs(
    'ǥgɠgʛgɢgⱥaƀbɓbƃbȼcƈcƌdɖdɗdɇeɛeƒfɦhɨiɉjȷjƙkⱪkꝁkƚlɫlɬlɭlɱmɲnƞnɳnŋnɵoƥpɋqʠqɍrɽrʂsȿsƭtʈtⱦtʉuʋvⱳwƴyɏyƶzȥzɀz',
  ),
  ...fromPairs('0o1l3e4a5s7t8b|l!i$s@aℓl'),
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
}

function fromPairs(pairs: string): Record<string, string> {
  const chars = [...pairs]
  return Object.fromEntries(chars.flatMap((char, at) => (at % 2 ? [] : [[char, chars[at + 1] as string]])))
}

/** A name in its canonical form: NFKC, single spaces, trimmed. */
export function canonicalName(name: string): string {
  return name.normalize('NFKC').replace(/\s+/g, ' ').trim()
}

/**
 * A name that people see when they decide: of an app, or of its publisher. It is bounded as it is sent, since NFKC makes up
 * to 18 characters of one, and again before it is compared.
 */
export const ShownName = z
  .string()
  .max(NAME_CHARS_MAX, { abort: true })
  .transform(canonicalName)
  .pipe(z.string().min(1).max(NAME_CHARS_MAX, { abort: true }))
  .superRefine((name, { addIssue }) => {
    const message = nameProblem(name)
    if (message) addIssue({ code: 'custom', message })
  })

/** Hidden characters that no text needs: not the joiners of emoji and of some scripts. */
const HIDDEN_IN_TEXT = /(?![\u200c\u200d])\p{C}|\p{Zl}|\p{Zp}/u

/** A line of text of a developer that people see when they decide, of at most so many characters. */
export const shownText = (charsMax: number) =>
  z
    .string()
    .max(charsMax, { abort: true })
    .transform((text) => text.replace(/\s+/g, ' ').trim())
    .refine((text) => !HIDDEN_IN_TEXT.test(text), {
      message: 'must not contain control, bidirectional or other characters that are not visible',
    })

/** Why a canonical name is not acceptable for an app or its publisher; `undefined` if it is. */
export function nameProblem(name: string): string | undefined {
  if (HIDDEN.test(name))
    return 'must not contain control, zero-width, bidirectional or other characters that are not visible'
  if (!/[\p{L}\p{N}]/u.test(name)) return 'must contain a letter or a digit'
  const words = wordsOf(name)
  if (words.some(isMixed)) return 'must not mix Latin, Cyrillic and Greek letters in one word'
  if (looksLike(name.replace(ON_MACHINE, ''), SERVICE)) return 'must not contain the name of this service'
  const seen = words.map((word) => ({ word: plain(word), skeletons: skeletonsOf(word) }))
  // The whole name, too: its words can be parts of one.
  const whole = skeletonsOf(name)
  const isBrand = (brand: string) => seen.some(({ word }) => word === brand)
  const brand = BRANDS.find(
    (brand) =>
      seen.some(({ word, skeletons }) => word !== brand && skeletons.includes(brand)) ||
      (whole.includes(brand) && !isBrand(brand)),
  )
  return brand && `must not look like “${brand}”`
}

/** Whether a name contains what looks like another one. */
function looksLike(name: string, other: string): boolean {
  return skeletonsOf(name).some((each) => each.includes(skeleton(other)))
}

// Letters in filled circles, in filled squares and of flags, which have no canonical form.
const SYMBOL_ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6]
const LETTERS = 26
const FIRST_LETTER = 0x61

/** The letter that a symbol shows; the symbol itself if it shows none. */
function letterOf(symbol: string): string {
  const code = symbol.codePointAt(0) as number
  const from = SYMBOL_ALPHABETS.find((first) => code >= first && code < first + LETTERS)
  return from === undefined ? symbol : String.fromCharCode(FIRST_LETTER + code - from)
}

function wordsOf(name: string): string[] {
  return name.split(/[\s\p{Pd}._/()&+,:]+/u).filter(Boolean)
}

function isMixed(word: string): boolean {
  return (
    [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u].filter((script) => script.test(word)).length > 1
  )
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/**
 * The skeletons of a text: what it looks like, in Latin letters without marks, spaces and case. Two, because a capital I
 * looks like i to one reader and like l to another. Texts that share one look alike.
 */
export function skeletonsOf(text: string): readonly string[] {
  return [...new Set([skeleton(text), skeleton(text.replaceAll('I', 'l'))])]
}

function skeleton(text: string): string {
  const letters = [...plain(text)].map((char) => LOOK_ALIKES[char] ?? letterOf(char)).join('')
  return letters
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}
