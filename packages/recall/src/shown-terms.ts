import { ATTRIBUTES, type Attribute } from '@memory-service/understanding/attributes'
import { shownIn } from '@memory-service/understanding/shown'
import { showsJob } from '@memory-service/understanding/shown-jobs'
import { shownByWording } from '@memory-service/understanding/shown-life'
import type { Fact, Statement, Subject } from '@memory-service/understanding/statement'
import { factTerms } from '@memory-service/understanding/terms'
import { attributeTerm } from './attribute-terms.ts'
import { rowConceptTerms } from './lexicon/concept-terms.ts'
import { tokenOf } from './lexicon/token-records.ts'
import { phrasesIn } from './phrases.ts'
import type { TokenisedText } from './tokens.ts'

/*
 * What rows show without stating it: by the form of what they name ("LH1140 12 May, 23C"), or by a make at their head
 * ("Corolla 2022, 31,000 km"), or by what they are filed under. Such rows are found as if they stated it, but make no other row outdated.
 */

/** The attribute that a make stands for, by concept. */
const MAKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    car: 'car_make car_model car_model_of_two_words ford_car electric_car',
    bicycle: 'bicycle_make bicycle',
    phone_model: 'phone_make iphone smartphone',
    computer: 'laptop laptop_make computer_brand',
    camera: 'camera camera_make',
    instrument: `electric_guitar acoustic_guitar bass_make digital_piano drum_make clarinet_make saxophone_make brass_make
      flute_make instrument_make piano guitar violin cello drums flute clarinet saxophone trumpet harp folk_instrument`,
    owns: `drawing_tablet tablet_make tablet_computer sewing_machine watch_make sports_watch smartwatch pen_make ereader_make
      headphones_make speaker_make tv_make printer_make appliance_make coffee_make mixer_make vacuum_make tool_make tent_make
      rucksack_make ski_make racket_make badminton_make golf_make games_console_make motorbike_make pram_make`,
  }).flatMap(([attribute, concepts]) => concepts.split(/\s+/).map((concept) => [concept, attribute] as const)),
)
/** "My old Corolla". */
const BEFORE_MAKES = new Set('my our the a new old her his got have drives drive has user'.split(' '))
const WORDS_BEFORE_MAX = 2

/** The term of an attribute that a row shows. */
export function shownTerm(attribute: string): string {
  return attributeTerm(`shown:${attribute}`)
}

/** The terms of what an English row shows. */
export function shownTerms(
  content: string,
  text: TokenisedText,
  { about, facts, form }: Statement,
  scope = '',
): string[] {
  if (form !== 'statement') return []
  const [byForm, byWording] = [shownIn(content), shownByWording(content)]
  const subject = about.who === 'other' ? about : ({ who: 'self' } as const)
  const jobs = about.who !== 'thing' && showsJob(content, about.who === 'other') ? ['job'] : []
  const names = new Set([
    ...byForm.attributes,
    ...byWording.attributes,
    ...jobs,
    ...makesAtHead(text),
    ...filedAs(content, scope),
  ])
  const attributes = [...names].flatMap((name) => {
    // "Wife Ola born 30 May" says nothing of the person.
    const isOfOther = facts.some(({ attribute, subject }) => attribute.name === name && subject.who === 'other')
    return isOfOther ? [] : ATTRIBUTES.get(name)!
  })
  const shownOf = (attribute: Attribute, subject: Subject): Fact => ({
    attribute,
    subject,
    value: '',
    polarity: 'affirmed',
  })
  const ofUser = byWording.ofUser.map((name) => shownOf(ATTRIBUTES.get(name)!, { who: 'self' }))
  const terms = factTerms([...attributes.map((attribute) => shownOf(attribute, subject)), ...ofUser])
  const has = new Set(text.tokens.map(({ stem }) => stem))
  const words = [...byForm.words, ...byWording.words].map((word) => tokenOf(word).stem).filter((stem) => !has.has(stem))
  const concepts = new Set([...byForm.concepts, ...byWording.concepts])
  return [...terms.map(shownTerm), ...rowConceptTerms([...concepts]), ...words]
}

const GOALS = /^goal(?:\.|$)/
/** What has been done: "Ran five kilometres". */
const DONE =
  /^(?:(?:i|we|she|he|(?:the )?user)(?:['’]ve| have| has)? )?(?:(?!need|speed|feed|succeed)[a-z]{3,}ed|ran|won|did|got|lost|swam|made|went|took|gave|was|were|had|met|hit|beat|no longer|done)\b/i

/** What is filed under goals is one, in whatever words, unless it says what has been done: "Save 15k for a deposit". */
function filedAs(content: string, scope: string): readonly string[] {
  return GOALS.test(scope) && !DONE.test(content) ? ['goal'] : []
}

/** The attributes that the makes at the head of a row stand for. */
function makesAtHead(text: TokenisedText): string[] {
  const { tokens } = text
  let at = 0
  while (at < WORDS_BEFORE_MAX && BEFORE_MAKES.has(tokens[at]?.text ?? '')) at++
  const head = tokens[at]
  if (!head) return []
  const phrases = phrasesIn({ ...text, tokens: tokens.slice(at, at + 4) }).filter(({ start }) => start === 0)
  return [...head.concepts, ...phrases.flatMap(({ concepts }) => concepts)].flatMap((name) => MAKES.get(name) ?? [])
}
