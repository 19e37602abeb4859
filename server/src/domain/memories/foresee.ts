import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { openSlices } from '../../foundation/slices.ts'
import type { NewMemory } from './insert.ts'
import { type StoredStatement, UNCHANGED } from './replacement-pairs.ts'
import { findReplacements } from './replacements.ts'
import { readStatements } from './settle.ts'
import { slotsToCompare } from './slots.ts'
import type { Verdicts } from './verdicts.ts'

/** Memories that are compared at a time, as a request writes them. */
const COMPARED_MAX = 100

/** What a request is about to write. */
export interface Prospect extends Pick<NewMemory, 'content' | 'scope' | 'sourceApp' | 'validFrom' | 'validUntil'> {
  /** Of a stored memory that it changes. */
  id?: string
  /** Now, if omitted. */
  occurredAt?: string | undefined
  createdAt?: string | undefined
  /** See {@link StoredStatement}. */
  statedAt?: string | undefined
}

/**
 * Reads and judges, before a transaction, what it is going to write: pairs of long statements take seconds to judge, for
 * which no lock and no connection to the database should be held. Other requests run in between.
 */
export async function foresee(
  ctx: Ctx<MemoryActor>,
  prospects: readonly Prospect[],
  verdicts: Verdicts,
): Promise<void> {
  const earlier: StoredStatement[] = []
  for (let at = 0; at < prospects.length; at += COMPARED_MAX) {
    const fresh = await readProspects(ctx, prospects.slice(at, at + COMPARED_MAX), verdicts, at)
    const ids = new Set(fresh.statements.map(({ id }) => id))
    if (fresh.slots.length) {
      const { statements } = await readStatements(ctx, fresh.slots)
      const stored = [...earlier, ...statements].filter(({ id }) => !ids.has(id))
      await findReplacements([...fresh.statements, ...stored], ids, ctx.actor, { verdicts })
    }
    earlier.push(...fresh.statements)
  }
}

/** The statements that memories will be, and the slots by which they are compared with others. */
async function readProspects(
  { actor, clock }: Ctx<MemoryActor>,
  prospects: readonly Prospect[],
  verdicts: Verdicts,
  first: number,
) {
  const now = clock().toISOString()
  const pause = openSlices()
  const statements: StoredStatement[] = []
  const slots: string[] = []
  for (const [at, prospect] of prospects.entries()) {
    const { content, occurredAt = now, createdAt = now, validUntil = null } = prospect
    await pause()
    const text = verdicts.read(actor, content)
    const validFrom = prospect.validFrom ?? occurredAt
    const order = { born: Number.POSITIVE_INFINITY, place: first + at }
    const id = prospect.id ?? `new:${first + at}`
    statements.push({ ...prospect, id, createdAt, validFrom, validUntil, slots: text.slots, ...UNCHANGED, ...order })
    slots.push(...slotsToCompare({ content, ...text, statedAt: prospect.statedAt ?? validFrom, now }))
  }
  return { statements, slots }
}
