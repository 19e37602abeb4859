import { KIN_ATTRIBUTES } from './kin.ts'

/* Names of things and conditions that contain a possessive, in which the owner is no person: "cow's milk", "Crohn's disease". */

const ANIMALS =
  '(?:cow|goat|sheep|ewe|buffalo|mare|camel|lamb|hen|duck|goose|quail|cat|dog|horse|rabbit|bee|wasp|hornet)'
const OF_ANIMALS =
  '(?:milk|cheese|yogh?urt|butter|cream|wool|hair|fur|dander|eggs?|egg white|feathers?|stings?|bites?|venom|lettuce)'
/** "Cow's milk", "bees' stings", "baker's yeast". */
export const THING_OF_KIND = `(?:${ANIMALS}(?:'s|s') ${OF_ANIMALS}|(?:baker|brewer)(?:'s|s') yeast|(?:shepherd|cottager|fisherman)'s pie|st\\.? john's wort)\\b`

const KINDS =
  'disease|syndrome|disorder|palsy|thyroiditis|phenomenon|lymphoma|contractures?|o?esophagus|chorea|sarcoma|neuroma|ataxia|encephalopathy|anaemia|anemia|dystrophy'
const BESIDE =
  'brace|strap|support|splint|bandage|cream|spray|powder|exercise|clinic|leaflet|charity|association|society'
/** Conditions named after a physician, where the word for the kind is not listed: "Bell's palsy". */
export const NAMED_CONDITION = `[\\p{L}-]+(?:'s|s') (?:${KINDS})\\b(?! (?:${BESIDE})s?\\b)`
/** Conditions named after those who often have them. */
export const CONDITION_OF_KIND = `(?:athlete'?s foot|(?:tennis|golfer'?s) elbow|(?:housemaid|runner|jumper)'?s knee|swimmer'?s ear|writer'?s cramp|farmer'?s lung)\\b(?! (?:${BESIDE})s?\\b)`

const STARTS_WITH_KIND = new RegExp(`^(?:${THING_OF_KIND}|${CONDITION_OF_KIND})`)

/** Whether a clause begins with the name of a thing or a condition that contains a possessive. */
export function startsWithKind(plain: string): boolean {
  return STARTS_WITH_KIND.test(plain)
}

const LISTED_NAME = /^(?:crohn|parkinson|alzheimer|hashimoto|raynaud|tourette|asperger|sj[oö]gren|m[eé]ni[eè]re)$/
const KIND = new RegExp(`^(?:${KINDS})$`)
const OWNER = /(?<owner>[\p{L}-]+)(?:'s|s') $/u
const AFTER = new RegExp(`^(?:'s|')(?<kind> (?:${KINDS})\\b)?`)

/** The full name of a condition, of which a list knows the word at `index`: "crohn's disease" for `crohn` or `disease`. */
export function conditionNamed(word: string, plain: string, index: number): string {
  const found = AFTER.exec(plain.slice(index + word.length))
  const after = found && (found.groups!.kind || LISTED_NAME.test(word)) ? found[0] : ''
  const owner = KIND.test(word) ? OWNER.exec(plain.slice(0, index)) : null
  const before = owner && !KIN_ATTRIBUTES.has(owner.groups!.owner!) ? owner[0] : ''
  return before + word + after
}
