import type { AppActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction, type Ports } from '../../foundation/ctx.ts'
import { firstIdAt, newIdFor } from '../../foundation/ids.ts'
import { type Loop, startLoop } from '../../foundation/jobs.ts'
import type { Db } from '../../foundation/sql/db.ts'
import { onEachShard, sql } from '../../foundation/sql/sql.ts'
import { DAY_MS } from '../../foundation/times.ts'
import { currentActor } from '../connections/tokens.ts'
import type { GatewayPorts } from '../gateway/model.ts'
import { tryToRecord } from '../gateway/record.ts'
import { settingOf } from '../gateway/turn.ts'
import { TurnUsage } from '../gateway/usage.ts'
import { lockCapacity } from '../memories/store.ts'
import { limitToAccount } from '../users/own-rows.ts'
import { readProfile } from '../users/profile.ts'
import { type Outcome, outcomeOf } from './outcomes.ts'
import { partsOf } from './parts.ts'
import { removeFromTranscript } from './transcripts.ts'

/*
 * Extraction of memories from messages of transcripts. A row per request is stored with the messages, so the work survives a
 * crash. A loop in every process leases what is due, from each app in turn, and the requests of one person become due one
 * by one, so neither an app nor a person delays the others. A failed attempt is repeated a few times; one that the model or
 * the connection did not allow does not count, except for old requests: a model may fail because of what it was asked.
 */

/** Of one person and app; messages beyond stay as a transcript. */
const WAITING_MAX = 100
/** How far apart the extractions of one person and app become due. */
const SPACING_MS = 1_000
const ATTEMPTS_MAX = 5
/** After each attempt but the last. */
const RETRY_MS = [60_000, 600_000, 3_600_000, 21_600_000]
/** More than the model calls of one part of a request take; the lease is renewed before each part. */
const LEASE_MS = 900_000
/** Attempts for older requests count, whatever prevented them. */
const POSTPONED_MAX_MS = 30 * DAY_MS
const POLL_MS = 1_000
/** In this process. An app may run as many as it leaves free. */
const RUNNING_MAX = 24
/** That one look walks over. */
const APPS_MAX = 200

interface Leased {
  user_id: string
  id: string
  chat_id: string
  app_id: string
  connection_id: string
  family_id: string | null
  request_id: string
  said_at: string
  message_count: number
  attempts: number
}

export interface ExtractionPorts {
  extractions: Extractions
}

export type Extractions = ReturnType<typeof openExtractions>

type RunPorts = Ports & GatewayPorts

/** How many extractions of the caller may still be queued; the store is locked. */
export async function roomForExtractions({ db, actor }: Ctx<AppActor>): Promise<number> {
  const { waiting } = await db.one<{ waiting: number }>(sql`
    select count(*) as waiting from turn_extractions
    where user_id = ${actor.userId} and app_id = ${actor.appId} and due_at is not null`)
  return Math.max(0, WAITING_MAX - waiting)
}

/** Queues the extraction of messages that have its id, in the transaction that stores them. */
export async function queueExtraction(
  { db, actor, clock, requestId }: Ctx<AppActor>,
  {
    id,
    chatId,
    messages,
    saidAt,
    room,
  }: { id: string; chatId: string; messages: number; saidAt: string; room: number },
): Promise<void> {
  const dueAt = new Date(clock().getTime() + (WAITING_MAX - room) * SPACING_MS).toISOString()
  await db.count(sql`
    insert into turn_extractions (user_id, id, chat_id, app_id, connection_id, family_id, request_id, said_at,
      message_count, due_at)
    values (${actor.userId}, ${id}, ${chatId}, ${actor.appId}, ${actor.connectionId}, ${actor.familyId}, ${requestId},
      ${saidAt}, ${messages}, ${dueAt})`)
}

/** An id for an extraction. */
export function newExtractionId({ clock, requestId }: Pick<Ctx, 'clock' | 'requestId'>): string {
  return newIdFor('ext', requestId, clock().getTime())
}

/** Opens the loop of this process; `start` begins it. */
export function openExtractions() {
  let loop: Loop | undefined
  const running = new Map<string, { app: string; ended: Promise<void> }>()
  /** Apps that are not leased from before a time in milliseconds. */
  const postponed = new Map<string, number>()
  /** The app after which the next look begins. */
  let after = ''

  /** How many more an app may run, of those that are free. */
  function roomOf(app: string, free: number): number {
    const own = [...running.values()].filter((each) => each.app === app).length
    return Math.max(own === 0 ? 1 : 0, Math.floor((free - own) / 2))
  }

  /** Leases what fits, and runs it. Returns whether there may be more that fits. */
  async function look(ports: RunPorts): Promise<boolean> {
    const free = RUNNING_MAX - running.size
    if (free <= 0) return false
    const now = ports.clock().getTime()
    for (const [app, until] of postponed) if (until <= now) postponed.delete(app)
    const apps = await appsDue(ports, after)
    const ready = apps.filter(({ id, isDue }) => isDue && !postponed.has(id) && roomOf(id, free) > 0)
    const due = ready.slice(0, Math.ceil(free / 2))
    const perApp = Math.max(1, Math.floor(free / 2 / Math.max(1, due.length)))
    const leased: Leased[] = []
    for (const { id } of due) leased.push(...(await lease(ports, id, Math.min(perApp, roomOf(id, free)), running)))
    // Apps that run all they may are looked at once something ends: to look at once would find them again.
    const last = due.length < ready.length ? due.at(-1) : apps.length === APPS_MAX ? apps.at(-1) : undefined
    after = last?.id ?? ''
    for (const row of leased) {
      const ended = extractLater(ports, row, postponed).finally(() => {
        running.delete(row.id)
        loop?.nudge()
      })
      running.set(row.id, { app: row.app_id, ended })
    }
    return leased.length > 0 || last !== undefined
  }

  return {
    /** Without a chat model, nothing is extracted. */
    start(ports: RunPorts): void {
      if (ports.chat) loop ??= startLoop(ports, 'extractions', POLL_MS, () => look(ports))
    },
    look,
    /** Looks for work now. Without a loop in this process, another process finds it. */
    nudge: (): void => loop?.nudge(),
    /** Leases nothing further; what runs goes on. */
    stop: async (): Promise<void> => loop?.stop(),
    /** Waits for what runs, which has been aborted. */
    async close(): Promise<void> {
      await loop?.stop()
      await Promise.all([...running.values()].map(({ ended }) => ended))
    },
  }
}

/** Apps with work that waits, in order, after one of them, and whether any of it is due. Walks the index from app to app. */
async function appsDue({ db, clock }: Pick<Ports, 'db' | 'clock'>, after: string) {
  const found = await db.rows<{ id: string; isDue: boolean }>(
    onEachShard(sql`
    with recursive waiting (app_id, position) as (
      (select e.app_id, 1 from turn_extractions e
        where e.due_at is not null and e.app_id > ${after}::text order by e.app_id limit 1)
      union all
      select (select e.app_id from turn_extractions e
        where e.due_at is not null and e.app_id > w.app_id order by e.app_id limit 1), w.position + 1
      from waiting w where w.app_id is not null and w.position < ${APPS_MAX}
    )
    select w.app_id as id, coalesce((
      select e.due_at from turn_extractions e where e.app_id = w.app_id and e.due_at is not null
      order by e.due_at limit 1) <= ${clock().toISOString()}, false) as "isDue"
    from waiting w where w.app_id is not null order by w.app_id`),
  )
  const apps = new Map<string, boolean>()
  for (const { id, isDue } of found) apps.set(id, isDue || apps.get(id) === true)
  const inOrder = [...apps].sort(([one], [other]) => (one < other ? -1 : 1)).slice(0, APPS_MAX)
  return inOrder.map(([id, isDue]) => ({ id, isDue }))
}

/**
 * Leases what is due of an app, and counts the attempt: one that ends the process counts, too. Each row is leased by a
 * statement of its own, because it may be in a partition of its own.
 */
async function lease(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  app: string,
  rows: number,
  running: ReadonlyMap<string, unknown>,
): Promise<Leased[]> {
  const now = clock().toISOString()
  const until = new Date(clock().getTime() + LEASE_MS).toISOString()
  const due = await db.rows<{ user_id: string; id: string }>(sql`
    select user_id, id from turn_extractions where app_id = ${app} and due_at <= ${now} order by due_at limit ${rows}`)
  // What still runs in this process is not run twice, even if its lease has ended.
  const leased = due
    .filter(({ id }) => !running.has(id))
    .map(({ user_id, id }) =>
      db.maybe<Leased>(sql`
      update turn_extractions set attempts = attempts + 1, due_at = ${until}
      where user_id = ${user_id} and id = ${id} and due_at <= ${now}
      returning user_id, id, chat_id, app_id, connection_id, family_id, request_id, said_at, message_count, attempts`),
    )
  return (await Promise.all(leased)).flatMap((row) => row ?? [])
}

async function extractLater(ports: RunPorts, row: Leased, postponed: Map<string, number>): Promise<void> {
  const own = { ...ports, db: limitToAccount(ports.db, row.user_id) }
  const { clock, log } = ports
  const unstarted: Outcome = { afterMs: POLL_MS }
  let outcome: Outcome = unstarted
  if (row.attempts > ATTEMPTS_MAX) outcome = 'failed'
  else
    await ports.background.run('extract from turns', { app: row.app_id, user: row.user_id }, async (signal) => {
      outcome = 'retry'
      outcome = await extract(own, row, signal).finally(() => {
        if (signal.aborted) outcome = unstarted
      })
    })
  try {
    await settle(own.db, row, outcome, clock(), postponed)
  } catch (err) {
    // The lease ends, and then it is due again.
    log.warn({ err, request: row.request_id }, 'extraction not settled')
  }
}

async function settle(db: Db, row: Leased, outcome: Outcome, now: Date, postponed: Map<string, number>): Promise<void> {
  const { user_id, id, app_id, attempts } = row
  if (outcome === 'done') return
  if (outcome === 'gone') {
    await db.count(sql`
      delete from turn_extractions where user_id = ${user_id} and id = ${id} and attempts = ${attempts}`)
    return
  }
  const wait = typeof outcome === 'object' ? outcome : undefined
  const counts = !wait || id < firstIdAt('ext', now.getTime() - POSTPONED_MAX_MS)
  const after = !counts ? wait.afterMs : outcome !== 'failed' ? RETRY_MS[attempts - 1] : undefined
  const dueAt = after === undefined ? null : new Date(now.getTime() + after).toISOString()
  if (wait?.isOfApp) postponed.set(app_id, now.getTime() + wait.afterMs)
  await db.count(sql`
    update turn_extractions set due_at = ${dueAt}, attempts = ${counts ? attempts : attempts - 1}
    where user_id = ${user_id} and id = ${id} and attempts = ${attempts}`)
}

/** Extracts memories from what the person said, and then deletes the messages. */
async function extract(ports: RunPorts, row: Leased, signal: AbortSignal): Promise<Outcome> {
  const { user_id: userId, connection_id: connectionId, family_id: familyId, id, chat_id: chatId } = row
  const about = { requestId: row.request_id, address: '', signal }
  let failure: unknown
  try {
    const actor = await currentActor(ports, { userId, connectionId, familyId })
    const ctx: Ctx<AppActor, GatewayPorts> = { ...ports, ...about, actor }
    const messages = await messagesOf(ctx, id, chatId)
    if (messages.length !== row.message_count) return 'gone'
    const said = messages.flatMap(({ role, content }) => (role === 'user' ? content : []))
    const setting = { ...(await settingOf(ctx, await readProfile(ctx), [])), at: new Date(row.said_at) }
    const isWanted = (ctx: Ctx<AppActor>) => exists(ctx, id)
    const onFailure = (error: unknown) => {
      failure = error
    }
    for (const userMessage of partsOf(said)) {
      // Access may have ended, and the person or the app may have deleted the messages.
      await currentActor(ctx, actor)
      if (!(await renewLease(ctx, row))) return 'gone'
      const turn = { userMessage, setting, extraction: undefined, sawQuoted: false, quoted: [], isWanted, onFailure }
      const recorded = await tryToRecord(ctx, turn, new TurnUsage(ctx), (candidates) => candidates)
      if (!recorded) return outcomeOf(failure) ?? 'retry'
      // In a full store, what was extracted may not have been recorded, and is not extracted again.
      if ((await inTransaction(ctx, lockCapacity)) === 0) return 'failed'
    }
    await removeFromTranscript(ctx, chatId, id)
    return 'done'
  } catch (error) {
    const outcome = outcomeOf(error)
    if (outcome) return outcome
    throw error
  }
}

/** @returns whether this attempt still has the lease. */
async function renewLease({ db, clock }: Ctx<AppActor>, { user_id, id, attempts }: Leased): Promise<boolean> {
  const until = new Date(clock().getTime() + LEASE_MS).toISOString()
  const renewed = await db.count(sql`
    update turn_extractions set due_at = ${until}
    where user_id = ${user_id} and id = ${id} and attempts = ${attempts} and due_at is not null`)
  return renewed > 0
}

function messagesOf({ db, actor }: Ctx<AppActor>, id: string, chatId: string) {
  return db.rows<{ role: string; content: string }>(sql`
    select role, content from chat_messages
    where user_id = ${actor.userId} and chat_id = ${chatId} and extraction_id = ${id} order by id`)
}

/** Whether an extraction, and with it its messages, still exists. */
async function exists({ db, actor }: Ctx<AppActor>, id: string): Promise<boolean> {
  const row = await db.maybe(sql`select 1 from turn_extractions where user_id = ${actor.userId} and id = ${id}`)
  return row !== undefined
}
