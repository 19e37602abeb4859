/** Characters at the end of an id that decide whether its row is in a sample. */
const SAMPLE_KEY_CHARS = 10

/**
 * A pseudo-random number of 32 bits: FNV-1a over the end of an id, where ids differ, so that a sample of rows depends neither
 * on other rows of the index nor on the slots that the rows occupy.
 */
export function sampleKey(id: string): number {
  let hash = 0x811c9dc5
  for (let at = Math.max(0, id.length - SAMPLE_KEY_CHARS); at < id.length; at++)
    hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}
