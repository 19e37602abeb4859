import { type Wording, wording } from './wording.ts'

/*
 * Rewrites readings that are stated with their source: "the clinic rang: ferritin has come back at 49" becomes "ferritin has come back
 * at 49", and "watch says 58 at rest" becomes "my resting pulse is now 58".
 */

const CARER =
  'clinic|surgery|hospital|lab|laboratory|pharmacy|practice|gp|doctor|nurse|midwife|consultant|specialist|optician|dietitian|dietician|physio|health cent(?:re|er)|\\p{L}{3,14}ologist|blood bank'
/** "The diabetes nurse", "Dr Sen", "kidney clinic". */
const SOURCE = `(?:dr\\.? \\p{L}+|(?:(?:the|my|our) )?(?:\\p{L}+ )?(?:${CARER})(?:['’]s)?(?: (?:nurse|doctor|office|receptionist|portal|app|text|letter|message|e-?mail|line))?)`
const REPORT =
  '(?:letter|text|e-?mail|message|note|call|phone call|report|printout|results?|bloods|blood (?:results|tests?|work)|lab (?:results|report)|test results?)'
const DAY = '(?: (?:today|yesterday|this morning|just now|at last|finally|on \\p{L}+day))?'
const CALLED = '(?:rang|called|phoned|wrote|texted|e-?mailed|messaged|got back to me|got in touch)'
const LEADS = [
  `(?:(?:i |we )?(?:have |just )?(?:got|had|received) )?(?:(?:an?|the|my|our|another) )?${REPORT} from ${SOURCE}`,
  `(?:i |we )?(?:have |just )?(?:got|had|received|opened) (?:an?|the|my|our|another) ${REPORT}`,
  `(?:(?:the|my|new) )?${REPORT} (?:(?:is|are|have|has|came|come|just) ){0,3}(?:in|back|here|arrived|through|came)`,
  `${SOURCE} (?:has |have |just )?${CALLED}(?: back| me)?(?: with (?:the|my) (?:bloods|results|numbers|blood results))?`,
  `(?:(?:the|my) )?(?:lab|hospital|clinic|surgery|practice|patient) (?:portal|app|text|letter|message|e-?mail)`,
  '(?:(?:the|my) )?(?:ramp|stress|fitness|body|blood) (?:test|scan) (?:is )?(?:done|back|over)',
  '(?:(?:an?|the|my) )?(?:inbody|body scan|check-?up|health check)(?: at (?:the|my) \\p{Ll}+)?',
]
const LEAD = `(?:${LEADS.join('|')})${DAY}`
/** Of what follows, that it is one short reading: no advice, goal or condition. */
const READING = String.raw`(?=[\p{L}][\p{L}\d' -]{1,40}? ?\d[\d.,/]*(?: ?[%\p{L}µ/]{1,8})?(?:$|[.!]?$|,| now| again| on | at | says?))(?!(?:.* )?(?:goal|target|below|under|over|above|should|aim|limit|normal|if|tablets?|mg|mcg|appointments?|can['’]t|cannot|it['’]s|o['’]clock|\d{1,2}(?:st|nd|rd|th|[ap]m)|\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December)|invoice|bill|room|at \d{1,2}:)\b)`
/** Another person, who is not the user. */
const OTHER = String.raw`((?!(?:The|My|Our|His|Her|A|An|I|We|Dr|Doctor|Nurse|GP|Got|Lab|Letter|Text|Hospital|Clinic|Results?)\b)\p{Lu}\p{L}{1,20})`
const DEVICE =
  '(?:(?:the|my) )?(?:fitness |smart ?|sports |apple |galaxy )?(?:watch|tracker|band|ring|garmin|fitbit|oura|whoop|polar|strap|app)'
const SHOWS =
  '(?:now )?(?:says?|said|shows?|showed|reads?|gives?|gave|measured|measures|reckons|clocks|clocked|puts|put|has)(?: me)?(?: at)?'
const AT_REST = '(?: ?bpm)?,? (?:at rest|resting)'

export const WHOLE_OF_SOURCES: readonly Wording[] = [
  // Of another person.
  wording(
    'rang called phoned wrote texted letter text results result report emailed',
    `^${OTHER}['’]s (?:${CARER}) (?:has |just )?${CALLED}[:,;.] (?:(?:her|his|their|the) )?${READING}`,
    "$1's ",
    'u',
  ),
  wording(
    'letter text results result report call bloods message',
    `^${OTHER} (?:has |just )?(?:got|had|received) (?:an?|the|her|his) ${REPORT}(?: from [^:,]{3,30})?[:,] (?:(?:her|his|their|the) )?(?=\\p{Ll}|\\p{Lu}{2})${READING}`,
    "$1's ",
    'u',
  ),
  wording(
    'letter text results result report call bloods message',
    `^(?:(?:[Aa]|[Tt]he|[Gg]ot (?:a|the)) )?(?:[Ll]etter|[Tt]ext|[Ee]-?mail|[Mm]essage|[Cc]all|[Rr]eport|[Rr]esults?|[Bb]loods) (?:about|for) ${OTHER}(?: (?:is|are) (?:in|back))?[:,] (?:(?:her|his|their|the) )?${READING}`,
    "$1's ",
    'u',
  ),
  wording('weighed', `^${SOURCE} (?:has )?weighed (?:me|us)[:,]? (?:at )?(?=\\d)`, 'Weighs ', 'iu'),
  wording('weighed', `^(?:[Tt]he )?(?:${CARER}|vet) (?:has )?weighed ${OTHER}[:,]? (?:at )?(?=\\d)`, '$1 weighs ', 'u'),
  wording(
    'scales scale',
    `^(?:[Tt]he |[Mm]y )?[Ss]cales? (?:said|says?|showed|shows?) (?:that )?${OTHER} (?:is|was|weighs|weighed) (?=\\d)`,
    '$1 weighs ',
    'u',
  ),
  // A reading without its name, of an instrument for one quantity.
  wording(
    'rest resting',
    `^${DEVICE} ${SHOWS} (\\d{2,3})${AT_REST}(?: now| these days| this (?:week|month|morning)| today)?(?=[.,!]|$)`,
    'My resting pulse is now $1',
    'iu',
  ),
  wording(
    'rest',
    `^(?:(?:the|my) )?(?:pulse|heart rate) at rest(?: now| today| this (?:week|month|morning))?(?::| is| was) (\\d{2,3})(?=$|[.,! ])`,
    'My resting pulse is now $1',
    'iu',
  ),
  wording(
    'cuff monitor machine',
    `^(?:(?:the|my) )?(?:bp |blood pressure |arm )?(?:cuff|monitor|machine)(?: (?:at|in) (?:the|my) \\p{L}+(?:['’]s)?)? (?:now )?(?:says?|said|shows?|showed|reads?|gives?|gave) (?=\\d{2,3}/\\d{2,3}(?:$|[.,! ]))`,
    'My blood pressure is now ',
    'iu',
  ),
  wording(
    'scales scale',
    String.raw`^(?:i |just )?(?:stepped|got|jumped|hopped|stood|was) on(?:to)? (?:\p{L}+['’]s|my (?:mum|dad|sister|brother|parents|friend)['’]s?) (?:bathroom )?scales?[:,;] (?=\d)`,
    'Weighs ',
    'iu',
  ),
  wording(
    'weigh-in',
    String.raw`^(?:(?:the|my|today['’]s) )?weigh-in(?: (?:at|with) [^:\d]{2,30}| today)?: (?=\d)`,
    'Weighs ',
    'iu',
  ),
  wording(
    'around round',
    String.raw`^[^,.:;\d]{3,24} measured (?:me at )?(\d{2,3}(?: ?cm| ?inches| ?in)?) (?:a?round) (?:the|my) (waist|hips|chest|neck)(?=[.,!]|$)`,
    'My $2 is now $1',
    'iu',
  ),
  wording(
    'measured checked tested',
    `^${SOURCE} (?:has )?(?:measured|checked|tested|took) (?:my|the) ((?:\\p{L}+ ){0,2}\\p{L}+)(?::|,| at| as) (?=\\d)`,
    'My $1 is now ',
    'iu',
  ),
  wording(
    'come gone crept dropped risen fallen',
    String.raw`^((?:my |the )?[\p{L}\d][\p{L}\d -]{1,24}?)(?:['’]s| has| is) (?:come|gone|crept|dropped|risen|fallen)(?: right| way| back| nicely)? ?(?:down|up)?[,:;] (?:to |now |it is |it['’]s )?(?=\d[\d.,/]*(?: ?[%\p{L}/]{1,8})? (?:on|at|in|this|now|today)\b|\d[\d.,/]*[.!]?$)`,
    '$1 is now ',
    'iu',
  ),
  // "Got the letter: cholesterol's 5.1."
  wording(
    'letter text email mail message note call report printout results result bloods blood lab rang called phoned wrote texted emailed messaged touch portal app test scan inbody check checkup',
    `^${LEAD}[:,;.–-] ?(?:(?:it says|they say|so|and) )?(?:(?:her|his|my|the) )?${READING}((?:\\p{L}|\\d)[\\p{L}\\d -]{1,30}?)(?:['’]s| is)? (?:now )?(?=\\d)`,
    '$1 is now ',
    'iu',
  ),
  wording(
    'letter text email mail message note call report printout results result bloods blood lab rang called phoned wrote texted emailed messaged touch portal app test scan inbody check checkup',
    `^${LEAD}[:,;.–-] ?(?:(?:it says|they say|so|and) )?${READING}`,
    '',
    'iu',
  ),
]
