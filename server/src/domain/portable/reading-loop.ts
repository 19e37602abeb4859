import type { UserActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction, type Ports } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { newId } from '../../foundation/ids.ts'
import { type Loop, startLoop } from '../../foundation/jobs.ts'
import { ModelFailure } from '../../foundation/models/failure.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { withoutDuplicates } from '../candidates/deduplicate.ts'
import { IMPORTED_WAITING_MAX, insertImported, readImportedWaiting } from '../candidates/imported.ts'
import { pendingContents } from '../candidates/review.ts'
import type { GatewayPorts } from '../gateway/model.ts'
import { extract, settingOf } from '../gateway/turn.ts'
import { TurnUsage } from '../gateway/usage.ts'
import { lockStore } from '../memories/store.ts'
import { limitToAccount } from '../users/own-rows.ts'
import { readProfile } from '../users/profile.ts'
import { userActor } from '../users/users.ts'
import { candidateDigest } from './digests.ts'
import { addStored } from './imports.ts'
import { countReadingCall } from './reading-calls.ts'
import { existingChats, readReadable } from './reading-text.ts'

/*
 * Reads chats of imports with the chat model: what the person said, the newest chats first. What it finds waits in the review.
 * Every call is one step, stored with how far it is, so that a restart repeats at most one call.
 */

const ATTEMPTS_MAX = 5
const RETRY_MS = [60_000, 600_000, 3_600_000, 21_600_000]
/** A model that is unavailable, or asks to wait. */
const BUSY_MS = 60_000
const BUSY_MAX_MS = 3_600_000
/** More than one step takes. */
const LEASE_MS = 900_000
const POLL_MS = 1_000
/** Between two steps of an import. */
const SPACING_MS = 500
/** In this process: it must leave calls for people who wait for an answer. */
const RUNNING_MAX = 2
const SOURCE_CHARS_MAX = 128

export interface ReadingPorts {
  readings: Readings
}
export type Readings = ReturnType<typeof openReadings>

type RunPorts = Ports & GatewayPorts
type ReadCtx = Ctx<UserActor, GatewayPorts>

interface Leased {
  user_id: string
  id: string
  label: string
  position: [string, string] | null
  attempts: number
  calls: number
  calls_max: number
}

/** What one step leaves. */
type Step =
  | { state: 'queued'; dueMs: number; attempts: number }
  | { state: 'paused' | 'done' | 'failed' }
  | { state: 'gone' }

/** Opens the loop of this process; `start` begins it. */
export function openReadings() {
  let loop: Loop | undefined
  const running = new Map<string, Promise<void>>()

  async function look(ports: RunPorts): Promise<boolean> {
    const leased = await lease(ports, RUNNING_MAX - running.size)
    for (const row of leased) {
      const ended = runStep(ports, row).finally(() => {
        running.delete(row.id)
        loop?.nudge()
      })
      running.set(row.id, ended)
    }
    return false
  }

  return {
    /** Without a chat model, nothing is read. */
    start(ports: RunPorts): void {
      if (ports.chat) loop ??= startLoop(ports, 'readings', POLL_MS, () => look(ports))
    },
    /** Looks for work now. Without a loop in this process, another process finds it. */
    nudge: (): void => loop?.nudge(),
    /** Leases nothing further; what runs goes on. */
    stop: async (): Promise<void> => loop?.stop(),
    /** Waits for what runs, which has been aborted. */
    async close(): Promise<void> {
      await loop?.stop()
      await Promise.all(running.values())
    },
  }
}

async function lease({ db, clock }: RunPorts, rows: number): Promise<Leased[]> {
  if (rows <= 0) return []
  const now = clock().toISOString()
  const until = new Date(clock().getTime() + LEASE_MS).toISOString()
  const due = await db.rows<{ user_id: string; id: string }>(sql`
    select user_id, id from imports where reading_due_at <= ${now} order by reading_due_at limit ${rows}`)
  const leased = due.map(({ user_id, id }) =>
    db.maybe<Leased>(sql`
      update imports set reading_due_at = ${until}
      where user_id = ${user_id} and id = ${id} and reading_due_at <= ${now}
      returning user_id, id, label, reading_position as position, reading_attempts as attempts, reading_calls as calls,
        reading_calls_max as calls_max`),
  )
  return (await Promise.all(leased)).flatMap((row) => row ?? [])
}

/** Runs one step. If the process ends meanwhile, it is due again when the lease ends. */
async function runStep(ports: RunPorts, row: Leased): Promise<void> {
  const { user_id: userId, attempts } = row
  const own = { ...ports, db: limitToAccount(ports.db, userId) }
  try {
    await ports.background.run('read imported chats', { app: null, user: userId }, async (signal) => {
      let step: Step = failedStep(attempts)
      try {
        step = await read(own, row, signal)
      } catch (error) {
        if (signal.aborted) step = { state: 'queued', dueMs: POLL_MS, attempts }
        else step = waitFor(error, attempts) ?? step
        ports.log.warn({ err: error }, 'reading of imported chats failed')
      }
      await settle(own, row, step)
    })
  } catch (err) {
    ports.log.warn({ err }, 'reading not settled')
  }
}

function failedStep(attempts: number): Step {
  const wait = RETRY_MS[attempts]
  if (wait === undefined || attempts + 1 >= ATTEMPTS_MAX) return { state: 'failed' }
  return { state: 'queued', dueMs: wait, attempts: attempts + 1 }
}

/** A wait that is no failure; `undefined` if the error is one. */
function waitFor(error: unknown, attempts: number): Step | undefined {
  const asked = error instanceof ModelFailure ? (error.retryAfterMs ?? 0) : 0
  const isBusy =
    error instanceof ModelFailure
      ? error.kind === 'rate_limited' || error.kind === 'unreachable'
      : error instanceof Failure && error.code === 'rate_limited'
  return isBusy ? { state: 'queued', dueMs: Math.min(Math.max(BUSY_MS, asked), BUSY_MAX_MS), attempts } : undefined
}

async function settle({ db, clock }: RunPorts, { user_id, id }: Leased, step: Step): Promise<void> {
  if (step.state === 'gone') return
  const dueAt = step.state === 'queued' ? new Date(clock().getTime() + step.dueMs).toISOString() : null
  const attempts = step.state === 'queued' ? step.attempts : 0
  await db.count(sql`
    update imports set reading = ${step.state}, reading_due_at = ${dueAt}, reading_attempts = ${attempts}
    where user_id = ${user_id} and id = ${id} and reading = 'queued' and taken_back_at is null`)
}

/** Reads the next part with one call of the model, and stores what it finds and how far it is in one transaction. */
async function read(ports: RunPorts, row: Leased, signal: AbortSignal): Promise<Step> {
  const { id, label, user_id: userId } = row
  if (row.calls >= row.calls_max) return { state: 'paused' }
  const actor = await userActor(ports.db, userId, Buffer.alloc(0), null)
  if (!actor) return { state: 'paused' }
  const ctx: ReadCtx = { ...ports, requestId: newId('req'), address: '', signal, actor }
  if ((await readImportedWaiting(ctx)).used >= IMPORTED_WAITING_MAX) return { state: 'paused' }
  const part = await readReadable(ctx, id, row.position)
  if (!part) return { state: 'done' }
  if (part.text && !(await countReadingCall(ctx))) return { state: 'paused' }
  let failure: unknown
  const setting = { ...(await settingOf(ctx, await readProfile(ctx), [])), at: new Date(part.saidAt) }
  const onFailure = (error: unknown) => {
    failure = error
  }
  const turn = { userMessage: part.text, setting, bundled: undefined, onFailure }
  const extracted = part.text ? await extract(ctx, turn, new TurnUsage(ctx)) : []
  if (!extracted) throw failure
  const fresh = extracted.length ? await withoutDuplicates(ctx, extracted, await pendingContents(ctx)) : []
  const stored = await inTransaction(ctx, async (ctx) => {
    await lockStore(ctx)
    const moved = await ctx.db.count(sql`
      update imports set reading_position = ${part.position}::text[], reading_attempts = 0,
        reading_calls = reading_calls + ${part.text ? 1 : 0}::int
      where user_id = ${userId} and id = ${id} and reading = 'queued' and taken_back_at is null
        and reading_position is not distinct from ${row.position}::text[]`)
    if (!moved) return undefined
    const source = label.slice(0, SOURCE_CHARS_MAX)
    const found = fresh.map((candidate) => ({
      ...{ ...candidate, ...part.sourceOf(candidate.content), source, replacesId: null },
      digest: candidateDigest(ctx, source, candidate.content),
    }))
    const chats = await existingChats(
      ctx,
      found.map(({ chatId }) => chatId),
    )
    const { imported } = await insertImported(
      ctx,
      id,
      // The person may have deleted a chat while the model read it.
      found.filter(({ chatId }) => chats.has(chatId)),
    )
    await ctx.db.count(sql`
      update imports set reading_found = reading_found + ${imported}::int where user_id = ${userId} and id = ${id}`)
    await addStored(ctx, id, { candidates: imported })
    return imported
  })
  return stored === undefined ? { state: 'gone' } : { state: 'queued', dueMs: SPACING_MS, attempts: 0 }
}
