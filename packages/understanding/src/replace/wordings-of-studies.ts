import { type Wording, wording } from './wording.ts'

const ORDINAL = '(?:[Ff]irst|[Ss]econd|[Tt]hird|[Ff]ourth|[Ff]ifth|[Ss]ixth|[Ff]inal|\\d(?:st|nd|rd|th))'

/** Rewrites notes of how far a person has come in studies or an apprenticeship. */
export const WORDINGS_OF_STUDIES: readonly Wording[] = [
  wording(
    'student apprentice trainee',
    `^(?:I am |[Ii]s |She is |He is )?(?:an? )?((?:[\\p{L}-]+ ){0,3}?(?:[Ss]tudent|[Aa]pprentice|[Tt]rainee)(?: [\\p{L}-]+){0,2}(?: (?:at|in|with|of) [^,;.]{2,40})?),? (?:\\(|now )?(?:in (?:my |her |his |the )?)?(${ORDINAL}) year\\)?$`,
    'I am in the $2 year as $1',
  ),
  wording(
    'student apprentice',
    `^(?:(?:I am|[Ii]s|She is|He is) )?(?:an? )?(${ORDINAL})[- ]year ((?:[\\p{L}-]+ ){0,3}?(?:student|apprentice|undergrad)(?: (?:at|in|with|of) [^,;.]{2,40}?)?)(?: now)?$`,
    'I am in the $1 year as $2',
  ),
  wording(
    'major majoring',
    `^(?:(?:[Ii]|[Ss]he|[Hh]e) (?:am |is )?|[Ii]s )?(?:now )?([Mm]ajoring|[Mm]ajors?) in (?!the\\b)`,
    'My major is ',
  ),
  wording(
    'housemates flatmates roommates',
    `^(?:[Mm]y |[Oo]ur |[Hh]er |[Hh]is )?(?:[Hh]ouse|[Ff]lat|[Rr]oom)mates(?::| are) (?:now )?(?=\\p{Lu}\\p{Ll}+(?:,| and| &) )`,
    'Now shares a flat with ',
  ),
  wording(
    'room flat apartment studio house',
    `^(?:[Mm]y |[Oo]ur |[Tt]he (?=room|flat|apartment|new |old |small |tiny |shared ))(?:(?:new|old|small|tiny|shared|little|furnished) )?(?:room|flat|apartment|studio|house) (?:now )?costs (?:me |us )?(?=[€$£₹]?\\d)(?=.*\\b(?:month|week|pcm|monthly|now)\\b)(?!.*\\b(?:heat|insure|clean|paint|run|build|repair)\\b)`,
    'Rent: ',
  ),
]
