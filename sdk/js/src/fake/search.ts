const COMMON = new Set(
  'a an and are at be by did do does for from has have he her him his how i in is it me my of on or our she that the their they this to was we what when where which who why will with you your'.split(
    ' ',
  ),
)

/** The share of a query's words that a text contains, 0 to 1. */
export function relevanceOf(text: string, query: string): number {
  const wanted = stemsOf(query)
  const found = stemsOf(text)
  if (!wanted.size) return 0
  return [...wanted].filter((stem) => found.has(stem)).length / wanted.size
}

/** The words of a text without common ones and endings: `running` and `runs` are `run`. */
function stemsOf(text: string): Set<string> {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return new Set(words.filter((word) => word && !COMMON.has(word)).map(stemOf))
}

function stemOf(word: string): string {
  const stem = word.replace(/(?:ing|ed|es|s)$/, '')
  if (stem.length < 3) return word
  return stem.endsWith('e') || stem.at(-1) === stem.at(-2) ? stem.slice(0, -1) : stem
}
