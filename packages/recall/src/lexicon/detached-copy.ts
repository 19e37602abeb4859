/** V8 copies substrings up to this length; a longer one references the string it was cut from. */
const COPIED_CHARS = 12

/** An equal string that does not keep the string it was cut from in memory. */
export function detachedCopy(text: string): string {
  return text.length > COPIED_CHARS ? Buffer.from(text, 'utf16le').toString('utf16le') : text
}
