import type { Entry } from './labels.ts'

/** Reads of memories, which one line can report together. */
export const LOOK_UPS: ReadonlySet<Entry['action']> = new Set([
  'memories.list',
  'memories.recall',
  'memory.read',
  'memory.history',
  'memory.graph',
  'context.read',
  'brief.read',
])

/** Entries of one day in which the same actor did the same kind of thing. */
export interface Run {
  /** `look-up` for all kinds of reads, otherwise the action. */
  what: 'look-up' | Entry['action']
  /** The newest first. */
  entries: [Entry, ...Entry[]]
}

/** The runs of one day. */
export interface Day {
  /** The day in the reader's time zone, as `YYYY-MM-DD`. */
  date: string
  runs: Run[]
}

/**
 * Groups entries, the newest first, by day, and collapses those of a day with the same actor and the same kind of action
 * into one run. Runs are ordered by their newest entry.
 * @param subjectOf what else has to be equal within a run, such as the app whose access changed
 */
export function daysOf(entries: readonly Entry[], subjectOf: (entry: Entry) => string): Day[] {
  const days = new Map<string, Map<string, Run>>()
  for (const entry of entries) {
    const date = localDate(new Date(entry.at))
    const what = LOOK_UPS.has(entry.action) ? 'look-up' : entry.action
    const key = [entry.actor, entry.app, what, subjectOf(entry)].join('\n')
    const runs = days.get(date) ?? new Map<string, Run>()
    days.set(date, runs)
    const run = runs.get(key)
    if (run) run.entries.push(entry)
    else runs.set(key, { what, entries: [entry] })
  }
  return [...days].map(([date, runs]) => ({ date, runs: [...runs.values()] }))
}

/** How many memories, or messages, the entries of one run are about. */
export interface Counted {
  count: number
  /** Whether it is the largest count of several look-ups, of which it is not known what each of them found. */
  isLargest: boolean
}

/**
 * Counts what entries of one run are about, each memory once. It is not known which memories a look-up found if it is older
 * than 90 days or found more than 100.
 */
export function countIn(entries: readonly Entry[]): Counted {
  const isLookUp = entries.some(({ action }) => LOOK_UPS.has(action))
  const isKnown = entries.every(({ memory_ids, count }) => memory_ids.length === count)
  const known = new Set(entries.flatMap(({ memory_ids }) => memory_ids))
  if (isLookUp && isKnown) return { count: known.size, isLargest: false }
  const counts = entries.map(({ count }) => count)
  if (isLookUp) return { count: Math.max(...counts), isLargest: entries.length > 1 }
  // A change of one memory again counts once.
  const single = new Set(entries.flatMap(({ target }) => target ?? []))
  const several = entries.reduce((sum, { target, count }) => sum + (target === null ? count : 0), 0)
  return { count: single.size + several, isLargest: false }
}

/** The day of a time in the reader's time zone, as `YYYY-MM-DD`. */
export function localDate(date: Date): string {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
