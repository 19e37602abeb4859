import { isUser } from './names.ts'

/*
 * What a person is reported to have said: "the user mentioned that his car is a Volvo" states a car, as "his car is a Volvo" does.
 * What another person says stays that person's.
 */

const REPORTS =
  'mention(?:s|ed)|sa(?:ys|id)|state[sd]|report(?:s|ed)|note[sd]|share[sd]|explain(?:s|ed)|confirm(?:s|ed)|reveal(?:s|ed)|announce[sd]|clarif(?:ies|ied)|add(?:s|ed)|indicate[sd]|remark(?:s|ed)|recall(?:s|ed)|disclose[sd]|admit(?:s|ted)|specif(?:ies|ied)|let (?:me|us) know|(?:told|tells|informed|reminded) (?:me|us|the (?:assistant|coach|app|agent|team))'
const SPEAKER = String.raw`(?<who>(?:[Tt]he )?[Uu]ser|I|\p{Lu}[\p{L}’'-]{1,30}(?: \p{Lu}[\p{L}’'-]{1,30}){0,2})`
/** Says neither that it was otherwise later, nor that it was not meant. */
const HOW =
  '(?:just|also|now|today|yesterday|again|recently|sadly|happily|proudly|gladly|briefly|clearly|finally|has|have)'
/** Without "that", only what must be a clause follows: "told me he cycles". */
const CLAUSE = String.raw`(?: that (?=\p{L}|\d)| (?=(?:he|she|they|I|it) \p{Ll}|(?:(?:his|her|their|my|the) (?:[\p{L}-]+ ){1,3}|\p{Lu}[\p{L}-]+ )(?:is|are|has|was|lives?|works?) ))`
const LEAD = new RegExp(`^${SPEAKER} (?:${HOW} ){0,3}(?:${REPORTS})(?: to (?:me|us))?(?: ${HOW}){0,2}${CLAUSE}`, 'u')
const TAIL = new RegExp(`, ${SPEAKER} (?:${HOW} )?(?:${REPORTS})[.!]?$`, 'u')
/** What another person says or does, of which the pronouns may mean the one who reports it. */
const OF_OTHERS = new RegExp(
  `\\b(?:${REPORTS}|thinks?|believes?|knows?|hopes?)\\b|\\b(?:him|himself|herself)\\b|\\bher(?=$|[.,;!?]| (?:an?|the|that|to|with|on|in|at|for|and|not|about|from|so)\\b)`,
  'u',
)
const THIRD_PERSON = /\b(?:he|she|they|his|hers?|him|their)\b/
/** Quick to find; most texts report nothing. */
const VERB = new RegExp(`\\b(?:${REPORTS})\\b`, 'u')

/**
 * A text without the words that say that the person said so: "The user noted that his sister lives in Brno" becomes "his sister
 * lives in Brno".
 * @param ownNames the person's own names in lower case.
 */
export function withoutReport(text: string, ownNames: ReadonlySet<string>): string {
  if (!VERB.test(text)) return text
  const isOwn = (who: string) => who === 'I' || isUser(who, ownNames)
  const lead = LEAD.exec(text)
  if (lead && isOwn(lead.groups!.who!)) {
    const who = lead.groups!.who!
    const rest = text.slice(lead[0].length)
    if (OF_OTHERS.test(rest) || (who === 'I' && THIRD_PERSON.test(rest))) return text
    return rest.replace(/^(?:he|she) (?=\p{Ll})/u, `${who} `)
  }
  const tail = TAIL.exec(text)
  return tail && isOwn(tail.groups!.who!) ? `${text.slice(0, tail.index)}.` : text
}
