/*
 * The blocking client is the asynchronous one without `async` and `await`. One source, so that they cannot differ.
 */

const REPLACED = [
  [/\basync (def|for|with) /g, '$1 '],
  [/\bawait /g, ''],
  [/\bAwaitable\[(\w+)\]/g, '$1'],
  [/\bAsyncGenerator\[([\w, ]+), None\]/g, 'Generator[$1, None, None]'],
  [/\bAsync(?=[A-Z])/g, ''],
  [/\b__a(iter|enter|exit)__/g, '__$1__'],
  [/\ba(?=(?:iter_bytes|close|sleep)\b)/g, ''],
  [/\basynccontextmanager\b/g, 'contextmanager'],
  [/\basyncio\b/g, 'time'],
  [/\b_async\b/g, '_sync'],
  // Both modules of a pair became one.
  [/^(import \w+\n)\1/gm, '$1'],
]

const HEAD = '# Generated from the asynchronous client by `npm run docs:api`; do not edit.\n'

/** The blocking form of an asynchronous module. */
export function blocking(text) {
  return HEAD + sorted(REPLACED.reduce((all, [pattern, replacement]) => all.replace(pattern, replacement), text))
}

/** Names were changed, so what a line imports is sorted and single again. */
function sorted(text) {
  return text.replace(/^(from [\w.]+ import )([\w, ]+)$/gm, (_, head, names) => {
    return (
      head +
      [...new Set(names.split(', '))]
        .filter((name) => name !== 'Awaitable')
        .sort()
        .join(', ')
    )
  })
}
