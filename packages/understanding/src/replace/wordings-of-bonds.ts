import { NAME, type Wording, wording } from './wording.ts'

/* Rewrites sentences that tell of a couple by what one of the two does: "gave the ring back" becomes "called off the engagement". */

const NOT_A_NAME =
  '(?!(?:The|My|Our|His|Her|A|An|I|We|They|She|He|There|If|When|User|Mum|Mom|Dad|Mother|Father|Grandma|Grandpa)\\b)'
const END = '(?=$|[,.;!]| (?:on|last|yesterday|today|in|after|because|since|for good|this|at)\\b)'

export const WORDINGS_OF_BONDS: readonly Wording[] = [
  wording(
    'company stepping steady walking',
    `\\b([Ii]s|[Aa]m|[Aa]re|[Bb]een) (?:now |still )?(?:keeping company|stepping out|going steady|walking out) with (?=${NAME})`,
    '$1 dating ',
  ),
  wording(
    'ring',
    `^${NOT_A_NAME}(${NAME}?) (?:has )?(?:just |finally )?(?:gave|given|handed|sent|posted|returned) (?:(?:${NAME}|him|her) )?(?:the|his|her|their) (?:engagement )?ring back(?:${END}| to (?:${NAME}|him|her)${END})`,
    '$1 is no longer engaged',
  ),
  wording(
    'broke split separated divorced quits parted ended',
    `^${NOT_A_NAME}(${NAME}) and ${NOT_A_NAME}(${NAME}) (?:have |are |has |got )?(?:now )?(?:broke up|broken up|split up|split|separated|divorced|called it quits|parted ways|ended (?:it|things))${END}(?! (?:in|on) (?:two|stage))`,
    '$1 broke up with $2',
  ),
  wording(
    'ring',
    `^((?:I |[Ss]he |[Hh]e |${NOT_A_NAME}${NAME} )?)(?:have |has |had )?(?:just |finally )?(?:[Gg]ave|[Gg]iven|[Hh]anded|[Ss]ent|[Mm]ailed|[Pp]osted|[Rr]eturned|[Tt]ook) (?:(?:${NAME}|him|her) )?(?:the|my|his|her|their) (?:engagement )?ring back(?! (?:to|from|in|at) (?:the|a) )(?:${END}| to (?:${NAME}|him|her)${END})`,
    '$1called off the engagement',
  ),
  wording(
    'ring',
    `^((?:I |[Ss]he |[Hh]e |${NOT_A_NAME}${NAME} )?)(?:have |has )?(?:[Gg]ave|[Gg]iven|[Hh]anded) (?:him|her|${NAME}) back (?:the|my|his|her) (?:engagement )?ring${END}`,
    '$1called off the engagement',
  ),
  wording('ring', `^${NOT_A_NAME}(${NAME}) (?:has )?put a ring on it${END}`, 'I am now engaged to $1'),
  wording('widowed', String.raw`^[Ww]idowed (?=(?:since|after|as of)\b)`, 'I am now widowed '),
  wording(
    'roof',
    `^${NOT_A_NAME}(${NAME}) and (?:I|me) (?:now )?(?:live|are) under (?:one|the same) roof\\b`,
    'I now live with $1',
  ),
  wording(
    'ex',
    `^${NOT_A_NAME}(${NAME})(?:['’]s| is) (?:now )?(?:officially )?(my|her|his) ex(?:-\\p{Ll}+)?(?: (?:now|again|(?:as of|since) .{3,24}))?$`,
    'I broke up with $1',
  ),
  wording(
    'life',
    `^(?:[Tt]here(?: is|['’]s)|[Gg]ot) (?:now )?(?:an?|this) (\\p{Lu}\\p{L}+) in my life(?: now| again| these days| since .{2,20})?$`,
    'I am now in a relationship with $1',
  ),
  wording('steady', `^(?:(?:I am |[Ww]e are )?)(?:now )?[Gg]oing steady with (?=${NAME})`, 'I am now together with '),
  wording(
    'married wedded hitched',
    `^${NOT_A_NAME}(${NAME}) and ${NOT_A_NAME}(${NAME}) (?:have )?(?:got|are|were) (?:married|hitched|wed)${END}`,
    '$1 got married to $2',
  ),
]

/** Of sentences with two clauses that are read as one. */
export const WHOLE_OF_BONDS: readonly Wording[] = [
  wording(
    'widowed divorced separated',
    String.raw`^(?:(?:[Nn]ow|[Rr]ecently|[Nn]ewly) )?([Ww]idowed|[Dd]ivorced|[Ss]eparated)(?:[:,;]| [–-]) (?=\p{L}[^:]{6,})`,
    'I am $1, ',
  ),
  wording(
    'wife husband newlyweds',
    `^${NOT_A_NAME}(${NAME}) and (?:I|me) (?:are|became|have become) (?:now )?(?:officially )?(?:husband and wife|man and wife|wife and wife|husband and husband|newlyweds)\\b.*$`,
    'I got married to $1',
  ),
  wording(
    'met',
    `^(?:I |We )?[Mm]et (\\p{Lu}\\p{L}{1,20})(?: [^ ,;.]{1,20}){0,6}[,;.] (?:and )?[Ww]e(?:['’]ve been|['’]re| are| have been) (?:now )?(?:together|dating|a couple|an item|going out)\\b.*$`,
    'I am now together with $1',
  ),
  wording(
    'vows rings',
    `^${NOT_A_NAME}(${NAME}) and (?:I|me) (?:have )?(?:just |finally )?(?:said (?:our|the) (?:wedding )?vows|exchanged (?:rings|vows)|swapped rings)\\b.*$`,
    'I got married to $1',
  ),
  wording(
    'over done finished through',
    `^${NOT_A_NAME}(${NAME}) (?:has |have )?(?:packed (?:her|his|their) (?:things|bags|stuff|suitcases?)|moved out|walked out|left|took (?:her|his|their) things)(?: [^,;.]{2,24})?[,;.–-]+ ?(?:and |so )?(?:it['’]s|it is|we are|we['’]re|that['’]s it,? (?:we['’]re|it['’]s)) (?:all )?(?:over|done|finished|through)(?: (?:between us|for good|now))?[.!]?$`,
    'I broke up with $1',
  ),
]
