import { Failure } from '../../foundation/errors.ts'
import type { RequestCaller } from './request-caller.ts'

/*
 * Limits how many requests of one person run at a time while other people's requests arrive. All requests of a process
 * share one thread, and on the embedded engine one database connection: each large write, search or export holds them
 * for some tens of milliseconds, and every request that runs beside them waits for all of them at each of its steps. So
 * what one person sends waits here, before it is parsed and before a transaction is open, and delays another's request
 * by one piece of work and not by a queue. People alone on a process are not limited.
 *
 * What signs in or exchanges codes at one address is limited in number, too, but not by its time: many people share it. Of
 * what clients with a secret send from there, as many others run, and the clients take turns.
 *
 * Of one person's waiting requests, those of the own session go first, so that nobody waits for an app to revoke it;
 * connections take turns. Requests with a large body run one at a time. Requests whose client disconnected do not run, and
 * the number and time of waiting are bounded.
 */

/** Requests of one person that run beside those of others. */
const RUNNING_MAX = 4
/** Time that requests of one person may take of a second. As it is used up, fewer of them run at a time. */
const FREE_MS = 100
/** After this time, used time counts about a third. */
const WINDOW_MS = 1_000
/** People are active if one of their requests arrived in this period or in the one before. */
const PERIOD_MS = 1_000
/** Beyond that time, a person pauses after each request for as long as it took, for each of so many other people. */
const PAUSE_SHARES_MAX = 3
/** The same after a request of at least `LONG_MS`, because others wait for all of it. */
const LONG_PAUSE_SHARES_MAX = 20
const LONG_MS = 10
const PAUSE_MAX_MS = 1_000
/** A request that takes longer no longer counts: it may wait for something else than this process. */
const RUN_MAX_MS = 5_000
const FORGET_MS = 10_000
/** Waiting requests of one connection or session, and of all connections of one person. */
const WAITING_MAX = 100
const WAITING_PER_PERSON_MAX = 400
/** Longer waiting requests are refused: clients give up and repeat them. */
const WAIT_MAX_MS = 20_000
const RETRY_AFTER_SECONDS = 5

/** Ends the part of a request that is limited; idempotent. */
export type Leave = () => void

interface Entry {
  startedAt: number
  /** The shared time at its start. */
  sharedAt: number
  isLarge: boolean
}

interface Waiting {
  caller: RequestCaller
  since: number
  /** Whether its client disconnected. */
  isGone: () => boolean
  isLarge: boolean
  start(leave: Leave): void
  refuse(failure: Failure): void
}

interface Person {
  /** Its requests mostly wait for something else: the time of others is not divided by them. */
  isUntimed: boolean
  running: Set<Entry>
  waiting: Waiting[]
  /** When each credential had its last turn while others waited; a count. */
  turns: Map<string, number>
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
  #turns = 0
  #isLimited = true

  /** @param now the monotonic clock, in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /**
   * Lets a request of a person run, at once or when it is its turn; requests of one credential keep their order, but small
   * ones do not wait for large ones.
   * @throws Failure (rejects) `rate_limited` if too many wait or for too long, `unavailable` if its client disconnected
   */
  enter(caller: RequestCaller, isGone: () => boolean = () => false, isLarge = false): Leave | Promise<Leave> {
    const now = this.#now()
    this.#beginPeriod(now)
    const key = caller.person
    // Untimed requests do not count as the activity of a person: many people may share their address.
    if (!caller.isUntimed) this.#active.add(key)
    const person = this.#personOf(caller, now)
    const isAlone = !person.waiting.length
    if (isAlone && this.#startsIn(key, person, now, isLarge) === 0) return this.#start(key, person, now, isLarge)
    dropWaiting(person, now)
    if (!hasRoom(person, caller)) return Promise.reject(tooMany())
    return new Promise((start, refuse) => {
      person.waiting.push({ caller, since: now, isGone, isLarge, start, refuse })
      this.#advance(key, person, now)
    })
  }

  /** Lets all waiting requests run, and limits none from now on: the process drains, and nobody sends it more. */
  endLimits(): void {
    this.#isLimited = false
    for (const [key, person] of this.#people) this.#advance(key, person, this.#now())
  }

  #beginPeriod(now: number): void {
    if (now - this.#periodFrom < PERIOD_MS) return
    this.#activeBefore = now - this.#periodFrom < 2 * PERIOD_MS ? this.#active : new Set()
    this.#active = new Set()
    this.#periodFrom = now
    for (const [key, person] of this.#people) {
      // Those that never end would keep dividing the time of the others.
      this.#endLong(person, now)
      const { running, waiting, usedAt } = person
      if (!running.size && !waiting.length && now - usedAt > FORGET_MS) this.#people.delete(key)
    }
  }

  #endLong(person: Person, now: number): void {
    for (const entry of person.running) if (now - entry.startedAt >= RUN_MAX_MS) this.#end(person, entry, now)
  }

  /** How many people beside this one are active. */
  #others(key: string): number {
    const [active, before] = [this.#active, this.#activeBefore]
    return Math.max(active.size - Number(active.has(key)), before.size - Number(before.has(key)))
  }

  #limits(key: string): boolean {
    return this.#isLimited && this.#others(key) > 0
  }

  #personOf({ person: key, isUntimed = false }: RequestCaller, now: number): Person {
    const times = { usedMs: 0, usedAt: now, tookMs: 0, timer: undefined }
    const person = this.#people.get(key) ?? { isUntimed, running: new Set(), waiting: [], turns: new Map(), ...times }
    this.#people.set(key, person)
    return person
  }

  /**
   * Milliseconds until one of the requests of a person may start: 0 if it may already, infinity if another one must end
   * first.
   * @param onlyLarge whether all of them have a large body
   */
  #startsIn(key: string, person: Person, now: number, onlyLarge: boolean): number {
    this.#endLong(person, now)
    if (!this.#limits(key)) return 0
    const usedMs = person.isUntimed ? 0 : this.#usedOf(person, now)
    const atOnce = Math.max(1, Math.min(RUNNING_MAX, Math.floor(FREE_MS / usedMs)))
    if (person.running.size >= atOnce) return Number.POSITIVE_INFINITY
    if (runsLarge(person) && onlyLarge) return Number.POSITIVE_INFINITY
    if (usedMs <= FREE_MS) return 0
    const shares = Math.min(this.#others(key), person.tookMs < LONG_MS ? PAUSE_SHARES_MAX : LONG_PAUSE_SHARES_MAX)
    return Math.max(0, person.usedAt + Math.min(PAUSE_MAX_MS, person.tookMs * shares) - now)
  }

  #start(key: string, person: Person, now: number, isLarge: boolean): Leave {
    const entry: Entry = { startedAt: now, sharedAt: this.#shared(now), isLarge }
    person.running.add(entry)
    if (!person.isUntimed) this.#running++
    return () => {
      const now = this.#now()
      if (this.#end(person, entry, now)) this.#advance(key, person, now)
    }
  }

  #advance(key: string, person: Person, now: number): void {
    dropWaiting(person, now)
    while (person.waiting.length && this.#startsIn(key, person, now, waitsOnlyLarge(person)) === 0) {
      const next = this.#take(key, person)
      next.start(this.#start(key, person, now, next.isLarge))
    }
    this.#schedule(key, person, now)
  }

  /**
   * Takes the first waiting request of the session, or else of the connection whose last turn was longest ago. Large ones
   * are left where one of them runs.
   */
  #take(key: string, person: Person): Waiting {
    const { waiting, turns } = person
    const isHeld = runsLarge(person) && this.#limits(key)
    const turnOf = ({ caller, isLarge }: Waiting) => {
      if (isLarge && isHeld) return Number.POSITIVE_INFINITY
      return caller.isFirst ? -1 : (turns.get(caller.credential) ?? 0)
    }
    let at = 0
    for (let n = 1; n < waiting.length; n++) if (turnOf(waiting[n] as Waiting) < turnOf(waiting[at] as Waiting)) at = n
    const [next] = waiting.splice(at, 1) as [Waiting]
    if (waiting.length) turns.set(next.caller.credential, ++this.#turns)
    else turns.clear()
    return next
  }

  /** Looks again when the pause is over, when a request has run too long to count, or when nobody else is active. */
  #schedule(key: string, person: Person, now: number): void {
    clearTimeout(person.timer)
    if (!person.waiting.length) return
    const ms = Math.min(this.#startsIn(key, person, now, waitsOnlyLarge(person)), PERIOD_MS)
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
    if (!person.isUntimed) this.#running--
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

function runsLarge({ running }: Person): boolean {
  for (const { isLarge } of running) if (isLarge) return true
  return false
}

function waitsOnlyLarge({ waiting }: Person): boolean {
  return waiting.every(({ isLarge }) => isLarge)
}

/** The time that finished requests took, of which less counts the longer ago it was. */
function decayed({ usedMs, usedAt }: Person, now: number): number {
  return usedMs * Math.exp((usedAt - now) / WINDOW_MS)
}

/** Removes requests whose client disconnected, and those that have waited too long. */
function dropWaiting(person: Person, now: number): void {
  const { waiting } = person
  if (!waiting.some((each) => each.isGone() || isLate(each, now))) return
  person.waiting = waiting.filter((each) => !each.isGone() && !isLate(each, now))
  for (const each of waiting)
    if (each.isGone()) each.refuse(new Failure('unavailable'))
    else if (isLate(each, now)) each.refuse(tooMany())
}

function isLate({ since }: Waiting, now: number): boolean {
  return now - since >= WAIT_MAX_MS
}

function hasRoom({ waiting }: Person, { person, credential, isFirst, isUntimed }: RequestCaller): boolean {
  const isShared = isUntimed && credential === person
  if (!isShared && waiting.filter(({ caller }) => caller.credential === credential).length >= WAITING_MAX) return false
  return isFirst || waiting.length < WAITING_PER_PERSON_MAX
}

function tooMany(): Failure {
  return new Failure('rate_limited', { retry_after: RETRY_AFTER_SECONDS })
}
