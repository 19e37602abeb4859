/*
 * What short notes show by the form of what they name, without a verb: "LH1140 12 May, 23C" is a flight, "Born 3 May 1990,
 * 178 cm" a height. Weaker evidence than the facts that statements state: it helps to find notes, and replaces none.
 */

/** What a note shows: attributes of the person and concepts of the lexicon, by name, and words that it stands for. */
export interface Shown {
  readonly attributes: readonly string[]
  readonly concepts: readonly string[]
  /** "LH1140" is a flight. */
  readonly words: readonly string[]
}

interface Form {
  readonly attributes?: readonly string[]
  readonly concepts?: readonly string[]
  readonly words?: readonly string[]
  /** The text must match. */
  readonly form: RegExp
  /** The text must match this, too. */
  readonly beside?: RegExp
  /** The text must not match this. */
  readonly unless?: RegExp
}

/** Longer texts are no notes. */
const NOTE_CHARS_MAX = 240
const NOTHING: Shown = { attributes: [], concepts: [], words: [] }

/** A date, a time or a seat: beside one of them, letters and digits are the number of a flight. */
const WHEN =
  /\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|today|tomorrow|gate|terminal|seats?|economy|departs?|dep|lands?|arr(?:ives?)?)\b|\b\d{1,2}[:.h]\d\d\b|\b\d{1,2}[./]\d{1,2}\b|\b\d{1,2}[A-K]\b/i
/** The number of a flight: the code of a large airline, and up to four digits. */
const FLIGHT =
  /(?<![\w-])(?:A[ACFIKMSTVYZ]|B[AERTW]|C[AIMUXZ]|D[LY]|E[IKNTWY]|F[IJRZ]|G[AF]|H[AUVX]|I[BTX]|J[JLQU]|K[CELQU]|L[AGHOSXY]|M[EFHKSU]|N[HKZ]|O[KSUZ]|P[CKRSXY]|Q[FR]|R[JOKY]|S[ANKQTUV]|T[GKNOPRUX]|U[A2X]|V[ANSYJ]|W[639BFNSY]|XY|Z[HU]|3[KU]|4[UZ]|5J|6E|7C|9W|B6|D8|F9|G[389]|H2|TP|V7|Y4|BAW|RYR|EZY|DLH)(?! (?:19|20)\d\d)[ -]?\d{2,4}(?![\w-]|[.,:]\d)/
/** Names of programs, sizes and so on that look like it. */
const NO_FLIGHT = /\bMS[ -]?365\b|\b(?:postcode|zip|room|flat|model|router|error|form|invoice|order|ref)\b/i
/** The codes of two airports. */
const AIRPORTS =
  /(?<![A-Za-z])(?!(?:USD|EUR|GBP|JPY|CHF|AUD|CAD|NZD|INR|PLN|SEK|NOK|MON|TUE|WED|THU|FRI|SAT|SUN|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|PDF|JPG|PNG|CSV|XML|SQL|PHP|GMT|UTC|CET|EST|PST|BST|HSV|DVD|VHS)\b)[A-Z]{3} ?(?:–|—|-|→|>|\/|to) ?(?!(?:USD|EUR|GBP|JPY|CHF|AUD|CAD|NZD|INR|PLN|SEK|NOK|MON|TUE|WED|THU|FRI|SAT|SUN|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|PDF|JPG|PNG|CSV|XML|SQL|PHP|GMT|UTC|CET|EST|PST|BST|DVD|VHS)\b)[A-Z]{3}(?![A-Za-z])/
/** A train, a ferry, a coach or a tour, and what its number or place stands for. */
const CONNECTION =
  /\b(?:trains?|shinkansen|renfe|tgv|ice|eurostar|amtrak|thalys|ferry|ferries|stena|dfds|tallink|bal[eè]aria|flixbus|megabus|regiojet|national express|coach|greyhound|sleeper|nightjet|night train|cruise|flight|hydrofoil|catamaran|lner|sncf|trenitalia|intercity)\b/i
const LEG = /\p{L}(?: to | - |-| ?[–—→] ?)\p{Lu}|\b(?:to|from) \p{Lu}/u
const STAY =
  /\b(?:hotel|hostel|airbnb|guest ?house|b&b|bnb|parador|ryokan|riad|motel|resort|campsite|novotel|ibis|hilton|marriott|mercure|premier inn|holiday inn)\b/i
const NIGHTS = /\b(?:nights?|check-?in|conf|pnr|booked|booking|ref)\b/i
const BODY_BESIDE =
  /\b(?:born|b\.|dob|birth|tall|height|build|weigh(?:s|t)?|kg|kilos?|lbs?|eyes|hair|blood|shoes?|collar|waist|bust|chest|hips|left-handed|right-handed)\b/i
/** What is measured, too. */
const OTHER_MEASURED =
  /\b(?:cases?|suitcases?|luggage|bags?|baggage|parcels?|box(?:es)?|bikes?|frames?|desks?|tables?|beds?|sofas?|shel(?:f|ves)|curtains?|rugs?|wardrobes?|windows?|doors?|dogs?|cats?|puppy|kitten|labrador|retriever|terrier|spaniel|poodle|collie|shepherd|beagle|husky|greyhound|horse|pony|trees?|fence|screens?|tv|skis?|boards?|snowboard|surfboard|lifts?|squats?|deadlifts?|bench|barbell|kettlebells?|dumbbells?|freezers?|long|wide|deep|high|flour|sugar|rice|cement|soil)\b/i
const SUM =
  /[€$£₹¥]\s?\d|\d\s?(?:€|£|\$|zł|pln\b|eur\b|euros?\b|usd\b|gbp\b|pounds?\b|dollars?\b|kr\b|sek\b|nok\b|dkk\b|chf\b|francs?\b|inr\b|rs\b|rand\b|lakhs?\b|k\b)/i
const NO_BALANCE =
  /\b(?:credit card|gift card|overdue|invoice|bill|work-life|owes?|left to pay|outstanding|mortgage|loan|voucher|deposit paid)\b/i
const NO_PAY =
  /\b(?:rent|mortgage|pension|award|grant|scholarship|stipend|bursary|fees?|tuition|insurance|subscription|membership|premium|profit|turnover|revenue|weight|price|sold|for sale|sale|saved|savings|worth)\b/i
/** The digits of a telephone. */
const TELEPHONE = /(?<![\d.,])\+?\(?\d{2,4}\)?(?:[ -]?\d{2,4}){2,4}(?![\d.,]\d)/
const ROLE =
  /^(?:[\p{L}'-]+ ){0,3}?(?:plumber|electrician|locksmith|handyman|gardener|landlord|landlady|caretaker|janitor|concierge|superintendent|builder|roofer|cleaner|babysitter|nanny|sitter|vet|doctor|gp|dentist|midwife|nurse|mechanic|garage|boiler|heating|gas|water|power|electricity|internet|council|police|taxi|cab|school|office|reception|manager|agent|agency|lawyer|solicitor|accountant|insurance|bank|neighbour|neighbor|hotline|helpline|support|emergency|man|woman|lady|guy)\b/iu

/** Each form, and what it shows. */
const FORMS: readonly Form[] = [
  {
    attributes: ['trip'],
    concepts: ['air_travel', 'trip'],
    words: ['flight'],
    form: FLIGHT,
    beside: WHEN,
    unless: NO_FLIGHT,
  },
  {
    attributes: ['trip'],
    concepts: ['air_travel', 'trip', 'airport'],
    words: ['flight'],
    form: AIRPORTS,
    beside: WHEN,
  },
  {
    attributes: ['trip'],
    concepts: ['trip', 'transport'],
    form: CONNECTION,
    beside: LEG,
    unless: /\bcoach (?:at|of|in)\b|\b(?:minutes|hours|evenings|every|week|usually|takes|lovely)\b/i,
  },
  {
    concepts: ['seat_preference'],
    words: ['seat'],
    form: /\bseats? (?:no\.? ?)?\d{1,3} ?[A-K]?\b|(?<![\w-])[1-9]\d?[A-K](?![\w-])/,
    beside: WHEN,
  },
  { attributes: ['trip'], concepts: ['accommodation'], form: STAY, beside: NIGHTS },
  {
    concepts: ['booking'],
    form: /\b(?:pnr|ref|conf|booking|locator|reservation)\b[ :.#a-z]{0,12}(?=[A-Z0-9]{0,8}\d)[A-Z0-9]{4,9}\b/i,
  },
  {
    attributes: ['birthday'],
    concepts: ['birthday'],
    form: /^(?:i was |was )?(?:born|b\.|dob)[ :,]+(?:on )?\d{1,2}[ ./-]/i,
  },
  {
    attributes: ['height'],
    concepts: ['height'],
    words: ['tall', 'height'],
    form: /(?<![\d.,])(?:1[.,]?[3-9]\d ?(?:cm|m)|2[.,]?[01]\d ?(?:cm|m))\b|(?<![\d.,])[4-7] ?(?:ft|foot|feet|['’′]) ?(?:1[01]|\d)(?: ?(?:in|inches|["”″]|''))?(?![\d:.])/,
    beside: BODY_BESIDE,
    unless: OTHER_MEASURED,
  },
  {
    attributes: ['height'],
    concepts: ['height'],
    words: ['tall', 'height'],
    form: /^(?:i(?:'m| am) )?(?:1[.,]?[3-9]\d ?(?:cm|m)|[4-7] ?(?:ft|foot|feet|['’′]) ?(?:1[01]|\d)(?: ?(?:in|inches|["”″]|''))?)(?:[,;.]| and |$)/,
    unless: OTHER_MEASURED,
  },
  {
    attributes: ['weight'],
    concepts: ['body_weight'],
    words: ['weigh', 'weight'],
    form: /(?<![\d.,])(?:[3-9]\d|1\d\d)(?:[.,]\d)? ?(?:kg|kilos?)\b|(?<![\d.,])(?:[89]\d|[12]\d\d) ?(?:lbs?|pounds)\b|(?<![\d.,])(?:[6-9]|[12]\d) ?(?:stone|st)\b/,
    beside: /\b(?:born|b\.|dob|birth|tall|height|build|cm|m|bmi)\b|\d['’′]/i,
    unless: OTHER_MEASURED,
  },
  {
    attributes: ['clothing_size'],
    concepts: ['clothing_size'],
    form: /\b(?:hats?|gloves?|trousers|jeans|shirts?|collar|dress|bra|jackets?|waist|inside leg|chest|suit|cap|helmet|wetsuit|t-?shirts?):? (?:size )?(?:eu |uk |us )?\d{1,3}(?:[.,]\d)?(?:[A-K]{1,2})?(?! ?(?:[€£$]|euros?|pounds|dollars|zł|pieces|pairs|each|kg|%|am|pm|years?|months?))(?![\d:]|[-.]\d| \d)\b/i,
  },
  {
    attributes: ['shoe_size'],
    concepts: ['shoe_size'],
    form: /\b(?:shoes?|boots?|trainers|feet|sneakers|ski boots):? (?:size )?(?:eu |uk |us )?(?:3[4-9]|4\d|[3-9]|1[0-4])(?:[.,]5|½)?(?! ?(?:[€£$]|euros?|pounds|dollars|zł|pieces|pairs|each|km|%|am|pm|years?|months?))(?![\d:]|[-.]\d| \d)\b/i,
  },
  {
    attributes: ['ring_size'],
    concepts: ['ring_size'],
    form: /\brings?:? (?:size )?(?:(?:4\d|5\d|6\d|1\d|[4-9])(?:[.,]5|½)?)(?![\d:]|[-.]\d| \d|\w)/i,
  },
  {
    attributes: ['bank', 'savings'],
    concepts: ['bank_account', 'money'],
    words: ['account'],
    form: /\b(?:chequing|checking|current account|current:|everyday (?:account|saver)|giro(?:konto)?|accounts?|balance(?! (?:training|bike|board|class)))\b/i,
    beside: SUM,
    unless: NO_BALANCE,
  },
  {
    attributes: ['salary'],
    concepts: ['salary', 'income'],
    words: ['salary'],
    form: /\b(?:gross|net|before tax|after tax|pre-tax|take-home|p\.?a\.?|per annum|base (?:pay|salary)|ote|ctc|an hour|per hour|b2b)(?![\w'])/i,
    beside: SUM,
    unless: NO_PAY,
  },
  {
    attributes: ['pension'],
    concepts: ['pension'],
    words: ['pension'],
    form: /\b(?:super with|super fund|super balance|superannuation|hostplus|kiwisaver|401k|403b|rrsp|roth ira|provident fund|sipp)\b/i,
    beside: SUM,
  },
  {
    attributes: ['award'],
    concepts: ['scholarship', 'money'],
    form: /\b(?:awards?|scholarships?|bursary|stipend|grants? (?:from|of)|fellowship|studentship)\b/i,
    beside: SUM,
    unless: /\b(?:award-winning|bid|granted|deadline)\b/i,
  },
  {
    attributes: ['emergency_contact'],
    concepts: ['emergency_contact'],
    words: ['emergency', 'contact'],
    form: /^ICE ?[:=(–-]|^ICE (?!\d)(?=.*\d{3})/,
  },
  {
    attributes: ['emergency_contact'],
    concepts: ['emergency_contact'],
    words: ['emergency', 'contact'],
    form: /\b(?:in (?:an|case of(?: an)?|any) (?:accident|emergency)|emergenc(?:y|ies)(?: contact)?:|next of kin|if (?:anything|something) happens(?: to (?:me|her|him))?,? (?:call|ring|phone|tell|notify))/i,
  },
  { concepts: ['call_phone', 'phone_number', 'contact'], form: ROLE, beside: TELEPHONE },
  {
    attributes: ['access'],
    concepts: ['pin_code'],
    words: ['code'],
    form: /\b(?:gate|doors?|alarm|key ?safe|lock ?box|locker|keypad|buzzer|intercom|garage|entry|bike shed|shed|padlock|safe|portal|entrance|letterbox|barrier)\b[^.\d€$£]{0,24}\d/i,
    beside:
      /(?<![\d€$£.,/+-])(?!(?:19|20)\d\d(?![\d#*]))\d{3,8}(?:[#*]|(?![\d%\p{L}.:/]| ?(?:€|£|\$|euros?|pounds|dollars|kg|km|cm|mm|per|zł|\p{Ll}{2})|[ -]\d))|(?<![\p{L}\d])\d{1,3}[A-Z](?![\p{L}])/u,
    unless: /\b(?:price|cost|paid|flight|terminal|departs?|locker room|at \d{4}|gate [a-z]?\d{1,2})\b/i,
  },
]

/** What a note shows by its form. */
export function shownIn(text: string): Shown {
  if (text.length > NOTE_CHARS_MAX || !/\d|^ICE\b|next of kin|mergenc|happens|ferr|train|coach/i.test(text))
    return NOTHING
  const attributes = new Set<string>()
  const concepts = new Set<string>()
  const words = new Set<string>()
  for (const each of FORMS) {
    if (!each.form.test(text) || each.unless?.test(text) || (each.beside && !each.beside.test(text))) continue
    for (const name of each.attributes ?? []) attributes.add(name)
    for (const name of each.concepts ?? []) concepts.add(name)
    for (const word of each.words ?? []) words.add(word)
  }
  if (!attributes.size && !concepts.size) return NOTHING
  return { attributes: [...attributes], concepts: [...concepts], words: [...words] }
}
