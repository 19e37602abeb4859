import { type Assertion, SELF } from './assertions.ts'
import type { Claim } from './claims.ts'
import { textOf } from './predicate.ts'
import { NOUNS } from './role-nouns.ts'
import { stemsIn } from './values.ts'
import { isDateWord, stemOf, type Word } from './words.ts'

const OWN = '(?:my|our|her|his|their|the)'
/** "Running coach", "piano teacher": a noun for a role that one person fills, with at most two words before it. */
const ROLE = new RegExp(`^(?:[a-z'-]+ ){0,2}(?:${NOUNS})$`)
const NEW = new RegExp(
  `\\b(?:have|has|got|gets?|found|hired|assigned|given|allocated|chose|picked|see|sees|with|to) (?:(?:myself|herself|himself|now|finally) )*(?:an?|${OWN}) (?:new|different|another) (?<role>(?:[a-z'-]+ ){0,2}?(?:${NOUNS}))\\b|\\b(?:has|have) an? (?<called>(?:[a-z'-]+ ){0,2}?(?:${NOUNS}))(?: called| named|,) |\\bfound another (?<another>(?:[a-z'-]+ ){0,2}?(?:${NOUNS}))\\b`,
)
const CHANGED = new RegExp(
  `^(?:has |have |i |we |she |he )*(?:changed|switched|swapped) (?:${OWN} )?(?<role>(?:[a-z'-]+ ){0,2}?(?:${NOUNS}))s?\\b`,
)
const IS_ROLE = new RegExp(
  `^(?:(?:is|became|becomes|has become|now|currently) )+${OWN} (?:new |current )?(?<role>(?:[a-z'-]+ ){0,2}?(?:${NOUNS}))(?: now| these days| instead| since .+| from .+| as of .+)?$`,
)
/** Verbs for a service to the person, and the role of the one who does it. */
const DOES: readonly (readonly [role: string, says: RegExp])[] = [
  ['babysitter', /^babysits\b/],
  ['dentist', /^(?:does|fixes|cleans|treats|looks after|sees to) (?:my|our|her|his) teeth\b/],
  ['optician', /^(?:does|tests|checks|looks after) (?:my|our|her|his) eyes\b/],
  ['physio', /^(?:treats|does|looks after) (?:my|her|his) (?:back|knee|shoulder|neck)\b/],
  ['accountant', /^(?:files|handles|prepares) (?:my|our|her|his|the) (?:taxes|books|accounts|tax return)\b/],
  ['vet', /^(?:looks after|treats|vaccinates) (?:my|our|her|his|the) (?:cat|dog|horse|rabbit|pet|animal)s?\b/],
  ['mechanic', /^(?:services|repairs|fixes) (?:my|our|her|his|the) (?:car|van)\b/],
  ['hairdresser', /^(?:cuts|does) (?:my|her|his) hair\b/],
  ['cleaner', /^cleans (?:for|our|my|her|his|the)\b/],
  ['coach', /^coaches (?:me|us|her|him)\b/],
  ['trainer', /^trains (?:me|us|her|him)\b/],
  ['accountant', /^does (?:my|our|her|his|the) (?:taxes|books|accounts|tax return)\b/],
  ['dog walker', /^walks (?:my|our|her|his|the) dogs?\b/],
  ['gardener', /^(?:mows|looks after|does) (?:my|our|her|his|the) (?:garden|lawn)\b/],
]
const LAST_WORDS = new Set(NOUNS.split('|').map((noun) => noun.split(' ').at(-1)!))
const LEFT =
  /^(?:(?:has|have|is|was|just|recently|got|has been|had to) )*(?:left(?! for)|leaving|quit|retired|resigned|moved (?:out|away|on|abroad|back|to)|went (?:back|abroad|on (?:\w+ )?leave|to (?:university|college|another))|stopped|changed jobs|promoted|fired|let go|laid off|transferred|gone|on (?:\w+ )?leave|no longer|passed away|died|closed|emigrated|is not|(?:can not|does not|will not) (?:[a-z]+ ){1,4}(?:any ?more|any longer))\b/
const NAME_WORDS_MAX = 4

const SAME_ROLE: Readonly<Record<string, string>> = {
  manager: 'boss',
  supervisor: 'boss',
  'line manager': 'boss',
  doctor: 'gp',
  'family doctor': 'gp',
  landlady: 'landlord',
}

/** The usual name of a role: "boss" for a manager. */
export function canonicalRole(role: string): string {
  return SAME_ROLE[role] ?? role
}

/** The key of a role, as that of a topic: `self|run coach`. */
function roleKey(owner: string, role: string): string {
  return `${owner}|${canonicalRole(role).split(' ').map(stemOf).join(' ')}`
}

/** Whether a topic names a role that one person fills: "running coach". */
export function isRoleTopic(topic: readonly Word[]): boolean {
  return topic.length > 0 && ROLE.test(textOf(topic))
}

/** Who has a role towards the user: "found a new dentist, Dr Stein", "Nele is our babysitter now", "Nele babysits". */
export function roleClaim({ plain, words, owner, topic, main }: Assertion): Claim | undefined {
  const claim = (role: string, name: readonly Word[], needsChange = false): Claim | undefined => {
    const value = stemsIn(name)
    return value.size ? { key: roleKey('self', role), value, strength: 'certain', needsChange } : undefined
  }
  if (topic.length) return undefined
  if (owner?.name !== undefined && owner.relation === undefined) {
    const named = IS_ROLE.exec(main.whole)?.groups?.role
    const does = DOES.find(([, says]) => says.test(main.text) || says.test(main.whole))?.[0]
    const role = named ?? does
    const name = owner.name.split(' ')
    return role
      ? claim(
          role,
          words.filter(({ plain }) => name.includes(plain)),
          // "Zoe walks her dog" can be about Zoe's dog.
          named === undefined && /\b(?:her|his)\b/.test(main.whole),
        )
      : undefined
  }
  if ((owner !== undefined && owner !== SELF) || !words.some(({ plain }) => LAST_WORDS.has(plain.replace(/s$/, ''))))
    return undefined
  const found = NEW.exec(plain)?.groups
  const role = found?.role ?? found?.called ?? found?.another ?? CHANGED.exec(plain)?.groups?.role?.replace(/s$/, '')
  return role ? claim(role, nameAfter(words, role)) : undefined
}

/** The first name after a role. */
function nameAfter(words: readonly Word[], role: string): readonly Word[] {
  const last = role.split(' ').at(-1)!
  const at = words.findIndex(({ plain }) => plain.startsWith(last))
  const isNamed = (word: Word | undefined) => word?.isCapital === true && !isDateWord(word) && word.plain !== 'i'
  const from = words.findIndex((word, index) => index > at && isNamed(word))
  if (at < 0 || from < 0 || from > at + 6) return []
  let to = from + 1
  while (to < Math.min(words.length, from + NAME_WORDS_MAX) && isNamed(words[to])) to++
  return words.slice(from, to)
}

/** The name of a person who has left, retired or died: "Dr Weiss retired". */
export function leaverOf({ owner, topic, main }: Assertion): ReadonlySet<string> | undefined {
  if (owner?.name === undefined || owner.relation !== undefined || topic.length || !LEFT.test(main.whole))
    return undefined
  return new Set(owner.name.split(' ').map(stemOf))
}

/** Whether claims say who has a role, such as `self|dentist`. */
export function isRoleClaim({ key }: Claim): boolean {
  return ROLE_KEYS.has(key.split('|')[1]!.split(' ').at(-1)!) || key.includes('|share ') || key.endsWith('|housemates')
}

const ROLE_KEYS = new Set(NOUNS.split('|').map((noun) => stemOf(noun.split(' ').at(-1)!)))
