import { TIMES } from './everyday-words.ts'

/** What begins a condition, a reason, a purpose, a manner, a limit or a second statement. */
const MORE =
  /\b(?:which|who|whom|whose|that|because|so|as|if|when|whenever|unless|but|although|though|while|until|must|should|cannot|can['’]?t|call|tell|only|never|not|no|without|with|except|due|thanks|owing|agreed|target|goal|limit|under|over|below|above|least|most|min|max|minimum|maximum|than|between)\b/i
/** What begins with a word may be a purpose or a reason, if it is no time: "to sleep", "for Lena", but not "to 69 kg". */
const LEADS = /\b(?:to|for|since) ([a-z]{1,12})/gi

/** Separates statements, and what is said beside a value: ", down 1 kg". */
const PARTS = /[,;.!?]\s/

/** Whether a text says nothing but measured values: no limit, condition, reason or purpose, and no part without a value or time. */
export function isPlainReading(content: string): boolean {
  if (MORE.test(content)) return false
  for (const [, next = ''] of content.matchAll(LEADS)) if (!TIMES.has(next.toLowerCase())) return false
  return content.trim().split(PARTS).every(namesValueOrTime)
}

function namesValueOrTime(part: string): boolean {
  return (
    /\d/.test(part) ||
    part
      .toLowerCase()
      .split(/\W+/)
      .some((word) => TIMES.has(word))
  )
}
