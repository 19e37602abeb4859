import { topLevel } from '@memory-service/scopes'
import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import { digestId, isId } from '../../foundation/ids.ts'
import type { JsonLines } from '../../foundation/json-lines.ts'
import { checkStrings, parse } from '../../foundation/parse.ts'
import { checkSession } from '../accounts/sessions.ts'
import { ExportedChat, insertChats, insertMessages } from '../chats/export.ts'
import type { GatewayPorts } from '../gateway/model.ts'
import { type CarriedRevision, eraseRevisions } from '../memories/carried-revisions.ts'
import { insertMemories } from '../memories/insert.ts'
import { selectStored } from '../memories/internal-queries.ts'
import { knownTopLevels } from '../memories/known.ts'
import { CarriedMemory } from '../memories/memory.ts'
import { checkSecrets } from '../memories/secrets.ts'
import { lockStore } from '../memories/store.ts'
import { FORMAT, VERSION } from './format.ts'
import { type MemoryLine, rowsOf, withFreeExternalIds } from './imported-rows.ts'
import { LINE_BYTES_MAX, type Line, linesOf } from './lines.ts'
import { importRevisions, isRevisionLine, parseRevision } from './revisions.ts'

/*
 * An import runs as transactions of some hundred rows. An interrupted import keeps the committed rows; sent again, it skips
 * them by id. A line without an id gets one derived from its content, so it is skipped too.
 */

const BATCH_ROWS = 500
/** Fewer than for memories, since a chat message can be as long as eight memories. */
const CHAT_BATCH_ROWS = 100
const ERRORS_LISTED_MAX = 100

export const Imported = z
  .object({
    imported: z.int().meta({ description: 'Lines that were stored: memories, chats, chat messages.' }),
    skipped: z.int().meta({ description: 'Lines whose id exists already; they change nothing.' }),
    errors: z
      .array(z.object({ line: z.int(), message: z.string() }))
      .meta({ description: `Rejected lines, the first ${ERRORS_LISTED_MAX}.` }),
    errorCount: z.int().meta({ description: 'The number of rejected lines.' }),
  })
  .meta({ id: 'Imported' })
type Imported = z.output<typeof Imported>

export const ImportQuery = z.object({
  allow_secrets: z.enum(['true', 'false']).optional().meta({
    description: 'Also imports memories that hold what looks like a secret; by default, these lines are errors.',
  }),
})

type ChatLine = ExportedChat & { line: number }
type RevisionLine = CarriedRevision & { line: number }

/** The result of a batch; lines that are neither imported nor rejected existed already. */
interface BatchResult {
  imported: number
  rejected: { line: number; message: string }[]
  /** Set when a limit was reached. */
  cap: Failure | undefined
}

/**
 * Imports memories and chats, line by line. Invalid lines, and lines beyond a limit, are rejected and listed.
 * @throws Failure `validation_failed` for a foreign header, `limit_exceeded` when no line could be stored because of a
 * limit, `unauthorized` once the session ends, `payload_too_large` beyond the maximum size. Batches committed before a failure stay.
 */
export async function importMemories(
  ctx: Ctx<UserActor, GatewayPorts>,
  body: JsonLines,
  { allow_secrets }: z.output<typeof ImportQuery>,
): Promise<Imported> {
  const total: Imported = { imported: 0, skipped: 0, errors: [], errorCount: 0 }
  const reject = (line: number, message: string) => {
    if (total.errorCount++ < ERRORS_LISTED_MAX) total.errors.push({ line, message })
  }
  let limit: Failure | undefined
  const count = (lines: number, { imported, rejected, cap }: BatchResult) => {
    total.imported += imported
    total.skipped += lines - imported - rejected.length
    limit ??= cap
    for (const { line, message } of rejected) reject(line, message)
  }
  const memories = inBatches(BATCH_ROWS, async (batch: MemoryLine[]) =>
    count(batch.length, await importBatch(ctx, batch)),
  )
  const revisions = inBatches(BATCH_ROWS, async (batch: RevisionLine[]) => {
    const { inserted, orphans } = await importRevisions(ctx, batch)
    const rejected = orphans.map(({ line }) => ({ line, message: 'id: must be that of a memory with later revisions' }))
    count(batch.length, { imported: inserted, rejected, cap: undefined })
  })
  const chats = inBatches(CHAT_BATCH_ROWS, async (batch: ChatLine[]) =>
    count(batch.length, await importChats(ctx, batch)),
  )
  let first = true
  for await (const line of linesOf(body)) {
    if (line.text?.trim() === '') continue
    const parsed = parseLine(ctx, line, { first, allowSecrets: allow_secrets === 'true' }, reject)
    first = false
    if (parsed && 'object' in parsed) await chats.add(parsed)
    else if (parsed && 'memory' in parsed) {
      // A state is stored after its memory.
      await memories.end()
      await revisions.add(parsed)
    } else if (parsed) await memories.add(parsed)
  }
  await memories.end()
  await revisions.end()
  await chats.end()
  if (limit && !total.imported) throw limit
  return total
}

/** Groups rows into batches of a fixed size; `end` flushes the rest. */
function inBatches<T>(rows: number, flush: (batch: T[]) => Promise<void>) {
  let batch: T[] = []
  const end = async () => {
    if (batch.length) await flush(batch)
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

/** Parses a line; `undefined` for the header and for a rejected line. */
function parseLine(
  ctx: Ctx<UserActor>,
  line: Line,
  { first, allowSecrets }: { first: boolean; allowSecrets: boolean },
  reject: (line: number, message: string) => void,
) {
  const { number, text } = line
  if (text === undefined) return void reject(number, `must be UTF-8 of at most ${LINE_BYTES_MAX} bytes`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return void reject(number, 'must be JSON')
  }
  if (first && isHeader(value)) return undefined
  try {
    checkStrings(value, text)
    if (isChatLine(value)) return { ...parse(ExportedChat, value), line: number } satisfies ChatLine
    if (isRevisionLine(value)) {
      const revision = parseRevision(value)
      checkSecrets([{ path: 'memory.content', content: revision.memory.content }], allowSecrets)
      return { ...revision, line: number } satisfies RevisionLine
    }
    const memory = parse(CarriedMemory, value)
    if (memory.expiresAt && memory.expiresAt <= ctx.clock().toISOString())
      throw invalid('expiresAt', 'must be in the future')
    checkSecrets([{ path: 'content', content: memory.content }], allowSecrets)
    const hasOwnId = memory.id !== undefined && isId('mem', memory.id)
    const id = hasOwnId ? (memory.id as string) : derivedId(ctx, memory)
    return { ...memory, id, line: number, hasOwnId } satisfies MemoryLine
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return void reject(number, error.message)
  }
}

function isHeader(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('format' in value)) return false
  const { format, version } = value as { format: unknown; version?: unknown }
  if (format !== FORMAT) throw invalid('format', `must be ${FORMAT}`)
  if (version !== VERSION) throw invalid('version', `must be ${VERSION}`)
  return true
}

function isChatLine(value: unknown): boolean {
  const { object } = (value ?? {}) as { object?: unknown }
  return object === 'chat' || object === 'message'
}

/** The purpose of the key that ids of imported memories derive from; it stays when the secret key changes. */
export const IMPORT_PURPOSE = 'imported memory'

// A foreign id is part of the digest, so that two lines that differ only in it stay distinct. The digest is keyed and
// names the person, so that nobody can compute the id of a guessed content and probe for it.
function derivedId({ vault, actor }: Ctx<UserActor>, memory: CarriedMemory): string {
  const { id, content, scope, type, importance, confidence, pinned, occurredAt, sourceApp, createdAt } = memory
  const all = [actor.userId, id, content, scope, type, importance, confidence, pinned, occurredAt, sourceApp, createdAt]
  const time = createdAt ?? occurredAt
  const digest = vault.lastingMac(IMPORT_PURPOSE, JSON.stringify(all))
  return digestId('mem', time ? Date.parse(time) : 0, digest)
}

function importBatch(ctx: Ctx<UserActor, GatewayPorts>, batch: readonly MemoryLine[]): Promise<BatchResult> {
  const { actor } = ctx
  return inTransaction(ctx, async (ctx) => {
    await checkSession(ctx)
    const { used, max } = await lockStore(ctx)
    const ids = batch.map(({ id }) => id)
    const existing = new Set((await ctx.db.rows<{ id: string }>(selectStored(actor.userId, ids))).map(({ id }) => id))
    const known = await knownTopLevels(
      ctx,
      batch.map(({ scope }) => topLevel(scope)),
    )
    const unknown = batch.filter(({ id, scope }) => !existing.has(id) && !known.has(topLevel(scope)))
    const fresh = [...new Map(batch.map((memory) => [memory.id, memory])).values()].filter(
      ({ id, scope }) => !existing.has(id) && known.has(topLevel(scope)),
    )
    const free = Math.max(0, max - used)
    const accepted = fresh.slice(0, free)
    // Without events: an import is not news for apps, and it can hold a hundred thousand memories.
    if (accepted.length) {
      // Imported again, a memory leaves the trash.
      await eraseRevisions(
        ctx,
        accepted.map(({ id }) => id),
      )
      const rows = rowsOf(await withFreeExternalIds(ctx, accepted), ctx.clock().toISOString())
      await insertMemories(ctx, rows, { quiet: true })
    }
    const { rejected, cap } = limitReached(ctx, 'memories', { refused: fresh.slice(free), used, max })
    const misplaced = unknown.map(({ line, scope }) => ({
      line,
      message: `scope: the top level ${topLevel(scope)} is neither standard nor declared by an app`,
    }))
    return { imported: accepted.length, rejected: [...misplaced, ...rejected], cap }
  })
}

/** Imports chats and their messages. No app can see them, so there are no audit entries and no events. */
function importChats(ctx: Ctx<UserActor>, batch: readonly ChatLine[]): Promise<BatchResult> {
  return inTransaction(ctx, async (ctx) => {
    await checkSession(ctx)
    await lockStore(ctx)
    const chats = await insertChats(
      ctx,
      batch.filter((line) => line.object === 'chat'),
    )
    const messages = await insertMessages(
      ctx,
      batch.filter((line) => line.object === 'message'),
    )
    const limits = [limitReached(ctx, 'chats', chats), limitReached(ctx, 'messages', messages)]
    const orphans = messages.orphans.map(({ line }) => ({
      line,
      message: 'chatId: must be the id of a chat in the store or earlier in this import',
    }))
    return {
      imported: chats.imported + messages.imported,
      rejected: [...limits.flatMap(({ rejected }) => rejected), ...orphans],
      cap: limits.find(({ cap }) => cap)?.cap,
    }
  })
}

function limitReached(
  { actor }: Ctx<UserActor>,
  limit: 'memories' | 'chats' | 'messages',
  { refused, used, max }: { refused: readonly { line: number }[]; used: number; max: number },
): Omit<BatchResult, 'imported'> {
  return {
    rejected: refused.map(({ line }) => ({ line, message: `exceeds the limit of ${max} ${limit}` })),
    cap: refused.length ? new Failure('limit_exceeded', { limit, used, max, plan: actor.userPlan }) : undefined,
  }
}
