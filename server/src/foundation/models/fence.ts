import { randomBytes } from 'node:crypto'

/*
 * Protection against prompt injection. Text from users and apps enters a prompt as JSON inside a block whose delimiter,
 * the fence, is random per request. In that JSON all angle brackets, look-alikes and invisible characters are escaped,
 * so the text cannot close its block even if it guesses the fence.
 */

const FENCE_BYTES = 12

// Angle brackets and look-alikes; characters that are invisible, break lines or change the text direction.
const ESCAPED =
  /[<>\u007f-\u009f\u00ab\u00ad\u00bb\u02c2\u02c3\u061c\u180e\u200b-\u200f\u2028-\u202e\u2039\u203a\u2060-\u206f\u2329\u232a\u27e8-\u27eb\u276c-\u2771\u29fc\u29fd\u3008-\u300b\ufe64\ufe65\ufeff\uff1c\uff1e\u{e0000}-\u{e007f}]/gu

/** A random delimiter for the blocks of one prompt. */
export function newFence(): string {
  return randomBytes(FENCE_BYTES).toString('hex')
}

/** A value as escaped JSON inside a fenced block. */
export function block(name: string, value: unknown, fence: string): string {
  return `<${name} ${fence}>\n${escapedJson(value)}\n</${name} ${fence}>`
}

/** JSON that parses to the same value and contains none of the escaped characters. */
export function escapedJson(value: unknown): string {
  return JSON.stringify(value).replace(ESCAPED, (char) =>
    [...Array(char.length).keys()].map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  )
}
