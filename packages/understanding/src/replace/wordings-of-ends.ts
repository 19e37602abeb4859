import { WHO, type Wording, wording } from './wording.ts'

/* Rewrites sentences that say that something is over in passing: "hardly ever eats out any more", "has put the ukulele aside". */

const PASTIMES =
  'guitar|piano|violin|viola|cello|flute|clarinet|saxophone|sax|trumpet|trombone|ukulele|banjo|harp|drums|accordion|harmonica|recorder|bass|knitting|crochet|sewing|embroidery|painting|drawing|pottery|chess|golf|novel|Dutch|French|German|Spanish|Italian|Portuguese|Japanese|Chinese|Russian|Greek|Latin|Polish|Swedish|Norwegian|Danish|Korean|Arabic|Turkish|Hindi|Welsh|Irish'

export const WORDINGS_OF_ENDS: readonly Wording[] = [
  wording(
    'hardly rarely barely scarcely seldom',
    `^(${WHO})(?:(?:[Nn]ow|do|does) )?(?:[Hh]ardly|[Rr]arely|[Bb]arely|[Ss]carcely|[Ss]eldom) (?:ever )?(?!(?:in|at|on|up|out|home|before|after|any|an?|the)\\b)(\\p{Ll}{2,20}(?: [\\p{L}-]{1,20}){0,5}?) (?:any ?more|these days|nowadays)(?=$|[,;.])`,
    '$1no longer $2',
    'u',
  ),
  wording(
    'aside away side shelf',
    `^(${WHO})(?:(?:have|has) )?(?:[Pp]ut|[Ll]aid) (?:the |my |her |his )?(${PASTIMES}) (?:aside|to one side|away for good|on the shelf)(?=$|[,;.]| (?:for good|now|because|since)\\b)`,
    '$1gave up the $2',
  ),
  wording(
    'over',
    `^(?:[Nn]ow |[Ff]inally )?[Oo]ver (?:the|my|her|his) (cold|flu|covid|cough|infection|bug|bronchitis|pneumonia|jet lag|hay fever|migraine)(?=$|[,;.])`,
    'I am over the $1',
  ),
  wording(
    'off',
    `^(?:(?:I|She|He) )?(?:(?:am|is|[Nn]ow|[Ff]inally) ){0,3}[Oo]ff (?:the|my|her|his) ((?:[\\p{Ll}-]{3,20} )?diet)(?=$|[,;.]| (?:now|for good|since|again)\\b)`,
    'The $1 is over',
  ),
  wording(
    'interest',
    `^(${WHO})(?:(?:have|has) )?(?:[Cc]ompletely |[Rr]eally )?[Ll]ost (?:all )?interest in (?!me\\b|her\\b|him\\b|us\\b)([^,;.]{3,40})(?=$|[,;.])`,
    '$1gave up $2',
  ),
  wording(
    'throat cough fever headache cold pain ankle knee back wrist shoulder finger toe rash toothache stomach ear eye hip foot leg arm neck migraine flu infection cut bruise burn blister',
    `^((?:[Mm]y |[Tt]he )?(?:\\p{L}{2,12} )?\\p{L}{3,12})['’]s (?:all |much |fully |completely )?(gone|better|healed|cleared up|over)(?=$|[,;.]| (?:now|again)$)`,
    '$1 is $2',
  ),
  wording(
    'called',
    '\\b(called|calls) ((?:the|my|our|her|his|their|this|that) [^.,;]{3,60}?) off(?=$|[,.;!]| (?:because|since|for now|again)\\b)',
    '$1 off $2',
  ),
]
