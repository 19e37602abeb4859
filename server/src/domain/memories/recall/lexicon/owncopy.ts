/** V8 copies a slice up to this length; a longer one keeps the whole text it came from alive. */
const COPIED_CHARS = 12

/** The same string, sure to hold on to no other. */
export function ownCopy(text: string): string {
  return text.length > COPIED_CHARS ? Buffer.from(text, 'utf16le').toString('utf16le') : text
}
