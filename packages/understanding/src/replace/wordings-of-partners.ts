import { HAVE, NAME, OF, WHO, type Wording, wording } from './wording.ts'

/*
 * Rewrites sentences that tell of a couple by a rite, a paper or a ring: "we signed in the town hall", "the divorce papers came
 * through", "Yonas put a ring on my finger".
 */

/** "Loredana and me", "me and Loredana": one of the two is the person. */
const PAIR = String.raw`(?:(${NAME})(?: from [\p{L} ]{2,24})? and (?:I|me|myself)|(?:I|me|myself) and (${NAME}))`
const LED = '(?:(?:in the end|finally|yesterday|today|since|last \\p{Ll}+),? )?'
const MARRIED =
  '(?:(?:got |are |were )?(?:hitched|married|wed)|tied the knot|said (?:i do|yes at)|signed (?:in|at) (?:the )?(?:town hall|city hall|registry(?: office)?|register office|church|court(?:house)?)|(?:had|did|celebrated|registered) (?:our|the) (?:wedding|nikah|anand karaj|partnership|civil partnership|marriage|civil wedding)|jumped the broom|exchanged vows|walked down the aisle)'
const TOGETHER = '(?:doing a line|walking out|courting|an item|a couple|going steady|together|seeing each other|dating)'
const APART = '(?:over|finished|done|through|history|no more|living apart|not together|no longer together|not a couple)'

export const WORDINGS_OF_PARTNERS: readonly Wording[] = [
  wording(
    'together',
    `^(?:(?:[Nn]ow|[Bb]ack|[Ff]inally|[Hh]appily|[Oo]fficially) )*[Tt]ogether with (${NAME})(?:,? (?:now|again|these days|at last|finally|since .{2,30}|for .{2,20}))?$`,
    'I am now together with $1',
  ),
  wording(
    'and',
    `^(?:[Mm]y |[Oo]ur )?(?:wife|husband|partner) (${NAME}) and I (?:have been|are|got) (?:now )?(married|engaged|together)\\b.*$`,
    'I am $2 to $1',
  ),
  wording(
    'divorce',
    `^${LED}${PAIR},? (?:have )?signed the divorce(?: papers)?\\b.*$`,
    'I got divorced from $1$2',
    'iu',
  ),
  wording(
    'and',
    `^${LED}${PAIR},? (?:we )?${HAVE}${MARRIED}\\b(?! \\p{Ll}+ (?:up|ago)\\b).*$`,
    'I got married to $1$2',
    'iu',
  ),
  wording(
    'and',
    `^${LED}${PAIR},? (?:we )?(?:are |am |is )(?:now )?${TOGETHER}(?:$|,| now| since\\b| again| at\\b).*$`,
    'I am now together with $1$2',
    'iu',
  ),
  wording(
    'and',
    `^${LED}${PAIR},? (?:we )?(?:are |am |is )(?:now )?${APART}(?:$|,| now| since\\b| for good\\b).*$`,
    'I broke up with $1$2',
    'iu',
  ),
  wording(
    'partnership marriage',
    `^(?:registered|signed) (?:our|the|my) (?:civil )?(?:partnership|marriage),? ${PAIR}$`,
    'I got married to $1$2',
    'iu',
  ),
  wording(
    'nikah wedding karaj certificate',
    String.raw`^(?:(?:we|i) )?(?:(?:got|had|did|celebrated) )?(?:our |the |my )?(?:nikah|anand karaj|civil wedding|church wedding|wedding|marriage certificate) (?:with|to) (${NAME})(?: (?:is |was )?(?:done|over|behind us)\b.*| on \p{L}+| today| yesterday|)$`,
    'I got married to $1',
    'iu',
  ),
  wording(
    'nikah karaj',
    String.raw`^(?:we|i) (?:have )?had (?:our|the|my) (?:nikah|anand karaj)\b(?!.*\b(?:talk|meeting|plan)).*$`,
    'I got married',
    'iu',
  ),
  wording(
    'ring',
    `^(${NAME}) (?:has )?(?:put|slid|slipped) (?:a|the) ring on (my|her|his) finger\\b.*$`,
    'I am now engaged to $1',
    'u',
  ),
  wording(
    'rings',
    `^(?!I\\b|We\\b)(${NAME}) and (${NAME}) (?:have )?(?:gave|given|handed) back (?:the|their) rings\\b.*$`,
    '$1 broke up with $2',
    'u',
  ),
  wording(
    'rings ring',
    `^(?:(?:${PAIR}|[Ww]e|[Ii]) (?:have )?)(?:gave|given|handed) back (?:the|our|their|my) (?:engagement )?rings?$`,
    'I called off the engagement',
    'u',
  ),
  wording(
    'divorce',
    `^${OF} divorce papers? (?:from (${NAME}) )?(?:came through|arrived|are (?:here|signed|through)|came|went through)\\b.*$`,
    'The divorce from $1 came through',
    'iu',
  ),
  wording(
    'divorce',
    String.raw`^(?:(?:I|[Ww]e|[Mm]y (?:wife|husband) and I|[Mm]e and my (?:wife|husband)) )?(?:have )?signed the divorce(?: papers)?\b.*$`,
    'I got divorced',
    'u',
  ),
  wording(
    'dumped ended',
    `^(${NAME}) (?:has )?(?:dumped me|ended it(?: with me)?|called it off|called off (?:the|our) (?:wedding|engagement))(?: by \\p{L}+| over .{2,30}|,.*)?$`,
    'I broke up with $1',
    'u',
  ),
  wording('over', `^[Ii]t is (?:all )?(?:over|finished|off|done) with (${NAME})\\b.*$`, 'I broke up with $1', 'u'),
  wording('finished', `^(${WHO})(?:am |is )?finished with (${NAME}) for good$`, '$1broke up with $2', 'iu'),
  wording(
    'lost',
    `^(${WHO})${HAVE}lost my (husband|wife|partner)(?: ${NAME})?(?: (?:in|last|this|to|on) .{2,30})?$`,
    'My $2 died',
    'iu',
  ),
  wording(
    'life',
    String.raw`^there (?:is|are) (?:now )?an? (?:\p{Ll}+ )?(?:man|woman|guy|girl|lady|fellow) in my life(?: again| now)?\b.*$`,
    'I am now in a relationship',
    'iu',
  ),
  wording(
    'single taken alone',
    String.raw`^((?:i am |am |is |i )?)(?:now )?(?:happily )?single,? (?:thanks?(?:s)? (?:to )?god|and (?:happy|free|fine)|mum|mom|mother|dad|father|(?:and )?looking|as ever)\b.*$`,
    'I am single',
    'iu',
  ),
]

/** Of sentences with two clauses that are read as one. */
export const WHOLE_OF_PARTNERS: readonly Wording[] = [
  wording(
    'proposed popped',
    `^(${NAME}) (?:has )?(?:proposed(?: to (?:me|her|him))?|popped the question)(?:,)? and (?:I|she|he) said yes\\b.*$`,
    'I am now engaged to $1',
    'u',
  ),
  wording(
    'proposed',
    `^(?:I|We) (?:have )?proposed to (${NAME}) and (?:she|he) said yes\\b.*$`,
    'I am now engaged to $1',
    'u',
  ),
  wording(
    'engaged married together couple dating',
    `^We are (engaged|married|together|a couple|dating), (?:(${NAME}) and (?:me|I)|(?:me|I) and (${NAME}))[.!]?$`,
    'I am $1 with $2$3',
    'iu',
  ),
  wording(
    'girlfriend boyfriend partner husband wife',
    '^(?:(?:i|she|he) )?(?:have|has|got) no (?:girlfriend|boyfriend|partner|husband|wife)(?: now| at the moment| yet)?[.!]?$',
    'I am single',
    'iu',
  ),
  wording(
    'life',
    String.raw`^(?:there is )?no (?:new )?(?:man|woman|guy|girl|partner|love)(?: at all)? in my life\b.*$`,
    'I am single',
    'iu',
  ),
  wording(
    'couple item together engaged married dating',
    `^(${NAME}) and (?:he|she) are (?:now )?(a couple|together|engaged|married|dating)(?: now| since .{2,30})?[.!]?$`,
    'I am now $2 with $1',
  ),
]
