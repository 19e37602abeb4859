import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { invalid } from '../../foundation/errors.ts'
import { AFTER_ALL_IDS, openCursor, type PageQuery, sealCursor } from '../../foundation/page.ts'
import { openSlices } from '../../foundation/slices.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { inSession } from '../accounts/in-session.ts'
import { areNearCopies, parseStatement, type Statement } from '../memories/duplicates.ts'
import { selectTargets, type TargetRow } from '../memories/internal-queries.ts'
import { setMarks } from '../memories/marks.ts'
import { ID_CHARS_MAX, Memory } from '../memories/memory.ts'
import type { MemoryPorts } from '../memories/ports.ts'
import { type ComparedMemory, selectComparable, selectCompared } from '../memories/queries.ts'
import { checkShown, ShownRevisions } from '../memories/shown.ts'
import { raiseVersion } from '../memories/store.ts'

/*
 * Near copies: current memories of one scope that state the same in nearly the same words. The search index proposes them,
 * and their texts decide. Nothing is merged without the user's decision.
 */

/** Memories that are compared with all others for one page. */
const COMPARED_MAX = 2_000
/** Memories of one request to the search index, so that searches of others wait no longer than for one search. */
const COMPARED_AT_ONCE = 100
/** Characters of the memories of one page: a response of megabytes is written in one piece. */
const PAGE_CHARS_MAX = 256 * 1024
/** Memories of one decision. */
const GROUP_MAX = 20

export const CopyIds = z
  .array(z.string().min(1).max(ID_CHARS_MAX))
  .min(2)
  .max(GROUP_MAX)
  .meta({ description: 'Ids of different memories.' })
export const Copies = z.object({ ids: CopyIds, revisions: ShownRevisions })

export const CopyPage = z
  .object({
    items: z.array(
      z
        .object({ memories: z.array(Memory).meta({ description: 'Two or more, the newest first.' }) })
        .meta({ id: 'NearCopies' }),
    ),
    next_cursor: z.string().nullable().meta({ description: 'Not null while older memories have not been compared.' }),
  })
  .meta({ id: 'NearCopyPage' })
type CopyPage = z.output<typeof CopyPage>

type CopiesCtx = Ctx<UserActor, MemoryPorts>

/**
 * Lists near copies of the user's current memories, grouped by the newest of them. A page ends early after a bounded
 * number of memories were compared, so it can be short or empty and still have a next page.
 */
export async function listCopies(ctx: CopiesCtx, { limit, cursor }: z.output<typeof PageQuery>): Promise<CopyPage> {
  const { actor, db, vault, recall, clock } = ctx
  const { userId } = actor
  const scope = ['near copies', userId]
  const pageAt = (id: string) => sealCursor(vault, scope, id)
  const below = cursor === undefined ? AFTER_ALL_IDS : openCursor(vault, scope, cursor)
  const { version } = await db.one<{ version: number }>(sql`select version from stores where user_id = ${userId}`)
  const rows = await db.rows<{ id: string }>(selectComparable(ctx, below, COMPARED_MAX + 1))
  const subjects = rows.slice(0, COMPARED_MAX).map(({ id }) => id)
  const items: CopyPage['items'] = []
  let chars = 0
  for (let at = 0; at < subjects.length; at += COMPARED_AT_ONCE) {
    const ids = subjects.slice(at, at + COMPARED_AT_ONCE)
    const { copies } = await recall.copies({ user: userId, ids, now: clock().getTime(), atLeast: version })
    for (const memories of await groupsOf(ctx, ids, copies)) {
      items.push({ memories })
      chars += memories.reduce((sum, { content }) => sum + content.length, 0)
      if (items.length === limit || chars >= PAGE_CHARS_MAX) return { items, next_cursor: pageAt(memories[0]!.id) }
    }
  }
  const last = subjects.at(-1)
  return { items, next_cursor: rows.length > COMPARED_MAX && last ? pageAt(last) : null }
}

/** The groups whose newest memories are among the ids, in their order. Other requests run in between. */
async function groupsOf(ctx: CopiesCtx, ids: readonly string[], proposed: readonly (readonly string[])[]) {
  const compared = ids.flatMap((id, at) => (proposed[at]?.length ? [id, ...proposed[at]] : []))
  if (!compared.length) return []
  const rows = await ctx.db.rows<ComparedMemory>(selectCompared(ctx, [...new Set(compared)]))
  const byId = new Map<string, { row: ComparedMemory; statement: Statement }>()
  const pause = openSlices()
  for (const row of rows) {
    await pause()
    byId.set(row.id, { row, statement: parseStatement(row.content) })
  }
  const groups: Memory[][] = []
  for (const [at, id] of ids.entries()) {
    await pause()
    const subject = byId.get(id)
    if (!subject) continue
    const copies = (proposed[at] ?? []).flatMap((other) => byId.get(other) ?? [])
    const found = copies.filter(
      (other) => isOpen(subject.row, other.row) && areNearCopies(subject.statement, other.statement),
    )
    // The newest memory of a group lists it.
    if (!found.length || found.some(({ row }) => row.id > id)) continue
    const others = found.map(({ row }) => row).sort((a, b) => (a.id < b.id ? 1 : -1))
    groups.push([subject.row, ...others].map(({ bothTrue: _, ...memory }) => memory))
  }
  return groups
}

/** Whether the user has not decided about two memories, and is not asked whether one replaces the other. */
function isOpen(one: ComparedMemory, other: ComparedMemory): boolean {
  const isAnswered = one.bothTrue?.includes(other.id) || other.bothTrue?.includes(one.id)
  return !isAnswered && one.maybeSupersededBy !== other.id && other.maybeSupersededBy !== one.id
}

/**
 * Records that memories are no copies: they are not listed together again, and the service does not supersede one of them
 * by another.
 * @throws Failure `validation_failed` for unknown and repeated ids; `conflict` for what has changed since it was shown
 */
export function keepCopies(ctx: CopiesCtx, { ids, revisions = {} }: z.output<typeof Copies>): Promise<{ ok: true }> {
  checkDistinct(ids)
  return inSession(ctx, async (ctx) => {
    const version = await raiseVersion(ctx)
    const rows = await ctx.db.rows<TargetRow>(selectTargets(ctx, sql`m.id = any(${ids}::text[])`))
    const known = new Set(rows.map(({ id }) => id))
    for (const [at, id] of ids.entries()) if (!known.has(id)) throw invalid(`ids.${at}`, 'is not the id of a memory')
    checkShown(
      ctx,
      rows.map((memory) => ({ memory, revision: revisions[memory.id], path: `revisions.${memory.id}` })),
    )
    const pairs = ids.flatMap((id) => ids.flatMap((besides) => (id === besides ? [] : [{ id, besides }])))
    await setMarks(ctx, version, pairs)
    return { ok: true as const }
  })
}

/** @throws Failure `validation_failed` for the first id that occurs twice. */
export function checkDistinct(ids: readonly string[]): void {
  const repeated = ids.findIndex((id, at) => ids.indexOf(id) < at)
  if (repeated >= 0) throw invalid(`ids.${repeated}`, 'occurs twice')
}
