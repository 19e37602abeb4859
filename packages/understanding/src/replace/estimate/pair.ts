import { CATEGORIES } from '../../category.ts'
import { rarityOf } from '../common-words.ts'
import { computedOnce } from '../computed-once.ts'
import { type Gist, isSameAnchor } from '../gist.ts'
import { stemOf } from '../words.ts'
import { alignmentOf } from './alignment.ts'
import type { Flag, Signs } from './signs.ts'

/** What an older and a newer statement have in common and how they differ, each between 0 and 1. */
export type PairSigns = Readonly<Record<string, number>>

const CONCEPTS_MAX = 6
const SHARED_MAX = 4
const LENGTH_MAX = 24
/** The names of the signs that both statements are of a category. */
const BOTH = CATEGORIES.map((category) => ({ category, both: `both ${category}` }))

/** Brings products of components of vectors into the range of the other signs. */
const MEANING_SCALE = 16

/** The products of the components of the vectors of two texts, scaled; `undefined` if one has no vector. */
export function meaningInCommon(older: VectorOfText, newer: VectorOfText): Float32Array | undefined {
  return older && newer && older.map((component, at) => MEANING_SCALE * component * newer[at]!)
}

type VectorOfText = Float32Array | undefined

/** Compares an older statement with a newer one. */
export function pairSigns(older: Signs, newer: Signs, meaning: Float32Array | undefined): PairSigns {
  const words = wordsInCommon(older, newer)
  const { now, becomes, over, isChange, isEnding } = newer.flags
  const saysChange = Math.max(now, becomes, over, isChange)
  // Thousands of pairs are compared for one request, and spreading some hundred signs takes longer than to find them.
  const signs: Record<string, number> = {}
  return Object.assign(
    signs,
    conceptsInCommon(older, newer),
    factsInCommon(older, newer),
    categoriesInCommon(older.categories, newer.categories),
    words,
    positionsOfShared(older, newer),
    holders(older, newer),
    values(older.gist, newer.gist),
    likenessOf(meaning),
    alignmentOf(older.words, newer.words),
    flagsOf.older(older.flags),
    flagsOf.newer(newer.flags),
    {
      bothDated: Number(older.dates.size > 0 && newer.dates.size > 0),
      sameDate: Number([...older.dates].some((date) => newer.dates.has(date))),
      sameLabel: Number(older.label !== undefined && older.label === newer.label),
      otherLabel: Number(older.label !== undefined && newer.label !== undefined && older.label !== newer.label),
      longerLabel: Number(older.label !== undefined && newer.label?.startsWith(`${older.label} `) === true),
      changeOfShared: saysChange * words.olderShare,
      endOfShared: Math.max(over, isEnding) * words.olderShare,
      saysChange,
      olderLength: Math.min(older.words.length, LENGTH_MAX) / LENGTH_MAX,
      newerLength: Math.min(newer.words.length, LENGTH_MAX) / LENGTH_MAX,
    },
  )
}

/** The flags of statements under the names that they have as older and as newer ones. */
const flagsOf = { older: flagsAs('older'), newer: flagsAs('newer') }

function flagsAs(which: 'older' | 'newer') {
  return computedOnce((flags: Readonly<Record<Flag, number>>) =>
    Object.fromEntries(Object.entries(flags).map(([flag, value]) => [`${which} ${flag}`, value])),
  )
}

function conceptsInCommon(older: Signs, newer: Signs) {
  let shared = 0
  let nearest = 0
  for (const [name, steps] of older.concepts) {
    const others = newer.concepts.get(name)
    if (others === undefined) continue
    shared++
    nearest = Math.max(nearest, 1 / (1 + steps + others))
  }
  return { concepts: Math.min(shared, CONCEPTS_MAX) / CONCEPTS_MAX, nearestConcept: nearest }
}

/** How much the estimates of the two agree on the part of a person's life: for each, and as a whole (Bhattacharyya). */
function categoriesInCommon(older: Signs['categories'], newer: Signs['categories']): Record<string, number> {
  const common: Record<string, number> = {}
  let affinity = 0
  for (const { category, both } of BOTH) {
    const product = older[category] * newer[category]
    common[both] = product
    affinity += Math.sqrt(product)
  }
  common.categoryAffinity = Math.min(1, affinity)
  return common
}

function factsInCommon(older: Signs, newer: Signs) {
  const subject = ({ subject }: Signs['facts'][number]) =>
    subject.who === 'other' ? `${subject.relation ?? ''} ${subject.name ?? ''}` : subject.who
  let [same, single, group] = [0, 0, 0]
  for (const fact of older.facts)
    for (const other of newer.facts) {
      if (subject(fact) !== subject(other)) continue
      if (fact.attribute.group === other.attribute.group) group = 1
      if (fact.attribute.name !== other.attribute.name) continue
      same = 1
      if (fact.attribute.isSingle) single = 1
    }
  const areBoth = older.facts.length > 0 && newer.facts.length > 0
  return { sameAttribute: same, singleAttribute: single, sameGroup: group, otherAttribute: Number(areBoth && !same) }
}

function wordsInCommon(older: Signs, newer: Signs) {
  const [olderAnchors, newerAnchors] = [older.gist.anchors, newer.gist.anchors]
  const shared = olderAnchors.filter((anchor) => newerAnchors.some((other) => isSameAnchor(anchor, other)))
  const matters = shared.filter((anchor) => !older.names.has(anchor))
  const sharedNames = [...older.names].filter((name) => newer.names.has(name) || newerAnchors.includes(name))
  const isEnded = (anchor: string) =>
    newer.ended.has(anchor) || [...newer.ended].some((stem) => isSameAnchor(anchor, stem))
  const kept = shared.filter((anchor) => !isEnded(anchor))
  const isModifier = (anchor: string) =>
    modifiesOther(anchor, older.gist, newer.gist) || modifiesOther(anchor, newer.gist, older.gist)
  return {
    rarity: Math.max(0, ...matters.map(rarityOf)),
    olderShare: shared.length / Math.max(1, olderAnchors.length),
    newerShare: shared.length / Math.max(1, newerAnchors.length),
    sharedCount: Math.min(shared.length, SHARED_MAX) / SHARED_MAX,
    areSame: Number(shared.length === olderAnchors.length && shared.length === newerAnchors.length),
    modifies: Number(matters.length > 0 && matters.every(isModifier)),
    endsShared: Number(kept.length < shared.length),
    keptShare: kept.length / Math.max(1, olderAnchors.length),
    keepsName: Number(sharedNames.length > 0 && !sharedNames.some(isEnded)),
    sharedIsDefinite: Number(kept.some((anchor) => newer.definites.has(anchor))),
    sameName: Number(sharedNames.length > 0),
    nameOnly: Number(sharedNames.length > 0 && !matters.length),
    olderNames: Number(older.names.size > 0),
    newerNames: Number(newer.names.size > 0),
    otherName: Number(older.names.size > 0 && newer.names.size > 0 && !sharedNames.length),
  }
}

/** Where in its sentences a text names what both name: "the Fusca rusted" is about it, "went with Deepa" is not. */
function positionsOfShared(older: Signs, newer: Signs) {
  const others = [...newer.gist.anchors, ...newer.names]
  const shared = [...new Set([...older.gist.anchors, ...older.names])].filter((anchor) =>
    others.some((other) => isSameAnchor(anchor, other)),
  )
  const isAmong = (stems: ReadonlySet<string>, anchor: string) =>
    stems.has(anchor) || [...stems].some((stem) => isSameAnchor(anchor, stem))
  const first = shared.filter((anchor) => isAmong(newer.starts, anchor))
  const isStart = first.length > 0
  return {
    sharedStartsOlder: Number(shared.some((anchor) => isAmong(older.starts, anchor))),
    sharedStartsNewer: Number(isStart),
    nameStartsNewer: Number(first.some((anchor) => older.names.has(anchor))),
    sharedIsOblique: Number(shared.length > 0 && shared.every((anchor) => isAmong(newer.obliques, anchor))),
    olderIsOblique: Number(shared.length > 0 && shared.every((anchor) => isAmong(older.obliques, anchor))),
    fateOfStart: Number(isStart && newer.flags.fate > 0),
    namingOfStart: Number(isStart && newer.flags.naming > 0),
  }
}

/** Whether a word modifies another one in a text that the other text does not contain. */
function modifiesOther(anchor: string, { modifiers }: Gist, other: Gist): boolean {
  return [...modifiers].some(
    ([head, modifier]) => modifier === anchor && !other.anchors.some((each) => isSameAnchor(each, head)),
  )
}

function holders(older: Signs, newer: Signs) {
  const lacks = (one: Signs, other: Signs) =>
    [...one.others].some((each) => {
      if (other.others.has(each)) return false
      const parts = each.startsWith('@') ? each.slice(1).split(' ') : []
      return !parts.some((part) => other.names.has(stemOf(part)) || other.words.some(({ plain }) => plain === part))
    })
  const isIn = (one: Signs, other: Signs) => [...one.kin].every((kin) => other.kin.has(kin))
  const isSame = older.others.size === newer.others.size && [...older.others].every((each) => newer.others.has(each))
  return {
    sameHolder: Number(isSame),
    otherThanNewer: Number(lacks(older, newer)),
    otherThanOlder: Number(lacks(newer, older)),
    sameKin: Number(older.kin.size > 0 && isIn(older, newer)),
    olderKin: Number(!isIn(older, newer)),
    newerKin: Number(!isIn(newer, older)),
  }
}

/** The cosine of the two vectors. */
function likenessOf(meaning: Float32Array | undefined) {
  const cosine = meaning ? meaning.reduce((sum, product) => sum + product, 0) / MEANING_SCALE : 0
  return { likeness: Math.max(0, cosine), hasVectors: Number(meaning !== undefined) }
}

function values({ quantities }: Gist, newer: Gist) {
  const kinds = new Set(
    quantities.map(({ kind }) => kind).filter((kind) => newer.quantities.some((q) => q.kind === kind)),
  )
  const isSame = quantities.some(({ kind, value }) =>
    newer.quantities.some((other) => other.kind === kind && other.value === value),
  )
  return {
    sameValue: Number(isSame),
    otherValue: Number(kinds.size > 0 && !isSame),
    olderValue: Number(quantities.length > 0 && !kinds.size),
    newerValue: Number(newer.quantities.length > 0 && !kinds.size),
  }
}
