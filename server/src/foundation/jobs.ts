import type { Ports } from './ctx.ts'
import { sql } from './sql.ts'
import { detached, spanned } from './trace.ts'

/**
 * How many rows a turn of a sweep deletes. All at once, after days without a sweep, could take longer than a statement
 * may: it would be undone, and fail anew at each turn.
 */
export const SWEPT_ROWS = 5_000

/**
 * By then every job has had its first turn, at a moment of its own: in a process that never lives for an hour, what
 * comes hourly would never come at all, and processes that start together do not begin with the same.
 */
const FIRST_TURN_MAX_MS = 60_000

/** Work that returns on its own: told by name, run by one process at a time. */
export interface Job {
  name: string
  everyMs: number
  /** Runs outside of a transaction and without the lock: for a process that has its database to itself. */
  alone?: boolean
  /** One turn; what says `true` has more to do, and has its next turn at once. */
  run: (ports: Ports) => Promise<void> | Promise<boolean>
}

/**
 * Runs jobs on their clocks until stopped, for the first time soon after the start. With several processes each turn is
 * taken by whoever gets the job's advisory lock; the others let that turn pass.
 */
export function startJobs(
  ports: Ports,
  jobs: readonly Job[],
  random: () => number = Math.random,
): { stop(): Promise<void> } {
  const running = new Map<Job, Promise<void>>()
  const timers = new Map<Job, NodeJS.Timeout>()
  let stopped = false
  async function takeTurns(job: Job): Promise<void> {
    while ((await takeTurn(ports, job)) && !stopped);
  }
  // One that takes longer than its time lets turns pass.
  const begin = (job: Job) => {
    if (running.has(job)) return
    running.set(
      job,
      takeTurns(job).finally(() => running.delete(job)),
    )
  }
  for (const job of jobs) {
    const first = () => {
      timers.set(job, setInterval(begin, job.everyMs, job).unref())
      begin(job)
    }
    timers.set(job, setTimeout(first, random() * Math.min(job.everyMs, FIRST_TURN_MAX_MS)).unref())
  }
  return {
    async stop() {
      stopped = true
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(running.values())
    },
  }
}

/** Whether there is more to do at once. */
async function takeTurn(ports: Ports, job: Job): Promise<boolean> {
  const begun = performance.now()
  const ran = (outcome: 'done' | 'failed') => ports.measures.jobRan(job.name, outcome, performance.now() - begun)
  try {
    const more = await spanned(ports.trace.begin(`job ${job.name}`, { kind: 'internal' }), () => run(ports, job))
    ran('done')
    return more
  } catch (err) {
    ran('failed')
    ports.log.error({ err, job: job.name }, 'a job failed and will be tried at its next turn')
    return false
  }
}

async function run(ports: Ports, job: Job): Promise<boolean> {
  if (job.alone) return (await job.run(ports)) === true
  return ports.db.transaction(async (db) => {
    const { free } = await db.one<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext(${`job ${job.name}`})) as free`,
    )
    return free && (await job.run({ ...ports, db })) === true
  })
}

/** A worker's loop: turns taken one after the other, at once when nudged, else on a clock. */
export interface Loop {
  /** There is work: the next turn begins now. */
  nudge(): void
  /** Begins no further turn and waits for the one under way. */
  stop(): Promise<void>
}

/** Starts a loop with a turn. A turn answers whether there may be more to do at once; one that fails waits for the clock. */
export function startLoop(
  { log }: Pick<Ports, 'log'>,
  name: string,
  everyMs: number,
  turn: () => Promise<boolean>,
): Loop {
  let underWay: Promise<void> | undefined
  let nudged = false
  let stopped = false

  async function run(): Promise<void> {
    do {
      nudged = false
      try {
        if (await turn()) nudged = true
      } catch (err) {
        log.warn({ err, loop: name }, 'a turn failed and will be taken again')
        break
      }
    } while (nudged && !stopped)
    // At once, not a microtask later: a nudge in between would be lost.
    underWay = undefined
  }
  function nudge(): void {
    nudged = true
    if (stopped || underWay) return
    // Whoever nudges has its own work under way, and this is none of it.
    underWay = detached(run)
  }
  const timer = setInterval(nudge, everyMs).unref()
  nudge()
  return {
    nudge,
    async stop() {
      stopped = true
      clearInterval(timer)
      await underWay
    },
  }
}
