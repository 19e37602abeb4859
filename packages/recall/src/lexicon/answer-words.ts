/* Kinds of answers. A row has a bit for each kind it holds, a query for each kind it asks for. */

export const PLACE = 1
export const NAME = 2
export const REASON = 4
export const AMOUNT = 8
export const TIME = 16
/** The text ends in a question mark: a question rather than an answer. */
export const QUESTION = 32
/** The text is about the user; about somebody else; it says how somebody is related to the user. */
export const ABOUT_USER = 64
export const ABOUT_OTHER = 128
export const RELATION = 256
/** The text tells its reader what to do, and states nothing. */
export const INSTRUCTION = 512
/** A sum of money. */
export const MONEY = 1024
export const COLOUR = 2048
/** An e-mail address. */
export const MAIL = 4096
/** The text begins with what has happened: "Hiked in the Dolomites", "We met the notary". */
export const HAPPENED = 8192

/* Words that make a place together: "under the crate". Rows do not keep these bits. */

/** A preposition of a place, if an article or a possessive follows. */
export const PLACE_BEGINS = 1 << 16
/** An article or a possessive. */
export const DETERMINER = 1 << 17

const WORDS: Record<number, string> = {
  [REASON]: 'because since due reason therefore cause causes caused thanks why',
  [AMOUNT]: `one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million dozen half quarter
    once twice thrice several couple pair double triple both none`,
  [TIME]: `monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays
    sundays january february march april june july august september october november december today tomorrow yesterday
    tonight morning afternoon evening night noon midnight weekend daily weekly monthly yearly oclock pm spring summer
    autumn winter christmas easter birthday birthdays midday dawn dusk sunrise sunset week weeks fortnight month months
    monthly year years annually hour hours hourly minutes every since until till during ago before after moon`,
  [PLACE]: 'home abroad downstairs upstairs here there nearby indoors outdoors',
  [MONEY]: `pound pounds quid dollar dollars buck bucks euro euros cent cents yen yuan peso pesos rupee rupees lakh rand
    dirham dirhams krona kronor krone kroner franc francs zloty lira reais shilling shillings baht free gratis`,
  [COLOUR]: `black white grey gray red green blue yellow orange purple violet pink brown beige turquoise teal navy maroon
    crimson scarlet gold golden silver ginger blond blonde auburn tan ochre cream ivory lilac indigo khaki colourless`,
  [PLACE_BEGINS]: `in at on inside within under beneath underneath below above over behind beside between near by across
    opposite outside around through to from next off against`,
  [DETERMINER]: 'the a an my our your his her their its this that both',
}

const BITS = new Map<string, number>()
for (const [bit, words] of Object.entries(WORDS))
  for (const word of words.split(/\s+/)) BITS.set(word, (BITS.get(word) ?? 0) | Number(bit))

/** The kinds of answers that a word is evidence of. */
export function answerBits(word: string): number {
  return BITS.get(word) ?? 0
}
