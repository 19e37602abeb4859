import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { applyChanges } from '../memories/changes.ts'
import { type EntryRow, selectDeletedEntries, selectEntries } from '../memories/import-queries.ts'
import { addSlots, setMarks } from '../memories/marks.ts'
import { reviewReplaced } from '../memories/new-contents.ts'
import type { MemoryPorts } from '../memories/ports.ts'
import { slotsFor } from '../memories/slots.ts'
import { raiseVersion } from '../memories/store.ts'
import { leadsTo, readSuccessors } from '../memories/successions.ts'
import type { MemoryLine } from './imported-rows.ts'
import type { SupersessionLine } from './parse-line.ts'

/*
 * Lines with an external id are entries of a source. An entry that was imported before is found again by source and id: a
 * changed text updates the memory, unless the person has edited it; then the text waits for review.
 */

/** What the states that an import changes name as their cause; those that it creates name its id. */
export const actOfChanges = (act: string): string => `${act}.changed`

/** An entry whose memory the person has edited since. */
interface EditedEntry {
  line: MemoryLine
  stored: EntryRow
}

interface Matched {
  /** Lines of which nothing is stored. */
  fresh: MemoryLine[]
  changed: { line: MemoryLine; stored: EntryRow }[]
  edited: EditedEntry[]
}

const keyOf = (source: string | null | undefined, externalId: string) => JSON.stringify([source ?? '', externalId])

/**
 * Finds the memories that came from the entries of lines. The store is locked.
 * @param skipsDeleted whether lines are left out whose memories the person has deleted.
 */
export async function matchEntries(
  { db, actor }: Ctx<UserActor>,
  lines: readonly MemoryLine[],
  skipsDeleted: boolean,
): Promise<Matched> {
  const foreign = lines.filter(({ hasOwnId }) => !hasOwnId)
  const deleted = skipsDeleted ? await deletedOf(foreign) : () => false
  const keys = foreign.flatMap(({ externalId, sourceApp }) =>
    externalId ? [{ source: sourceApp ?? '', externalId }] : [],
  )
  const rows = keys.length ? await db.rows<EntryRow>(selectEntries(actor.userId, keys)) : []
  const stored = new Map(rows.map((row) => [keyOf(row.source, row.externalId), row]))
  const matched: Matched = { fresh: [], changed: [], edited: [] }
  for (const line of lines) {
    const row = !line.hasOwnId && line.externalId ? stored.get(keyOf(line.sourceApp, line.externalId)) : undefined
    if (!row) {
      if (line.hasOwnId || !deleted(line)) matched.fresh.push(line)
    } else if (row.isUnedited) {
      if (changesOf(line, row)) matched.changed.push({ line, stored: row })
    } else if (line.content !== row.content && line.content !== row.imported) matched.edited.push({ line, stored: row })
  }
  return matched

  async function deletedOf(lines: readonly MemoryLine[]) {
    const externalIds = lines.flatMap(({ externalId }) => externalId ?? [])
    const ids = lines.map(({ id }) => id)
    const gone = await db.rows<{ id: string; source: string; externalId: string | null }>(
      selectDeletedEntries(actor.userId, ids, externalIds),
    )
    const byId = new Set(gone.map(({ id }) => id))
    const byKey = new Set(gone.flatMap(({ source, externalId }) => (externalId ? keyOf(source, externalId) : [])))
    return ({ id, sourceApp, externalId }: MemoryLine) =>
      byId.has(id) || (!!externalId && byKey.has(keyOf(sourceApp, externalId)))
  }
}

/** What a line changes of the memory of its entry; `undefined` for nothing. */
function changesOf({ content, validUntil }: MemoryLine, row: EntryRow) {
  const hasEnded = validUntil && row.supersededBy === null && validUntil !== row.validUntil
  if (content === row.content && !hasEnded) return undefined
  return { content, ...(hasEnded ? { validUntil } : {}) }
}

/** Updates memories to the texts of their entries. The store is locked. Returns how many changed. */
export async function updateEntries(
  ctx: Ctx<UserActor, MemoryPorts>,
  changed: Matched['changed'],
  act: string,
): Promise<number> {
  if (!changed.length) return 0
  const version = await raiseVersion(ctx)
  const byId = new Map(changed.map((each) => [each.stored.id, each]))
  const changes = [...byId.values()].map(({ line, stored: { id, scope, ...row } }) => ({
    ...{ id, scope, change: 'edited' as const },
    set: changesOf(line, { id, scope, ...row }) ?? {},
  }))
  const options = { action: 'memory.edit', quiet: true, act: actOfChanges(act) } as const
  const done = await applyChanges(ctx, version, changes, options)
  const contentOf = (id: string) => byId.get(id)?.line.content ?? ''
  const restated = done.flatMap(({ id, hasNewContent }) => (hasNewContent ? [{ id, content: contentOf(id) }] : []))
  if (restated.length) await reviewReplaced(ctx, version, restated)
  await addSlots(
    ctx,
    done.map(({ id }) => ({ id, slots: slotsFor(ctx.actor, contentOf(id)) })),
  )
  return done.length
}

/**
 * Supersedes memories whose entries were superseded in their source. Memories that are superseded, or that the person has
 * edited, are left as they are. In a transaction. Returns how many changed.
 */
export async function supersedeEntries(
  ctx: Ctx<UserActor, MemoryPorts>,
  lines: readonly SupersessionLine[],
  act: string,
): Promise<number> {
  const { db, actor } = ctx
  const version = await raiseVersion(ctx)
  const keys = lines.flatMap(({ earlier, later }) =>
    [earlier, later].map(({ sourceApp, externalId }) => ({ source: sourceApp ?? '', externalId })),
  )
  const rows = await db.rows<EntryRow>(selectEntries(actor.userId, keys))
  const stored = new Map(rows.map((row) => [keyOf(row.source, row.externalId), row]))
  const laters = lines.flatMap(({ later }) => stored.get(keyOf(later.sourceApp, later.externalId))?.id ?? [])
  const read = await readSuccessors(ctx, laters)
  const successors = new Map([...read].map(([id, { supersededBy }]) => [id, supersededBy]))
  const pairs: { earlier: EntryRow; later: EntryRow }[] = []
  for (const line of lines) {
    const earlier = stored.get(keyOf(line.earlier.sourceApp, line.earlier.externalId))
    const later = stored.get(keyOf(line.later.sourceApp, line.later.externalId))
    if (!earlier || !later || earlier.supersededBy !== null || !earlier.isUnedited) continue
    if (successors.get(earlier.id) || leadsTo(later.id, earlier.id, (id) => successors.get(id))) continue
    successors.set(earlier.id, later.id)
    pairs.push({ earlier, later })
  }
  const changes = pairs.map(({ earlier: { id, scope, validFrom, validUntil }, later }) => {
    // A time of the source can be missing or wrong: nothing ends before it began.
    const end = later.validFrom > validFrom ? later.validFrom : validFrom
    const set = { supersededBy: later.id, validUntil: validUntil ?? end, maybeSupersededBy: null }
    return { id, scope, change: 'superseded' as const, set }
  })
  const options = { action: 'memory.supersede', quiet: true, act: actOfChanges(act) } as const
  const done = await applyChanges(ctx, version, changes, options)
  await setMarks(
    ctx,
    version,
    pairs.map(({ earlier, later }) => ({ id: later.id, supersedes: earlier.id })),
  )
  return done.length
}
