/*
 * Words that a pattern reads as a home, a job or money, and that say something else beside others: "moved to nights", "an
 * account with Netflix", "Mortgage team".
 */

/** Values that are none, by attribute. */
const NO_VALUE: Readonly<Partial<Record<string, RegExp>>> = {
  surgery: /\bsurgery (?:ward|rotation|placement|department|team|reception|receptionist|hours|waiting room)s?\b/,
  home: /^(?:the end of (?:the )?(?:day|week|month|year|term|lease|summer|winter|spring|autumn|\d|january|february|march|april|may|june|july|august|september|october|november|december)\b|(?:the|this|next|last) (?:time|age|start|beginning|moment|meantime|(?:\p{L}+ )?(?:week|month|year|spring|summer|autumn|winter)s?)\b(?! (?:house|palace|home))|(?:now|then|christmas|easter)\b|(?:very |really )?(?:good|bad|great|poor|perfect|terrible|excellent|decent|mint) (?:condition|shape|nick|order|state|repair|place|mood|spirits|hands|health|time|position)\b|(?:need of|fear|debt|trouble|shock|limbo|an? (?:(?:bad|good|terrible|right|complete) )?(?:mess|state|nightmare|bubble|bind))\b|(?:my|our|her|his|their) (?:\p{L}+ )?(?:price|budget|name|head|dreams?|element|prime|twenties|thirties|forties|fifties|sixties)\b|(?:nights?|days|earlies|lates|decaf|oat|soya|almond|part[- ]time|full[- ]time|marketing|sales|finance|hr|procurement|operations|management|product|support|accounts|payroll|linux|android|tablets|insulin)\b|(?:a|an|\d+|two|three|four|five|six) (?:week|month|year|day|hour)s?\b)/u,
  nickname:
    /^(?:back|again|on|at|when(?:ever)?|if|before|after|in|tomorrow|every|and|about|later|any ?time|asap|for|from|to|as soon|once|first|instead|only|during|between|not|now|it|crazy|lazy|names)\b/,
  debt: /^ ?(?:(?!to\b)\p{L}+ )?(?:one$|an (?:apology|explanation|answer)|a (?:favou?r|drink|pint|coffee|call|letter|visit|lot)\b|(?:my|her|his|their|our) (?:life|success|career|love|health|sanity)\b|everything|it (?:all )?to)/u,
  savings:
    /^ ?(?:every (?!month|week|year|pay)|(?:my|him|her)self\b|time\b|energy|water|lives?\b|the (?:day|date|planet|best|last|file|world)\b|an? (?:seat|space|place|dance)\b)/,
  budget: /^ ?(?:airlines?|hotels?|travel|flights?|friendly|options?|brands?|supermarkets?|phones?|version)\b/,
  mortgage: /^ ?(?:team|department|desk|industry|sector|calculator|applications?)\b/,
  bank: /^(?:(?:my|her|his|our|their|the) (?:son|daughter|brother|sister|wife|husband|children|kids|partner|staff|team|cousin|nephew|niece)\b|(?:instagram|netflix|spotify|amazon|google|facebook|twitter|linkedin|apple|microsoft|ebay|etsy|github|tiktok|youtube|disney|steam|adobe|dropbox|slack|zoom|uber|airbnb)\b)/,
  address: /@/,
  // "Dr. Marsh is my personal tutor", "the staff entrance at the library".
  job: /^(?:my|our|her|his|their) (?!own\b)|^(?:staff|head|lead|chief|senior|junior|assistant|deputy) (?:entrance|room|car park|parking|canteen|kitchen|meetings?|party|discount|badge|office|size|start|time|count|wind|cold)\b/,
  allergy:
    /^ ?(?:can't|cannot|couldn't)\b|(?:^|[ ,])(?:they|it|these|those|this|that)$|^(?:hives|a rash|rash(?:es)?|welts|blisters)$/,
  cooking:
    /^ ?(?:strait|islands?|magazines?|shows?|channels?|programmes?|blogs?|oil|books?|schools?|gas|hob|utensils|pots?|county)\b/,
  owns: /^(?:in|on|at|from|for|with|by|it|them|last|this|that|yesterday|online|because|when|before|after)\b/,
  reads: /^(?:power|glasses|age|level|speed|lights?|lamps?|corner|nook|group|prescription|[a-z]{1,3}[- ]?\d)\b/,
  home_fact:
    /^ ?(?:(?:at|by|from|until|till) (?:\d|half|noon|dawn)|(?:cent(?:re|er)s?|caf[eé]s?|part(?:y|ies)|furniture|salad|path|gnomes?|tools?|hose)(?=$|[ ,.]))/,
  favourite_music:
    /^radio (?:presenters?|hosts?|djs?|producers?|engineers?|operators?|ham|amateurs?|controlled|alarm|clock)\b/,
  car: /^(?:car|van|vehicle) (?:loan|insurance|park|wash|seat|lease|payment|hire|share|keys?|tax|boot)\b/,
  trip: /^(?:[\p{L}'’.-]+ ){0,5}?(?:school|college|university|uni|academy|gymnasium)\b(?! (?:reunion|trip|play|fair|concert|camp))/u,
  employer:
    /^(?:all (?:of )?(?:us|them|you)|every(?:one|body)|peanuts|nothing|free|it|this|that|which|fun|pleasure|(?:my|her|his|our|their) (?:phone|laptop|migraines?|headaches?|pain|back|skin|hair|sleep|anxiety|body|needs|budget|schedule)|ages|tips|commission|noon|midnight|dawn|half|quarter|(?:[\w-]+ ){1,2}(?:years?|months?|decades?|weeks?)|(?:five|six|seven|eight|nine|ten|eleven|twelve)(?=$|,| (?:in|on|o'clock|each|every)\b))\b|^(?:food|cash|money|charity)(?=$|,)/,
}
/** "My company is moving to Leeds", but not "my company moved me to Leeds". */
const ITS_MOVE =
  /^(?:my|our|her|his|their|the|user's) (?:[\p{L}-]+ )?(?:company|firm|employer|office|team|department|business|branch|headquarters|hq|school|shop|factory|store|bank|gym|club|practice|surgery|clinic)(?:'s)? (?:is |are |has |have |will )?(?:be )?(?:mov|relocat|shift)(?!\w* (?:me|us|him|her|them)\b)/u
/** What patterns read of those who move somewhere or switch to something. */
const MOVES: ReadonlySet<string> = new Set(['home', 'move_date', 'job'])
/** "Crew training moved to Wednesdays", "the team meeting is moving to room 4": what takes place, and not a person. */
const OCCASION_MOVED =
  /^(?:(?!(?:i|we|she|he|they) )[\p{L}\d'’-]+ ){0,4}(?:meetings?|training|practi[cs]es?|rehearsals?|class(?:es)?|lessons?|courses?|seminars?|lectures?|workshops?|sessions?|clubs?|groups?|choir|circle|appointments?|check-?ups?|match(?:es)?|games?|part(?:y|ies)|concerts?|shows?|shifts?|exams?|tests?|interviews?|calls?|stand-?ups?|reviews?|deadlines?|deliver(?:y|ies)|flights?|weddings?|christening|funeral|ceremony|dinner|lunch|brunch|yoga|pilates|football|tennis|therapy|physio(?:therapy)?|market|fair|service|mass) (?:(?:is|are|was|were|has|have|had|got|gets|being|been|now|just|also) ){0,3}(?:mov(?:ed?|es|ing)|switch(?:ed|ing|es)?|shift(?:ed|ing|s)?) /u
/** What leads to a value and says that it is something else, by attribute. */
const NOT_AFTER: Readonly<Partial<Record<string, RegExp>>> = {
  // "Renting out our old flat in Leith".
  home: /\b(?:rent(?:s|ing|ed)? out|lets? out|letting|sublet\w*|let(?:s|ting)? (?:my|our|her|his)|holiday (?:home|let|cottage|flat|house)|second home|timeshare|investment property|buy-to-let)\b(?:(?!\b(?:and|but|now|lives?|living|moved|based)\b)[^,;])*$/,
  // "Quit his job at the bank": where a person works.
  bank: /\b(?:works?|worked|working|jobs?|employed|interview\w*|intern\w*|teller|cashier|manager|clerk|analyst|started|hired|shifts?|career|position|role) (?:[\w-]+ ){0,3}?(?:at|for|with|in|by|from|of) (?:(?:the|an?) )?(?:[\w'-]+ ){0,2}$/,
  // Who teaches at a school is no pupil.
  school:
    /\b(?:teach(?:es|er|ing)?|taught|works?|working|worked|jobs?|employed|headteacher|principal|caretaker|janitor|cooks?|nurse|secretary|librarian|assistant|tutors?|coach(?:es)?|volunteers?|cleans?|governor)\b[^,;]* (?:at|for|in) $/,
  university:
    /\b(?:head of (?:year|department)|teach(?:es)?|lectures?|tutors?|works?|professor|lecturer)\b[^,;]* (?:at|for|in) $/,
  access:
    /\b(?:tax|post|postal|zip|promo|promotion|discount|dress|area|country|sort|bar|qr|source|product|voucher|coupon|dialling|referral|error|colour|color)[ -]$/,
  employer: /\b(?:first|last|previous|dream|ideal|summer|saturday|holiday) (?:job|role|position)\b[^,;]*$/,
  rent: /\b(?:codes?|alarm|number|pin|password|plate|temperature|age|level) [^,;]*$/,
  reads:
    /\b(?:plate|sign|label|display|clock|meter|scales?|thermometer|badge|inscription|card|gauge|sensor|email|note) reads?\b/,
  licence: /\bplates?\b/,
  phone:
    /\b(?:student|account|membership|member|card|policy|customer|order|booking|reference|case|file|passport|licen[cs]e|registration|serial|id|employee|staff|personnel|tax|insurance|locker|flight|invoice|ticket|patient|library|client|contract|frame|part|model|lottery|security|nhs|vat|bank|routing|tracking|parcel|plate|medicare|roll|candidate|badge)(?: id)?(?: (?:number|no|card|code))?(?:\.|:| is| was)? ?$|\b(?:old|previous|former) (?:[a-z]+ )?(?:number|phone|mobile)\b[^,;]*$/,
}
/** "A recording studio", "rents a studio where she paints", "shares a studio with a bookbinder". */
const WORKROOM =
  /\b(?:recording|art|artists?|artist's|dance|ballet|pottery|ceramics?|yoga|pilates|photo|photography|music|design|painting|tattoo|sound|film|glass|weaving|print|television|tv|radio|podcast|sewing|pole) studios?\b|\bstudio\b(?! (?:flat|apartment)).*\b(?:where (?:i|she|he|we|they) (?!live|sleep|stay|eat|cook|grew)|to (?:paint|work|record|teach|draw|sculpt|weave|print|film|rehearse) in|for (?:my|her|his|our|their) (?:paint|pott|work|art|music|sculpt|print|photo|ceramic|weav|record|sew|class|lesson|business)|with (?:an?|two|three|four|five|several|some|other|another) (?:[\w-]+ ){0,2}?[\w-]*(?:binder|maker|artist|ist|er|or)s?\b(?<!(?:partner|other|mother|father|brother|sister|lover|daughter|flatmate)s?\b))/
/** What a person was when something happened: "sang in a choir as a student". */
const AS_THEN = /^(?:student|pupil|child|kid|boy|girl|teen(?:ager)?|schoolboy|schoolgirl|undergraduate)\b/
const DID_THEN =
  /\b(?:[a-z]{2,}ed|sang|ran|swam|went|came|wrote|took|saw|met|had|was|were|got|did|read|spent|fell|broke|began|won|lost|drew|rode|drove|flew|grew|left|taught)\b.* as an? (?:[a-z]+ )?$/
/** "I have worked at Nortel since 2010". */
const WORKED_UNTIL_NOW =
  /\b(?:have|has|i've|he's|she's|they've|we've) (?:always |only )?worked (?:at|for|as|in|on) (?:an? |the )?$/
const FOR_LONG = / (?:since|for (?:[\w-]+ ){1,3}(?:years?|months?|decades?))\b/
const OVER = /\b(?:before|previously|once|in the past|formerly|until|till|and now|but now)\b/
const STUDIO = /\bstudios?\b/

/**
 * Whether a value that a pattern reads means something else in its clause.
 * @param lead the clause up to the value.
 */
export function hasOtherSense(name: string, value: string, lead: string, plain: string): boolean {
  if (NO_VALUE[name === 'previous_home' ? 'home' : name]?.test(value) || NOT_AFTER[name]?.test(lead)) return true
  if (name === 'previous_job') return WORKED_UNTIL_NOW.test(lead) && FOR_LONG.test(value) && !OVER.test(plain)
  // "Portuguese Sign Language", "sang in a choir as a student".
  if (name === 'learning_language' || name === 'languages') return plain.includes(`${value.trim()} sign language`)
  if (MOVES.has(name) && OCCASION_MOVED.test(plain)) return true
  if (name === 'job' && AS_THEN.test(value)) return DID_THEN.test(lead)
  if (name === 'move_date') return ITS_MOVE.test(plain)
  if (name === 'housing') return WORKROOM.test(plain)
  return name === 'home' && (ITS_MOVE.test(plain) || (STUDIO.test(lead) && WORKROOM.test(plain)))
}
