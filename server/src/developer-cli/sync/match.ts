import type { SyncedMemory } from './state.ts'

/** A bullet of a note, with the scope that its file stands for. */
export interface LocalItem {
  scope: string
  kind: string
  text: string
  /** Its position among the items of the note. */
  at: number
}

/** Comparisons of changed bullets of one note; a note with more is read as deleted and written anew. */
const COMPARED_MAX = 250_000
/** The share of words in common from which a bullet counts as an edit of another. */
const SIMILAR_MIN = 0.5

/**
 * Finds the bullets of memories that were in the notes before: the same text in the same note, then in another note, then
 * the same text with another kind, then a similar text in the same note.
 * @returns a bullet for each memory that still has one
 */
export function matchItems(base: readonly SyncedMemory[], items: readonly LocalItem[]): Map<SyncedMemory, LocalItem> {
  const matched = new Map<SyncedMemory, LocalItem>()
  const free = new Set(items)
  const take = (memory: SyncedMemory, item: LocalItem) => {
    matched.set(memory, item)
    free.delete(item)
  }
  const keys: ((each: Pick<LocalItem, 'scope' | 'kind' | 'text'>) => string)[] = [
    ({ scope, kind, text }) => JSON.stringify([scope, kind, text]),
    ({ kind, text }) => JSON.stringify([kind, text]),
    ({ scope, text }) => JSON.stringify([scope, text]),
  ]
  for (const keyOf of keys) {
    const byKey = groupBy([...free], keyOf)
    for (const memory of base) {
      const item = matched.has(memory) ? undefined : byKey.get(keyOf(memory))?.shift()
      if (item) take(memory, item)
    }
  }
  const left = groupBy([...free], ({ scope }) => scope)
  const unmatched = base.filter((memory) => !matched.has(memory))
  for (const [scope, memories] of groupBy(unmatched, ({ scope }) => scope))
    for (const [memory, item] of similarPairs(memories, left.get(scope) ?? [])) take(memory, item)
  return matched
}

/** Pairs of similar texts, the most similar first, each text once. */
function similarPairs(memories: readonly SyncedMemory[], items: readonly LocalItem[]): [SyncedMemory, LocalItem][] {
  if (memories.length * items.length > COMPARED_MAX) return []
  const words = items.map(({ text }) => wordsOf(text))
  const pairs = memories.flatMap((memory) => {
    const own = wordsOf(memory.text)
    return items.map((item, at) => ({ memory, item, score: similarity(own, words[at]!) }))
  })
  const paired = new Map<SyncedMemory, LocalItem>()
  const used = new Set<LocalItem>()
  for (const { memory, item, score } of pairs.sort((a, b) => b.score - a.score)) {
    if (score < SIMILAR_MIN || paired.has(memory) || used.has(item)) continue
    paired.set(memory, item)
    used.add(item)
  }
  return [...paired]
}

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  // Texts without spaces between words are compared by characters.
  return new Set(words.length > 1 ? words : [...text.toLowerCase()])
}

function similarity(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let common = 0
  for (const word of some) if (others.has(word)) common++
  return (2 * common) / Math.max(1, some.size + others.size)
}

export function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}
