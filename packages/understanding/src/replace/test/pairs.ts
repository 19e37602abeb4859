import { expect, test } from 'vitest'
import { judgeReplacement } from '../judge.ts'

export type Pair = readonly [older: string, newer: string]

const DAY_MS = 24 * 60 * 60_000
const NEWER_AT = Date.UTC(2026, 8, 20)

/** Two statements of one person, the newer one 120 days after the older one. */
export function contextOf(ownName: string) {
  return { newerAt: NEWER_AT, olderAt: NEWER_AT - 120 * DAY_MS, ownName }
}

/** Tests that neither statement of a pair replaces the other, whichever is stated later. */
export function testBothTrue(pairs: readonly Pair[], ownName: string): void {
  test.each(pairs)('reads "%s" and "%s" as both true', (one, other) => {
    const context = contextOf(ownName)
    expect(judgeReplacement(one, other, context)).toBeUndefined()
    expect(judgeReplacement(other, one, context)).toBeUndefined()
  })
}

/** Tests that the second statement of a pair leaves the first one as it is. */
export function testLeft(pairs: readonly Pair[], ownName: string): void {
  test.each(pairs)('"%s" stays true beside "%s"', (older, newer) => {
    expect(judgeReplacement(newer, older, contextOf(ownName))).toBeUndefined()
  })
}
