import { RecallEngine } from '../engine.ts'
import { packRows } from '../pack.ts'
import type { IndexRow, SearchRequest } from '../types.ts'

/** The time of searches, in ms since 1970. */
export const NOW = Date.UTC(2026, 10, 20, 12)
export const DAY_MS = 86_400_000

/** A row with defaults: its id is its content, it occurred at `NOW`, and it was created when it occurred. */
export function rowWith(fields: Pick<IndexRow, 'content'> & Partial<IndexRow>): IndexRow {
  const occurredAt = fields.occurredAt ?? NOW
  return {
    ...{ id: fields.content, scope: 'note', occurredAt, createdAt: occurredAt },
    ...{ importance: 50, pinned: false, batch: 0, position: 0 },
    ...fields,
  }
}

/** A row as many days old as the number in its id says: `m3` occurred three days before `NOW`. */
export function row(id: string, content: string, more: Partial<IndexRow> = {}): IndexRow {
  const days = Number(id.replace(/\D/g, ''))
  return rowWith({ id, content, occurredAt: NOW - days * DAY_MS, batch: 1 + days, ...more })
}

export const newEngine = (bytesMax = Infinity) => new RecallEngine({ bytesMax })

interface Build {
  engine?: RecallEngine
  user?: string
  version?: number
  /** The user's own name. */
  ownName?: string | undefined
}

/** An engine with an index of these rows and their vectors. */
export async function engineWith(
  rows: readonly IndexRow[],
  { engine = newEngine(), user = 'u', version = 1, ownName }: Build = {},
): Promise<RecallEngine> {
  await engine.apply(user, { from: null, to: version, build: 'b', page: 0, ownName, ...packRows(rows), last: true })
  return engine
}

/** Searches everything that the user has, or what `more` limits the search to. */
export function search(engine: RecallEngine, query: string, more: Partial<SearchRequest> = {}) {
  return engine.search({ user: 'u', query, readable: ['*'], now: NOW, limit: 10, ...more })!
}

/** The contents found for a query, best first; `contents` by the number of days since they happened or were noted. */
export async function foundByDays(query: string, contents: Readonly<Record<number, string>>): Promise<string[]> {
  const rows = Object.entries(contents).map(([days, content], position) =>
    rowWith({ content, occurredAt: NOW - Number(days) * DAY_MS, createdAt: NOW, position }),
  )
  return search(await engineWith(rows), query).ids
}
