import { randomBytes } from 'node:crypto'

/*
 * Whatever people and apps have written stands in a prompt as JSON inside a block whose fence is drawn anew for each
 * request. In that JSON every `<` and `>`, and whatever looks like them or cannot be seen, is an escape, so that nothing
 * inside can close the block, whatever it knows or guesses of the fence.
 */

const FENCE_BYTES = 12

// Angle brackets and their look-alikes; what is not seen, ends lines or turns the reading direction.
const MARKS =
  /[<>\u007f-\u009f\u00ab\u00ad\u00bb\u02c2\u02c3\u061c\u180e\u200b-\u200f\u2028-\u202e\u2039\u203a\u2060-\u206f\u2329\u232a\u27e8-\u27eb\u276c-\u2771\u29fc\u29fd\u3008-\u300b\ufe64\ufe65\ufeff\uff1c\uff1e\u{e0000}-\u{e007f}]/gu

/** A mark for the blocks of one prompt. */
export function newFence(): string {
  return randomBytes(FENCE_BYTES).toString('hex')
}

/** A value as JSON inside a fence that nothing in it can close. */
export function block(name: string, value: unknown, fence: string): string {
  return `<${name} ${fence}>\n${asData(value)}\n</${name} ${fence}>`
}

/** JSON that reads back as the same value, without a character that could pass for a mark or hide one. */
export function asData(value: unknown): string {
  return JSON.stringify(value).replace(MARKS, (char) =>
    [...Array(char.length).keys()].map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  )
}
