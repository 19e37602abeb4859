import { CANCELLED, CHANGE, ENDED, REDATED } from './cues.ts'

/** "The choir concert is on 3 May": may be another day than before. */
const SET_FOR =
  /\b(?:is|are|takes|starts|begins)\b.*(?:\d|day\b|noon|midnight|january|february|march|april|june|july|august|september|october|november|december)/

/**
 * Whether a statement may say that what others state is over or takes place at another time. A quick test that never
 * misses a statement of which `judgeReplacement` would find that by common words.
 */
export function mayEndOthers(content: string): boolean {
  const plain = content.toLowerCase().replace(/[’‘ʼ]/gu, "'").replace(/n't\b/g, ' not')
  return (
    [ENDED, CANCELLED, REDATED, CHANGE, SET_FOR].some((cue) => cue.test(plain)) ||
    / not |^not |\bnever\b|\bno\b/.test(plain)
  )
}
