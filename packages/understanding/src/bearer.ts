import type { Attribute } from './attributes.ts'
import { KIN_ATTRIBUTES, KIN_PATTERN } from './kin.ts'
import { UNNAMED } from './owner.ts'
import { ANIMALS } from './patterns/notes.ts'
import type { Subject } from './subject.ts'
import { countsDiners, hadBefore } from './third-parties.ts'

/*
 * Who has what a clause about the person names inside a phrase about others: "has a son with a nut allergy", "cooks for a
 * coeliac wife", "works with children who have autism", "wrote a thesis on epilepsy".
 */

const PEOPLE =
  '(?:people|persons?|children|kids|adults|teenagers|toddlers|babies|patients?|residents?|pupils?|students?|clients?|guests?|customers?|women|men|woman|man|families|veterans|users?|refugees|pensioners|others|those|characters?|colleagues?|friends|members|artists?|pianists?|athletes?|passengers?|tourists|travellers|animals|dogs|cats)'
/** Up to here, the clause is not about the person again. */
const STILL = "(?:(?! (?:i|i'm|i've|we)\\b| and (?:she|he|also|has|have|is|am|takes?)\\b)[^,;])*$"
/** "A son with a nut", "her mother, who has", "two daughters, one of whom is". */
const KIN_WITH = new RegExp(
  `\\b(?:an?|my|our|his|her|their|the|one|two|three|four|\\d) (?:[\\w-]+ ){0,2}?(?<kin>${KIN_PATTERN})(?: (?:called|named) [\\w-]+)?(?: with (?!me\\b|my\\b)| in an? | on (?!me\\b|my\\b)|,? (?:who|one of whom|both of whom|some of whom) )${STILL}`,
)
/** "When my son was ill with", "worried that her daughter has". */
const KIN_CLAUSE = new RegExp(
  `\\b(?:that|when|because|since|as|after|before|while|if|so|where|although|and|says?|thinks?|afraid|worried|knows?|hopes?) (?:my|our|his|her|their|the) (?:[\\w-]+ )?(?<kin>${KIN_PATTERN})(?: [\\w-]+)? (?:is|was|are|were|has|have|had|gets?|got|can't|cannot|takes?|took|suffers?|needs?|became|will be|might be|may be)\\b${STILL}`,
)
/** "Drives her father to", "has to remind Mum to take". */
const WITH_KIN = new RegExp(
  `\\b(?:driv(?:es?|ing)|drove|tak(?:es?|ing)|took|brings?|bringing|brought|accompan(?:y|ies|ied|ying)|help(?:s|ed|ing)?|remind(?:s|ed|ing)?|nag(?:s|ged|ging)?|persuad(?:es?|ed|ing)|get(?:s|ting)?|got|visit(?:s|ed|ing)?) (?:(?:my|our|his|her|their|the) (?:[\\w-]+ )?)?(?<kin>${KIN_PATTERN})(?:$|(?!['’]) (?!for (?:my|his|her|our) )(?:(?! (?:i|i'm|i've|we|my|me)\\b| and (?:she|he|also|has|have|is|am|takes?)\\b)[^,;])*$)`,
)
const FOR_WHEELCHAIRS = /^[a-z]+[- ](?:friendly|accessible|adapted|access)\b/
/** "Takes my dog to the vet for his". */
const TO_VET = new RegExp(`\\b(?:my|our|his|her|their|the) (?:[\\w-]+ )?${ANIMALS}\\b.* vet\\b`)
const PEOPLE_WITH = new RegExp(
  `(?<!\\bone of those )\\b${PEOPLE} (?:with|who (?:has|have|had|are|is|were|can't|cannot|need)|living with|suffering from|affected by|on) ${STILL}`,
)
/** "The kids' paediatrician", "fetches her mother's insulin". */
const KINS = new RegExp(`\\b(?:my|our|his|her|their|the) (?:[\\w-]+ )?(?<kin>${KIN_PATTERN})(?:'s|') (?:[\\w-]+ )?$`)
const BARE =
  '(?!and\\b|or\\b|but\\b|my\\b|our\\b|her\\b|his\\b|their\\b|the\\b|an?\\b|is\\b|has\\b|not\\b|no\\b|like\\b|with\\b|for\\b|as\\b|since\\b|because\\b|so\\b|to\\b)'
const QUALITY = '^[\\w-]+(?:[ -](?:intolerant|allergic|free|positive|impaired|dependent))?'
/** "Diabetic husband", "deaf old dog". */
const BEFORE_KIN = new RegExp(`${QUALITY}(?: ${BARE}[\\w-]+)? (?<kin>${KIN_PATTERN})\\b(?!')`)
const BEFORE_PEOPLE = new RegExp(`${QUALITY} ${PEOPLE}\\b`)
const BEFORE_TRADE = new RegExp(
  `${QUALITY}(?: [\\w-]+)? (?:caf[eé]s?|restaurants?|baker(?:y|ies)|shops?|foods?|recipes?|cakes?|dishes|meals|catering|cheese|burgers?|products?|nurses?|doctors?|specialist|clinics?|cent(?:re|er)s?|wards?|units?|research\\w*|charit(?:y|ies)|foundation|awareness|society|association|festival|butcher)\\b`,
)
/** "Is a coeliac mum": the person. */
const IS_ONE = /\b(?:am|is|'m|was|being|as) (?:an?|the) (?:[\w-]+ ){0,2}$/
const IS_OR_AS = /\b(?:am|is|'m|was|being|as) $/
/** "With a wheelchair user". */
const DETERMINED = /\b(?:an?|the|some|many|other|two|three|four|for|about|of|with) (?:[\w-]+ )?$/
const AT_WORK =
  /\b(?:works?|working|worked|runs?|owns?|opened|manages?|sells?|selling|stud(?:ies|ying)|teach(?:es)?|volunteers?|volunteering|fundrais\w+|raises?|employed|chef|(?:is|am|'m|as) an?)\b[^,;]*$/
/** "Wrote a thesis on": what follows is its matter. "Reads about her asthma" is about the person. */
const MATTER_OF =
  /\b(?:writ(?:es?|ing)|wrote|lectures?|stud(?:ies|ying)|research(?:es|ing)?|speciali[sz](?:es|ing)|treats?|treating|sells?|selling|books?|novels?|films?|movies?|documentar(?:y|ies)|thes[ie]s|dissertation|podcasts?|articles?|first aid)\b(?: (?!my\b|our\b|her\b|his\b|their\b|and\b|for (?:my|her|his)\b)[\w-]+){0,4} $/
/** "Guide for the blind". */
const THE_GROUP = /\bthe $/
/** "Buys lactose-free milk for her son". */
const FOR_KIN = new RegExp(
  `\\b(?:buys?|cooks?|bakes?|needs?|carr(?:y|ies)|gets?|orders?|makes?|fetch(?:es)?|collects?|picks? up)\\b.* for (?:my|our|her|his|their|the) (?:[\\w-]+ )?(?<kin>${KIN_PATTERN})(?:$|[,.;]| (?:at|in|on|who|every|since)\\b)`,
)
const FOR_OTHERS: ReadonlySet<string> = new Set([
  'allergy',
  'intolerance',
  'diet',
  'medicine',
  'condition',
  'disability',
])
/** "Wants to go vegan", "if she becomes vegetarian": not yet. */
const NOT_YET =
  /(?:\b(?:wants?|would|'d|hop(?:es?|ing)|plan(?:s|ning)?|consider(?:s|ing)?|thinking|tempted|might|may|could|about|try(?:ing)?|tries|will|'ll) (?:\w+ ){0,3}?|^(?:if|when|unless) \S+ (?:ever )?)(?:go(?:es|ing)?|becom(?:es?|ing)|turn(?:s|ing)?|be(?:ing)?) (?:(?:fully|mostly|completely|partly|an?) )?$/

/** "Pregnant wife", but not "vegan dad", who can be the person. */
const NEVER_SELF: ReadonlySet<string> = new Set(['partner', 'friend', 'sibling', 'in_law', 'grandchild', 'children'])

/**
 * The owner of what a clause about the person states, by the words around it: `self`, another person, or `undefined` if it
 * is no particular person's.
 * @param at where the word stands that tells it, and `valueAt` where its value begins.
 */
export function bearerAt(
  { name, group }: Attribute,
  plain: string,
  at: number,
  valueAt: number,
  self: Subject,
): Subject | undefined {
  if (group !== 'health' && name !== 'diet') return self
  const before = plain.slice(0, Math.max(at, valueAt))
  if (FOR_WHEELCHAIRS.test(plain.slice(at))) return self
  const ofOther =
    KIN_WITH.exec(before) ?? KIN_CLAUSE.exec(before) ?? WITH_KIN.exec(before) ?? KINS.exec(plain.slice(0, at))
  if (ofOther && !IS_OR_AS.test(before.slice(0, ofOther.index))) return ofKin(ofOther.groups!.kin!)
  if (TO_VET.test(before)) return ofKin('dog')
  const had = hadBefore(before) ?? (at < valueAt ? hadBefore(plain.slice(0, at)) : undefined)
  if (had && !IS_OR_AS.test(before.slice(0, had.at))) return ofKin(KIN_ATTRIBUTES.has(had.kin) ? had.kin : 'dog')
  if (countsDiners(plain)) return UNNAMED
  const [lead, rest] = [plain.slice(0, at), plain.slice(at)]
  const isNotYet = name === 'diet' && NOT_YET.test(lead)
  const people = PEOPLE_WITH.exec(before)
  const isOfPeople = people !== null && people.index > 0 && !IS_ONE.test(before.slice(0, people.index))
  if (isNotYet || isOfPeople || MATTER_OF.test(lead)) return undefined
  if (name === 'disability' && THE_GROUP.test(lead)) return undefined
  if (AT_WORK.test(lead) && BEFORE_TRADE.test(rest)) return undefined
  if (!IS_ONE.test(lead)) {
    const other = BEFORE_KIN.exec(rest)?.groups?.kin
    if (other && (lead || NEVER_SELF.has(KIN_ATTRIBUTES.get(other)!))) return ofKin(other)
    if (DETERMINED.test(lead) && BEFORE_PEOPLE.test(rest)) return undefined
  }
  const served = FOR_OTHERS.has(name) ? FOR_KIN.exec(plain)?.groups?.kin : undefined
  return served ? ofKin(served) : self
}

/** After it, the clause is about another: "Jonah, who has asthma", "a brother who drives a bus". */
const RELATIVE =
  /,? who (?:(?:also|now|still|\w+ly) )?(?:is|are|was|were|has|have|had|can|cannot|can't|does|doesn't|do|don't|did|didn't|will|won't|[a-z]{2,}s|[a-z]{3,}ed)\b/
const KIN_BEFORE = new RegExp(
  `\\b(?:an?|my|our|his|her|their|the|one|two|three|four) (?:[\\w-]+ ){0,2}?(?<kin>${KIN_PATTERN})(?: (?<name>[\\p{L}-]+))?$`,
  'u',
)
/** "User, who has", "is a nurse who has". */
const IS_SOMEONE =
  /^(?:i|(?:the )?(?:user|patient|client|customer))$|\b(?:am|is|'m) (?:the (?:kind|sort|type) of|an?|one of those|someone|somebody)(?! .*\b(?:with|to|for|of an?) )(?: [\w -]+)?$/
const SUBJECT_ONLY = /^(?:[\p{L}'-]+ ){0,3}[\p{L}'-]+$/u

/** "Met Sam in May and he is a nurse", where the clause begins with no other "he". */
const MET_WHO =
  /^(?!(?:he|she) )(?:[\p{L}'-]+ ){0,3}?(?:met|ran into|bumped into|interviewed|hired|befriended) (?:an? (?:[\p{L}-]+ )?(?:guy|man|woman|girl|boy|bloke|lady|lad|person)|(?!(?:an?|the|my|our|her|his|their|some|another) )\p{L}[\p{L}-]+)(?: [^,;]{0,60}?)? and (?:he|she) (?=(?:is|was|has|had|can't|cannot|[a-z]{2,}s)\b)(?!.*\b(?:i|me|my)\b)/u

/** Where a clause goes on about another, and about whom. */
export function relativeIn(plain: string, subject: Subject): { at: number; of: Subject } | undefined {
  const at = plain.includes('who ') ? plain.search(RELATIVE) : -1
  if (at < 0) {
    const met = subject.who === 'self' && / and s?he /.test(plain) ? MET_WHO.exec(plain) : null
    return met ? { at: met[0].length - 1, of: UNNAMED } : undefined
  }
  const lead = plain.slice(0, at)
  if (subject.who === 'self' && IS_SOMEONE.test(lead)) return undefined
  if (subject.who === 'other' && SUBJECT_ONLY.test(lead)) return undefined
  const { kin, name } = KIN_BEFORE.exec(lead)?.groups ?? {}
  return { at, of: !kin ? UNNAMED : name ? { who: 'other', relation: KIN_ATTRIBUTES.get(kin), name } : ofKin(kin) }
}

/** Whom a clause is about where it goes on after "who". */
export function ownerAt(plain: string, at: number, subject: Subject): Subject {
  const relative = relativeIn(plain, subject)
  return relative && at > relative.at ? relative.of : subject
}

/** By word: one that is not named. */
const KIN_SUBJECTS: ReadonlyMap<string, Subject> = new Map(
  [...KIN_ATTRIBUTES].map(([word, relation]) => [word, { who: 'other', relation, name: undefined }] as const),
)

function ofKin(kin: string): Subject {
  return KIN_SUBJECTS.get(kin) ?? UNNAMED
}
