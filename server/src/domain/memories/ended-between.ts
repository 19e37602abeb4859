import { coversAny } from '@memory-service/scopes'
import { ENDED_CHARS_MAX, returnOf } from '@memory-service/understanding/replace/returns'
import type { MemoryActor } from '../../foundation/actor.ts'
import { type Comparison, isReadableTogether, order } from './replacement-pairs.ts'
import type { JudgedPair, KnownReturn, Verdicts } from './verdicts.ts'

/** Pairs of statements that are compared with later ones in one request, in readable scopes and in others each. */
const COMPARED_MAX = 2_000

interface Comparing extends Pick<Comparison, 'pause'> {
  readonly verdicts: Verdicts
  /** The user's own name, if a pair may be compared by it. */
  readonly nameFor: (pair: JudgedPair) => string | null
}

/** What was stated before a statement that says that something is so again. */
interface Before {
  readonly known: KnownReturn
  /** The latest first. */
  readonly pairs: readonly JudgedPair[]
}

/**
 * Finds what is over because a later statement says that what was so before it is so again. Compares what was stated last
 * before a later statement first, up to a limit. Statements in scopes that the caller may not read have a limit of their own:
 * otherwise, they would decide which of the readable ones are compared. Other requests run in between.
 */
export async function endedBetween(
  judged: readonly JudgedPair[],
  { userId, reads }: Pick<MemoryActor, 'userId' | 'reads'>,
  { verdicts, pause, nameFor }: Comparing,
): Promise<JudgedPair[]> {
  const readable: Before[] = []
  const others: Before[] = []
  for (const pairs of byLater(judged)) {
    const { content, scope } = pairs[0]!.later
    let known = verdicts.returnIn(content)
    if (!known) {
      await pause()
      const names = pairs.map(nameFor)
      const ownName = names.includes(null) ? undefined : names[0]!
      known = verdicts.addReturn(content, returnOf(content, { userId, ownName }))
    }
    if (!known.ends) continue
    const before = { known, pairs: pairs.toSorted((a, b) => order(b.earlier, a.earlier)) }
    if (coversAny(reads, scope)) readable.push(before)
    else others.push(before)
  }
  const ended = new Set<JudgedPair>()
  for (const group of [readable, others]) {
    let compared = 0
    for (const { known, between, first } of latestFirst(group)) {
      const { rule } = between.verdict
      if ((rule && rule !== 'likely') || ended.has(between)) continue
      if (compared === COMPARED_MAX) break
      compared += 1
      await pause()
      if (verdicts.isEnded(known, between.earlier.content, first.earlier.content)) ended.add(between)
    }
  }
  return judged.filter((pair) => ended.has(pair))
}

/** Pairs that may be compared, of each later statement with at least two earlier ones. */
function byLater(judged: readonly JudgedPair[]): JudgedPair[][] {
  const found = new Map<string, JudgedPair[]>()
  for (const pair of judged) {
    const { earlier, later } = pair
    if (earlier.content.length > ENDED_CHARS_MAX || !isReadableTogether(earlier, later)) continue
    const pairs = found.get(later.id)
    if (pairs) pairs.push(pair)
    else found.set(later.id, [pair])
  }
  return [...found.values()].filter(({ length }) => length > 1)
}

/** For all later statements in turn, the pairs of what was stated before them: those of the two latest, of the three latest … */
function* latestFirst(group: readonly Before[]) {
  const deepest = group.reduce((most, { pairs }) => Math.max(most, pairs.length), 0)
  for (let depth = 1; depth < deepest; depth++)
    for (const { known, pairs } of group) {
      const first = pairs[depth]
      if (!first) continue
      for (const between of pairs.slice(0, depth)) yield { known, between, first }
    }
}
