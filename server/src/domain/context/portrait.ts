/*
 * Requests for a text about the person, such as an introduction or a form: what it is for has words in common with memories that
 * say nothing of who the person is.
 */

const TEXT =
  'lines?|words|sentences?|paragraphs?|text|bit|something|anything|everything|facts?|page|story|poem|speech|toast'
const PORTRAIT =
  'bio|biography|profile|portrait|self-description|self-introduction|introduction|résumé|resume|cv|details|particulars|about page'
const ASKS_PORTRAIT = new RegExp(
  [
    `\\b(?:${TEXT}|tell (?:\\w+ )?|know|write|say) (?:\\w+ ){0,2}?about (?:me|myself)\\b`,
    '\\bwho (?:i am|am i)\\b(?! (?:meeting|seeing|going|travelling|talking|working|dating|married|living|related))',
    '\\b(?:introduc(?:e|es|ing)|describ(?:e|es|ing)|present|portray) (?:me|myself)\\b(?! with\\b)',
    `\\bmy (?:\\p{L}+ ){0,2}?(?:${PORTRAIT})\\b`,
    `\\b(?:${PORTRAIT}) (?:of|about|for) (?:me|myself)\\b`,
  ].join('|'),
  'iu',
)
/** Details of something else, and a résumé of a meeting. */
const OF_ELSE =
  /\bmy (?:bank|card|login|flight|travel|booking|order|payment|insurance|account|trip|work|company|\p{L}+['’]s) (?:\p{L}+ )?(?:details|profile|introduction|particulars)\b/iu

/** Whether a query asks for a text that says who the person is: "a few lines about me for the programme". */
export function asksPortrait(query: string): boolean {
  return ASKS_PORTRAIT.test(query) && !OF_ELSE.test(query)
}

/** Who the person is, most telling first. */
export const PORTRAIT_ATTRIBUTES =
  'name nickname job business university unread_work retirement home unread_home partner children pet hometown birthplace hobby sport instrument volunteering languages goal age like'.split(
    ' ',
  )
