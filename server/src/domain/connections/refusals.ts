import { allows } from '@memory-service/scopes'
import type { Grant } from './connect.ts'

/** When a person last refused an app a scope or a type of signal, by its name. */
export type Refusals = Record<string, string>

/** Refusals that are kept of one connection, the newest: more than one request can name. */
const REFUSALS_MAX = 300

/**
 * The refusals of a connection after a decision.
 * @param grant what the app has now, which is no longer refused
 * @param refused what the decision refused
 */
export function refusalsAfter(
  earlier: Refusals,
  { scopes, signals }: Pick<Grant, 'scopes' | 'signals'>,
  refused: readonly string[],
  now: Date,
): Refusals {
  const at = now.toISOString()
  const all = Object.entries({ ...earlier, ...Object.fromEntries(refused.map((name) => [name, at])) })
  const left = all.filter(([name]) => !allows(scopes, name) && !signals.includes(name))
  return Object.fromEntries(left.sort(([, a], [, b]) => (a < b ? 1 : a > b ? -1 : 0)).slice(0, REFUSALS_MAX))
}
