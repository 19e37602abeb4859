import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import { idOf, isId } from '../../foundation/ids.ts'
import type { JsonLines } from '../../foundation/lines.ts'
import { checkStrings, parse } from '../../foundation/parse.ts'
import { selectHeld } from '../memories/door.ts'
import { holdStore, insertMemories, type NewMemory } from '../memories/insert.ts'
import { CarriedMemory } from '../memories/memory.ts'
import { FORMAT, VERSION } from './format.ts'
import { LINE_BYTES_MAX, type Line, linesOf } from './lines.ts'

/*
 * An import is a series of transactions of some hundred rows. One that is cut off leaves what it has kept; sent again,
 * it skips that by its ids and goes on. A line without an id gets one made of its content, so it is skipped as well.
 */

const BATCH_ROWS = 500
const ERRORS_SHOWN = 100

export const Imported = z
  .object({
    imported: z.int().meta({ description: 'Memories that are new in the store.' }),
    skipped: z.int().meta({ description: 'Memories the store held already.' }),
    errors: z
      .array(z.object({ line: z.int(), message: z.string() }))
      .meta({ description: `Lines that were not kept, the first ${ERRORS_SHOWN}.` }),
    errorCount: z.int().meta({ description: 'How many lines were not kept.' }),
  })
  .meta({ id: 'Imported' })
type Imported = z.output<typeof Imported>

type Read = CarriedMemory & { id: string; line: number; carried: boolean }

/**
 * Takes memories in, a line each. A line that is none is told of and left out. At the cap the rest is left out.
 * @throws Failure `validation_failed` for a header of something else, `limit_exceeded` when nothing could be kept for
 * want of places, `payload_too_large` when there is no end to it; what is kept by then stays.
 */
export async function importMemories(ctx: Ctx<UserActor>, body: JsonLines): Promise<Imported> {
  const done: Imported = { imported: 0, skipped: 0, errors: [], errorCount: 0 }
  const refuse = (line: number, message: string) => {
    if (done.errorCount++ < ERRORS_SHOWN) done.errors.push({ line, message })
  }
  let full: Failure | undefined
  const keep = async (batch: Read[]) => {
    const { imported, refused, cap } = await keepBatch(ctx, batch)
    done.imported += imported
    done.skipped += batch.length - imported - refused.length
    full ??= cap
    for (const { line } of refused) refuse(line, 'The store has no place for more memories')
  }
  let batch: Read[] = []
  let first = true
  for await (const line of linesOf(body)) {
    if (line.text?.trim() === '') continue
    const memory = readLine(line, first, refuse)
    first = false
    if (memory) batch.push(memory)
    if (batch.length < BATCH_ROWS) continue
    await keep(batch)
    batch = []
  }
  if (batch.length) await keep(batch)
  if (full && !done.imported) throw full
  return done
}

/** The memory a line holds; `undefined` for the header, and for what has been refused. */
function readLine(line: Line, first: boolean, refuse: (line: number, message: string) => void): Read | undefined {
  const { number, text } = line
  if (text === undefined) return void refuse(number, `is no UTF-8, or longer than ${LINE_BYTES_MAX} bytes`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return void refuse(number, 'is not JSON')
  }
  if (first && isHeader(value)) return undefined
  try {
    checkStrings(value, text)
    const memory = parse(CarriedMemory, value)
    const carried = memory.id !== undefined && isId('mem', memory.id)
    return { ...memory, id: carried ? (memory.id as string) : madeId(memory), line: number, carried }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return void refuse(number, error.message)
  }
}

function isHeader(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('format' in value)) return false
  const { format, version } = value as { format: unknown; version?: unknown }
  if (format !== FORMAT) throw invalid('format', `takes ${FORMAT}`)
  if (version !== VERSION) throw invalid('version', `takes ${VERSION}`)
  return true
}

// An id of another kind is part of what tells two lines apart.
function madeId(memory: CarriedMemory): string {
  const { id, content, scope, type, importance, confidence, pinned, occurredAt, sourceApp, createdAt } = memory
  const all = [id, content, scope, type, importance, confidence, pinned, occurredAt, sourceApp, createdAt]
  const time = createdAt ?? occurredAt
  const digest = createHash('sha256').update(JSON.stringify(all)).digest()
  return idOf('mem', time ? Date.parse(time) : 0, digest)
}

interface Kept {
  imported: number
  refused: Read[]
  cap: Failure | undefined
}

function keepBatch(ctx: Ctx<UserActor>, batch: readonly Read[]): Promise<Kept> {
  const { actor } = ctx
  return inTransaction(ctx, async (ctx) => {
    const { used, max } = await holdStore(ctx)
    const ids = batch.map(({ id }) => id)
    const held = new Set((await ctx.db.rows<{ id: string }>(selectHeld(actor, ids))).map(({ id }) => id))
    const fresh = [...new Map(batch.map((memory) => [memory.id, memory])).values()].filter(({ id }) => !held.has(id))
    const room = Math.max(0, max - used)
    const kept = fresh.slice(0, room)
    // Nobody is told: what a person brings along is no news, and a hundred thousand events would be a flood.
    if (kept.length) await insertMemories(ctx, rowsOf(kept, ctx.clock().toISOString()), { quiet: true })
    const refused = fresh.slice(room)
    const cap = refused.length
      ? new Failure('limit_exceeded', { limit: 'memories', used, max, plan: actor.userPlan })
      : undefined
    return { imported: kept.length, refused, cap }
  })
}

// What an export tells of one moment was told in one call, and stands together again.
function rowsOf(memories: readonly Read[], now: string): NewMemory[] {
  let call = -1
  let place = 0
  return memories.map((memory, i) => {
    const { line: _line, carried, ...fields } = memory
    const { createdAt = now, occurredAt = createdAt, updatedAt = createdAt, sourceApp = null } = memory
    const before = memories[i - 1]
    const together = carried && before?.carried && memory.createdAt && before.createdAt === memory.createdAt
    if (together) place++
    else {
      call++
      place = 0
    }
    return { ...fields, createdAt, occurredAt, updatedAt, sourceApp, call, place }
  })
}
