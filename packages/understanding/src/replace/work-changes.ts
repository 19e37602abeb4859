import type { Clause } from './reading.ts'
import { isSameValue, shareOf } from './values.ts'
import type { Work } from './work.ts'

const TRAINING = ['student', 'traine', 'apprentic', 'intern', 'pupil']

function isTraining(role: ReadonlySet<string> | undefined): boolean {
  return TRAINING.some((word) => role?.has(word))
}

/** Whether both name a role, or both an organisation, and not the same. */
export function isOtherWork(one: Work | undefined, other: Work | undefined): boolean {
  if (!one || !other) return false
  const differ = (a: ReadonlySet<string> | undefined, b: ReadonlySet<string> | undefined) =>
    a && b && !isSameValue(a, b)
  return differ(one.role, other.role) || differ(one.organisation, other.organisation) || false
}

/** Whether a role is that of a student, who can work besides. */
function isStudying(role: ReadonlySet<string> | undefined): boolean {
  return role !== undefined && (role.has('student') || role.has('pupil'))
}

/** Statements of less than this apart are likely to describe the same time. */
const SAME_TIME_MS = 60 * 60_000
/** Who began to study so long after a job was stated has probably left it. */
const LONG_MS = 365 * 24 * 60 * 60_000

/**
 * Whether newer work replaces older work of the same person.
 * @param apartMs the time between the two statements, if it is known
 */
export function workReplaces(newer: Work, older: Work, apartMs: number | undefined): 'certain' | 'likely' | undefined {
  const found = judge(newer, older, apartMs)
  return found && newer.isVague && !newer.role ? 'likely' : found
}

function judge(newer: Work, older: Work, apartMs: number | undefined): 'certain' | 'likely' | undefined {
  const isSameTime = apartMs !== undefined && apartMs < SAME_TIME_MS
  const { role: newRole } = newer
  const { role: oldRole } = older
  const areBoth = newer.organisation !== undefined && older.organisation !== undefined
  // "In Leeds" and "at Acme" can be the same, and so can "the warehouse" and "Amazon".
  const isOneKind =
    !areBoth ||
    (Boolean(newer.isPlace) === Boolean(older.isPlace) && Boolean(newer.isUnnamed) === Boolean(older.isUnnamed))
  const [newOrg, oldOrg] = isOneKind ? [newer.organisation, older.organisation] : []
  if (older.isOver) return older.isIdle && !newer.isOver ? 'certain' : undefined
  if (newer.isOver) return end(newer, older)
  // "Works as a driver in the afternoons": there can be other work in the mornings.
  if (newer.times !== older.times && !newer.isOther) return undefined
  const sameRole =
    newRole &&
    oldRole &&
    (isSameValue(newRole, oldRole) || shareOf(newRole, oldRole) > 0.5 || isSameTrade(newer, older))
  const sameOrg = newOrg && oldOrg && isSameValue(newOrg, oldOrg)
  if (oldRole?.has('teach') && newRole && isPostOfTeachers(newRole)) return undefined
  const isQualified = newer.isChange && newRole && isTraining(oldRole) && !isTraining(newRole)
  if (isQualified && sameRole) return 'certain'
  const isTrained = [...(newRole ?? [])].some((stem) => oldRole?.has(stem)) && !isTraining(newRole)
  if (isTraining(oldRole) && !isStudying(oldRole) && isTrained) return 'certain'
  const isLongAfter = apartMs !== undefined && apartMs > LONG_MS
  if (isLongAfter && isStudying(newRole) && oldRole && !isTraining(oldRole)) return 'likely'
  const isOne = isTraining(oldRole) !== isTraining(newRole)
  if (isOne && !newer.isChange && !newer.isOther && !(newOrg && oldOrg)) return undefined
  // A student can have a job besides.
  if (newer.isMain && isStudying(oldRole) && newRole && !isStudying(newRole)) return 'certain'
  if (!newer.isOther && isStudying(newer.role) !== isStudying(older.role)) return undefined
  if (newRole && oldRole && !sameRole) {
    if (newer.isChange || sameOrg || areBoth) return 'certain'
    // "Cleaner at Lidl", "care aide at a nursing home".
    if (older.organisation && newer.isUnnamed && !older.isPlace && !isSameTime) return 'certain'
    // "Is a driver for Arriva": an occupation with an employer is the main one.
    if (older.isBare && newOrg && !isSameTime && (newer.isTrade || newer.isEmployed)) return 'certain'
    return newer.isBare || older.isBare ? (isSameTime ? undefined : 'likely') : isSameTime ? 'likely' : 'certain'
  }
  if (newer.isOther && ((newRole && !oldRole) || (newOrg && !oldOrg && !sameRole))) return 'certain'
  if (newer.isOwn || older.isOwn) return newer.isOther && !sameOrg ? 'certain' : newer.isChange ? 'likely' : undefined
  if (newOrg && oldOrg) return sameOrg ? undefined : 'certain'
  if (newer.isChange && ((newRole && !oldRole) || (newOrg && !oldOrg && !sameRole))) return 'likely'
  // "Bakes for a hotel now" after "bakes at Paul".
  const hadEmployer = older.organisation !== undefined && !older.isPlace && !older.isUnnamed
  if (newer.isSome && newer.isMain && hadEmployer && !isSameTime && (sameRole || !newRole)) return 'certain'
  if (isOneKind || sameRole) return undefined
  const isNew = newer.isOther || (older.isUnnamed && newRole !== undefined)
  return isNew ? 'certain' : newer.isChange || older.isUnnamed ? 'likely' : undefined
}

function end(newer: Work, older: Work): 'certain' | 'likely' | undefined {
  const [{ role, organisation }, { role: oldRole, organisation: oldOrg }] = [newer, older]
  if (organisation && oldOrg && newer.isGeneric) return 'certain'
  if (role) return oldRole && isOfTrade(role, oldRole) ? 'certain' : undefined
  if (organisation && oldOrg) return isSameValue(organisation, oldOrg) ? 'certain' : undefined
  return organisation ? 'likely' : 'certain'
}

/** "Head of year nine", "form tutor": who has it teaches besides. */
function isPostOfTeachers(role: ReadonlySet<string>): boolean {
  return !role.has('teach') && ['head', 'lead', 'coordinator', 'tutor', 'mentor'].some((post) => role.has(post))
}

/** "Welding" and "apprentice welder". */
function isOfTrade(activity: ReadonlySet<string>, role: ReadonlySet<string>): boolean {
  if (shareOf(activity, role) === 1) return true
  return [...activity].every((stem) =>
    [...role].some((word) => (stem.length >= STEM_MIN && word.startsWith(stem)) || fieldOf(word) === fieldOf(stem)),
  )
}

/** Endings of the names of professions and of what they practise: "dentist" and "dentistry", "architect" and "architecture". */
const ENDING_OF_FIELD = /(?:istry|ist|ism|ian|ery|ure?|er|y)$/

/** "Gave up physiotherapy" after "is a physiotherapist". */
export function leavesTrade(newer: Clause, older: Clause): boolean {
  const field = newer.ending?.kind === 'ended' ? tradeFieldOf(newer) : undefined
  return field !== undefined && older.work !== undefined && field === tradeFieldOf(older)
}

/** The stem that the name of a profession shares with that of its field, of a clause that names nothing but one of both. */
export function tradeFieldOf({ ending, work }: Clause): string | undefined {
  const [name, ...others] = ending?.words ?? work?.role ?? []
  return name === undefined || others.length ? undefined : fieldOf(name)
}

/** Professions whose name says nothing of their field. */
const FIELDS: ReadonlyMap<string, string> = new Map(
  'lawyer:law solicitor:law barrister:law attorney:law doctor:medicin physician:medicin surgeon:medicin'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)

function fieldOf(stem: string): string {
  const known = FIELDS.get(stem)
  if (known !== undefined) return known
  const field = stem.replace(ENDING_OF_FIELD, '')
  return field.length < STEM_MIN ? stem : field
}

/** "Lays bricks" and "bricklayer": what is done and who does it share a word. */
function isSameTrade(one: Work, other: Work): boolean {
  if (Boolean(one.isTrade) === Boolean(other.isTrade)) return false
  const [trade, role] = one.isTrade ? [one.role!, other.role!] : [other.role!, one.role!]
  return [...trade].some(
    (stem) => stem.length >= STEM_MIN && [...role].some((word) => word.startsWith(stem) || stem.startsWith(word)),
  )
}
const STEM_MIN = 4
