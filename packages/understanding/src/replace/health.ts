import { TEXT_CHARS_MAX } from '../clauses.ts'
import { conceptsWith, widerConcepts } from '../concepts.ts'
import type { Fact } from '../statement.ts'
import { type ReplacementContext, SAFETY } from './judge.ts'
import { normalised, readingOf } from './reading.ts'

/** Concepts of which every word is about a person's health. */
const MEDICAL = ['medicine', 'condition', 'disability']
/** What is measured, taken or found by those who treat a person. */
const CLINICAL =
  /\b(?:sugar(?=.*\d)|glucose|cholesterol|ldl|hdl|triglycerides|a1c|hba1c|ferritin|iron|inr|tsh|psa|egfr|creatinine|h(?:a)?emoglobin|vitamin|platelets|biopsy|scan|x-ray|mri|tumou?r|lump|cancer|chemo\w*|diagnos\w*|blood|pressure|oxygen|dialysis|insulin|tablets?|pills?|doses?|dosage|mg|mcg|ml|mmol|units|drops|(?<!\bice )cream|spray|inhaler|injections?|jab|shot|puffs?|prescri\w*|epi-?pen|pacemaker|allerg\w*|intoleran\w*|anaphyla\w*|c(?:o)?eliac|pregnan\w*|weeks along|trimester|suicid\w*|self-harm|seizures?|fits|fever|infection|contagious|hiv|emergency(?! (?:fund|savings|pot|money|cash|budget))|ambulance)\b/

/** Whether a text states what a person's health or safety may depend on. */
export function isHealth(text: string, context: ReplacementContext): boolean {
  return isClinical(text) || isSafety(text, context)
}

/** The same of a text of which rules read the given facts. */
export function isHealthText(text: string, facts: readonly Fact[]): boolean {
  return isClinical(text) || isSafetyOf(normalised(text.slice(0, TEXT_CHARS_MAX)), facts)
}

function isClinical(text: string): boolean {
  return CLINICAL.test(text.toLowerCase().replace(DEVICE, ' '))
}

/** "Reads on a tablet". */
const DEVICE =
  /\b(?:on|from|with|via|using) (?:an?|the|my|his|her) (?:(?:drawing|graphics|old|new) )?tablet\b(?! (?:for|against|an?|every|each|daily|twice|once)\b)/g

/** "The EpiPen is in the kitchen drawer" states nothing that rules read, but a person's safety may depend on it. */
export function isSafety(content: string, { ownName, userId }: ReplacementContext): boolean {
  const { normal, facts } = readingOf(content, ownName, userId)
  return isSafetyOf(normal(), facts())
}

function isSafetyOf(normal: string, facts: readonly Fact[]): boolean {
  const words = normal.replace(DEVICE, ' ').split(' ')
  if (words.some((word) => isMedical(word) || (word.endsWith('s') && isMedical(word.slice(0, -1))))) return true
  return facts.some(({ attribute }) => SAFETY.has(attribute.name))
}

function isMedical(word: string): boolean {
  return conceptsWith(word).some(({ name }) => {
    const wider = widerConcepts(name)
    return MEDICAL.some((concept) => wider.has(concept))
  })
}
