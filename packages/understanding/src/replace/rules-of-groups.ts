import type { Source } from './rules.ts'

/**
 * Clubs, courses, posts and departments: what a person belongs to one of at a time. The group `of` names what each has
 * one of: a person can be treasurer of one club and captain of another.
 */
export const GROUP_RULES: readonly Source[] = [
  [
    'club',
    'play plays playing signed',
    /^(?:plays?|playing) (?:\w+ )?for (?<v>.+)|^signed (?:with|for) (?<w>.+)/,
    'change',
    'name',
  ],
  [
    'study',
    'changed switched',
    /^(?:changed|switched) (?:(?:my|her|his|their) )?(?:course|major|degree|subject|field of study)(?: from .{2,30}?)? to (?<v>.+)/,
  ],
  [
    'post',
    'the a an treasurer secretary captain president vice-president chair chairman chairwoman chairperson coach editor goalkeeper elected made became become appointed voted chosen named',
    /^(?:(?:elected|made|became|become|appointed|voted|chosen|named) )?(?:as )?(?:the |an? )?(?<v>(?:vice[- ]|deputy |assistant |co-)?(?:treasurer|secretary|captain|president|chair(?:man|woman|person)?|coach|editor|goalkeeper|leader|organi[sz]er)) (?:of|for) (?:the|my|our|her|his) (?<of>.+)/,
    'change',
  ],
  [
    'department',
    'on in part works work working joined moved transferred switched changed reassigned',
    /^(?:on|in|part of|works? (?:in|on|for|with)|working (?:in|on|for|with)|joined|(?:moved|transferred|switched|changed|reassigned)(?: over| across| from .{2,30}?)? to) (?:the |our )(?<v>[a-z&-]+(?: [a-z&-]+)?) (?:team|department|division|unit|squad)(?: now| at .+| since .+)?$/,
    'change',
  ],
  [
    'weight',
    'came comes went got slimmed dropped gained',
    /^(?:came|comes|went|got|slimmed|dropped|gained)(?: (?:in|back|down|up))? (?:at|to) (?:about |around )?(?<v>\d[\d.,]* ?(?:kg|kilos?|pounds|lbs|stone)\b.*)/,
    'series',
  ],
]
