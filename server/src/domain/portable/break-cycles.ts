import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { applyChanges } from '../memories/changes.ts'
import { type LinkRow, selectSuccessors } from '../memories/import-queries.ts'
import type { MemoryPorts } from '../memories/ports.ts'
import { raiseVersion } from '../memories/store.ts'
import { cyclesIn, type Link } from './cycles.ts'
import { actOfChanges } from './entries.ts'
import { type MemoryLine, ownId } from './imported-rows.ts'

/** Lines that close no cycle any more, and what was changed for that. */
interface Broken {
  lines: MemoryLine[]
  warnings: { line: number; message: string }[]
}

/**
 * Breaks the cycles of memories that lines would close, among themselves or with the store, which is locked: the newest memory of
 * each becomes current.
 */
export async function breakCycles(
  ctx: Ctx<UserActor, MemoryPorts>,
  lines: readonly MemoryLine[],
  act: string,
): Promise<Broken> {
  const now = ctx.clock().toISOString()
  const links = lines.map((line) => linkOf(line, now))
  const successors = links.flatMap(({ by }) => by ?? [])
  if (!successors.length) return { lines: [...lines], warnings: [] }
  const stored = await ctx.db.rows<LinkRow>(selectSuccessors(ctx.actor.userId, successors))
  const cycles = cyclesIn([...stored, ...links])
  const newest = new Set(cycles.map((cycle) => cycle.newest))
  await reinstate(
    ctx,
    stored.filter(({ id }) => newest.has(id)),
    act,
  )
  const byId = new Map(lines.map((line) => [line.id, line]))
  const warnings = cycles.flatMap(({ newest, ids }) => {
    const line = byId.get(newest) ?? ids.map((id) => byId.get(id)).find((each) => each !== undefined)
    const what = line?.id === newest ? 'it' : newest
    const message = `supersededBy: leads back to this memory; ${what} is current, as the newest of the ${ids.length}`
    return line ? [{ line: line.line, message }] : []
  })
  return { lines: lines.map((line) => (newest.has(line.id) ? asCurrent(line) : line)), warnings }
}

function linkOf({ id, supersededBy, maybeSupersededBy, ...times }: MemoryLine, now: string): Link {
  const { createdAt = now, occurredAt = createdAt } = times
  return {
    id,
    by: ownId(supersededBy) ?? ownId(maybeSupersededBy),
    validFrom: times.validFrom ?? occurredAt,
    createdAt,
  }
}

/** A superseded memory ended when its successor began. */
function asCurrent(line: MemoryLine): MemoryLine {
  const { validUntil } = line
  return {
    ...line,
    supersededBy: null,
    maybeSupersededBy: null,
    validUntil: ownId(line.supersededBy) === null ? validUntil : null,
  }
}

async function reinstate(ctx: Ctx<UserActor, MemoryPorts>, rows: readonly LinkRow[], act: string): Promise<void> {
  if (!rows.length) return
  const changes = rows.map(({ id, scope, isSuperseded }) => ({
    ...{ id, scope, change: 'reinstated' as const },
    set: { supersededBy: null, maybeSupersededBy: null, ...(isSuperseded ? { validUntil: null } : {}) },
  }))
  const options = { action: 'memory.reinstate', quiet: true, act: actOfChanges(act) } as const
  await applyChanges(ctx, await raiseVersion(ctx), changes, options)
}
