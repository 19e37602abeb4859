import { type Clipping, clipping } from './clipping.ts'

/* A thing, and what the person thinks of it: "mushrooms? no thanks", "karaoke: over my dead body". */

const ASKS =
  '(?!(?:[Ww]hat|[Ww]ho|[Ww]hose|[Ww]here|[Ww]hen|[Ww]hy|[Hh]ow|[Ww]hich|[Ii]s|[Aa]re|[Aa]m|[Dd]oes|[Dd]o|[Dd]id|[Cc]an|[Cc]ould|[Ww]ill|[Ww]ould|[Ss]hould|[Hh]as|[Hh]ave|[Mm]ay|[Ww]as|[Ww]ere|[Aa]llerg\\p{Ll}+|[Aa]nything|[Aa]ny|[Rr]eally|[Yy]ou|[Hh]e|[Ss]he|[Tt]hey|[Ii])\\b)'
const WHAT = `^${ASKS}(?<what>\\p{L}[\\p{L}'’-]*(?: [\\p{L}'’-]+){0,4})`
const NO =
  "(?:[Nn]o,? (?:thank you|thanks?|way)\\b|[Nn]ever(?: again| ever)?(?=$|[.,!;])|[Nn]ot (?:for me|for (?:him|her)|my (?:thing|cup of tea)|a fan)\\b|[Hh]ard pass\\b|(?:[Gg]et|[Kk]eep|[Tt]ake) (?:it|them|that) (?:out|away|off)(?: (?:of|from) \\p{Ll}+(?: \\p{Ll}+)?)?(?!\\p{L})|[Oo]ver my dead body\\b|[Yy]uck\\b|[Uu]gh\\b|[Ee]w+\\b|(?:[Ii] |[Hh]e |[Ss]he )?(?:[Hh]ates?|[Cc]an(?:no|['’])t (?:stand|bear|abide)|[Dd]etests?|[Ll]oathes?) (?:it|them|that)\\b)"
const YES =
  "(?:[Aa]ny ?time\\b|[Yy]es,? please\\b|[Aa]ll day long\\b|[Bb]ring it on\\b|(?:[Ii] |[Hh]e |[Ss]he )?(?:[Ll]oves?|[Aa]dores?|[Cc]an(?:no|['’])t get enough of) (?:it|them|that)\\b)"
const WORDS_OF_NO =
  'no never not hard get keep take over yuck ugh ew eww hate hates stand bear abide detest detests loathe loathes'
const WORDS_OF_YES = 'anytime any yes all bring love loves adore adores enough'

export const VERDICTS: readonly Clipping[] = [
  clipping(WORDS_OF_NO, `${WHAT} ?[?:–—-] ?${NO}`, 'Dislikes $<what>'),
  clipping(WORDS_OF_YES, `${WHAT} ?[?:–—-] ?${YES}`, 'Likes $<what>'),
]
