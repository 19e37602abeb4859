import type { Pattern } from './pattern.ts'

const LIFTS = '(?:bench press|deadlift|squat|overhead press|snatch|clean and jerk)'
const COUNT = '(?:one|two|three|four|five|six|seven|eight|ten|\\d+)'

/** Facts without a verb, or with a short one: "salary 52k", "black belt in karate", "two coffees before noon". */
export const TERSE: readonly Pattern[] = [
  ['salary', 'salary', /^(?:current |annual |gross |net )?salary (?:of |now |is now )?(?<v>[$£€¥₹]? ?\d.*)/],
  [
    'shoe_size',
    'shoes shoe boots trainers',
    /^(?:takes |wears )?(?<v>(?:eu|uk|us) \d{1,2}(?:\.5|½)?)(?: in)? (?:shoes?|boots|trainers)\b/,
  ],
  [
    'clothing_size',
    'size',
    /^(?:(?:takes|wears|is|i am|i'm|in) (?:an? )?)?size (?<v>\S+(?: in)? (?:dress(?:es)?|trousers|jeans|shirts?|jackets?|coats?|tops?|skirts?|t-shirts?|jumpers?))\b/,
  ],
  [
    'bicycle',
    'bike bicycle',
    /^(?:bike|bicycle) is (?:an? |the )?(?<v>(?!in\b|at\b|being\b|broken\b|gone\b|for\b)\p{L}[\p{L}\d' -]{2,40})$/u,
  ],
  ['wifi_password', 'wi-fi wifi wi fi', /^wi-?fi(?: is|:) ?(?<v>[\p{L}\d][\p{L}\d_.!-]{3,40})$/u],
  [
    'personal_best',
    'bench deadlift squat press snatch',
    new RegExp(
      `\\b${LIFTS}(?: max| maximum| pb| pr| best| record)?(?::| is| at| of)? (?<v>\\d{2,3}(?:\\.\\d)? ?(?:kg|kilos?|lbs?|pounds))\\b`,
    ),
  ],
  [
    'sport',
    'belt dan',
    /\b(?:(?:black|brown|blue|green|orange|purple|yellow) belt|(?:\d(?:st|nd|rd|th)|first|second|third) dan) in (?<v>[\p{L}-]{3,20}(?: [\p{L}-]{3,12})?)/u,
  ],
  [
    'favourite_series',
    'series shows dramas soaps sitcoms documentaries telenovelas anime thrillers',
    /\b(?:watch(?:es|ing)?|follow(?:s|ing)?|binge(?:s|-watches)?) (?:(?:only|mostly|lots of|a lot of|all the) )?(?<v>(?:[\p{L}'-]+ ){0,3}?(?:series|shows|dramas|soaps|sitcoms|documentaries|telenovelas|anime|thrillers)\b.*)/u,
  ],
  [
    'star_sign',
    'aries taurus gemini cancer leo virgo libra scorpio sagittarius capricorn aquarius pisces',
    /^(?:(?:i am|i'm|is) )?an? (?<v>aries|taurus|gemini|libra|scorpio|sagittarius|capricorn|aquarius|pisces|virgo)$|^(?<w>aries|taurus|gemini|virgo|libra|scorpio|sagittarius|capricorn|aquarius|pisces)$/,
  ],
  [
    'housing',
    'bedroom bed',
    new RegExp(
      `^(?<v>${COUNT}-bed(?:room)?(?:ed)? (?:flat|apartment|house|terrace|semi|bungalow|condo|maisonette)\\b(?!.*\\b(?:for sale|to let|viewing|asking)\\b).*)`,
    ),
  ],
  [
    'surgery',
    'waiting list',
    /\b(?:waiting list|waiting|booked in|down) for (?:an? |his |her |my )?(?<v>[\p{L} -]{2,30}?(?:op|operation|surgery|replacement|transplant))\b/u,
  ],
  ['glasses', 'eye eyes', /(?<v>[-+−]\d(?:[.,]\d+)? in (?:both|the left|the right|left|right|one) eyes?\b.*)/],
  ['school', 'school', /\bleft school (?<v>at (?:\d{2}|fourteen|fifteen|sixteen|seventeen|eighteen)\b.*)/],
  ['languages', 'a1 a2 b1 b2 c1 c2', /^(?:is )?(?:at )?(?:level )?(?<v>[abc][12] (?:in|level in) [\p{L}]{4,20})\b/u],
  [
    'volunteering',
    'council board committee association',
    /^(?:(?:i am|i'm|is|sits|serves) )?on the (?<v>(?:parish|school|village|town|church|allotment|club|sports|tenants'|residents'|parents') (?:council|board|committee|association)\b.*)/,
  ],
  ['certificate', 'first aider', /\b(?<v>first[- ]aider\b.*)/],
  [
    'job_search',
    'looking',
    /\blooking for (?<v>(?:(?:part-time|full-time|new|paid|seasonal|night|cleaning|office|remote) ){0,2}(?:work|employment)\b(?!\s?(?:shop|clothes|boots|visa|out)).*)/,
  ],
  [
    'caffeine',
    'coffee coffees espresso espressos tea teas',
    new RegExp(`^(?<v>(?:only |just |at most )?${COUNT} (?:coffees?|espressos?|teas|cups of (?:coffee|tea))\\b.*)`),
  ],
  ['drink_like', 'milk', /\bdrinks? (?<v>(?:oat|almond|soya?|rice|coconut|goat's) milk\b.*)/],
  ['habit', 'person', /\b(?<v>not an? (?:breakfast|morning|evening|people|beach|city|party) person\b.*)/],
  ['value', 'believes believe', /\bbelieves? in (?<v>(?!me\b|him\b|her\b|us\b|them\b|it\b)[^,.;]{3,60})/],
  [
    'answer_style',
    'answers answer replies units',
    /^(?:please,? )?(?<v>(?:short|brief|concise|detailed|long|quick|plain) (?:answers|replies|messages)(?:,? please| only)\b.*|(?:answers|replies) (?:short|brief|concise|plain),? please\b.*|(?:metric|imperial)(?: units)?(?: only|,? please)\b.*)/,
  ],
]
