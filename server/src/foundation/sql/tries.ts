import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../errors.ts'
import { sqlState, TRY_AGAIN } from './db-errors.ts'

/* Statements and transactions run again after a deadlock, a serialization failure or the loss of a prepared statement. */

const TRIES_MAX = 4
/** The longest pause before the second try; it doubles with each further one. */
const PAUSE_MS = 10

/**
 * Resolves when the next try may begin, after a random time, so that two that waited for each other do not do so again.
 * @param tries how many have failed
 * @throws `error`, if another try would not help; Failure `unavailable` after the fourth one
 */
export async function untilNextTry(tries: number, error: unknown): Promise<void> {
  if (!TRY_AGAIN.has(sqlState(error))) throw error
  if (tries >= TRIES_MAX) throw new Failure('unavailable', undefined, error)
  await sleep(Math.random() * PAUSE_MS * 2 ** (tries - 1))
}
