// Limits nesting, because later code, here and in PostgreSQL, processes values recursively and could overflow the
// stack.
const LEVELS_MAX = 100
// Limits the number of values, because each costs far more than its bytes to validate, and validation blocks the event
// loop.
const VALUES_MAX = 20_000

/**
 * Why JSON text from a client is not parsed: too many levels or values; `undefined` if it may be. Counts brackets and
 * commas, so it never parses.
 */
export function tooComplex(text: string): string | undefined {
  let level = 0
  let values = 1
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (char === '"') inString = !inString
    else if (inString) i += char === '\\' ? 1 : 0
    else if (char === ',') values++
    else if (char === '[' || char === '{') {
      level++
      values++
    } else if (char === ']' || char === '}') level--
    if (level > LEVELS_MAX) return `must be nested at most ${LEVELS_MAX} levels deep`
    if (values > VALUES_MAX) return `must contain at most ${VALUES_MAX} values`
  }
  return undefined
}
