import { cueWords, namedIn } from './patterns/cues.ts'
import { withoutPossessive } from './replace/words.ts'
import type { Subject } from './subject.ts'

/** Verbs after which a name is the subject: "does Ravi drink". */
const BEFORE_SUBJECT = /^(?:do|does|did|is|was|has|had|can|could|will|would|should|may|must|might)$/

/** The attributes that a question in lower case names, also as it would with pronouns for the person's own names. */
export function attributesNamed(
  lower: string,
  words: ReadonlySet<string>,
  ownNames: ReadonlySet<string>,
): ReadonlySet<string> {
  const found = namedIn(lower, words)
  if (!ownNames.size) return found
  const parts = lower.split(/([^\p{L}'-]+)/u)
  const replaced = parts.map((part, at) => {
    const name = withoutPossessive(part)
    if (!ownNames.has(name)) return part
    return name === part ? (BEFORE_SUBJECT.test(parts[at - 2] ?? '') ? 'he' : 'him') : 'his'
  })
  const other = replaced.join('')
  return other === lower ? found : new Set([...found, ...namedIn(other, cueWords(other))])
}

/** "Working with children" is about the user's work. */
const WORKING = /^work(?:ing)? (?:with|in|at|as|for) (?!me\b|us\b)/
const LOVED = /\b(?:man|woman|guy|girl|lady|love) (?:in|of) (?:my|his|her) life\b/
/** Asks which of those close to the user it is: "which relative hears badly", "who in my family is expecting". */
const ONE_OF_FAMILY =
  /^(?:which (?:relatives?|relations?|family members?|member of (?:my|our|the) family)|who (?:in|of|among) (?:my|our|her|his|the) (?:family|relatives|relations|circle))\b/

/** "Who owes me money". */
const OWES_USER = /^(?:who|which \w+) (?:still )?(?:owes?|borrowed)\b.{0,30}\b(?:me|us|him|her)\b/

/** Whom a question in lower case is about by its wording; `undefined` if that does not tell. */
export function subjectMeant(lower: string): Subject | undefined {
  if (WORKING.test(lower)) return { who: 'self' }
  if (LOVED.test(lower)) return { who: 'other', relation: 'partner', name: undefined }
  return ONE_OF_FAMILY.test(lower) || OWES_USER.test(lower)
    ? { who: 'other', relation: undefined, name: undefined }
    : undefined
}
