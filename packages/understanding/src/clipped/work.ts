import { HAVE } from '../replace/wording.ts'
import { BE, type Clipping, clipping, isPlace, isTitle, PLACE, WHO } from './clipping.ts'

/* Notes of what a person does for a living. */

const SINCE = '(?:now|these days|nowadays|since [^,;:]{2,25})'
const TITLE = "(?:[\\p{L}&'’-]+ ){0,4}?[\\p{L}-]+"
const FIELDS =
  'teaching|nursing|retail|hospitality|catering|construction|consulting|consultancy|banking|finance|journalism|accounting|accountancy|social work|academia|engineering|midwifery|publishing|advertising|marketing|sales|recruitment|childcare|farming|insurance|logistics|policing|architecture|research'
const ROLE =
  '(?:as an? [\\p{L} -]{3,30}|[\\p{Ll}& -]{0,20}(?:side|team|department|desk|shift|shop floor|production line|branch|warehouse|back[- ]?end|front[- ]?end|sales|marketing|logistics|accounts|payroll|quality control|engineering|audit|research|customer service|support|maintenance|hr|HR|R&D))'
const TITLES_OF_TWO =
  "(?:[Ww]ard sister|[Ll]ine cook|[Pp]rep cook|[Ss]hort-order cook|[Ss]hip[’']s cook|[Ss]chool cook|[Gg]rill cook|[Nn]ight porter|[Ss]hift lead|[Tt]eam lead|[Tt]ech lead|[Cc]harge nurse|[Ss]taff nurse|[Hh]ead nurse|[Ss]cout leader)"
const OCCASION =
  '(?!.*\\b(?:tonight|tomorrow|yesterday|today|this (?:week|weekend|morning|evening)|(?:on|next|last) (?:mon|tues|wednes|thurs|fri|satur|sun)day|covering|cover for|swap\\w*|extra|\\d{1,2}[:.]\\d\\d|appointment|until|till)\\b)'

export const CLIPPED_WORK: readonly Clipping[] = [
  // "Nurse at St. Mary's now", "Student at KTH these days".
  clipping(
    'now days nowadays',
    `^(?<title>(?!(?:My|Our|The|Her|His|New|Old|Hired|Found|Got|Met|Saw|No|Another|Good|Great|Best|Nice|Also|Was|Ex|Former|Fired|Left|Lost|Dating|Seeing|\\p{L}+(?<!res|[Ss]ale|usines|peration)s|\\p{L}+ed)\\b)(?:[\\p{L}-][\\p{Ll}’'-]+ )?(?:\\p{Ll}[\\p{Ll}’'-]+ )?(?:(?<= )\\p{Ll}|(?<=^)\\p{L})[\\p{Ll}-]+) (?<at>at|for) (?<org>(?:the |an? )?[\\p{L}\\p{N}][^,;:]{1,40}) (?=(?:now|nowadays|these days)[.]?$)(?!.*\\b(?:is|are|was|were|has|have|goes|comes|works?|lives?)\\b)${OCCASION}`,
    'I am $<title> $<at> $<org> ',
    ({ title }) => isTitle(title!),
  ),
  // "On my own now: part-time bookkeeper for two cafés".
  clipping(
    'own',
    `^(?<who>${WHO})${BE}(?:[Oo]ut )?[Oo]n (?:my|her|his) own(?: ${SINCE})?(?::| -| –|,| as) (?:an? )?(?=(?<title>${TITLE})(?: (?:for|at|in|with|since|to) |[,.]|$))`,
    '$<who>went freelance as a ',
    ({ title }) => isTitle(title!),
  ),
  clipping(
    'shift shifts',
    `^(?<shift>(?:[Ee]arly|[Ll]ate|[Nn]ight|[Dd]ay|[Mm]orning|[Ee]vening|[Gg]raveyard|[Ss]plit) shifts?) (?<at>at|in|on) (?=\\p{Lu}|the \\p{L}|an? \\p{L})${OCCASION}`,
    'Works the $<shift> $<at> ',
  ),
  // "At Bosch now, quality control": only with what is done there.
  clipping(
    'at with',
    `^(?<who>${WHO})${BE}(?:[Oo]ver )?(?:[Aa]t|[Ww]ith) (?<org>(?:the )?${PLACE}) (?<since>${SINCE}),? (?=${ROLE}(?:[.,;]|$| at | in | for ))${OCCASION}`,
    '$<who>works at $<org> $<since>, ',
    ({ org }) => isPlace(org!.replace(/^the /, '')) !== false || org!.startsWith('the '),
  ),
  clipping(
    'back',
    `^(?<who>${WHO})${BE}[Bb]ack (?:in|to|into) (?<field>${FIELDS})(?=,|[.]?$| (?:at|since|again|full|part|after|these)\\b)${OCCASION}`,
    '$<who>works in $<field> again',
  ),
  clipping(
    'sister cook porter lead nurse',
    `^(?:[Nn]ow )?(?<title>${TITLES_OF_TWO})(?:, [\\p{L}& ]{2,20},)? (?<at>at|for|in|with|on) (?=\\p{Lu}|the |an? )${OCCASION}`,
    'Works as a $<title> $<at> ',
  ),
  clipping(
    'nurse',
    `^(?<title>[Cc]harge nurse|[Ss]taff nurse|[Ww]ard sister), (?<rest>[\\p{L}&]{1,14}, )?(?=\\p{Lu}|the )`,
    'Works as a $<title> at ',
  ),
  // "Team lead, payments, at Klarna".
  clipping(
    'at',
    `^(?<title>\\p{Lu}${TITLE}), [\\p{L}& ]{2,24}, at (?=\\p{Lu})${OCCASION}`,
    'Works as a $<title> at ',
    ({ title }) => isTitle(title!),
  ),
  // "Promoted: site manager at Skanska".
  clipping(
    'promoted role post',
    `^(?:[Pp]romoted|(?:[Nn]ew|[Cc]urrent) (?:role|post))(?::| -| –| →|, now) (?:(?:to|as) )?(?:an? )?(?=(?<title>${TITLE})(?: (?:at|for|with|in|of|since|from) |[,.]|$))`,
    'New job: ',
    ({ title }) => isTitle(title!),
  ),
  clipping(
    'stepped',
    `^(?<who>${WHO})${HAVE}[Ss]tepped up (?:to|as) (?:be )?(?:an? |the )?(?=(?<title>${TITLE})(?: (?:at|for|with|in|of|since|last|this) |[,.]|$))`,
    '$<who>was promoted to ',
    ({ title }) => isTitle(title!),
  ),
  clipping(
    'heading',
    `^(?<who>${WHO})(?:(?:am|is) )?(?:[Nn]ow )?[Hh]eading (?:up )?(?=the (?:[\\p{L}-]+ ){0,3}?(?:team|department|unit|ward|lab|desk|office|division|branch|programme|group)\\b)`,
    '$<who>heads ',
  ),
  // "From accountant to baker".
  clipping(
    'from',
    `^(?<who>${WHO})(?:[Ww]ent |gone )?[Ff]rom (?<old>(?:\\p{Ll}+ )?\\p{Ll}+) to (?<title>(?:\\p{Ll}+ )?\\p{Ll}+)(?:: |, )?(?=[.]|$| (?:in|at|now|since)\\b|(?<=[:,] ))`,
    '$<who>is now a $<title>, ',
    ({ old, title }) => isTitle(old!) && isTitle(title!),
  ),
  // "Shut the shop, it's workshops from here on".
  clipping(
    'shut wound folded packed',
    `^(?<who>${WHO})${HAVE}(?:[Ss]hut(?: down| up)?|[Ww]ound up|[Ff]olded|[Pp]acked in) (?<what>(?:the|my|our|her|his) (?:[\\p{Ll}-]+ ){0,2}?(?:shop|studio|salon|café|cafe|bakery|restaurant|business|company|agency|practice|workshop|garage|clinic|pub|bar|stall|firm|kiosk|start-?up|consultancy))\\b(?=.*\\b(?:for good|from here on|from now on|it['’]s (?:\\p{Ll}+ ){1,3}(?:now|from)|last (?:year|spring|summer|autumn|fall|winter)|since (?:19|20)\\d\\d|in (?:19|20)\\d\\d|sold|retir\\w+)\\b)(?!.*\\b(?:for (?:the|an?|two|three) |at \\d|early|until|till|today|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)\\b)`,
    '$<who>closed $<what>',
  ),
  clipping(
    'pensioner oap',
    `^(?<who>${WHO})${BE}(?:an? )?(?:OAP|[Pp]ensioner) (?=(?:now|since|these days|after)\\b)`,
    '$<who>retired ',
  ),
  clipping(
    'handed',
    `^(?<who>${WHO})${HAVE}[Hh]anded in (?:my|her|his|the) (?:badge|warrant card|uniform|hard hat|overalls|gun|whistle|cap|stethoscope)(?: for good)? (?=after)`,
    '$<who>retired ',
  ),
  clipping(
    'pension',
    `^(?<who>${WHO})(?:(?:am|is|are) )?[Tt]ak(?:ing|es?|en) (?:the|my|her|his) (?:early )?pension (?=after)`,
    '$<who>retired ',
  ),
]
