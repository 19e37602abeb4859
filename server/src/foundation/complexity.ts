/* Bounds on JSON of others before it is parsed: nesting, which recursive code could not process, and the number of values. */

export interface Complexity {
  /** Values are processed recursively, here and in PostgreSQL, so deeper ones could overflow the stack. */
  levels: number
  /** Each value costs far more than its bytes to parse and validate, which blocks the event loop. */
  values: number
  /** Numbers in lists, as of vectors, cost a tenth of that; without a limit of their own they count as values. */
  numbers?: number
}

const VALUES_MAX = 20_000
/** What a client may send in one body or line. */
const REQUEST: Complexity = { levels: 100, values: VALUES_MAX }

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [DIGIT_FIRST, DIGIT_LAST, SPACE] = [0x30, 0x39, 0x20]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Returns a function that reads JSON in pieces, as its bytes arrive, and says why it may not be parsed; `undefined` if it
 * may be so far. Counts brackets and commas, so it never parses.
 */
export function openComplexityCheck({
  levels,
  values,
  numbers,
}: Complexity): (bytes: Uint8Array) => string | undefined {
  let level = 0
  let count = 1
  let counted = 0
  /** Whether each open bracket is that of a list. */
  const lists: boolean[] = []
  /** The byte before, but for spaces. */
  let last = 0
  let inString = false
  let isEscaped = false
  return (bytes) => {
    for (const byte of bytes) {
      if (inString) {
        if (isEscaped) isEscaped = false
        else if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) inString = false
      } else if (byte === QUOTE) inString = true
      else if (byte === COMMA) {
        const isNumber = numbers !== undefined && lists[level] && last >= DIGIT_FIRST && last <= DIGIT_LAST
        if (isNumber) counted++
        else count++
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        level++
        count++
        lists[level] = byte === OPEN_LIST
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) level--
      if (byte > SPACE) last = byte
      if (level > levels) return `must be nested at most ${levels} levels deep`
      if (count > values) return `must contain at most ${values} values`
      if (numbers !== undefined && counted > numbers) return `must contain at most ${numbers} numbers`
    }
    return undefined
  }
}

/** Why JSON is not parsed: too many levels or values; `undefined` if it may be. The limits are those of a request by default. */
export function tooComplex(json: Uint8Array | string, limits: Complexity = REQUEST): string | undefined {
  return openComplexityCheck(limits)(typeof json === 'string' ? Buffer.from(json) : json)
}
