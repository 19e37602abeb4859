import { newId } from '../src/foundation/ids.ts'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME = { from: 'msg_'.length, to: 'msg_'.length + 10 }
const DAY_MS = 86_400_000

/**
 * A time in milliseconds a day after the last id of this process, for clocks of tests that compare times with ids: ids
 * ascend whatever a clock shows, and other test files, which share the process, move their clocks ahead.
 */
export function afterLastId(): number {
  const last = [...newId('msg').slice(TIME.from, TIME.to)].reduce((ms, char) => ms * 32 + ALPHABET.indexOf(char), 0)
  return last + DAY_MS
}
