import { NOUNS } from './role-nouns.ts'
import { MAIL, NAME, NUMBER, OF, TITLED, type Wording, wording } from './wording.ts'
import { WHOLE_OF_PARTNERS, WORDINGS_OF_PARTNERS } from './wordings-of-partners.ts'

/* Rewrites sentences in which another person, a firm or an instrument acts, and whose matter is that of the user. */

const LEFT =
  '(?:has |have |had |is |was )?(?:emigrated|retired|left|quit|died|passed away|moved away|moved abroad|gone|on maternity leave|stopped (?:teaching|working|practising)|gave up (?:teaching|practising|the practice)|closed(?: down)?)'
const AREA = 'car|home|house|health|travel|pet|life|bike|dog|flat|contents'
const INSTRUMENT =
  'watch|fitness watch|smartwatch|tracker|fitness tracker|monitor|cuff|meter|app|thermometer|device|machine|lab|ring'

const RELATIVES = 'child|son|daughter|brother|sister|sibling|boy|girl|cousin|nephew|niece|aunt|uncle|friend'
const WHICH_OF_KIN =
  'only eldest oldest elder older youngest younger middle big little twin first second third late best closest'.split(
    ' ',
  )

export const WORDINGS_OF_OTHERS: readonly Wording[] = [
  ...WORDINGS_OF_PARTNERS,
  // "Youngest daughter, Ana, lives in Dresden": a relative, and not the user.
  ...WHICH_OF_KIN.map((which) =>
    wording(
      RELATIVES.replaceAll('|', ' '),
      `^(?:The )?${which[0]!.toUpperCase()}${which.slice(1)} (${RELATIVES})(?=,? ${NAME},? (?!and\\b)\\p{Ll}|,? (?:lives|moved|works|drives|studies|has|goes|attends|got|left|quit|plays|just|now|started|became)\\b)`,
      `My ${which} $1`,
    ),
  ),
  // "Milo has Mr Boyle this year", "Milo has Ms Roy for maths now": who teaches a child.
  wording(
    'has',
    String.raw`^(${NAME}|(?:[Mm]y|[Oo]ur) (?:son|daughter|youngest|eldest|boy|girl)) (?:now )?has (?:(?:a )?new teacher,? )?((?:Mr|Mrs|Ms|Miss)\.? ${NAME})(?: now)? (?:this (?:year|term)|now|these days|from September)$`,
    "$1's teacher is now $2",
  ),
  // Employers.
  wording(
    'let laid fired sacked made dismissed dropped',
    `^(${NAME}) (?:has |have )?(?:let (?:me|her|him) go|laid (?:me|her|him) off|fired (?:me|her|him)|sacked (?:me|her|him)|made (?:me|her|him) redundant|dismissed (?:me|her|him))\\b`,
    'Was laid off from $1',
  ),
  wording(
    'payslip payslips salary wages paycheck paychecks',
    `^(?:(?:[Mm]y|[Hh]er|[Hh]is|[Tt]he) )?(?:[Pp]ayslips?|[Ss]alary|[Ww]ages|[Pp]aychecks?) (?:now )?(?:comes?|come|is paid|are paid) (?:from|by) (${NAME})( now| these days)?`,
    'Works for $1$2',
  ),
  wording(
    'badge uniform pass laptop',
    String.raw`\bhanded in (?:my|her|his|the) (?:badge|uniform|pass|laptop|keys) at (?=\p{L})`,
    'left the job at ',
  ),
  // Who has a role.
  wording(
    'took taken',
    `^(${TITLED}) (?:has |have )?(?:took|taken) over (?:from ${TITLED} )?as (?!my |our |her |his |the )(?=\\p{Ll})`,
    '$1 is now the ',
  ),
  wording('new', `^[Nn]ew (${NOUNS})(?:,|:| is| called) (?=${TITLED}$)`, 'My $1 is now '),
  wording(
    'rent',
    `^(?:[Tt]he |[Mm]y |[Oo]ur )?[Rr]ent (?:now )?(?:goes|is paid|gets paid) (?:now )?to (?:(\\p{Ll}{2,8}) )?(${TITLED})`,
    'My landlord is now $2',
  ),
  wording(
    'rent',
    `^(?:[Ii] |[Ww]e )?(?:now )?pay (?:my |our |the )?rent (?:now )?to (?:(\\p{Ll}{2,8}) )?(${TITLED})(?: now)?`,
    'My landlord is now $2',
  ),
  wording(
    'rent',
    `^(${NAME}) (?:now )?pays (?:her |his |the )?rent (?:now )?to (?:(\\p{Ll}{2,8}) )?(${TITLED})(?: now)?`,
    "$1's landlord is now $3",
  ),
  // Partners.
  wording(
    'her',
    `^(${NAME}) (?:has |have )?(?:left|dumped|divorced|walked out on|broke up with|broken up with|split up with|ended things with) her\\b(?! \\p{Ll})`,
    'She broke up with $1',
  ),
  wording(
    'him',
    `^(${NAME}) (?:has |have )?(?:left|dumped|divorced|walked out on|broke up with|broken up with|split up with|ended things with) him\\b(?! \\p{Ll})`,
    'He broke up with $1',
  ),
  wording(
    'girlfriend boyfriend wife husband partner fiancé fiancée fiance fiancee',
    `^(${NAME}) is (?:now )?(my|her|his) (?:new )?(girlfriend|boyfriend|wife|husband|partner|fianc[ée]e?) (?:since|as of) .{2,30}$`,
    '$2 $3 is now $1',
  ),
  wording(
    'somebody someone',
    String.raw`^(?:there is )?(?:somebody|someone) (?:new|special) in my life(?: again| now)?\b.{0,40}$`,
    'I am now in a relationship',
    'iu',
  ),
  // Where a person can be reached.
  wording(
    'e-mail email mail write reach contact',
    `^(?:(?:you|people|they) can |please )?(?:now )?(?:e-?mail|write to|mail|reach|contact) her(?: at| on| under)? (${MAIL})`,
    'Her email is $1',
    'iu',
  ),
  wording(
    'e-mail email mail write reach contact',
    `^(?:(?:you|people|they) can |please )?(?:now )?(?:e-?mail|write to|mail|reach|contact) him(?: at| on| under)? (${MAIL})`,
    'His email is $1',
    'iu',
  ),
  wording(
    'get find catch try',
    `^(?:(?:the|my) old (?:number|one) is \\p{Ll}{3,12}[,;:] )?(?:please )?(?:you (?:will |can )?(?:now )?(?:get|find|reach|catch) (?:me|us) (?:on|at|under)|try(?: me (?:on|at))?) (?:my new number,? )?(${NUMBER})`,
    'My phone number is now $1',
    'iu',
  ),
  wording(
    'get find catch try',
    `^(?:(?:the|my) old (?:address|one|box) is \\p{Ll}{3,12}[,;:] )?(?:please )?(?:you (?:will |can )?(?:now )?(?:get|find|reach|catch) (?:me|us) (?:on|at|under)|try(?: me (?:on|at))?) (${MAIL})`,
    'My email is now $1',
    'iu',
  ),
  wording(
    'mail mails e-mail e-mails email emails',
    `^((?:my |her |his )?(?:work|private|school|business|personal) )(?:e-?)?mails? (?:now )?(?:arrives? at|lands? at|goes? to|go to|comes? in at) (?=${MAIL})`,
    '$1email is now ',
    'iu',
  ),
  // Homes.
  wording(
    'home',
    `^(${NAME}) (?:is|has been|has become|became) (?:my |our |her |his )?(?:new )?home(?: now| since .{2,30}| these days| for .{2,20})?$`,
    'My home is now in $1',
  ),
  wording(
    'removal moving van lorry truck boxes furniture',
    `^(?:[Tt]he |[Oo]ur |[Mm]y )?(?:removal|moving) (?:van|lorry|truck|men|company|firm|boxes) (?:has |have )?(?:brought|took|taken|carried|moved|shipped) (?:everything|it all|us|me|(?:all )?(?:my|our|her|his|the) (?:things|stuff|boxes|furniture|belongings|household)) to (?=${NAME})`,
    'Moved to ',
  ),
  // Insurers and instruments.
  wording(
    'insures covers',
    `^(${NAME}) (?:now )?(?:insures|covers) ${OF} (${AREA})\\b`,
    'My $2 insurance is now with $1',
  ),
  wording(
    'watch smartwatch tracker monitor cuff meter app thermometer device machine lab ring',
    `^(?:[Tt]he |[Mm]y )?(?:${INSTRUMENT}) (?:now )?(?:says?|shows?|reads?|gives?|measured|measures) (\\d[^ ]{0,8}(?: [\\p{Ll}/]{1,6})?) (?:for|as) (?:the|my|her|his) ([\\p{Ll} ]{3,30})$`,
    'My $2 is now $1',
  ),
  // Animals.
  wording(
    'lived wake closed succumbed',
    `^(${NAME}) (?:lived to be|lived to the age of|did not wake up|closed (?:his|her|its) eyes for|succumbed to)\\b`,
    '$1 died, ',
  ),
  wording('save', `^(?:the )?vets? could not save (?:(?:poor|our|my|her|his) )?(?=${NAME})`, 'We lost our pet ', 'u'),
  // What takes the first place.
  wording(
    'dethroned toppled ousted overtaken knocked pushed bumped unseated',
    `^(${NAME}) (?:has |have )?(?:dethroned|toppled|ousted|overtaken|unseated|(?:knocked|pushed|bumped)(?= .{2,40} off)) (?!.* as (?:my|the|her|his|our) )(.{2,40}?)(?: off (?:the|its|his|her) (?:top spot|throne|perch|first place|pedestal|number one))?(?: as .{3,30})?$`,
    '$1 has replaced $2',
  ),
]

/** Of sentences with two clauses that are read as one. */
export const WHOLE_OF_OTHERS: readonly Wording[] = [
  // "Buys bread at Hale's since Mill & Sons shut": what is so now, and what is over.
  wording(
    'since',
    `^([^.;]{5,80}?) since ((?:the )?${NAME}(?: (?:&|and) ${NAME})?) (?:has |have )?(?:shut(?: down)?|closed(?: down)?|folded|went (?:bust|under|out of business))(?: for good)?[.]?$`,
    '$2 has closed. $1',
  ),
  ...WHOLE_OF_PARTNERS,
  wording('since now after', `^(.{6,80}?),? (?:since|now that|after) (${NAME}) (${LEFT})[.!]?$`, '$2 $3. $1 now.'),
  wording(
    'since now after when',
    `^(?:Since|Now that|After|When) (${NAME}) (${LEFT}),? (?=(?:I|we|she|he|my|her|his|our|it|the|(?:Dr|Mr|Ms|Mrs)|\\p{Lu}\\p{L}+ (?:is|does|has)) ?)`,
    '$1 $2. Now ',
  ),
  wording(
    'there',
    String.raw`\bthere (?:won['’]t be|will not be|will be no|is not going to be) (?:an?|any|the|no)? ?([\p{Ll} -]{3,30}?)(?: this year| after all)?(?=[.!,;]|$)`,
    'the $1 is cancelled',
    'iu',
  ),
]
