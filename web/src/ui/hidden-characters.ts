/*
 * Characters that cannot be seen, or that change the order of others: a text with them may say something else to a model than
 * to the person who reads it. Not the joiners of emoji and of some scripts, nor the tags of flags.
 */

const TAGS = String.raw`[\u{e0000}-\u{e007f}]`
/** Of a part of a country: the two letters of the country and one to four more (UTS 51, ED-14a; UTS 35, unicode_subdivision_id). */
const FLAG = String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`
const HIDDEN = new RegExp(
  String.raw`(${FLAG})|${TAGS}+|[\u200b\u2060-\u2064\u202a-\u202e\u2066-\u206f\u115f\u1160\u3164\uffa0\ufff9-\ufffb]+`,
  'gu',
)
const MARK = '\u25a1'

/** A text in which a square stands for each run of hidden characters. */
export function withMarks(text: string): string {
  return text.replace(HIDDEN, (_, flag?: string) => flag ?? MARK)
}
