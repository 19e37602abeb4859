import { topLevel } from '@memory-service/scopes'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { inSession } from '../accounts/in-session.ts'
import { type ImportedCandidate, insertImported } from '../candidates/imported.ts'
import { type ExportedChat, insertChats, insertMessages } from '../chats/export.ts'
import type { MessageCountPorts } from '../chats/message-counts.ts'
import type { GatewayPorts } from '../gateway/model.ts'
import { eraseRevisions } from '../memories/carried-revisions.ts'
import { selectContents } from '../memories/import-queries.ts'
import { insertMemories } from '../memories/insert.ts'
import { selectStored } from '../memories/internal-queries.ts'
import { knownTopLevels } from '../memories/known.ts'
import { lockStore } from '../memories/store.ts'
import { breakCycles } from './break-cycles.ts'
import { candidateDigest, entryDigest } from './digests.ts'
import { matchEntries, supersedeEntries, updateEntries } from './entries.ts'
import { type MemoryLine, rowsOf, withFreeExternalIds } from './imported-rows.ts'
import { addStored, noteUnread } from './imports.ts'
import type { CandidateLine, SupersessionLine } from './parse-line.ts'

/* Stores batches of parsed lines, each in one transaction with the note of what its import has stored. */

const SCOPE_FALLBACK = 'general'

/** What the rows of an import name as their cause. */
export interface Cause {
  /** The recorded import. */
  importId: string | null
  /** Of the states of memories. */
  act: string
}

/** The result of a batch; lines that are neither imported nor rejected change nothing. */
export interface BatchResult {
  imported: number
  rejected: { line: number; message: string }[]
  /** How many of them exceed a limit. */
  refused?: number
  /** What was stored otherwise than a line says. */
  warnings?: { line: number; message: string }[]
  /** Set when a limit was reached. */
  cap: Failure | undefined
}

/** What an import uses beside the base ports. */
export interface ImportPorts extends GatewayPorts, MessageCountPorts {}

type ImportCtx = Ctx<UserActor, ImportPorts>

/** Runs a batch in a transaction that leaves time to other requests. */
export const inBatch: typeof inSession = (ctx, work) => inSession(ctx, work, { background: true })

export function importBatch(ctx: ImportCtx, batch: readonly MemoryLine[], cause: Cause): Promise<BatchResult> {
  const { importId, act } = cause
  return inBatch(ctx, async (ctx) => {
    const { used, max } = await lockStore(ctx)
    const entries = await matchEntries(ctx, batch, importId !== null)
    const isNew = await unknownLines(ctx, entries.fresh, importId !== null)
    const known = await knownTopLevels(
      ctx,
      batch.map(({ scope }) => topLevel(scope)),
    )
    const unknown = entries.fresh.filter((line) => isNew(line) && !known.has(topLevel(line.scope)))
    const fresh = [...new Map(entries.fresh.map((memory) => [memory.id, memory])).values()].filter(
      (line) => isNew(line) && known.has(topLevel(line.scope)),
    )
    const free = Math.max(0, max - used)
    const { lines: accepted, warnings } = await breakCycles(ctx, fresh.slice(0, free), act)
    // Without events: an import is not news for apps, and it can hold a hundred thousand memories.
    if (accepted.length) {
      // Imported again, a memory leaves the trash.
      await eraseRevisions(
        ctx,
        accepted.map(({ id }) => id),
      )
      const rows = rowsOf(await withFreeExternalIds(ctx, accepted), ctx.clock().toISOString())
      await insertMemories(
        ctx,
        rows.map((row) => ({ ...row, act })),
        { quiet: true },
      )
    }
    const updated = await updateEntries(ctx, entries.changed, act)
    const proposed = await insertImported(
      ctx,
      act,
      entries.edited.map(({ line, stored }) => ({
        ...{
          type: line.type,
          scope: stored.scope,
          content: line.content,
          importance: line.importance,
          line: line.line,
        },
        ...{ occurredAt: line.occurredAt ?? null, source: line.sourceApp ?? null, chatId: null, messageId: null },
        replacesId: stored.id,
        digest: entryDigest(ctx, stored.id, line.content),
      })),
    )
    if (importId !== null)
      await addStored(ctx, importId, { memories: accepted.length, updated, candidates: proposed.imported })
    const limits = [
      limitReached(ctx, 'memories', { refused: fresh.slice(free), used, max }),
      limitReached(ctx, 'candidates', proposed),
    ]
    const misplaced = unknown.map(({ line, scope }) => ({
      line,
      message: `scope: the top level ${topLevel(scope)} is neither standard nor declared by an app`,
    }))
    return { ...resultOf(accepted.length + updated + proposed.imported, limits, misplaced), warnings }
  })
}

/**
 * Finds out which lines the store does not hold, by id.
 * @param byContent whether also by content, unless it has ended: one that another source brought is not stored twice.
 */
async function unknownLines(
  { db, actor }: ImportCtx,
  lines: readonly MemoryLine[],
  byContent: boolean,
): Promise<(line: MemoryLine) => boolean> {
  const ids = lines.flatMap(({ id, recordedId }) => (recordedId === undefined ? [id] : [id, recordedId]))
  const existing = new Set((await db.rows<{ id: string }>(selectStored(actor.userId, ids))).map(({ id }) => id))
  const compared = (line: MemoryLine) => byContent && !line.hasOwnId && !line.validUntil
  const contents = lines.filter((line) => compared(line) && !existing.has(line.id)).map(({ content }) => content)
  const held = contents.length
    ? new Set(
        (await db.rows<{ content: string }>(selectContents(actor.userId, contents))).map(({ content }) => content),
      )
    : new Set<string>()
  const firstWith = new Map<string, string>()
  for (const line of lines) if (compared(line) && !firstWith.has(line.content)) firstWith.set(line.content, line.id)
  return (line) => {
    if (existing.has(line.id) || (line.recordedId !== undefined && existing.has(line.recordedId))) return false
    return !compared(line) || (!held.has(line.content) && firstWith.get(line.content) === line.id)
  }
}

/** Imports chats and their messages. No app can see them, so there are no audit entries and no events. */
export function importChats(
  ctx: ImportCtx,
  batch: readonly (ExportedChat & { line: number })[],
  { importId }: Cause,
): Promise<BatchResult> {
  return inBatch(ctx, async (ctx) => {
    await lockStore(ctx)
    const chats = await insertChats(
      ctx,
      batch.filter((line) => line.object === 'chat'),
      importId,
    )
    const messages = await insertMessages(
      ctx,
      batch.filter((line) => line.object === 'message'),
      importId,
    )
    if (importId !== null) {
      const stored = { chats: chats.imported, messages: messages.imported }
      if ((await addStored(ctx, importId, stored)).isRead) await noteUnread(ctx, importId, messages.stored)
    }
    const limits = [limitReached(ctx, 'chats', chats), limitReached(ctx, 'messages', messages)]
    const orphans = messages.orphans.map(({ line }) => ({
      line,
      message: 'chatId: must be the id of a chat in the store or earlier in this import',
    }))
    return resultOf(chats.imported + messages.imported, limits, orphans)
  })
}

/** Stores candidates for review, unless they are memories already. */
export function importCandidates(
  ctx: ImportCtx,
  batch: readonly (CandidateLine & { line: number })[],
  { importId, act }: Cause,
): Promise<BatchResult> {
  return inBatch(ctx, async (ctx) => {
    await lockStore(ctx)
    const contents = batch.map(({ content }) => content)
    const held = new Set(
      (await ctx.db.rows<{ content: string }>(selectContents(ctx.actor.userId, contents))).map(
        ({ content }) => content,
      ),
    )
    const known = await knownTopLevels(
      ctx,
      batch.map(({ scope }) => topLevel(scope)),
    )
    const candidates = batch
      .filter(({ content }) => !held.has(content))
      .map((line): ImportedCandidate & { line: number } => ({
        ...{ line: line.line, content: line.content, importance: line.importance, type: line.type ?? 'fact' },
        scope: known.has(topLevel(line.scope)) ? line.scope : SCOPE_FALLBACK,
        occurredAt: line.occurredAt ?? null,
        source: line.sourceApp ?? null,
        chatId: line.chatId ?? null,
        messageId: line.messageId ?? null,
        replacesId: null,
        digest: candidateDigest(ctx, line.sourceApp ?? '', line.content),
      }))
    const proposed = await insertImported(ctx, act, candidates)
    if (importId !== null) await addStored(ctx, importId, { candidates: proposed.imported })
    return resultOf(proposed.imported, [limitReached(ctx, 'candidates', proposed)])
  })
}

/** Supersedes memories as their sources say. */
export function importSupersessions(
  ctx: ImportCtx,
  batch: readonly (SupersessionLine & { line: number })[],
  { importId, act }: Cause,
): Promise<BatchResult> {
  return inBatch(ctx, async (ctx) => {
    const superseded = await supersedeEntries(ctx, batch, act)
    if (importId !== null) await addStored(ctx, importId, {})
    return resultOf(superseded, [])
  })
}

type Limited = Pick<BatchResult, 'rejected' | 'cap'>

function resultOf(imported: number, limits: readonly Limited[], rejected: BatchResult['rejected'] = []): BatchResult {
  const refused = limits.flatMap((limit) => limit.rejected)
  return {
    imported,
    rejected: [...rejected, ...refused],
    refused: refused.length,
    cap: limits.find(({ cap }) => cap)?.cap,
  }
}

function limitReached(
  { actor }: ImportCtx,
  limit: 'memories' | 'chats' | 'messages' | 'candidates',
  { refused, used, max }: { refused: readonly { line: number }[]; used: number; max: number },
): Limited {
  return {
    rejected: refused.map(({ line }) => ({ line, message: `exceeds the limit of ${max} ${limit}` })),
    cap: refused.length ? new Failure('limit_exceeded', { limit, used, max, plan: actor.userPlan }) : undefined,
  }
}
