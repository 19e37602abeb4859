import { computedOnce } from './computed-once.ts'
import { ADDITION, HYPOTHETICAL, PAST, RECORD, RESTATED, TEMPORARY } from './cues.ts'
import { type Gist, isSameAnchor, type Linked } from './gist.ts'
import { isNoDwelling } from './homes.ts'
import type { Quantity } from './quantities.ts'
import { stemOf } from './words.ts'

/*
 * Compares two texts as a whole, whatever the form of their sentences: the newer one is about the same matter of the
 * same person, says that something has changed, and states another value of the same kind.
 */

const MEASURED =
  /\b(?:pb|pr|record|best|max(?:imum)?|longest|fastest|heaviest|highest|furthest|so far|can do|can run|can lift|can swim)\b/
/** What happened once stays true. */
const HAPPENED =
  /^(?:[^ ]+ ){0,2}?(?:have |has |had )?(?:visited|saw|watched|ate|drank|read|attended|finished|completed|cooked|baked|walked|hiked|ran|swam|cycled|flew|celebrated|travelled|called|told|asked|talked|heard|found|helped|fixed|repaired|paid|ordered|cleaned|spent|played|won|met|sent|received|bought|sold|got|gave|made|went|came|took|did|moved|changed|switched|joined|started|quit|left|lost|scored|climbed|tried|learned|learnt)\b/
const LASTING =
  /\bthis (?:term|season|year|semester|autumn|month)\b|\btoday\b|\b(?:wants? (?:us|me|him|her)|told|asked)\b/g
const STARTING =
  /\b(?:from|starting|as of) (?:next )?(?:week|month|year|january|february|march|april|may|june|july|august|september|october|november|december|tomorrow)\b/g
const PLACED =
  /\b(?:is|are|keeps?|kept|parks?|parked|stored?|stores|hangs?|sits?|stands?|lives?|sleeps?|meets?|practises?|practices?|trains?|plays?|rehearses?|held)\b/
/** Names the older value as what it was before. */
const LEAVES =
  /\b(?:from|than|not|left|replac\w+|swap\w*|instead|finished|gone|retired|ex|closed|over|former|moved away|used to|wrong|until)\b/
const BECOMES =
  /^(?<name>[^ ]+(?: [^ ]+)?) (?:is now(?: called| named)?|was renamed(?: to)?|has become|became|now goes by) /
const MEASURES = new Set('be hav is are was now at came come back measur total about around result'.split(' '))
const CHANGED_TO = /\b(?:changed|switched|moved|transferred|migrated) (?:[a-z]+ ){0,3}to\b/
const COMMON_SHARE = 0.5
/** What is rented beside the home. */
const OF_OTHER_RENT =
  /\brent (?:for|of|on) (?:the |my |our |her |his |a )?(?:[a-z]+ )?(?:premises|shop|studio|office|garage|stall|workshop|storage|hall|practice|salon|field|allotment|kiosk|pitch|unit|warehouse|parking|locker|mooring|rehearsal|stable|land)\b/

/** Whether the newer text restates a matter of the older one with another value. */
export function restates(next: Gist, before: Gist): 'certain' | 'likely' | undefined {
  const people = new Set([...next.people].filter((name) => before.people.has(name)))
  const [newer, older] = [without(next, people), without(before, people)]
  if (HAPPENED.test(older.plain) || !isComparable(newer, older)) return undefined
  const isRenamed =
    newer.linked.some(({ isName }) => isName) &&
    older.linked.some(
      ({ isName, link, stems }) => isName && (link === 'is' || link === 'named') && becomes(newer, stems),
    )
  if (isRenamed) return 'certain'
  const isRecord = RECORD.test(newer.plain) && MEASURED.test(older.plain)
  const isChange = isRecord || RESTATED.test(newer.plain)
  const otherKind = isChange ? kindDiffers(newer, older) : undefined
  if (otherKind) return otherKind
  const shared = older.anchors.filter((anchor) => newer.anchors.some((other) => isSameAnchor(anchor, other)))
  if (!shared.length || hasOtherModifier(newer, older, shared)) return undefined
  const named = namesDiffer(newer, older)
  // A name that is a value does not identify the matter.
  const matter = older.anchors.filter((anchor) => !named?.older.stems.includes(anchor))
  const share = matter.filter((anchor) => shared.includes(anchor)).length / Math.max(1, matter.length)
  if (share < COMMON_SHARE || !matter.some((anchor) => shared.includes(anchor))) return undefined
  // "The kitchen is blue" and "The bathroom is green now": each names a thing that the other does not.
  const isOther = (anchor: string) => !newer.anchors.some((each) => isSameAnchor(anchor, each))
  const adds = newer.anchors.filter(
    (anchor) => !older.anchors.some((each) => isSameAnchor(each, anchor)) && !named?.newer.stems.includes(anchor),
  )
  if (adds.length && matter.some(isOther)) return undefined
  if (!isChange) return isSameMatter(newer, older) ? 'likely' : undefined
  const isOtherAmount = quantityDiffers(newer, older)
  // Another name and another amount: "the meeting with Ana is at 10", "with Tom at 11".
  if (named && isOtherAmount && !CHANGED_TO.test(newer.plain)) return undefined
  return named || isOtherAmount ? 'certain' : undefined
}

function without(gist: Gist, people: ReadonlySet<string>): Gist {
  if (!people.size) return gist
  return {
    ...gist,
    anchors: gist.anchors.filter((anchor) => !people.has(anchor)),
    linked: gist.linked.filter(({ stems }) => !stems.some((stem) => people.has(stem))),
  }
}

/** Equal but for an amount: without a word for a change, it can be another one. */
function isSameMatter(newer: Gist, older: Gist): boolean {
  if (newer.kin.size || !newer.anchors.length || !quantityDiffers(newer, older)) return false
  if (older.quantities.length !== 1 || older.quantities[0]!.kind !== 'amount') return false
  const adds = (gist: Gist, other: Gist) =>
    [...gist.stems].some((stem) => !other.stems.has(stem) && !/\d/.test(stem) && !MEASURES.has(stem))
  return !adds(newer, older) && !adds(older, newer)
}

/** "Brightleaf is now Fernwood". */
function becomes({ plain }: Gist, name: readonly string[]): boolean {
  const found = BECOMES.exec(plain)?.groups
  return found !== undefined && found.name!.split(' ').every((word) => name.includes(stemOf(word)))
}

/** Whether a newer text adds nothing to what is so, and says what is so now. */
const isSoAsNews = computedOnce(({ plain }: Gist): boolean => {
  const text = plain.replace(LASTING, '').replace(STARTING, '')
  if (ADDITION.test(text.replace(/\b(?:every|the) (?:other|second|third)\b/g, ''))) return false
  return !HYPOTHETICAL.test(text) && !TEMPORARY.test(text) && !PAST.test(text)
})

/** The same of an older text. */
const isSo = computedOnce(({ plain }: Gist): boolean => {
  if (ADDITION.test(plain.replace(/\bevery (?:other|second|third)\b/g, ''))) return false
  return !HYPOTHETICAL.test(plain) && !TEMPORARY.test(plain) && !PAST.test(plain)
})

function isComparable(newer: Gist, older: Gist): boolean {
  if (isNoDwelling(newer.plain) !== isNoDwelling(older.plain)) return false
  if (!older.plain.includes('for ') && OF_OTHER_RENT.test(newer.plain)) return false
  if (!isSoAsNews(newer) || !isSo(older)) return false
  if (newer.kin.size !== older.kin.size || [...newer.kin].some((word) => !older.kin.has(word))) return false
  if (
    newer.qualifiers.size !== older.qualifiers.size ||
    [...newer.qualifiers].some((word) => !older.qualifiers.has(word))
  )
    return false
  for (const name of older.owners) if (!newer.plain.includes(name)) return false
  for (const name of newer.owners) if (!older.plain.includes(name)) return false
  return true
}

/** "Car insurance" after "home insurance". A modifier that only one of them has can still name another thing. */
function hasOtherModifier(newer: Gist, older: Gist, shared: readonly string[]): boolean {
  const lacks = (gist: Gist, modifier: string) => !gist.anchors.some((anchor) => isSameAnchor(anchor, modifier))
  return shared.some((anchor) => {
    const next = newer.modifiers.get(newer.anchors.find((other) => isSameAnchor(anchor, other))!)
    const before = older.modifiers.get(anchor)
    return (
      (next !== undefined && lacks(older, next) && !isNamed(newer, next)) ||
      (before !== undefined && next !== undefined && lacks(newer, before) && !isNamed(older, before))
    )
  })
}

function isNamed({ linked }: Gist, anchor: string): boolean {
  return linked.some(({ stems, isName }) => isName && stems.includes(anchor))
}

/** Another name or noun in the same relation to the matter: "with Admiral" and "moved to Aviva". */
function namesDiffer(newer: Gist, older: Gist): { newer: Linked; older: Linked } | undefined {
  const isPlaced = PLACED.test(older.plain)
  for (const before of older.linked) {
    if (before.stems.every((stem) => newer.anchors.includes(stem)) && !LEAVES.test(newer.plain)) continue
    for (const next of newer.linked) {
      if (
        next.isName !== before.isName &&
        !(isPlaced && before.link === 'in' && (next.link === 'in' || next.link === 'to'))
      )
        continue
      if (next.stems.some((stem) => older.anchors.includes(stem))) continue
      if (!isSameLink(next, before)) continue
      if (!before.isName && before.link !== 'as' && !(before.link === 'in' && isPlaced)) continue
      return { newer: next, older: before }
    }
  }
  return undefined
}

function isSameLink(newer: Linked, older: Linked): boolean {
  if (newer.link === 'for' || older.link === 'for') return false
  if (newer.link === older.link) return newer.link !== 'to'
  const isName = ({ link }: Linked) => link === 'is' || link === 'named'
  if (isName(newer) && isName(older)) return true
  if (newer.link === 'to') return older.link !== 'as'
  return (
    newer.isName && ((newer.link === 'is' && older.link === 'with') || (newer.link === 'with' && older.link === 'is'))
  )
}

/** A value of a kind that both state, but not the same. */
function quantityDiffers(newer: Gist, older: Gist): boolean {
  const kinds = new Set(older.quantities.map(({ kind }) => kind))
  for (const kind of kinds) {
    const of = (gist: Gist): Quantity[] =>
      gist.quantities.filter((each) => each.kind === kind || (kind === 'clock' && isBare(each)))
    const next = of(newer)
    const before = of(older)
    if (!next.length) continue
    const isOther = next.some((each) => before.every((other) => isOtherValue(each, other)))
    if (isOther && before.every((other) => next.some((each) => isOtherValue(each, other)))) return true
  }
  return false
}

/** "Ten", which can be a time. */
function isBare({ kind, value }: Quantity): boolean {
  return kind === 'amount' && /^\d{1,2}$/.test(value) && Number(value) <= 24
}

/**
 * Another phone, car or the like of the same person. Certain if the newer text names the kind, too; a brand alone may be
 * that of another thing, or a name.
 */
function kindDiffers(newer: Gist, older: Gist): 'certain' | 'likely' | undefined {
  for (const [kind, name] of older.kinds) {
    const other = newer.kinds.get(kind)
    if (kind === 'spoken' || other === undefined || other === name || older.stems.has(stemOf(other))) continue
    if (newer.stems.has(stemOf(kind)) || newer.anchors.includes(kind)) return 'certain'
    const words = newer.plain.split(' ')
    const at = words.indexOf(other)
    const isBare =
      /^(?:|now|instead|\d.*)$/.test(words[at + 1] ?? '') && !/^(?:mr|mrs|ms|dr|is)$/.test(words[at - 1] ?? '')
    if (isBare) return 'likely'
  }
  return undefined
}

function isOtherValue(a: Quantity, b: Quantity): boolean {
  if (a.kind !== 'amount') return a.value !== b.value
  const [[left, unit], [right, other]] = [a.value.split(' '), b.value.split(' ')]
  return left !== right && (unit === other || unit === undefined || other === undefined)
}
