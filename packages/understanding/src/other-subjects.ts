import { KIN_ATTRIBUTES } from './kin.ts'
import { UNNAMED } from './owner.ts'
import type { Subject } from './subject.ts'

/*
 * Clauses that begin with others than the user, by a word for people: "upstairs neighbours moved", "two people at work are
 * pregnant", "the couple next door", "client Hansen drinks", "Ama, Chidi's wife, is from", "guests: Oskar, vegan".
 */

const PEOPLE =
  'people|persons|men|women|guys|girls|boys|lads|lasses|ladies|mums|moms|dads|parents|kids|children|sons|daughters|babies|twins|brothers|sisters|siblings|cousins|nephews|nieces|uncles|aunts|relatives|grandparents|grandchildren|neighbou?rs|friends|mates|school ?friends|classmates|teammates|flatmates|housemates|roommates|colleagues|co-?workers|bosses|managers|teachers|students|pupils|players|members|residents|tenants|lodgers|guests|visitors|clients|customers|patients|nurses|doctors|carers|volunteers|trainees|interns|apprentices|users|readers|singers|runners|dancers|musicians|actors|drivers|builders|workers|employees|staff|class|team|crew|group|village|congregation'
const DETERMINER = '(?:the|my|our|her|his|their|these|those)'
const COUNT =
  '(?:all|both|half|most|many|some|several|few|none|one|two|three|four|five|six|seven|eight|nine|ten|a few|a couple|a lot|lots|a third|the rest|the other|\\d{1,3})(?: of)?'
const WHERE =
  '(?: (?:at|in|from|on|over|across|around|down|up|of) [\\w’-]+(?: [\\w’-]+){0,2}?| next door| upstairs| downstairs| opposite| abroad)?'
const VERB =
  "(?:is|are|was|were|isn't|aren't|wasn't|weren't|has|have|had|hasn't|haven't|does|do|don't|doesn't|did|didn't|can|can't|cannot|will|won't|lives?|lived|works?|worked|mov(?:es?|ed)|came|comes?|got|gets?|go(?:es)?|went|takes?|took|loves?|hates?|likes?|drinks?|eats?|smokes?|runs?|ran|owns?|plays?|speaks?|stud(?:y|ies|ied)|died|drives?|drove|bought|sold|lost|found|keeps?|kept|needs?|wants?|turn(?:s|ed)?|became|becomes?|teach(?:es)?|taught|wears?|joined|left|retired|married|prefers?)"

/** "Two people at work are pregnant", "both boys are allergic", "all my friends are married", "one of the mums works". */
const COUNTED = new RegExp(
  `^${COUNT} (?:${DETERMINER} )?(?:[\\w'-]+ )?(?<who>${PEOPLE})${WHERE} (?:(?:also|all|both|now|still|never|always) )?${VERB}\\b`,
)
/** "Upstairs neighbours moved", "colleagues from Lagos are visiting". */
const BARE_PEOPLE = new RegExp(`^(?:(?!our |my |her |his )[\\w-]+ )?(?<who>${PEOPLE})${WHERE} ${VERB}\\b`)
const SOMEONE =
  '(?:couple|pair|man|woman|guy|girl|boy|lady|gentleman|bloke|chap|lad|lass|kid|mum|mom|dad|person|people|family|fellow|student|pupil|patient|tenant|lodger|guest|visitor|stranger|passenger|customer|client|colleague|neighbou?r|friend|classmate|team-?mate|trainee|intern|apprentice|cousin|nephew|niece)'
/** "The couple next door are getting divorced", "student of mine has epilepsy", "a girl from the choir moved". */
const THE_COUPLE = new RegExp(
  `^(?:(?:the|that|an?) (?:[\\w'-]+ ){0,2}?${SOMEONE}(?! (?:in|of) (?:my|her|his) life)|(?:[\\w-]+ )?${SOMEONE} of (?:mine|ours|his|hers|theirs))${WHERE} (?:(?:also|now|still|never|always) )?${VERB}\\b`,
)
/** "A client", "the patient" may be the user in notes of whom they pay. */
const MAY_BE_USER = /^the (?:user|patient|client|customer|person)\b/

const NAME = "\\p{Lu}[\\p{L}'’-]+"
const CALLED =
  '(?:pastor|coach|client|customer|patient|tenant|lodger|guest|student|pupil|teacher|headteacher|trainer|tutor|nanny|au pair|team lead|manager|director|head|boss|colleague|co-?worker|class ?mate|team-?mate|flatmate|housemate|roommate|school ?friend|schoolmate|friend|mate|neighbou?r|landlord|landlady|cousin|nephew|niece|uncle|auntie|aunt)'
/** "Client Hansen drinks", "old schoolfriend Pia runs", "team lead Priya is". */
const CALLED_BY_NAME = new RegExp(
  `^(?:[\\p{L}-]+ ){0,2}?${CALLED} (?<name>${NAME})(?: ${NAME})? (?:[a-z]+ly |also |now |still |never |always )?(?:[a-z]+[a-z]s|was|were|had|had|went|[a-z]+ed|can|can't|cannot|will|won't|isn't|doesn't|hasn't) `,
  'iu',
)
/** "Mr Weiss, the landlord, is 80", "Ama, Chidi's wife, is from". */
const WITH_ASIDE = new RegExp(
  `^(?:(?:Mr|Mrs|Ms|Dr|Prof)\\.? )?(?<name>${NAME})(?: ${NAME})?, (?:(?:my|our|her|his|their|the|an?) |(?<of>${NAME}['’]s? ))(?:[\\p{L}-]+ ){0,2}(?<role>[\\p{L}-]+)(?: (?:at|in|from|of|on) [^,]{2,30})?, (?:is|was|has|had|can|cannot|can't|will|lives|works|[a-z]+s|[a-z]+ed) `,
  'u',
)
/** "Guests on Friday: Oskar, vegan, no nuts". */
const LABELLED =
  /^(?:[\w'-]+ ){0,2}(?:guests?|visitors|invited|attendees|participants|neighbou?rs|colleagues|friends|relatives|students|pupils|patients|clients|customers)(?: (?:on|for|at|in|this|next|tonight|tomorrow)\b[\w' ]{0,24})?: /

/** Others that a clause begins with, whom it counts, describes or calls by name; `undefined` if it does not. */
export function othersAtStart(text: string, plain: string, ownNames: ReadonlySet<string>): Subject | undefined {
  const counted = (COUNTED.exec(plain) ?? BARE_PEOPLE.exec(plain))?.groups
  if (counted) {
    const relation = KIN_ATTRIBUTES.get(counted.who!)
    return relation ? { who: 'other', relation, name: undefined } : UNNAMED
  }
  if (!MAY_BE_USER.test(plain) && THE_COUPLE.test(plain)) return UNNAMED
  if (plain.includes(': ') && LABELLED.test(plain)) return UNNAMED
  const name = (namedBeforeAside(text) ?? namedAfterRole(text))?.groups?.name?.toLowerCase()
  return name && !ownNames.has(name) ? { who: 'other', relation: undefined, name } : undefined
}

/** Not "Biscuit, our cat, has", which says what it is to the user. */
function namedBeforeAside(text: string): RegExpExecArray | undefined {
  const found = text.includes(', ') ? WITH_ASIDE.exec(text) : null
  return found && (found.groups!.of || !KIN_ATTRIBUTES.has(found.groups!.role!)) ? found : undefined
}

/** The expression ignores case for the role; the name must have a capital letter. */
function namedAfterRole(text: string): RegExpExecArray | undefined {
  const found = CALLED_BY_NAME.exec(text)
  return found && /^\p{Lu}/u.test(found.groups!.name!) ? found : undefined
}
