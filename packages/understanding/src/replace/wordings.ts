/*
 * Rewrites sentences that state a matter in an unusual form into the form that the rules read: "Tom is my boss" becomes
 * "my boss is Tom". Only the form changes, and whether a sentence says that something has become so.
 */

import type { Wording } from './wording.ts'
import { WHOLE_OF_ARRIVALS, WORDINGS_OF_ARRIVALS } from './wordings-of-arrivals.ts'
import { WHOLE_OF_BONDS, WORDINGS_OF_BONDS } from './wordings-of-bonds.ts'
import { WHOLE_CHANGES, WORDINGS_OF_CHANGES } from './wordings-of-changes.ts'
import { WHOLE_OF_CONTACTS } from './wordings-of-contacts.ts'
import { WORDINGS_OF_ENDS } from './wordings-of-ends.ts'
import { WHOLE_OF_FORMS, WORDINGS_OF_FORMS } from './wordings-of-forms.ts'
import { WHOLE_OF_HABITS, WORDINGS_OF_HABITS } from './wordings-of-habits.ts'
import { WHOLE_OF_HANDLES, WORDINGS_OF_HANDLES } from './wordings-of-handles.ts'
import { WHOLE_OF_NAMES, WORDINGS_OF_NAMES } from './wordings-of-names.ts'
import { WORDINGS_OF_NOTES } from './wordings-of-notes.ts'
import { WHOLE_OF_OTHERS, WORDINGS_OF_OTHERS } from './wordings-of-others.ts'
import { WHOLE_OF_PLANS, WORDINGS_OF_PLANS } from './wordings-of-plans.ts'
import { WHOLE_OF_POSTS, WORDINGS_OF_POSTS } from './wordings-of-posts.ts'
import { WORDINGS_OF_SALES } from './wordings-of-sales.ts'
import { WHOLE_OF_SERVICES, WORDINGS_OF_SERVICES } from './wordings-of-services.ts'
import { WHOLE_OF_SOURCES } from './wordings-of-sources.ts'
import { WORDINGS_OF_UPDATES } from './wordings-of-updates.ts'
import { WORDINGS_OF_VALUES } from './wordings-of-values.ts'

const ALL: readonly Wording[] = [
  ...WORDINGS_OF_HANDLES,
  ...WORDINGS_OF_SERVICES,
  ...WORDINGS_OF_SALES,
  ...WORDINGS_OF_ARRIVALS,
  ...WORDINGS_OF_BONDS,
  ...WORDINGS_OF_POSTS,
  ...WORDINGS_OF_HABITS,
  ...WORDINGS_OF_ENDS,
  ...WORDINGS_OF_PLANS,
  ...WORDINGS_OF_OTHERS,
  ...WORDINGS_OF_CHANGES,
  ...WORDINGS_OF_FORMS,
  ...WORDINGS_OF_NAMES,
  ...WORDINGS_OF_NOTES,
  ...WORDINGS_OF_UPDATES,
  ...WORDINGS_OF_VALUES,
]
const ALL_WHOLE: readonly Wording[] = [
  ...WHOLE_OF_SOURCES,
  ...WHOLE_OF_HANDLES,
  ...WHOLE_OF_SERVICES,
  ...WHOLE_OF_ARRIVALS,
  ...WHOLE_OF_BONDS,
  ...WHOLE_OF_POSTS,
  ...WHOLE_OF_HABITS,
  ...WHOLE_OF_CONTACTS,
  ...WHOLE_OF_PLANS,
  ...WHOLE_OF_OTHERS,
  ...WHOLE_CHANGES,
  ...WHOLE_OF_NAMES,
  ...WHOLE_OF_FORMS,
]
/** By word: the places of wordings in the list, which is the order in which they are tried. */
const BY_WORD: ReadonlyMap<string, readonly number[]> = byWord()
const WORD = /[\p{L}-]+/gu
/** Rewrites per sentence. */
const REWRITES_MAX = 3

function byWord(): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>()
  for (const [place, { words }] of ALL.entries())
    for (const word of words) found.set(word, [...(found.get(word) ?? []), place])
  return found
}

/** A text in which sentences of two clauses have the form that the rules read. */
export function rewordedWhole(text: string): string {
  const lower = text.toLowerCase()
  const wordings = ALL_WHOLE.filter(({ words }) => words.some((word) => lower.includes(word)))
  return wordings.length ? rewrite(text, wordings) : text
}

/** A sentence without contractions in the form that the rules read. */
export function reworded(sentence: string): string {
  const places = new Set<number>()
  for (const word of sentence.toLowerCase().match(WORD) ?? [])
    for (const place of BY_WORD.get(word) ?? []) places.add(place)
  if (!places.size) return sentence
  return rewrite(
    sentence,
    [...places].sort((a, b) => a - b).map((place) => ALL[place]!),
  )
}

/** A sentence without a subject begins with its verb: "Took over". */
function rewrite(sentence: string, wordings: readonly Wording[]): string {
  if (SUPPOSED.test(sentence)) return sentence
  const first = sentence
    .slice(0, sentence.indexOf(' '))
    .toLowerCase()
    .replace(/['’]s$/, '')
  let text = VERBS.has(first) ? first.slice(0, 1) + sentence.slice(1) : sentence
  let rewrites = 0
  for (const { says, as, unless, beside } of wordings)
    if (rewrites < REWRITES_MAX && says.test(text) && !unless?.test(text) && (beside?.test(text) ?? true)) {
      text = text.replace(says, as)
      rewrites++
    }
  return rewrites ? text : sentence
}

/** "If Viktor and I got married": nothing that has become so. */
const SUPPOSED = /^(?:if|unless|whether|suppose|supposing|imagine|maybe|perhaps|what if|as if|hopefully|would|might)\b/i

const VERBS = new Set(
  'meat chicken beef pork bacon fish dairy milk cheese butter eggs nuts bread pasta carbs gluten lactose sugar onions garlic coming over almost nearly about one two three four five six seven eight nine ten twelve fifteen twenty thirty forty fifty sixty seventy eighty ninety hired buried cremated rang phoned texted messaged wrote did could passed broke broken served hung put called drew pulled swore sworn bowed opted knocked kicked signed came decamped shipped resettled unpacked upped stays turns hits passed handed gave asked wants wanted requested renamed got have has took taken made makes works working dumped ended walked raised increased put lowered reduced cut pays changed switched swapped moved slimmed shed gone went dropped left bought found rented measured recorded logged clocked turned set adjusted bumped trimmed likes loves prefers reports'.split(
    ' ',
  ),
)
