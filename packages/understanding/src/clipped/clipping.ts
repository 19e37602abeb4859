import { conceptsWith, widerConcepts } from '../concepts.ts'
import { canBeJob, JOBS } from '../patterns/listed.ts'
import { isTool } from '../tools.ts'

/** How a sentence of a note that leaves out its verb is written in full. */
export interface Clipping {
  /** One of these words, in lower case, is part of every sentence that the expression matches. */
  readonly words: readonly string[]
  readonly says: RegExp
  readonly as: string
  /** Whether the named groups of a match have the meaning that the expression assumes. */
  readonly accepts: (groups: Readonly<Record<string, string | undefined>>) => boolean
}

export const clipping = (
  words: string,
  says: string,
  as: string,
  accepts: Clipping['accepts'] = () => true,
  flags = 'u',
): Clipping => ({ words: words.split(' '), says: new RegExp(says, flags), as, accepts })

/** Begins a sentence with its subject, if it has one. */
export const WHO = String.raw`(?:(?:[Ii]|[Ww]e|[Ss]he|[Hh]e|[Tt]hey|(?!(?:Student|Uni|University|Full|Part|Now|Back|Out|Over|Up|Down|Old|New|Living|Night|Late|Early|Posted|Stationed|Digs|Halls?|Still|Just|In|At|On|With|My|Our|From|Mum|Mom|Dad|Gran|Grandma|Grandpa|Uncle|Aunt)\b)\p{Lu}[\p{Ll}-]{1,30}) )?`

/** A place or an organisation as written: "Bristol", "Rio de Janeiro", "St Ives". */
export const PLACE = String.raw`(?:\p{Lu}[\p{L}'’.-]{1,30}(?: (?:(?:de|del|da|do|di|la|le|upon|on|am|an|der|den|the|of|sur|en) )?\p{Lu}[\p{L}'’.-]{0,30}){0,2})`
export const MONTH =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)'
/** Forms of “be” and words beside them, if any. */
export const BE = '(?:(?:am|is|are|now|still|just) ){0,3}'
/** When something that lasts has begun. */
export const SINCE = `(?:since (?:[\\p{Ll}]+ ){0,3}?(?:${MONTH}|(?:19|20)\\d\\d|spring|summer|autumn|fall|winter|year|month|term|Christmas|Easter|New Year)\\b|for (?:the (?:last|past) )?(?:[\\p{Ll}\\d]+ ){1,2}(?:years?|months?)(?: now)?|(?:[\\p{Ll}\\d]+ ){1,2}(?:years?|months?) now|these days|nowadays|for good(?=[,.;]|$))`
/** Says that it is so for a time, or only planned or offered. */
export const NOT_LASTING =
  '(?!.*\\b(?:weekends?|holidays?|vacation|hotels?|check-?(?:in|out)|nights?|host|hostel for|airbnb|booked|booking|viewing|viewed|for sale|to let|for rent|asking price|sublet|tenants?|let out|rent(?:ed|ing)? out|visit\\w*|trip|tonight|tomorrow|yesterday|until|till|this week|next (?:week|month|year)|might|maybe|would|could|wants?|wish\\w*|dream\\w*|if|hop(?:es?|ing)|planning|plans)\\b)'

/** Whether a capitalised name is that of a place, as far as the lexicon tells; `undefined` if it does not know the name. */
export function isPlace(name: string): boolean | undefined {
  const lower = name.toLowerCase().replace(/[.,]$/, '')
  const first = lower.split(' ', 1)[0]!
  for (const part of [lower, first]) {
    const concepts = conceptsWith(part)
    if (concepts.some((concept) => concept.name === 'place' || widerConcepts(concept.name).has('place'))) return true
    if (concepts.length || isTool(part)) return false
  }
  return /^\p{Lu}{2,4}$/u.test(name) || NO_PLACES.test(first) ? false : undefined
}
const NO_PLACES =
  /^(?:this|that|it|there|here|he|she|we|they|what|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?$|^(?:ward|room|bed|team|unit|dept|department|accounts?|sales|finance|marketing|logistics|legal|payroll|support|engineering|design|operations|procurement|mum|mom|dad|gran|nan|grandma|grandpa|lent|ramadan)s?(?:['’]s)?$/

/** Whether the last word of a title is an occupation: "data engineer". */
export function isTitle(title: string): boolean {
  const last = title.trim().toLowerCase().split(' ').at(-1) ?? ''
  return (
    JOBS.has(last) ||
    canBeJob(last) ||
    /^(?:lead|head|chief|cfo|cto|ceo|coo|aide|postdoc|partner|sister|principal|hand|rep)$/.test(last)
  )
}
