import { coversAny } from '@memory-service/scopes'
import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { readAuthors } from './authors.ts'
import { applyChanges } from './changes.ts'
import { foresee, type Prospect } from './foresee.ts'
import { selectByExternalId, type TargetRow } from './internal-queries.ts'
import { addSlots, clearMarks } from './marks.ts'
import type { MemoryInput } from './memory.ts'
import type { MemoryPorts } from './ports.ts'
import { releasePredecessors } from './predecessors.ts'
import type { StoredStatement } from './replacement-pairs.ts'
import { findReplacements } from './replacements.ts'
import { settleReplacements, stated } from './settle.ts'
import { SUPERSEDED_PER_CHANGED, selectRelated } from './statement-queries.ts'
import { Verdicts } from './verdicts.ts'

/*
 * What follows from a new content of a memory. What the service decided because of the former content is decided again:
 * memories that the new content does not replace are reinstated, as is the memory itself if its successor does not replace
 * the new content. What the user or an app has superseded stays.
 */

/** A memory with a new content. */
export interface Changed {
  id: string
  content: string
  /** See {@link StoredStatement}. */
  statedAt?: string | undefined
}

type Relation = 'self' | 'superseded' | 'marked' | 'successor' | 'likely'

/** A memory and how it is related to a changed one, or that one itself. */
interface RelatedRow extends Omit<StoredStatement, 'slots' | 'maybeSupersededBy' | 'isMarkedTogether' | 'statedAt'> {
  relation: Relation
  /** Id of the changed memory. */
  of: string
  /** What has superseded the changed memory in turn. */
  next: string | null
  /** When the superseded memory would have ended otherwise. */
  endBefore: string | null
}

/** A related memory, and whether the later of the two certainly or likely replaces the earlier. */
interface Judged {
  row: RelatedRow
  self: RelatedRow
  found: 'certain' | 'likely' | undefined
}

/** Decides again what the service decided because of former contents, and what the new ones replace. The store is locked. */
export async function settleNewContents(
  ctx: Ctx<MemoryActor, MemoryPorts>,
  version: number,
  changed: readonly Changed[],
  verdicts = new Verdicts(),
): Promise<void> {
  if (!changed.length) return
  await reviewReplaced(ctx, version, changed, verdicts)
  const subjects = changed.map(({ id, content, statedAt }) => {
    return { id, statedAt, slots: verdicts.read(ctx.actor, content).slots }
  })
  await addSlots(ctx, subjects)
  await settleReplacements(ctx, subjects, verdicts)
}

/** Reads and judges new contents before the transaction that stores them. */
export async function foreseeNewContents(
  ctx: Ctx<MemoryActor>,
  prospects: readonly (Prospect & { id: string })[],
  verdicts: Verdicts,
): Promise<void> {
  if (!prospects.length) return
  await foresee(ctx, prospects, verdicts)
  await judgeRelated(ctx, prospects, verdicts)
}

/** Reads and judges, before a transaction, what `remember` is going to write in it. */
export async function foreseeWrite(
  ctx: Ctx<MemoryActor>,
  memories: readonly MemoryInput[],
  verdicts: Verdicts,
): Promise<void> {
  const { actor } = ctx
  const written = memories.filter(({ scope }) => coversAny(actor.writes, scope))
  const sourceApp = actor.kind === 'app' ? actor.app : null
  const prospects = written.map((input) => ({ ...input, sourceApp }))
  await foresee(ctx, prospects, verdicts)
  const byExternalId = new Map(written.map((input) => [input.externalId, input]))
  const externalIds = [...byExternalId.keys()].filter((id) => id !== undefined)
  if (!externalIds.length) return
  const now = ctx.clock().toISOString()
  const stored = await ctx.db.rows<TargetRow>(selectByExternalId(ctx, externalIds))
  const changed = stored.flatMap(({ id, externalId, content }) => {
    const input = byExternalId.get(externalId ?? undefined)
    return input && input.content !== content ? [{ id, content: input.content, statedAt: stated(input, now) }] : []
  })
  if (changed.length) await judgeRelated(ctx, changed, verdicts)
}

/** Reinstates what the service superseded because of former contents, and takes back its questions. The store is locked. */
export async function reviewReplaced(
  ctx: Ctx<MemoryActor, MemoryPorts>,
  version: number,
  changed: readonly Changed[],
  verdicts = new Verdicts(),
  kept: readonly string[] = [],
): Promise<void> {
  const judged = await judgeRelated(ctx, changed, verdicts, kept)
  const over = (relation: Relation) =>
    judged.filter(({ row, found }) => {
      const isDecided = ['superseded', 'successor'].includes(relation)
      return row.relation === relation && (isDecided ? found !== 'certain' : found === undefined)
    })
  const released = over('superseded').map(({ row }) => ({ ...row, validUntil: row.endBefore }))
  await releasePredecessors(ctx, version, released)
  const reinstated = over('successor').map(({ row, self: { id, scope } }) => {
    return { id, scope, change: 'reinstated' as const, set: { supersededBy: null, validUntil: row.endBefore } }
  })
  await applyChanges(ctx, version, reinstated, { action: 'memory.reinstate', byService: true })
  await clearMarks(ctx, version, [
    ...over('marked').map(({ row }) => row.id),
    ...over('likely').map(({ self }) => self.id),
  ])
  const superseded = judged.filter(({ row }) => row.relation === 'superseded')
  if (superseded.length < SUPERSEDED_PER_CHANGED) return
  const stayed = superseded.flatMap(({ row, found }) => (found === 'certain' ? [row.id] : []))
  await reviewReplaced(ctx, version, changed, verdicts, [...kept, ...stayed])
}

/** @param kept ids of superseded memories that have been judged before */
async function judgeRelated(
  ctx: Ctx<MemoryActor>,
  changed: readonly Changed[],
  verdicts: Verdicts,
  kept: readonly string[] = [],
): Promise<Judged[]> {
  const byId = new Map(changed.map((each) => [each.id, each]))
  const rows = await ctx.db.rows<RelatedRow>(selectRelated(ctx.actor.userId, [...byId.keys()], kept))
  const selves = new Map(rows.flatMap((row) => (row.relation === 'self' ? [[row.id, row] as const] : [])))
  const authors = new Map<string, ReturnType<typeof readAuthors>>()
  const readOnce = (apps: readonly string[]) => {
    const key = [...apps].sort().join()
    const known = authors.get(key) ?? readAuthors(ctx, apps)
    authors.set(key, known)
    return known
  }
  const statementOf = (row: RelatedRow, more: Partial<StoredStatement> = {}): StoredStatement => {
    const content = more.content ?? row.content
    const { slots } = verdicts.read(ctx.actor, content)
    return { ...row, maybeSupersededBy: null, isMarkedTogether: false, ...more, content, slots }
  }
  const judged: Judged[] = []
  for (const row of rows) {
    const self = selves.get(row.of)
    const change = byId.get(row.of)
    if (row.relation === 'self' || !self || !change) continue
    const isLater = row.relation === 'superseded' || row.relation === 'marked'
    const { content, statedAt } = change
    // What superseded the memory was stated later, and its new content is compared as if stated when the former one was.
    const subject = statementOf(self, { content, ...(isLater ? { statedAt } : {}) })
    const other = statementOf(row)
    const [earlier, later] = isLater ? [other, subject] : [subject, other]
    // What a changed memory has superseded shows in nothing that a caller sees who may not read it.
    const actor = isLater ? { ...ctx.actor, reads: ['*'] } : ctx.actor
    const found = await findReplacements([earlier, later], new Set([subject.id]), actor, {
      verdicts,
      readAuthors: readOnce,
      now: ctx.clock(),
    })
    const match = found.find((each) => each.earlier.id === earlier.id && each.later.id === later.id)
    judged.push({ row, self, found: match && (match.isCertain ? 'certain' : 'likely') })
  }
  return judged
}
