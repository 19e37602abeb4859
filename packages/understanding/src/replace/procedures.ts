import { SELF } from './assertions.ts'
import { computedOnce } from './computed-once.ts'
import { isSameParty } from './endings.ts'
import type { Clause, Reading } from './reading.ts'
import { stemOf } from './words.ts'

/* An operation or examination that was awaited and has been done: "hip was done on 3 November" after "on the list for a hip replacement". */

const PROCEDURE =
  'replacement|operation|op|surgery|procedure|transplant|bypass|biops(?:y|ies)|scan|mri|ct|x-ray|ultrasound|endoscopy|colonoscopy|gastroscopy|stent|pacemaker|root canal|fillings?|crown|implants?|extraction|laser|lasik|vasectomy|c-section|caesarean|hysterectomy|appendectomy|arthroscopy|angiogram|injections?|jab|vaccinations?|sleep study|allergy tests?|blood tests?|smear|mammogram|wisdom teeth|cataracts?'
const AWAITED = new RegExp(
  `\\b(?:(?:on|joined|put on) (?:the|a) (?:\\w+ )?(?:waiting )?list for|(?:waiting|waits|wait|awaiting|awaits)(?: for)?|needs?|(?:is |am )?(?:due|scheduled|booked|down|referred)(?: in)? (?:for|to have)|(?:is |am )?(?:having|getting|facing)|will have|going to have) (?<what>[^,;.]*\\b(?:${PROCEDURE})\\b)|\\b(?:${PROCEDURE}) (?:(?:(?:is|are) )?(?:planned|scheduled|booked|due|coming up)|(?:is|are) (?:in|on|next))\\b`,
)
const BODY =
  'hips?|knees?|shoulders?|back|spine|neck|ankles?|elbows?|wrists?|hands?|feet|foot|toes?|fingers?|eyes?|ears?|nose|tonsils|adenoids|appendix|gallbladder|gallstones|hernia|heart|valve|kidneys?|kidney stones?|liver|prostate|bladder|bunions?|cataracts?|teeth|tooth|molars?|wisdom teeth|varicose veins|thyroid|breasts?|womb|ovar(?:y|ies)|disc|cruciate|meniscus|carpal tunnel|mole|lump|cyst|polyps?'
const WHEN =
  '(?=$|[,.;!]| (?:on|in|at|last|this|yesterday|today|by|and|finally|now|a (?:week|month|fortnight) ago|two|three|four|went)\\b)'
const DONE = new RegExp(
  `^(?:(?:i|we|she|he|\\p{L}+) )?(?:(?:have|has|finally|just|now) )*(?:had|got) (?:(?:the|my|her|his|an?|both) )?(?<had>(?:\\p{L}+ ){0,2}?(?:${BODY}|${PROCEDURE})(?: (?:${PROCEDURE}))?)(?: (?:done|out|removed|replaced|fixed|fitted|in|operated on|seen to))?${WHEN}|^(?:(?:the|my|her|his|both) )?(?<what>(?:\\p{L}+ ){0,2}?(?:${BODY}|${PROCEDURE})(?: (?:${PROCEDURE}))?) (?:(?:is|are|was|were|got|has been|have been|came) (?:finally |now |all )?)?(?:done|out|removed|replaced|fixed|fitted|operated on|over|behind (?:me|her|him)|went (?:well|fine|ok|okay|smoothly|great|without a hitch))${WHEN}`,
  'u',
)
const NOT_DONE =
  /\b(?:not|never|until|till|if|when|hope|hopes|hoping|soon|tomorrow|next|will|should|would|almost|half|again)\b/
const SIDE = /\b(?:left|right|upper|lower|other|second)\b/
const LIGHT = new Set([...'the my her his an a both of at for and old new little small big'.split(' '), 'done'])
const ANY_PROCEDURE = new RegExp(`^(?:${PROCEDURE})$`)
/** Operations: each of these words can mean the same one. */
const OPERATION = /\b(?:replacement|operation|op|surgery|procedure|transplant|bypass|laser|lasik|arthroscopy)\b/

/** Whether a newer text says that an operation or examination took place that an older one says is to come. */
export function isProcedureDone(newer: Reading, older: Reading): boolean {
  if (!isAwaited(older)) return false
  return newer.clauses.some((clause) => {
    const what = doneIn(clause)
    if (what === undefined) return false
    const { plain } = clause.assertion
    const known = older.normal()
    // "Hip" is read as a name.
    const { owner } = clause.assertion
    const whose = owner?.name !== undefined && what.split(' ').includes(owner.name) ? SELF : (owner ?? SELF)
    if ((SIDE.exec(plain)?.[0] ?? '') !== (SIDE.exec(known)?.[0] ?? '')) return false
    return older.clauses.every(({ assertion }) => isSameParty(whose, assertion.owner)) && names(what, known)
  })
}

/** Whether a text of one or two clauses says that a procedure is to come. */
const isAwaited = computedOnce(({ clauses, normal }: Reading) => clauses.length <= 2 && AWAITED.test(normal()))

/** The operation, examination or part of the body that a clause says is done. */
const doneIn = computedOnce(({ cues, assertion: { plain } }: Clause): string | undefined => {
  const found = cues().isHypothetical || NOT_DONE.test(plain) ? undefined : DONE.exec(plain)?.groups
  return found?.what ?? found?.had
})

/** Whether an awaited procedure is one of which the newer text names the part of the body, or only that it was an operation. */
function names(what: string, known: string): boolean {
  const stems = new Set(known.split(' ').map(stemOf))
  const words = what.split(' ').filter((word) => !LIGHT.has(word))
  const parts = words.filter((word) => !ANY_PROCEDURE.test(word))
  if (parts.length) return parts.every((word) => stems.has(stemOf(word)))
  return words.some((word) => stems.has(stemOf(word))) || (OPERATION.test(what) && OPERATION.test(known))
}
