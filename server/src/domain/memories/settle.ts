import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { readAuthors } from './authors.ts'
import { applyChanges, type MemoryChange } from './changes.ts'
import { setMarks } from './marks.ts'
import type { MemoryPatch } from './memory.ts'
import type { MemoryPorts } from './ports.ts'
import type { StoredStatement } from './replacement-pairs.ts'
import { findReplacements, type Replacement } from './replacements.ts'
import { releaseStoodFor } from './stand-ins.ts'
import { selectStatements } from './statement-queries.ts'
import { raiseVersion } from './store.ts'
import type { Verdicts } from './verdicts.ts'

/* Notices that a statement replaces others, without a model: what is certain is superseded, what is likely is marked. */

interface StatementRow extends StoredStatement {
  version: number
  isOfTopic: boolean
}

/** Statements that share a slot, and the version of the store they were read at. */
export interface Seen {
  version: number
  statements: StoredStatement[]
}

/** Reads the current statements with one of the slots or ids, among those that the caller may write. */
export async function readStatements(
  ctx: Ctx<MemoryActor>,
  slots: readonly string[],
  ids: readonly string[] = [],
): Promise<Seen> {
  const rows = await ctx.db.rows<StatementRow>(selectStatements(ctx, [...new Set(slots)], ids))
  return {
    version: rows[0]?.version ?? 0,
    statements: rows.flatMap(({ version: _, isOfTopic: __, ...statement }) =>
      statement.id === null ? [] : [statement],
    ),
  }
}

/** A memory that is new or has changed. */
interface Subject {
  id: string
  slots: readonly string[]
  /** See {@link StoredStatement}. */
  statedAt?: string | undefined
}

/**
 * Supersedes what new or changed statements replace, and these themselves if an earlier one was written later. The store
 * is locked, and the statements have their slots. `verdicts` are those of the request so far.
 */
export async function settleReplacements(
  ctx: Ctx<MemoryActor, MemoryPorts>,
  subjects: readonly Subject[],
  verdicts?: Verdicts,
): Promise<void> {
  if (!subjects.some(({ slots }) => slots.length)) return
  const found = await replacementsOf(ctx, subjects, verdicts)
  const isNew = ({ earlier, later, isCertain }: Replacement) => isCertain || earlier.maybeSupersededBy !== later.id
  const news = found.filter(isNew)
  if (!news.length) return
  const version = await raiseVersion(ctx)
  const certain = news.filter(({ isCertain }) => isCertain)
  const options = { action: 'memory.supersede', byService: true } as const
  const ended = await applyChanges(ctx, version, certain.map(supersession), options)
  await releaseStoodFor(ctx, version, ended)
  await setMarks(ctx, version, [
    ...certain.map(({ earlier, later }) => ({ id: later.id, supersedes: earlier.id })),
    ...news.flatMap(({ earlier, later, isCertain }) =>
      isCertain ? [] : [{ id: earlier.id, maybeSupersededBy: later.id }],
    ),
  ])
}

/**
 * Asks the user whether current statements have replaced some that are current again. The store is locked, and these have their
 * slots.
 */
export async function askIfReplaced(
  ctx: Ctx<MemoryActor, MemoryPorts>,
  version: number,
  subjects: readonly Subject[],
  verdicts: Verdicts,
): Promise<void> {
  if (!subjects.some(({ slots }) => slots.length)) return
  const ids = new Set(subjects.map(({ id }) => id))
  const found = await replacementsOf(ctx, subjects, verdicts)
  const asked = found.flatMap(({ earlier, later }) =>
    ids.has(earlier.id) ? [{ id: earlier.id, maybeSupersededBy: later.id }] : [],
  )
  await setMarks(ctx, version, asked)
}

/** What new or changed statements replace, and what replaces them. They are stored, with their slots. */
export async function replacementsOf(
  ctx: Ctx<MemoryActor>,
  subjects: readonly Subject[],
  verdicts?: Verdicts,
): Promise<Replacement[]> {
  const slots = subjects.flatMap(({ slots }) => slots)
  // All of them, also those that are older than what is read for their slots.
  const ids = subjects.filter(({ slots }) => slots.length).map(({ id }) => id)
  const { statements } = await readStatements(ctx, slots, ids)
  const statedAt = new Map(subjects.map(({ id, statedAt }) => [id, statedAt]))
  const dated = statements.map((statement) => ({ ...statement, statedAt: statedAt.get(statement.id) }))
  return replacementsAmong(ctx, dated, subjects, verdicts)
}

/** What statements replace among the given ones, of pairs with a subject, as far as those who wrote them may know. */
export function replacementsAmong(
  ctx: Ctx<MemoryActor>,
  statements: readonly StoredStatement[],
  subjects: readonly { id: string }[],
  verdicts?: Verdicts,
): Promise<Replacement[]> {
  return findReplacements(statements, new Set(subjects.map(({ id }) => id)), ctx.actor, {
    verdicts,
    readAuthors: (apps) => readAuthors(ctx, apps),
    now: ctx.clock(),
  })
}

/** The time from which a memory holds that is stated again: now, unless the request says when. */
export function stated({ validFrom, occurredAt }: Pick<MemoryPatch, 'validFrom' | 'occurredAt'>, now: string): string {
  const given = validFrom ?? occurredAt ?? now
  return given < now ? given : now
}

/** A memory that is superseded, or the one that supersedes it. */
type Dated = Pick<StoredStatement, 'id' | 'scope' | 'validFrom' | 'validUntil'>

/** The change of a memory that another supersedes: it ends when the other begins, unless it ended before. */
export function supersession({
  earlier,
  later,
}: {
  earlier: Dated
  later: Pick<Dated, 'id' | 'validFrom'> & { statedAt?: string | undefined }
}): MemoryChange {
  const { id, scope, validUntil } = earlier
  const { validFrom, statedAt = validFrom } = later
  const end = statedAt > validFrom ? statedAt : validFrom
  const until = validUntil !== null && validUntil < end ? validUntil : end
  const set = { supersededBy: later.id, validUntil: until, maybeSupersededBy: null }
  return { id, scope, change: 'superseded', set }
}
