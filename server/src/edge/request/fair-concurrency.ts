import { type Actor, credentialOf } from '../../foundation/actor.ts'
import type { Route } from '../../foundation/route.ts'

/*
 * Limits how many requests of one person run at a time while other people's requests arrive. All requests of a process
 * share one thread, and on the embedded engine one database connection: each large write, search or export holds them
 * for some tens of milliseconds, and every request that runs beside them waits for all of them at each of its steps. So
 * what one person sends waits here, before it is parsed and before a transaction is open, and delays another's request
 * by one piece of work and not by a queue. People alone on a process are not limited.
 */

/** Requests of one person that run beside those of others. */
const RUNNING_MAX = 4
/** Time that requests of one person may take of a second. As it is used up, fewer of them run at a time. */
const FREE_MS = 250
/** After this time, used time counts about a third. */
const WINDOW_MS = 1_000
/** People are active if one of their requests arrived in this period or in the one before. */
const PERIOD_MS = 1_000
/** Beyond that time, a person pauses after each request for as long as it took, for each of so many other people. */
const PAUSE_SHARES_MAX = 3
const PAUSE_MAX_MS = 1_000
/** A request that takes longer no longer counts: it may wait for something else than this process. */
const RUN_MAX_MS = 1_000
const FORGET_MS = 5_000

/** Ends the part of a request that is limited; idempotent. */
export type Leave = () => void

/**
 * Whose requests a request is limited with: those of the user, or of the app or developer without one. `null` if it is not
 * limited, because it mostly waits for a model or for its client, or needs no credential and so is small.
 */
export function callerOf({ costly, consumes }: Pick<Route, 'costly' | 'consumes'>, actor: Actor): string | null {
  if (costly || consumes || actor.kind === 'public') return null
  return 'userId' in actor ? actor.userId : credentialOf(actor)
}

/** Waits until it is the turn of a request, unless that is now. The response, or its handler, ends the turn. */
export function untilTurn(
  concurrency: FairConcurrency,
  request: { readonly caller: string | null; leave: Leave | null },
): Promise<void> | undefined {
  if (request.leave || request.caller === null) return undefined
  const turn = concurrency.enter(request.caller)
  if (turn instanceof Promise)
    return turn.then((leave) => {
      request.leave = leave
    })
  request.leave = turn
  return undefined
}

interface Entry {
  startedAt: number
  /** The shared time at its start. */
  sharedAt: number
}

interface Person {
  running: Set<Entry>
  waiting: ((leave: Leave) => void)[]
  /** Time that finished requests took, decayed since `usedAt`. */
  usedMs: number
  usedAt: number
  /** How much time the last request took. */
  tookMs: number
  timer: NodeJS.Timeout | undefined
}

export class FairConcurrency {
  readonly #people = new Map<string, Person>()
  readonly #now: () => number
  /** Who was active in this period, and in the one before. */
  #active = new Set<string>()
  #activeBefore = new Set<string>()
  #periodFrom = 0
  /** Time divided by the requests that run, so that a slow request is not charged with the work of others. */
  #sharedMs = 0
  #sharedUntil = 0
  #running = 0

  /** @param now the monotonic clock, in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Lets a request of a person run, at once or when it is its turn; requests of one person keep their order. */
  enter(key: string): Leave | Promise<Leave> {
    const now = this.#now()
    this.#beginPeriod(now)
    this.#active.add(key)
    const person = this.#personOf(key, now)
    if (!person.waiting.length && this.#startsIn(key, person, now) === 0) return this.#start(key, person, now)
    return new Promise((resolve) => {
      person.waiting.push(resolve)
      this.#schedule(key, person, now)
    })
  }

  #beginPeriod(now: number): void {
    if (now - this.#periodFrom < PERIOD_MS) return
    this.#activeBefore = now - this.#periodFrom < 2 * PERIOD_MS ? this.#active : new Set()
    this.#active = new Set()
    this.#periodFrom = now
    for (const [key, { running, waiting, usedAt }] of this.#people)
      if (!running.size && !waiting.length && now - usedAt > FORGET_MS) this.#people.delete(key)
  }

  /** How many people beside this one are active. */
  #others(key: string): number {
    const [active, before] = [this.#active, this.#activeBefore]
    return Math.max(active.size - Number(active.has(key)), before.size - Number(before.has(key)))
  }

  #personOf(key: string, now: number): Person {
    const known = this.#people.get(key)
    if (known) return known
    const person = { running: new Set<Entry>(), waiting: [], usedMs: 0, usedAt: now, tookMs: 0, timer: undefined }
    this.#people.set(key, person)
    return person
  }

  /** Milliseconds until a request of a person may start: 0 for now, infinity if another one must end first. */
  #startsIn(key: string, person: Person, now: number): number {
    for (const entry of person.running) if (now - entry.startedAt >= RUN_MAX_MS) this.#end(person, entry, now)
    const others = this.#others(key)
    if (!others) return 0
    const usedMs = this.#usedOf(person, now)
    const atOnce = Math.max(1, Math.min(RUNNING_MAX, Math.floor(FREE_MS / usedMs)))
    if (person.running.size >= atOnce) return Number.POSITIVE_INFINITY
    if (usedMs <= FREE_MS) return 0
    const pauseMs = Math.min(PAUSE_MAX_MS, person.tookMs * Math.min(others, PAUSE_SHARES_MAX))
    return Math.max(0, person.usedAt + pauseMs - now)
  }

  #start(key: string, person: Person, now: number): Leave {
    const entry: Entry = { startedAt: now, sharedAt: this.#shared(now) }
    person.running.add(entry)
    this.#running++
    return () => {
      const now = this.#now()
      if (this.#end(person, entry, now)) this.#advance(key, person, now)
    }
  }

  #advance(key: string, person: Person, now: number): void {
    while (person.waiting.length && this.#startsIn(key, person, now) === 0)
      person.waiting.shift()?.(this.#start(key, person, now))
    this.#schedule(key, person, now)
  }

  /** Looks again when the pause is over, when a request has run too long to count, or when nobody else is active. */
  #schedule(key: string, person: Person, now: number): void {
    clearTimeout(person.timer)
    if (!person.waiting.length) return
    const ms = Math.min(this.#startsIn(key, person, now), RUN_MAX_MS)
    person.timer = setTimeout(
      () => {
        const now = this.#now()
        this.#beginPeriod(now)
        this.#advance(key, person, now)
      },
      Math.max(1, Math.ceil(ms)),
    )
  }

  /** Ends a request and adds the time that it took. Returns whether it was running. */
  #end(person: Person, entry: Entry, now: number): boolean {
    if (!person.running.delete(entry)) return false
    person.tookMs = this.#shared(now) - entry.sharedAt
    this.#running--
    person.usedMs = decayed(person, now) + person.tookMs
    person.usedAt = now
    return true
  }

  #shared(now: number): number {
    if (this.#running) this.#sharedMs += (now - this.#sharedUntil) / this.#running
    this.#sharedUntil = now
    return this.#sharedMs
  }

  /** Time that the requests of a person took lately, with those that run. */
  #usedOf(person: Person, now: number): number {
    const shared = this.#shared(now)
    let used = decayed(person, now)
    for (const { sharedAt } of person.running) used += shared - sharedAt
    return used
  }
}

/** The time that finished requests took, of which less counts the longer ago it was. */
function decayed({ usedMs, usedAt }: Person, now: number): number {
  return usedMs * Math.exp((usedAt - now) / WINDOW_MS)
}
