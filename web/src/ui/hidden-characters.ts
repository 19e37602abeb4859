/*
 * Characters that cannot be seen, or that change the order of others: a text with them may say something else to a model than
 * to the person who reads it. Not the joiners of emoji and of some scripts, nor the tags of flags.
 */

const TAGS = String.raw`[\u{e0000}-\u{e007f}]`
const FLAG = String.raw`\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}`
const HIDDEN = new RegExp(
  String.raw`(${FLAG})|${TAGS}+|[\u200b\u2060-\u2064\u202a-\u202e\u2066-\u206f\u115f\u1160\u3164\uffa0\ufff9-\ufffb]+`,
  'gu',
)
const MARK = '\u25a1'

/** A text in which a square stands for each run of hidden characters. */
export function withMarks(text: string): string {
  return text.replace(HIDDEN, (_, flag?: string) => flag ?? MARK)
}
