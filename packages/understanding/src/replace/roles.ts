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
  ['cleaner', /^cleans (?:for (?:me|us|her|him)|our|my|her|his|the (?:house|flat|apartment|home|place))\b/],
  ['coach', /^coaches (?:me|us|her|him)\b/],
  ['trainer', /^trains (?:me|us|her|him)\b/],
  ['accountant', /^does (?:my|our|her|his|the) (?:taxes|books|accounts|tax return)\b/],
  ['dog walker', /^walks (?:my|our|her|his|the) dogs?\b/],
  ['gardener', /^(?:mows|looks after|does) (?:my|our|her|his|the) (?:garden|lawn)\b/],
  ['dispatcher', /^(?:dispatches|does (?:the )?dispatch(?:ing)?) (?:for (?:me|us|her|him)|me|us)\b/],
  ['boss', /^supervises (?:me|us|her|him)\b/],
  ['mentor', /^mentors (?:me|us|her|him)\b/],
  ['tutor', /^tutors (?:me|us|her|him)\b/],
  ['therapist', /^(?:does|gives|has) (?:my|her|his) therapy\b/],
  [
    'landlord',
    /^(?:(?:now )?owns|has bought|bought) (?:my|our|her|his|the|this) (?:[\p{L}-]+ )?(?:flat|apartment|house|building|room|place)(?: (?:now|i|we|she|he)\b|$)/u,
  ],
]
/** What one person does regularly for the user, whatever that is called: "cleans the guest rooms for us". */
const SERVICE =
  /^(?:(?:now|also|always) )?(?:cleans|mows|does|walks|grooms|shoes|shears|milks|delivers|brings|irons|minds|prunes|trims|services|waters|sweeps|clears|empties|tunes|drives|collects|shovels|stacks|exercises) (?:my|our|the) (?<what>(?!(?:same|best|dishes|laundry|washing|shopping|cooking|cleaning)\b)(?:[\p{L}-]+ ){0,2}?[\p{L}-]+)(?= (?:for (?:me|us|the [a-z]+)|(?:now|these days|from now on|every|each|on|in|at|to|twice|once|since)\b.*)$|$)/u
/** Begins the key of a service, and is no stem of a word. */
const SERVED = 'served'
const LAST_WORDS = new Set(NOUNS.split('|').map((noun) => noun.split(' ').at(-1)!))
const LEFT =
  /^(?:(?:has|have|is|was|just|recently|got|has been|had to) )*(?:left(?! for)|leaving|quit|retired|resigned|moved (?:out(?! of (?:the|his|her|their|our|my) (?:office|desk|corner|classroom|studio|shop|workshop|building across))|away|on|abroad|back|to)|went (?:back|abroad|on (?:\w+ )?leave|to (?:university|college|another))|stopped|changed jobs|promoted|fired|let go|laid off|transferred|gone|on (?:\w+ )?leave|no longer|passed away|died|closed|emigrated|is not|(?:can not|does not|will not) (?:[a-z]+ ){1,4}(?:any ?more|any longer))\b/
/** Says that a person may have a role no more: only with a successor. */
const MAY_HAVE_LEFT =
  /^(?:(?:has|have|is|was|just|recently|got|has been|had to|now) )*(?:left for|moved|went|off to|full|pensioned|stepped (?:down|back|aside)|passed (?:the baton|on|over)|handed (?:over|on|in|the|his|her)|gave up|given up|sold|closed|shut|reassigned|replaced|sacked|elected|promoted|transferred|relocated|returned|dropped (?:out|the|me|us)|had (?:an?|her|his|the|twins)|(?:a |her |his )?(?:baby|new job|another job)|started (?:uni\w*|college|an?|another|her|his)|took (?:an?|another|early)|joined|emigrated|on (?:maternity|paternity|parental|sabbatical|parental leave)|does not|do not|did not)\b/
/** Stands in for a time. */
const STANDS_IN =
  /\b(?:this (?:week|month)|today|tomorrow|until|till|for now|cover(?:s|ing)?|stand(?:s|ing)? in|fill(?:s|ing)? in|holidays?|vacation|sick|ill|weekend|lunch|meanwhile|in the meantime)\b/
const NAME_WORDS_MAX = 4

const SAME_ROLE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    manager: 'boss',
    supervisor: 'boss',
    'line manager': 'boss',
    doctor: 'gp',
    'family doctor': 'gp',
    landlady: 'landlord',
    priest: 'pastor',
    vicar: 'pastor',
    minister: 'pastor',
    advisor: 'adviser',
    'team leader': 'team lead',
    'shift lead': 'shift leader',
    'project leader': 'project lead',
    dietitian: 'dietician',
    'case worker': 'caseworker',
    'key worker': 'keyworker',
  }),
)

/** The usual name of a role: "boss" for a manager. */
export function canonicalRole(role: string): string {
  return SAME_ROLE.get(role) ?? role
}

/** The key of a role, as that of a topic: `self|run coach`. */
function roleKey(owner: string, role: string): string {
  return `${owner}|${canonicalRole(role)
    .split(' ')
    .map((word) => (word === SERVED ? word : stemOf(word)))
    .join(' ')}`
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
    const service = named || does ? undefined : SERVICE.exec(main.whole)?.groups?.what
    const role = named ?? does ?? (service && `${SERVED} ${service}`)
    const name = owner.name.split(' ')
    return role
      ? claim(
          role,
          words.filter(({ plain }) => name.includes(plain)),
          // "Zoe walks her dog" can be about Zoe's dog.
          service !== undefined || (named === undefined && /\b(?:her|his)\b/.test(main.whole)),
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
  if (owner?.name === undefined || (owner.relation !== undefined && !CLERGY.test(owner.relation)) || topic.length)
    return undefined
  const isGone = owner.relation === undefined && LEFT.test(main.whole)
  return isGone || mayHaveLeft(main.whole) ? new Set(owner.name.split(' ').map(stemOf)) : undefined
}

/** "Father Keane" is read as a relative. */
const CLERGY = /^(?:father|mother|sibling|brother|sister)$/

/** Whether a person may have a role no more, if another has it. */
function mayHaveLeft(whole: string): boolean {
  return MAY_HAVE_LEFT.test(whole) && !STANDS_IN.test(whole)
}

/** Whether a person has certainly left. */
export function hasLeft(whole: string): boolean {
  return LEFT.test(whole)
}

/** Whether claims say who has a role, such as `self|dentist`. */
export function isRoleClaim(claim: Claim): boolean {
  const { key } = claim
  const [first, ...rest] = key.split('|')[1]!.split(' ')
  return (
    [first, rest.at(-1)].some((stem) => stem !== undefined && ROLE_KEYS.has(stem)) ||
    key.includes('|share ') ||
    isServiceClaim(claim) ||
    key.endsWith('|housemates')
  )
}

/** Whether a claim says who does something for the user, such as `self|served guest room`. */
export function isServiceClaim({ key }: Claim): boolean {
  return key.includes(`|${SERVED} `)
}

const ROLE_KEYS = new Set(NOUNS.split('|').map((noun) => stemOf(noun.split(' ').at(-1)!)))
