import type { Reading } from './reading.ts'

/* What stays true, or true in part, beside a newer statement that is of something else. */

const NAMES: ReadonlySet<string> = new Set(['name', 'nickname'])
const ENDS_NAME =
  /\b(?:names?|nicknames?|nicknamed|called|calls? (?:me|him|her|them)|known as|goes by|go by|no longer)\b/

/** "Hates phone calls" after "prefers to be called Marta": only another name ends how someone is called. */
export function isAddressBeside(newer: Reading, older: Reading): boolean {
  const [called, other] = [older, newer].map((each) => each.facts().some(({ attribute }) => NAMES.has(attribute.name)))
  return called === true && other === false && !ENDS_NAME.test(newer.normal())
}

const MONEY = /[€$£¥₹] ?\d|\d ?(?:€|euros?|dollars?|pounds?|francs?|kroner|yen|rupees?)\b/
const NUMBER = /\d[\d.,]*/g

/** "Rent went up to 655 euros" after "lives on 1,100 euros a month, 620 of it rent": one of several sums. */
export function isOneOfSums(newer: string, older: string): boolean {
  if (!MONEY.test(newer) || !MONEY.test(older)) return false
  const [next, before] = [newer, older].map((text) => text.match(NUMBER)?.length ?? 0)
  return before! > 1 && next! < before!
}
