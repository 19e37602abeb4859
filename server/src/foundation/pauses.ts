import type { Ports } from './ctx.ts'
import { Failure } from './errors.ts'
import type { Db } from './sql/db.ts'
import { sql } from './sql/sql.ts'

/*
 * What the operator has paused, for all processes. `sending`: no webhook and no mail is sent; they wait. `changes`:
 * requests that change something are refused, and reads continue.
 */

export const PAUSES = ['sending', 'changes'] as const
export type Pause = (typeof PAUSES)[number]

/** A pause in effect. */
export interface StoredPause {
  name: Pause
  since: string
  reason: string
}

const CACHED_MS = 1_000
const PAUSED = { paused: 'changes', reason: 'Changes are paused for maintenance; reading works.' }

/** All pauses in effect. */
export function listPauses(db: Db): Promise<StoredPause[]> {
  return db.rows<StoredPause>(sql`select name, since, reason from pauses order by name`)
}

/** Starts a pause. Returns whether it was not in effect yet. */
export async function pause({ db, clock }: Pick<Ports, 'db' | 'clock'>, name: Pause, reason: string): Promise<boolean> {
  const started = await db.count(sql`
    insert into pauses (name, since, reason) values (${name}, ${clock().toISOString()}, ${reason})
    on conflict (name) do nothing`)
  return started > 0
}

/** Ends a pause. Returns whether it was in effect. */
export async function resume(db: Db, name: Pause): Promise<boolean> {
  return (await db.count(sql`delete from pauses where name = ${name}`)) > 0
}

/** Whether nothing must be sent now. */
export async function isSendingPaused(db: Db): Promise<boolean> {
  return (await db.maybe(sql`select 1 from pauses where name = 'sending'`)) !== undefined
}

/** Refuses changes while they are paused. */
export interface ChangeGate {
  /** @throws Failure `unavailable` while changes are paused; a pause takes effect within a second */
  check(): Promise<void>
}

/** Ports of what changes something for a user. */
export interface ChangePorts {
  changes: ChangeGate
}

/**
 * Opens the gate that requests with changes pass. Requests share a read of the pause that began in the second before them or
 * later, and wait for it only if they know of none; the next one begins half a second later.
 */
export function openChangeGate(db: Db): ChangeGate {
  let known = { paused: false, at: Number.NEGATIVE_INFINITY }
  let reading: { at: number; done: Promise<void> } | undefined
  async function read(at: number): Promise<void> {
    const paused = (await db.maybe(sql`select 1 from pauses where name = 'changes'`)) !== undefined
    if (at > known.at) known = { paused, at }
  }
  function begin() {
    const at = performance.now()
    const begun = { at, done: read(at) }
    reading = begun
    const end = () => {
      if (reading === begun) reading = undefined
    }
    begun.done.then(end, end)
    return begun
  }
  return {
    async check() {
      const from = performance.now() - CACHED_MS
      if (known.at < from) await (reading && reading.at >= from ? reading : begin()).done
      else if (known.at < from + CACHED_MS / 2 && !reading) begin()
      if (known.paused) throw new Failure('unavailable', PAUSED)
    },
  }
}
