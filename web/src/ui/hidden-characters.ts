/*
 * Characters that cannot be seen, or that change the order of others: a text with them may say something else to a model than
 * to the person who reads it. Those which writing needs are left: one joiner in an emoji or within a script that joins, one
 * selector of how an emoji or a Han or Mongolian character looks, one mark of direction beside letters from right to left, one
 * soft hyphen within a word, and the tags of flags.
 */

/** Of a part of a country: the two letters of the country and one to four more (UTS 51, ED-14a; UTS 35, unicode_subdivision_id). */
const FLAG = String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`
/** What Unicode says is not shown (UAX 44, Default_Ignorable_Code_Point), an empty Braille cell, and signs of annotation. */
const HIDDEN = new RegExp(String.raw`(${FLAG})|[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]+`, 'gu')
const MARK = '\u25a1'

const LETTER = /[\p{L}\p{M}]/u
const LATIN = /\p{Script=Latin}/u
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const EMOJI = /\p{Emoji}|\p{Emoji_Modifier}|\ufe0f/u
const HAN = /\p{Script=Han}/u
const MONGOLIAN = /\p{Script=Mongolian}/u

/** A text in which a square stands for each run of hidden characters. */
export function withMarks(text: string): string {
  return text.replace(HIDDEN, (run: string, flag: string | undefined, at: number) => {
    const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? ''
    const after = String.fromCodePoint(text.codePointAt(at + run.length) ?? 0)
    return flag ?? (isWritten(run, before, after, text) ? run : MARK)
  })
}

/** Whether a hidden character is needed to write what is around it. */
function isWritten(run: string, before: string, after: string, text: string): boolean {
  switch (run) {
    case '\u200c':
    case '\u200d':
      return (EMOJI.test(before) && EMOJI.test(after)) || (LETTER.test(before) && !LATIN.test(before))
    case '\ufe0f\u200d':
      return EMOJI.test(before) && EMOJI.test(after)
    case '\ufe0e':
    case '\ufe0f':
      return EMOJI.test(before)
    case '\u00ad':
      return LETTER.test(before) && LETTER.test(after)
    case '\u061c':
    case '\u200e':
    case '\u200f':
      return RIGHT_TO_LEFT.test(text)
    default:
      return /^(?:[\ufe00-\ufe02]|[\u{e0100}-\u{e01ef}])$/u.test(run)
        ? HAN.test(before)
        : /^[\u180b-\u180f]$/.test(run) && MONGOLIAN.test(before)
  }
}
