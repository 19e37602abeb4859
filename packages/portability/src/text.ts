import { PortabilityError } from './errors.ts'

/** NUL, lone surrogates and the byte order mark, which a database cannot store or a reader does not expect. */
const UNSTORABLE = /[\0\ufeff]|\p{Surrogate}/gu

/** Decodes UTF-8, or UTF-16 with a byte order mark. @throws PortabilityError `encoding` */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new PortabilityError('encoding', `The file has another encoding than ${encoding.toUpperCase()}.`, cause)
  }
}

/** The encoding by the byte order mark; UTF-8 without one. */
export function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

/** Removes what cannot be stored, writes line ends as `\n`, and trims. */
export function cleanText(text: string): string {
  return text.replace(UNSTORABLE, '').replace(/\r\n?/g, '\n').trim()
}

/** A title of at most 200 characters on one line; `null` if nothing is left. */
export function cleanTitle(text: string | undefined): string | null {
  return cutText(cleanText(text ?? '').replace(/\s+/g, ' '), TITLE_CHARS_MAX) || null
}

const TITLE_CHARS_MAX = 200

/** The beginning of a text, ending at a word if possible and never within a surrogate pair. */
export function cutText(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text
  const cut = text.slice(0, charsMax).replace(/[\ud800-\udbff]$/, '')
  const space = cut.lastIndexOf(' ')
  return (space > charsMax * 0.8 ? cut.slice(0, space) : cut).trimEnd()
}

/** Splits a text into parts of at most `charsMax` characters, at white space if possible. Joined they are the text. */
export function splitText(text: string, charsMax: number): string[] {
  const parts: string[] = []
  let from = 0
  while (text.length - from > charsMax) {
    const part = text.slice(from, from + charsMax)
    const at = Math.max(part.lastIndexOf('\n'), part.lastIndexOf(' ')) + 1
    const end = at > charsMax * 0.8 ? at : part.replace(/[\ud800-\udbff]$/, '').length
    parts.push(text.slice(from, from + end))
    from += end
  }
  parts.push(text.slice(from))
  return parts
}

/** A text in the form in which equal contents compare equal: Unicode normalised, lower case, single spaces. */
export function normalText(text: string): string {
  return singleSpaced(text.normalize('NFC').toLowerCase()).trim()
}

/** A text with one space instead of each white space. Single spaces stay as they are, so that most texts are not copied. */
export function singleSpaced(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/g, ' ')
}
