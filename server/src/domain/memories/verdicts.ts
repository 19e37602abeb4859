import type { judgeReplacement } from '@memory-service/understanding/replace/judge'
import type { Return } from '@memory-service/understanding/replace/returns'
import type { Doubt } from '@memory-service/understanding/replace/updates'
import { isReadableTogether, type Pair, type TimedStatement } from './replacement-pairs.ts'
import { type Owner, type ReadText, readText } from './slots.ts'

/** How one statement relates to an earlier one. */
export interface Verdict {
  rule: ReturnType<typeof judgeReplacement>
  /** The probability by estimate; 0 where a rule is certain. */
  probability: number
  /** What stands against replacing the earlier statement by it. */
  doubt: Doubt
  /** Whether both state what there is one of at a time: then only such pairs compete. */
  isOfOne: boolean
  /** Whether the later says that what the earlier states is so again. */
  isSoAgain: boolean
}

/** A pair of statements and what was found out about it. */
export interface JudgedPair {
  readonly earlier: TimedStatement
  readonly later: TimedStatement
  readonly verdict: Verdict
}

/** What a statement says is so again, and which statements are over by it. */
export interface KnownReturn {
  /** `undefined` if it says nothing of the kind. */
  readonly ends: Return | undefined
  /** Results of `ends`, by both texts. */
  readonly results: Map<string, boolean>
}

const HOUR_MS = 3_600_000

/**
 * What one request has read and judged: a transaction takes from it what was computed before it, and computes only what is
 * new since. Pairs are known by what they state, so that verdicts on memories without an id hold once these have one.
 */
export class Verdicts {
  readonly #texts = new Map<string, { owner: string; text: ReadText }>()
  readonly #byEarlier = new Map<string, Map<string, Map<string, Verdict>>>()

  readonly #returns = new Map<string, KnownReturn>()

  /** How many pairs have been judged. */
  judged = 0
  /** How many statements have been read for what is so again by them. */
  returnsRead = 0
  /** How many pairs of statements have been compared with a later one by which the first may be so again. */
  returnsCompared = 0

  /** Whether the text of a memory has been read for its owner. */
  hasRead({ userId }: Owner, content: string): boolean {
    return this.#texts.get(content)?.owner === userId
  }

  /** What is read from the text of a memory; see {@link readText}. */
  read(owner: Owner, content: string): ReadText {
    const known = this.#texts.get(content)
    if (known?.owner === owner.userId) return known.text
    const text = readText(owner, content)
    this.#texts.set(content, { owner: owner.userId, text })
    return text
  }

  get(pair: Pair): Verdict | undefined {
    return this.#byEarlier.get(pair.earlier.content)?.get(pair.later.content)?.get(circumstancesOf(pair))
  }

  set(pair: Pair, verdict: Verdict): void {
    const { earlier, later } = pair
    this.judged += 1
    const byLater = this.#byEarlier.get(earlier.content) ?? new Map<string, Map<string, Verdict>>()
    const known = byLater.get(later.content) ?? new Map<string, Verdict>()
    this.#byEarlier.set(earlier.content, byLater.set(later.content, known.set(circumstancesOf(pair), verdict)))
  }

  returnIn(content: string): KnownReturn | undefined {
    return this.#returns.get(content)
  }

  /** Remembers what a statement says is so again. */
  addReturn(content: string, ends: Return | undefined): KnownReturn {
    this.returnsRead += 1
    const known = { ends, results: new Map<string, boolean>() }
    this.#returns.set(content, known)
    return known
  }

  /** Whether a statement is over by a return, compared once. */
  isEnded({ ends, results }: KnownReturn, between: string, older: string): boolean {
    const key = `${between}\n${older}`
    const known = results.get(key)
    if (known !== undefined) return known
    this.returnsCompared += 1
    const isEnded = ends?.(between, older) ?? false
    results.set(key, isEnded)
    return isEnded
  }
}

/** What a verdict depends on beside the contents: what is written now is dated some milliseconds later when it is stored. */
function circumstancesOf({ earlier, later, hasSlot }: Pair): string {
  const hours = [earlier, later].map(({ time }) => Math.floor(time / HOUR_MS))
  return `${hours.join()} ${hasSlot} ${isReadableTogether(earlier, later)}`
}
