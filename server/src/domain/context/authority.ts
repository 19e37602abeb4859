import { isOfUser, writerOf, writersOf } from '../memories/authors.ts'
import { USER } from '../memories/columns.ts'
import { isEverydayText } from '../memories/everyday.ts'
import type { ConsideredMemory } from '../memories/memory.ts'
import { isSafetyText } from '../memories/safety.ts'
import { ofWholeText } from './of-text.ts'
import type { Parsed } from './parsed.ts'
import { isSafetyField, scopedField } from './scoped.ts'
import type { Placed } from './understood.ts'

/*
 * Which statement may make an earlier one outdated in a bundle or brief. Writing is bound to grants: an app supersedes only
 * what it may write, and what concerns health only with the consent of the user. The same holds for what is left out when
 * memories are read. The grants of other apps are not known here; that an app wrote in a scope shows that it may.
 */

type Stated = Parsed & Placed

/** The app that wrote the present text, if only one did. */
function appOf(memory: ConsideredMemory): string | undefined {
  const [app, ...others] = writersOf(memory).filter((writer) => writer !== USER)
  return others.length ? undefined : app
}

/** Whether an app alone wrote a memory, as it was and as it is. */
function isOnlyBy(app: string, memory: ConsideredMemory): boolean {
  return memory.sourceApp === app && writersOf(memory).every((writer) => writer === app)
}

/**
 * Whether a later statement may make an earlier one outdated, if what they say does. What is dated ahead has not come about.
 */
export function mayOutdate(later: Stated, earlier: Stated): boolean {
  return !later.isAhead && mayChange(later, earlier)
}

/**
 * Whether one statement may change how another is read: it is the user's, or both are of one app, or both are in one
 * scope and health and safety do not depend on the other, which is not pinned either.
 */
export function mayChange(one: Stated, other: Stated): boolean {
  if (isOfUser(one.memory)) return true
  const app = appOf(one.memory)
  if (app !== undefined && isOnlyBy(app, other.memory)) return true
  return one.memory.scope === other.memory.scope && isOpen(other)
}

/**
 * Those by which an app says something else than the user has, of what one has one of, where it may not make that outdated.
 * @param stating all statements of it
 */
export function contradictingUser<T extends Stated>(stating: readonly T[]): ReadonlySet<T> {
  const own = stating.filter(({ memory }) => writerOf(memory) === null)
  if (!own.length) return new Set()
  const open = new Set(own.filter(isOpen).map(({ memory }) => memory.scope))
  return new Set(
    stating.filter(({ memory, isAhead }) => writerOf(memory) !== null && (isAhead || !open.has(memory.scope))),
  )
}

/** Whether any app may make a statement in a scope that it may write outdated: it states everyday facts alone. */
function isOpen(each: Stated): boolean {
  return !each.memory.pinned && saysEveryday(each) && !concernsSafety(each)
}

/** Whether what may have superseded a statement leaves it out until the user decides; it does not where health or safety is concerned. */
export function isOutdatedInQuestion(each: Parsed & Pick<Placed, 'memory'>): boolean {
  const { maybeSupersededBy, questionedBy } = each.memory
  if (maybeSupersededBy === null || concernsSafety(each)) return false
  return !questionedBy || isOnlyBy(questionedBy, each.memory) || saysEveryday(each)
}

const saysSafety = ofWholeText(isSafetyText)
const saysEveryday = ofWholeText(isEverydayText)

/** Whether health or safety depends on a statement, by what it says or where it is filed, as when it was written. */
export function concernsSafety(each: Parsed & Pick<Placed, 'memory'>): boolean {
  const { memory, statement, facts, shares } = each
  if (statement.facts.some(({ attribute }) => attribute.isSafety || attribute.group === 'health')) return true
  return saysSafety(each) || isSafetyField(scopedField(memory, statement, facts, shares))
}

/** Those that no newer one of the given may make outdated, in linear time; `isNewer` orders statements. */
export function newestOf<T extends Stated>(statements: readonly T[], isNewer: (one: T, other: T) => boolean): T[] {
  let own: T | undefined
  const byApp = new Map<string, T>()
  const byScope = new Map<string, T>()
  const put = (map: Map<string, T>, key: string, each: T) => {
    const known = map.get(key)
    if (!known || isNewer(each, known)) map.set(key, each)
  }
  for (const each of statements) {
    if (each.isAhead) continue
    const app = appOf(each.memory)
    if (app !== undefined) put(byApp, app, each)
    if (isOfUser(each.memory) && (!own || isNewer(each, own))) own = each
    put(byScope, each.memory.scope, each)
  }
  return statements.filter((each) => {
    const { sourceApp, scope } = each.memory
    const ofApp = sourceApp !== null && isOnlyBy(sourceApp, each.memory) ? byApp.get(sourceApp) : undefined
    if ([own, ofApp].some((later) => later && isNewer(later, each))) return false
    const ofScope = byScope.get(scope)
    return !ofScope || !isNewer(ofScope, each) || !isOpen(each)
  })
}
