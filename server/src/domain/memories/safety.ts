import { covers } from '@memory-service/scopes'
import { type Category, categoriesOf } from '@memory-service/understanding/category'
import { isHealthText } from '@memory-service/understanding/replace/health'
import { readFacts } from '@memory-service/understanding/statement'

/* What a person's health or safety may depend on. In doubt it does: then the person is asked before an app ends it. */

/** What helpers in an emergency need, who they call, and what is done with a person who cannot speak. */
const EMERGENCY =
  /\b(?:resuscitat|(?:dnr|dnacpr|advance (?:healthcare )?(?:directive|decision)s?|living will|power of attorney|organ donor|blood donor|life support|medical(?: alert)? (?:alert|bracelet|id|tag)s?|emergency contacts?|next of kin|safe ?word|restraining order|(?:must|may) not know (?:my|where))\b)/i
/** What must be avoided. */
const AVOIDED =
  /\b(?:avoid|(?:stays? away from|steers? clear of|must not|mustn't|not allowed|can(?:'t|not) (?:swim|drive|fly|eat|drink|have|take))\b)/i
/** Where those live who need care or protection. */
const SHELTERED =
  /\b(?:refuge|shelter|safe house|hospice|(?:care|nursing|group|children['’]s) home|sheltered housing|rehab|psychiatric|detention|prison)\b/i
/** Who cares for a person or decides for them, and where: "my guardian is", "care plan:". */
const CARE =
  /(?:\b(?:my|our|his|her|their) (?:[a-z]+ ){0,2}|^)(?:proxy|guardian|carer|caregiver|sponsor|doctor|gp|physician|paramedic|midwife|therapist|psychiatrist|pharmac(?:y|ist)|hospital|clinic|hospice|ward|shelter|refuge|social worker|case ?worker|crisis (?:line|team|plan)|hotline|helpline|care plan|safety plan)\b(?:['’]s)?[^.!?]{0,20}(?:\bis\b|\bare\b|:)/i
/** Who or what threatens a person, and what protects them. */
const THREAT =
  /\b(?:stalk(?:er|ed|ing)|abus(?:er|ive)|violent|secret address|duress|code ?word|meeting point|at (?:high |great |increased |serious )?risk|risk of (?:falls?|falling|suicide|strokes?|bleeding|seizures?|infections?|self-harm|relapse)|no contact|(?:can|may|must)(?:not| not| never) (?:pick up|contact|visit|be near|come near|see) (?:me|us|my|the (?:kids|children|girls|boys|baby)))\b/i
/** "Never let Jonas in", "don't tell my parents". */
const KEPT_FROM =
  /\b(?:[Dd]o not|[Dd]on['’]t|[Nn]ever) (?:tell|let) (?:\p{Lu}|my (?:ex|parents?|father|mother|dad|mum|mom|family|husband|wife|boss)\b)/u
/** What a person must or must not do, but for tastes and plans: "I must be woken", "only paper tape on my skin". */
const DUTY =
  /(?:\b(?:i|he|she|they|we|you|user|person|(?:my|his|her) [a-z]{1,20}(?: [a-z]{1,20})?) |^)must (?:be|have|keep|never|not|always|only|sit|sleep|wear|lie|rest)\b|\b(?:can(?:['’]t|not| not)|could not|may never) (?:be (?:left |moved |touched )?alone|lift|stand up|walk|climb|breathe|bend|see|hear|sit|sleep|touch|wear|use)\b|\bneeds? to be (?:woken|watched|turned|moved|kept)\b|\bon (?:my|his|her|the) skin\b|\b(?:my|asthma|migraine|seizure|panic|allergy) triggers?\b|\btriggers? (?:me|my|migraines?|seizures?|attacks?|asthma|panic)\b|\b(?:hep(?:atitis)?|hiv|infusion|coil|iud|stoma|catheter|pacemaker|implant|oxygen|relapse)\b/i
/** Values that must be kept. */
const KEPT = /\b(?:heart rate|pulse|potassium|sodium|salt|fluids?)\b/i
const LIMIT = /\b(?:max|min|(?:limit|target|below|above|under|over|than)\b)/i
/** What a reading of a quantity does not state. */
const SETTING = /\b(?:max|min|(?:target|goal|limit|must|dos(?:e|age)|units?|below|above)\b)/i
const SAFETY_ATTRIBUTES = ['emergency_contact', 'diet']
const CATEGORIES: readonly Category[] = ['reaction', 'condition', 'medicine', 'diet']
/** What is estimated at least so likely counts as read. */
const LIKELY = 0.5

/** A memory as far as it tells whether health or safety depends on it. */
interface Stated {
  content: string
  scope: string
}

/** Whether a person's health or safety may depend on a statement: by its scope, its words, or what rules read of it. */
export function isOfSafety({ content, scope }: Stated): boolean {
  if (covers('health.*', scope) || isSafetyText(content)) return true
  return covers('nutrition.*', scope) && !readFacts(content).facts.length
}

/** The same by the text alone. */
export function isSafetyText(content: string): boolean {
  if ([EMERGENCY, AVOIDED, SHELTERED, CARE, THREAT, KEPT_FROM, DUTY].some((pattern) => pattern.test(content)))
    return true
  if (KEPT.test(content) && LIMIT.test(content)) return true
  const { facts } = readFacts(content)
  if (isRead(facts) || facts.some(({ attribute }) => SAFETY_ATTRIBUTES.includes(attribute.name))) return true
  if (isHealthText(content, facts)) return true
  if (facts.length) return false
  const shares = categoriesOf(content)
  return CATEGORIES.some((category) => shares[category] >= LIKELY)
}

/** The same of a value that a later statement measures again, which matters only if it is of health by what rules read. */
export function isOfSafetySeries(stated: Stated): boolean {
  if (SETTING.test(stated.content)) return isOfSafety(stated)
  return isRead(readFacts(stated.content).facts)
}

function isRead(facts: ReturnType<typeof readFacts>['facts']): boolean {
  return facts.some(({ attribute }) => attribute.isSafety || attribute.group === 'health')
}
