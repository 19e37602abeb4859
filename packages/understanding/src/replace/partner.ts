import { type Assertion, keyOf } from './assertions.ts'
import { isSameValue, placeIn, stemsIn, wordsIn } from './values.ts'

/** With whom somebody is together, and how. */
export interface Partnership {
  readonly key: string
  readonly status: 'together' | 'engaged' | 'married' | 'alone' | 'parted' | undefined
  readonly name: ReadonlySet<string> | undefined
}

const AUX =
  '(?:(?:has|have|had|been|is|am|are|got|gets|getting|now|currently|still|just|recently|finally|officially|happily|newly|again|in|a|since) )*'
const PARTED = new RegExp(
  `^${AUX}(?:broke up|broken up|split up|split|divorced|separated|parted(?: ways)?|finished|called it quits|over|called off (?:the|my|his|her|our) engagement|no longer (?:dating|married|engaged|together|in a relationship|seeing)(?: to)?|not (?:dating|married|engaged|together|seeing)(?: to)?|left (?:my|his|her) (?:husband|wife|boyfriend|girlfriend|partner))(?: (?:with|from|to))?(?: (?<name>.+))?$`,
  'u',
)
const ALONE = new RegExp(
  `^${AUX}(?:single|unattached|divorced|widowed|a widow(?:er)?|separated)(?: again| now| since .+| these days)?$`,
  'u',
)
const TOGETHER = new RegExp(
  `^${AUX}(?:(?<married>married|remarried|tied the knot|husband|wife)|(?<engaged>engaged)|relationship|dating|dates|seeing|together|going out|goes out|moved in|involved|an item)(?: (?:with|to))?(?: (?:my|his|her|a|an) (?:[\\w-]+ ){0,3}?(?:called|named))?(?: (?<name>.+))?$`,
  'u',
)
const STATUS_OF: Readonly<Record<string, Partnership['status']>> = {
  husband: 'married',
  wife: 'married',
  spouse: 'married',
  boyfriend: 'together',
  girlfriend: 'together',
  fiance: 'engaged',
  fiancé: 'engaged',
  fiancee: 'engaged',
  fiancée: 'engaged',
}
const RANK = { together: 1, engaged: 2, married: 3 }

/** What an assertion says about a partner of its subject. */
export function partnershipOf({ owner, topic, predicate, words, isLabelled }: Assertion): Partnership | undefined {
  if (!owner) return undefined
  const text = predicate.map(({ plain }) => plain).join(' ')
  if (owner.relation === 'partner' && !topic.length) {
    const called = isLabelled ? text : /^(?:is|was) (?:now )?(?:called |named )?(?<name>.+)$/.exec(text)?.groups?.name
    const kin = words.find(({ plain }) => plain in STATUS_OF)?.plain
    const status = kin === undefined ? undefined : STATUS_OF[kin]
    const isNamed = called !== undefined && predicate.at(isLabelled ? 0 : called.split(' ').length * -1)?.isCapital
    return isNamed && owner.name === undefined ? { key: 'self|partner', status, name: nameIn(called) } : undefined
  }
  if (topic.length)
    return /^(?:relationship|marital) status$/.test(topic.map(({ plain }) => plain).join(' '))
      ? of(text.replace(/^(?:is|now|changed|to) /, 'is '))
      : undefined
  return of(text)

  function of(text: string): Partnership | undefined {
    const key = `${keyOf(owner)}|partner`
    if (ALONE.test(text)) return { key, status: 'alone', name: undefined }
    const parted = PARTED.exec(text)
    if (parted) {
      const name = nameIn(parted.groups!.name)
      return /^(?:.* )?(?:over|finished|split|left)$/.test(text.split(' ')[0]!) && !name
        ? undefined
        : { key, status: 'parted', name }
    }
    const together = TOGETHER.exec(text)?.groups
    if (!together) return undefined
    const name = nameIn(together.name)
    if (together.name !== undefined && !name && !together.married && !together.engaged) return undefined
    if (
      !name &&
      !/^(?:(?:is|am|are|got|has|have|been|now|just|in|a|happily|newly|recently) )*(?:married|engaged|relationship|dating|remarried|tied the knot)\b/.test(
        text,
      )
    )
      return undefined
    return { key, status: together.married ? 'married' : together.engaged ? 'engaged' : 'together', name }
  }
  function nameIn(written: string | undefined) {
    if (!written) return undefined
    const found = stemsIn(placeIn(wordsIn(written, predicate)).slice(0, 3))
    return found.size ? found : undefined
  }
}

/** Whether a newer statement about somebody's partner replaces an older one. */
export function partnershipReplaces(newer: Partnership, older: Partnership): boolean {
  const areSame = !newer.name || !older.name || isSameValue(newer.name, older.name)
  if (older.status === 'parted') return false
  if (newer.status === 'parted') return older.status !== 'alone' && areSame
  if (newer.status === 'alone') return older.status !== 'alone'
  if (older.status === 'alone') return true
  if (!areSame) return true
  if (!newer.status || !older.status) return false
  return (
    RANK[newer.status] > RANK[older.status] ||
    (RANK[newer.status] < RANK[older.status] && newer.name !== undefined && !older.name)
  )
}
