export interface Wording {
  /** One of these words stands in every sentence that the expression matches. */
  readonly words: readonly string[]
  readonly says: RegExp
  readonly as: string
  /** A sentence that matches it is left as it is. */
  readonly unless?: RegExp
  /** The sentence has to match it, too. */
  readonly beside?: RegExp
}

export const NAME = String.raw`\p{Lu}[\p{L}'’-]{0,30}(?: \p{Lu}[\p{L}'’-]{0,30}){0,2}`
export const TITLED = String.raw`(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof)\.? )?${NAME}`
/** Whose: "my", "the", "Ada's", or nothing at the beginning. */
export const WHOSE = String.raw`(?:(?:[Mm]y|[Oo]ur|[Tt]he|[Hh]is|[Hh]er|[Tt]heir|\p{Lu}[\p{L}-]{0,30}['’]s) )?`
const KIN =
  'Mum|Mom|Mummy|Daddy|Dad|Mother|Father|Grandma|Grandpa|Granny|Gran|Grandad|Granddad|Nan|Aunt|Auntie|Uncle|Sister|Brother|Son|Daughter|Husband|Wife|Partner|Boyfriend|Girlfriend'
export const WHO = String.raw`(?:(?:[Ii]|[Ww]e|[Ss]he|[Hh]e|[Tt]hey|(?!(?:${KIN})\b)\p{Lu}[\p{Ll}-]{1,30}) )?`
export const HAVE = '(?:(?:have|has|had|just|recently|finally|now) ){0,3}'
export const OF = '(?:my|our|her|his|their|the)'
/** Services and roles of which a person has one. */
export const ONE =
  'gym|bank|doctor|gp|dentist|school|optician|vet|hairdresser|barber|insurer|employer|boss|manager|therapist|physio|landlord|accountant|pharmacy|supermarket|church|club'
export const NUMBER = String.raw`\+?\d[\d ()/-]{4,20}\d`
export const MAIL = String.raw`[^\s@]{1,60}@[^\s@,;]{3,60}`
export const HOUSING = 'flat|apartment|house|place|room|studio|cottage|condo|bungalow|digs'

export const wording = (words: string, says: string, as: string, flags = 'u'): Wording => ({
  words: words.split(' '),
  says: new RegExp(says, flags),
  as,
})

/** Wordings that do not apply to sentences that match an expression. */
export const butNot = (unless: RegExp, wordings: readonly Wording[]): Wording[] =>
  wordings.map((each) => ({ ...each, unless }))
