import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import { idOf, isId } from '../../foundation/ids.ts'
import type { JsonLines } from '../../foundation/lines.ts'
import { checkStrings, parse } from '../../foundation/parse.ts'
import { CarriedTalk, takeInChats, takeInMessages } from '../chats/carry.ts'
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
/** Fewer, for a reply may be as long as eight memories. */
const TALK_ROWS = 100
const ERRORS_SHOWN = 100

export const Imported = z
  .object({
    imported: z.int().meta({ description: 'Lines of what is new here: memories, chats, messages of chats.' }),
    skipped: z.int().meta({ description: 'Lines of what was here already; it stays as it is.' }),
    errors: z
      .array(z.object({ line: z.int(), message: z.string() }))
      .meta({ description: `Lines that were not kept, the first ${ERRORS_SHOWN}.` }),
    errorCount: z.int().meta({ description: 'How many lines were not kept.' }),
  })
  .meta({ id: 'Imported' })
type Imported = z.output<typeof Imported>

type Read = CarriedMemory & { id: string; line: number; carried: boolean }
type Told = CarriedTalk & { line: number }

/** What became of some lines; those not counted here were there already. */
interface Kept {
  imported: number
  refused: { line: number; message: string }[]
  /** Set when some had no place. */
  cap: Failure | undefined
}

/**
 * Takes memories and chats in, line by line. A line that is none is told of and left out. At the cap the rest is left out.
 * @throws Failure `validation_failed` for a header of something else, `limit_exceeded` when nothing could be kept for
 * want of places, `payload_too_large` when there is no end to it; what is kept by then stays.
 */
export async function importMemories(ctx: Ctx<UserActor>, body: JsonLines): Promise<Imported> {
  const done: Imported = { imported: 0, skipped: 0, errors: [], errorCount: 0 }
  const refuse = (line: number, message: string) => {
    if (done.errorCount++ < ERRORS_SHOWN) done.errors.push({ line, message })
  }
  let full: Failure | undefined
  const count = (lines: number, { imported, refused, cap }: Kept) => {
    done.imported += imported
    done.skipped += lines - imported - refused.length
    full ??= cap
    for (const { line, message } of refused) refuse(line, message)
  }
  const memories = inBatches(BATCH_ROWS, async (batch: Read[]) => count(batch.length, await keepBatch(ctx, batch)))
  const talk = inBatches(TALK_ROWS, async (batch: Told[]) => count(batch.length, await keepTalk(ctx, batch)))
  let first = true
  for await (const line of linesOf(body)) {
    if (line.text?.trim() === '') continue
    const read = readLine(line, first, refuse)
    first = false
    if (read && 'object' in read) await talk.add(read)
    else if (read) await memories.add(read)
  }
  await memories.end()
  await talk.end()
  if (full && !done.imported) throw full
  return done
}

/** Hands lines on so many at a time, and at the end the rest. */
function inBatches<T>(rows: number, keep: (batch: T[]) => Promise<void>) {
  let batch: T[] = []
  const end = async () => {
    if (batch.length) await keep(batch)
    batch = []
  }
  return {
    end,
    async add(row: T) {
      batch.push(row)
      if (batch.length === rows) await end()
    },
  }
}

/** What a line holds; `undefined` for the header, and for what has been refused. */
function readLine(line: Line, first: boolean, refuse: (line: number, message: string) => void) {
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
    if (isTalk(value)) return { ...parse(CarriedTalk, value), line: number } satisfies Told
    const memory = parse(CarriedMemory, value)
    const carried = memory.id !== undefined && isId('mem', memory.id)
    return { ...memory, id: carried ? (memory.id as string) : madeId(memory), line: number, carried } satisfies Read
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

function isTalk(value: unknown): boolean {
  const { object } = (value ?? {}) as { object?: unknown }
  return object === 'chat' || object === 'message'
}

// An id of another kind is part of what tells two lines apart.
function madeId(memory: CarriedMemory): string {
  const { id, content, scope, type, importance, confidence, pinned, occurredAt, sourceApp, createdAt } = memory
  const all = [id, content, scope, type, importance, confidence, pinned, occurredAt, sourceApp, createdAt]
  const time = createdAt ?? occurredAt
  const digest = createHash('sha256').update(JSON.stringify(all)).digest()
  return idOf('mem', time ? Date.parse(time) : 0, digest)
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
    return { imported: kept.length, ...withoutPlace(ctx, 'memories', { refused: fresh.slice(room), used, max }) }
  })
}

/** Chats and what was said in them. They are nobody's business but the person's, so there is no audit and no event. */
function keepTalk(ctx: Ctx<UserActor>, batch: readonly Told[]): Promise<Kept> {
  return inTransaction(ctx, async (ctx) => {
    await holdStore(ctx)
    const chats = await takeInChats(
      ctx,
      batch.filter((line) => line.object === 'chat'),
    )
    const messages = await takeInMessages(
      ctx,
      batch.filter((line) => line.object === 'message'),
    )
    const full = [withoutPlace(ctx, 'chats', chats), withoutPlace(ctx, 'messages', messages)]
    const strays = messages.strays.map(({ line }) => ({
      line,
      message: 'chatId: there is no such chat, neither in the store nor earlier in this import',
    }))
    return {
      imported: chats.imported + messages.imported,
      refused: [...full.flatMap(({ refused }) => refused), ...strays],
      cap: full.find(({ cap }) => cap)?.cap,
    }
  })
}

function withoutPlace(
  { actor }: Ctx<UserActor>,
  limit: 'memories' | 'chats' | 'messages',
  { refused, used, max }: { refused: readonly { line: number }[]; used: number; max: number },
): Omit<Kept, 'imported'> {
  return {
    refused: refused.map(({ line }) => ({ line, message: `The store has no room for more ${limit}` })),
    cap: refused.length ? new Failure('limit_exceeded', { limit, used, max, plan: actor.userPlan }) : undefined,
  }
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
