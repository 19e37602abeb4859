/** Control and format characters, which could change what a terminal shows. */
const NOT_SHOWN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** A text of unknown origin as one line for a terminal. */
export function plainLine(text: string): string {
  return text.replace(NOT_SHOWN, '�')
}

/** A value as JSON in one line for a terminal; control and format characters are escaped. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(NOT_SHOWN, (char) =>
    Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  )
}
